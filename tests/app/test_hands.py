#!/usr/bin/env python3
"""One hand at a time in the real window: a lesson given by mouse alone, one by keys alone, and what is
dragged, wheeled, held down, stopped at and undone; every picture is compared with the headless one.

usage: test_hands.py TILESTEP SOURCE_ROOT [PART...]"""

import os
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from window import ROOT, check, run_parts

ASIDE = (3, 3)
SCRUBBER_Y, SCRUBBER_X, SCRUBBER_END = 695, 432, 1262


def place(window, words, *options):
    """Where the words stand in the headless picture."""
    path = os.path.join(window.folder, "place.svg")
    subprocess.run([window.tilestep, "render", *window.kernels, "-o", path, "--lang", "en",
                    *options], check=True)
    with open(path, encoding="utf-8") as svg:
        found = re.search(r'x="(\d+)" y="(\d+)" font-size="(\d+)" textLength="(\d+)"[^>]*>' +
                          re.escape(words) + "<", svg.read())
    if not found:
        sys.exit("nothing says " + words)
    x, y, size, width = map(int, found.groups())
    return x + width // 2, y - size // 3


def click(window, words, *options):
    window.click(*place(window, words, *options))
    window.point(*ASIDE)


def mouse(open_window, _):
    window = open_window()
    window.point(*ASIDE)
    window.click(1247, 55)  # the question mark
    click(window, "Light, dark or high contrast", "--do", "help")
    click(window, "English or Chinese", "--do", "help; theme")
    window.key("Escape")
    window.expect("from the list of keys", "--do", "help; theme; language; close")
    window.key("Escape", "F2", "ctrl+z", "ctrl+z", "ctrl+z")
    window.expect("all undone", "--do", "theme; undo")
    window.click(*place(window, "Controls  C", "--do", "theme; undo"))
    window.point(*ASIDE)
    window.expect("the controls", "--do", "theme; undo; controls")
    window.click(*place(window, "Esc", "--do", "controls"))
    window.point(*ASIDE)
    window.expect("closed", "--do", "theme; undo")
    window.click(*place(window, "Occupancy", "--do", "theme; undo"))
    window.point(*ASIDE)
    window.expect("a panel", "--do", "theme; undo; panel-occupancy")
    window.click(*place(window, "Occupancy", "--do", "theme; undo; panel-occupancy"))
    for words, script in (("To the next source line", "line-next"), ("Find a command", "palette")):
        window.click(1247, 55)
        click(window, words, "--do", "help")
        window.expect(words, "--do", "theme; undo; " + script)
        window.key("Escape", "Home")
    window.end()


def keys(open_window, _):
    window = open_window()
    window.point(*ASIDE)
    window.key("ctrl+p", *"dark", "Return")
    window.expect("a command by its word", "--do", "theme")
    window.key("ctrl+z", "Tab", "Tab", "Return", "Escape")
    window.expect("what Tab comes to is pressed", "--do",
                  "theme; undo; focus-next; focus-next; press; close")
    window.key("ctrl+o", *"01", "Return")
    window.kernels = [os.path.join(ROOT, "kernels", "01_naive.cu")]
    window.key("l", "l", "shift+l")
    opened = window.at_rest()
    window.key("ctrl+p", *"line", "Escape")
    window.wait("the search closed", lambda: window.pixels() == opened)
    window.key("ctrl+z")
    window.wait("the file before", lambda: window.pixels() != opened)
    check(window.end() == 0, "ended")


def stops(open_window, _):
    """A stop set by Shift and a click, run to and back by keys."""
    window = open_window()
    window.point(*ASIDE)
    window.point(*window.gutter(25))
    window.send("keydown", "shift")
    window.send("click", "1")
    window.send("keyup", "shift")
    window.point(*ASIDE)
    window.expect("a stop", "--do", "break-line 25")
    for key, script in (("F5", "run"), ("F5", "run; run"), ("shift+F5", "run; run; run-back")):
        window.key(key)
        window.expect("by " + key, "--do", "break-line 25; " + script)
    window.key("End", "shift+F5")
    window.expect("back from the end", "--do", "break-line 25; go-end; run-back")
    window.key("ctrl+z", "Home")
    window.expect("no stop", "--do", "break-line 25; undo")
    window.end()


def tips(open_window, _):
    """What is explained after a step is what a pointer that stirs would find there."""
    window = open_window()
    for x, y in ((150, 150), (30, 300), (900, 300)):
        for name in ("Next", "F5", "Home"):
            window.point(x, y)
            window.key(name)
            shown = window.at_rest()
            window.point(*ASIDE)
            window.point(x, y)
            check(window.at_rest() == shown, "the tip at %d, %d after %s" % (x, y, name))
    window.end()


