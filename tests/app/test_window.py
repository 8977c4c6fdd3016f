#!/usr/bin/env python3
"""The real window under Xvfb: started, stepped by keys, its time line dragged, a guard toggled by mouse,
and every picture compared pixel by pixel with the headless one of the same moment.

usage: test_window.py TILESTEP SOURCE_ROOT"""

import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from window import Window


READS_MOST = 1500  # by the first picture: 350, and 3700 if glyphs are read from font files


def read_little(window):
    with open("/proc/%d/io" % window.process.pid) as io:
        reads = int(dict(line.split(": ") for line in io)["syscr"])
    print("%d reads" % reads)
    if reads > READS_MOST:
        sys.exit("%d reads by the first picture" % reads)


def drive(window):
    window.point(3, 3)
    window.expect("the start", "--at", "0")
    read_little(window)
    for _ in range(3):
        window.key("F11")
    window.expect("three steps", "--at", "3")
    window.key("shift+F11")
    window.expect("one back", "--at", "2")
    window.send("windowunmap", "--sync", window.id)
    window.send("windowmap", "--sync", window.id)
    window.expect("hidden for a while", "--at", "2")
    window.key("F2")
    window.expect("Chinese", "--at", "2", "--lang", "zh")
    window.key("F2")
    window.key("F3")
    window.expect("dark", "--at", "2", "--theme", "dark")
    window.key("F3")
    window.key("F3")
    window.rest()
    before = window.cpu_ticks()
    time.sleep(1)
    if window.cpu_ticks() - before > 5:
        sys.exit("the idle window uses the processor")
    window.point(500, 690)
    window.send("mousedown", "1")
    window.point(700, 690)
    window.point(1500, 900)
    window.send("mouseup", "1")
    window.point(3, 3)
    window.expect("dragged to the end", "--at", "end")
    window.key("Home")
    window.expect("back at the start", "--at", "0")
    window.send("windowsize", window.id, "1500", "900")
    window.expect("resized", "--at", "0", "--size", "1500x900")


def toggle(window):
    """The example with 3 x 3: a guard off and on by mouse, the finding, the way back by key."""
    window.point(3, 3)
    window.expect("3 x 3", "--at", "0")
    window.click(*window.gutter(25))
    window.point(3, 3)
    window.key("End")
    window.expect("a guard off", "--do", "toggle 25; go-end")
    if window.pixels() == window.headless("--at", "end"):
        sys.exit("nothing is seen of the guard that is off")
    window.key("ctrl+z")
    window.expect("undone", "--do", "toggle 25; go-end; undo")


def main():
    tilestep, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        naive = os.path.join(root, "kernels", "01_naive.cu")
        window = Window(tilestep, root, folder, "--compare", naive)
        try:
            drive(window)
            window.end()
            window = Window(tilestep, root, folder, "--set", "j=3", "--set", "k=3", "--set", "l=3")
            toggle(window)
            status = window.end()
            if status != 0:
                sys.exit("SIGTERM ended the window with %d" % status)
        finally:
            window.close()


main()
