#!/usr/bin/env python3
"""The stage by mouse in the real window under Xvfb: Ctrl+wheel zooms, the wheel and drags with the left
and the middle button move. What the window holds is read from the file that Ctrl+S writes, and its
picture compared with the headless one of that file. A click on the inset's title shows it large.

usage: test_stage_mouse.py TILESTEP SOURCE_ROOT"""

import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
from window import Window

SIZES = ["-D", "TILE_WIDTH=16", "--set", "j=64", "--set", "k=64", "--set", "l=64"]
ASIDE = (3, 3)


def saved(window):
    """Zoom and centre (rows, columns, along) of the stage; 0 if all of it is seen."""
    path = os.path.join(window.folder, "state", "tilestep", "02_tiled.tilestep")
    if os.path.exists(path):
        os.remove(path)
    window.point(*ASIDE)
    window.key("ctrl+s")
    window.wait("a saved window", lambda: os.path.exists(path) and os.path.getsize(path) > 0)
    window.key("F11", "shift+F11")  # the notice goes
    with open(path) as text:
        found = re.search(r"^stage (\d+) (\d+) (\d+) (\d+)$", text.read(), re.M)
    if not found:
        return [0, 0, 0, 0]
    launch, window.kernels = window.kernels, []  # the file tells it
    window.expect("the picture of the file", "--state", path)
    window.kernels = launch
    return [int(word) for word in found.groups()]


def wheel(window, at, button, turns, ctrl=False):
    window.point(*at)
    if ctrl:
        window.send("keydown", "Control_L")
    for _ in range(turns):
        window.send("click", str(button))
    if ctrl:
        window.send("keyup", "Control_L")


def drag(window, button, start, end):
    window.point(*start)
    window.send("mousedown", str(button))
    for share in (0.25, 0.5, 0.75, 1):
        window.point(*(round(a + (b - a) * share) for a, b in zip(start, end)))
    window.send("mouseup", str(button))


def check(good, what, *figures):
    if not good:
        sys.exit("FAIL %s %s" % (what, figures))
    print("good:", what)


def drive(window):
    at = (360, 480)  # in P
    check(saved(window)[0] == 0, "all is seen at the start")
    wheel(window, at, 4, 12, ctrl=True)
    zoomed = saved(window)
    check(zoomed[0] == 12, "Ctrl+wheel zooms", zoomed)
    wheel(window, at, 5, 2, ctrl=True)
    back = saved(window)
    check(back[0] == 10, "and back", back)
    wheel(window, at, 5, 2)
    down = saved(window)
    check(down[0] == 10 and down[1] > back[1], "the wheel moves down the rows", back, down)
    for button in (1, 2):
        before = saved(window)
        drag(window, button, at, (at[0] - 60, at[1] + 40))
        after = saved(window)
        check(after[1] < before[1] and after[2] > before[2] and after[0] == before[0],
              "button %d drags" % button, before, after)
    window.key("0")
    check(saved(window)[0] == 0, "0 shows all again")
    window.key("t")
    window.point(*ASIDE)
    window.expect("the numbers large", "--do", "enlarge")
    window.key("Escape")
    window.expect("as before", "--at", "0")
    window.click(40, 215)  # the inset's title
    window.point(*ASIDE)
    window.expect("large by a click", "--do", "enlarge")


def main():
    with tempfile.TemporaryDirectory() as folder:
        window = Window(os.path.abspath(sys.argv[1]), sys.argv[2], folder, *SIZES)
        try:
            drive(window)
            check(window.end() == 0, "ended")
        finally:
            window.close()


main()
