#!/usr/bin/env python3
"""A lesson from the map to the next one without a trap, in the real window: once by the mouse alone, once
by the keys alone. Beside that Enter always leads on, Escape always does something, and nothing is called
straying that the task asks for.

usage: test_paths.py TILESTEP SOURCE_ROOT [PART...]"""

import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from window import ROOT, TILESTEP, check, run_parts

EXERCISES = os.path.join(os.path.dirname(TILESTEP), "lessons", "exercises")
ASIDE = (3, 3)
TEXT = re.compile(r'<text [^>]*?x="([\d.]+)" y="([\d.]+)" font-size="(\d+)"(?: textLength="([\d.]+)")?[^>]*>'
                  r'([^<]*)<')
N = ["8637", "3843", "4286", "7638"]


class Path:
    """A window, the kernels that it began with, and what has been done in it, as a script has it."""

    def __init__(self, window, kernels, done):
        self.window, self.done = window, list(done)
        window.kernels = kernels
        window.point(*ASIDE)

    def texts(self):
        path = os.path.join(self.window.folder, "place.svg")
        subprocess.run([TILESTEP, "render", *self.window.kernels, "-o", path, "--lang", "en", "--do",
                        ";".join(self.done)], check=True, cwd=self.window.folder, env=self.window.env)
        with open(path, encoding="utf-8") as svg:
            return [(float(x), float(y), int(size), float(width or 0), words)
                    for x, y, size, width, words in TEXT.findall(svg.read())]

    def place(self, words):
        for x, y, size, width, text in self.texts():
            if text == words:
                return round(x + width / 2), round(y - size / 3)
        sys.exit("nothing says " + words)

    def click(self, words, *commands):
        self.window.click(*self.place(words))
        self.window.point(*ASIDE)
        self.done += commands

    def element_of_n(self, row, column):
        """Where the number of an element of N stands: four digits in each of four rows."""
        lines = {}
        for x, y, size, width, text in self.texts():
            if len(text) == 1 and text.isdigit():
                lines.setdefault(y, []).append((x + width / 2, text))
        rows = []
        for y in sorted(lines):
            line = sorted(lines[y])
            at = "".join(digit for _, digit in line).find(N[len(rows)])
            if at >= 0:
                rows.append([(round(x), round(y) - 3) for x, _ in line[at:at + 4]])
            if len(rows) == 4:
                return rows[row][column]
        sys.exit("no numbers of N")

    def click_element(self, row, column):
        self.window.click(*self.element_of_n(row, column))
        self.window.point(*ASIDE)
        self.done.append("answer-at 1 1 %d 0" % (4 * row + column))

    def press(self, *pairs):
        for key, command in pairs:
            self.window.key(key)
            self.done += [command] if command else []

    def expect(self, what):
        self.window.expect(what, "--do", ";".join(self.done))


def solve(path, folder):
    """The solution is saved in the file of the exercise, as an editor would."""
    window, own = path.window, os.path.join(folder, "01_memory_wall.cu")
    window.wait("the student's own file", lambda: os.path.exists(own))
    window.wait("it rests", window.at_rest)
    before = window.pixels()
    shutil.copyfile(os.path.join(EXERCISES, "01_memory_wall_solution.cu"), own)
    kept = os.path.join(folder, "state", "tilestep", "lessons")

    def is_solved():
        with open(kept, encoding="utf-8") as progress:
            return "memory_wall exercise done" in progress.read()

    window.wait("it is solved", lambda: os.path.exists(kept) and is_solved())
    check(window.at_rest() != before, "and says so")


def open_map(open_window):
    """The map of lessons, which a start without a word shows."""
    kernels = [os.path.join(ROOT, "kernels", "02_tiled.cu"), "--compare",
               os.path.join(ROOT, "kernels", "01_naive.cu")]
    path = Path(open_window(kernel=None), kernels, ["open"])
    path.expect("the map")
    return path


def by_mouse(open_window, folder):
    """From the map to the next lesson: elements, options and buttons are clicked, and nothing else."""
    path = open_map(open_window)
    path.click("1  The memory", "open-go -1")
    path.expect("its first stage")
    path.click("Go on  Enter", "go-on")
    path.click_element(0, 0)
    path.expect("a wrong element, and no card over it")
    path.click_element(2, 3)
    path.expect("the right one, and no card over it")
    for _ in range(4):
        path.click("Go on  Enter", "go-on")
        path.click("Show me  V", "reveal")
    path.expect("four answers that were shown")
    path.click("Go on  Enter", "go-on")
    path.click("They grow with the width of the matrices.", "answer-pick 1")
    path.expect("a wrong option")
    path.click("They stay the same.", "answer-pick 0")
    path.click("Go on  Enter", "go-on")
    path.click("Go on  Enter", "go-on")
    path.expect("the card at its end")
    path.click("Exercise  Ctrl+X", "exercise")
    solve(path, folder)
    path.click("Go on  Enter", "go-on")
    path.expect("the next lesson")
    lesson = path.window.at_rest()
    path.click("Map of lessons  Esc")
    path.window.wait("the map again", lambda: path.window.at_rest() != lesson)
    check(path.window.end() == 0, "ended")


def by_keys(open_window, folder):
    """The same with Enter, Escape, V, arrows and digits."""
    path = open_map(open_window)
    path.press(("Return", "open-go -1"), ("Right", "access-next"))
    path.expect("what the task says is not straying")
    path.press(("Return", "go-on"), ("v", "reveal"))
    for _ in range(4):
        path.press(("Return", "go-on"), ("v", "reveal"))
    path.expect("all answers so far were shown")
    path.press(("Return", "go-on"), ("1", "answer-pick 0"), ("Return", "go-on"), ("Return", "go-on"))
    path.expect("the card at its end")
    path.press(("Escape", "close"))
    path.expect("Escape closes the card")
    lesson = path.window.at_rest()
    path.window.key("Escape")
    path.window.wait("and leads to the map", lambda: path.window.at_rest() != lesson)
    path.window.key("Escape")
    path.window.wait("and back", lambda: path.window.at_rest() == lesson)
    path.press(("Return", "go-on"), ("Return", "cards-go -1"))
    solve(path, folder)
    path.press(("Return", "go-on"))
    path.expect("the next lesson")
    check(path.window.end() == 0, "ended")


def unsolved(open_window, folder):
    """An exercise that is not solved is left by Enter twice, or by Escape for the map, and is there again."""
    window = open_window("memory_wall", kernel=None)
    window.point(*ASIDE)
    window.key("ctrl+x")
    window.wait("the student's own file", lambda: os.path.exists(os.path.join(folder, "01_memory_wall.cu")))
    exercise = window.at_rest()
    window.key("Escape")
    window.wait("Escape leads to the map", lambda: window.at_rest() != exercise)
    window.key("Escape")
    window.wait("and back", lambda: window.pixels() == exercise)
    window.key("Return")
    window.wait("Enter says that it is not solved", lambda: window.at_rest() != exercise)
    window.key("Return")
    window.expect("and then leads on", "--do", "exercise; go-on; go-on")
    check(window.end() == 0, "ended")


run_parts([by_mouse, by_keys, unsolved])