def dragged(window, start, ends):
    window.point(*start)
    window.send("mousedown", "1")
    for end in ends:
        window.point(*end)
    window.send("mouseup", "1")


def time_line(open_window, _):
    window = open_window("--compare", os.path.join(ROOT, "kernels", "01_naive.cu"))
    window.point(*ASIDE)
    window.expect("the start", "--at", "0")
    middle = (SCRUBBER_X + SCRUBBER_END) // 2
    dragged(window, (SCRUBBER_X + 9, SCRUBBER_Y), [(middle, SCRUBBER_Y), (middle, 200)])
    window.point(*ASIDE)
    window.expect("dragged to the middle, on one clock", "--at", "232")
    window.point(middle, SCRUBBER_Y)
    for _ in range(3):
        window.send("click", "5")
    window.point(*ASIDE)
    window.expect("wheeled on", "--at", "235")
    window.point(middle, SCRUBBER_Y)
    for _ in range(5):
        window.send("click", "4")
    window.point(*ASIDE)
    window.expect("and back", "--at", "230")
    window.key("Home")
    before = window.pixels()
    window.send("windowfocus", window.id)
    window.send("keydown", "F11")
    few = before, window.headless("--at", "1"), window.headless("--at", "2")
    window.wait("a key that is held goes on", lambda: window.pixels() not in few)
    window.send("keyup", "F11")
    window.key("Home")
    window.send("keydown", "F3")  # a switch that is held switches once
    time.sleep(1.5)
    window.send("keyup", "F3")
    window.expect("a switch that is held", "--do", "theme")
    window.end()


def sliders(open_window, _):
    window = open_window()
    window.point(*ASIDE)
    window.key("5")
    window.expect("occupancy", "--do", "panel-occupancy")
    start = window.pixels()
    dragged(window, (1018, 393), [(x, 393) for x in range(1020, 1110, 10)])
    window.point(*ASIDE)
    turned = window.at_rest()
    check(turned != start, "a slider is dragged")
    dragged(window, (1100, 393), [(x, 393) for x in range(1100, 1160, 10)])
    window.point(*ASIDE)
    window.rest()
    window.key("ctrl+z")
    window.wait("the second drag undone", lambda: window.pixels() == turned)
    window.key("ctrl+z")
    window.expect("the first too", "--do", "panel-occupancy; set-threads 64; undo")
    window.key("ctrl+y")
    window.wait("done again", lambda: window.pixels() == turned)
    window.key("r")
    window.wait("defaults", lambda: window.pixels() != turned)
    window.key("ctrl+z")
    window.wait("and not", lambda: window.pixels() == turned)
    window.end()


def numbers(open_window, folder):
    """A step by its number, by keys and by a click on the one shown; the size of the letters is saved; a
    second kernel comes beside the first, and goes."""
    window = open_window()
    window.point(*ASIDE)
    window.key("ctrl+g", *"37", "Return")
    window.expect("a step that was typed", "--at", "37")
    window.click(*place(window, "access 5 of 68 · step 37 of 464", "--at", "37"))
    window.point(*ASIDE)
    window.key(*"9999", "Return")
    script = "jump; " + "jump-type 57; " * 4 + "jump-go"
    window.expect("no further than the end, as is told", "--do", script)
    window.key("ctrl+equal", "ctrl+s", "Escape")
    saved = os.path.join(folder, "state", "tilestep", "02_tiled.tilestep")
    window.wait("saved", lambda: os.path.exists(saved))
    window.expect("letters of the size saved", "--state", saved)
    letters = "swapped"
    script += "; zoom-in; open; %s open-beside -1" % "".join("open-type %d; " % ord(letter)
                                                           for letter in letters)
    window.key("ctrl+o", *letters, "shift+Return")
    window.expect("two side by side", "--do", script)
    window.key("shift+o")
    window.expect("one again", "--do", script + "; alone")
    check(window.end() == 0, "ended")


def halo(open_window, _):
    """Before an audience a pointer that rests leaves the picture as it is without one."""
    window = open_window()
    window.key("F9")
    window.point(*ASIDE)
    window.rest()
    window.expect("the halo has gone", "--do", "lecture", "--size", "%dx%d" % window.size())
    check(window.end() == 0, "ended")


run_parts((mouse, keys, stops, tips, time_line, sliders, numbers, halo))
