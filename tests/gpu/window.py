#!/usr/bin/env python3
"""Ten faulty launches in a row in the real window, over the test doubles: the child crashes, faults,
hangs and is killed or stopped by a key; then a good launch, and the window is as it was. Skipped (77)
without the tools.

usage: window.py TILESTEP SOURCE_ROOT"""
import os
import signal
import sys
import tempfile

sys.dont_write_bytecode = True
from moody import open_window
from window import children


def launch(window, mood_path, mood, number):
    """One press of G, until the child is gone; a hanging one is killed or stopped by a key."""
    with open(mood_path, "w") as file:
        file.write(mood)
    window.key("g")
    window.wait(f"launch {number} begins", lambda: open(mood_path).read() != mood)
    if mood == "h":
        hanging = children(window.process.pid)
        if len(hanging) != 1:
            sys.exit(f"{len(hanging)} children hang")
        if number % 3 == 0:
            os.kill(int(hanging[0]), signal.SIGKILL)
        else:
            window.key("g" if number % 3 == 1 else "Escape")
    # One that has ended is a child until the window has noticed.
    window.wait(f"launch {number} ({mood}) ends", lambda: not children(window.process.pid))
    if window.process.poll() is not None:
        sys.exit(f"launch {number} ({mood}) took the window with it")


def drive(window, mood_path):
    window.point(3, 3)
    for number, mood in enumerate("chfhcfhchf"):
        launch(window, mood_path, mood, number)
    launch(window, mood_path, "good", 10)
    window.rest()
    window.key("Escape")
    window.key("End")
    window.expect("the window works on", "--at", "end")
    if window.end() != 0:
        sys.exit("SIGTERM ended the window with %d" % window.process.returncode)


def main():
    with tempfile.TemporaryDirectory() as folder:
        mood_path = os.path.join(folder, "mood")
        window = open_window(folder, FAKE_MOOD=mood_path)
        try:
            drive(window, mood_path)
        finally:
            window.close()


main()
