#!/usr/bin/env python3
"""Lessons in the real window: one taken from start to end by keys, with wrong answers on the way, and
one presented by the key of a presenter alone. Every picture is held against the headless one that the
same answers lead to.

usage: test_lessons.py TILESTEP SOURCE_ROOT [PART...]"""

import sys

sys.dont_write_bytecode = True
from window import check, run_parts

ELEMENT_OF_N = "1 1 %d 0"  # a target: an element of buffer 1


class Taken:
    """A window in which a lesson is taken, and what has been done in it, as a script has it."""

    def __init__(self, open_window, lesson):
        self.window, self.done = open_window(lesson, kernel=None), []
        self.window.point(3, 3)

    def press(self, *pairs):
        for key, command in pairs:
            self.window.key(key)
            self.done.append(command)

    def number(self, digits):
        names = {".": "period", "-": "minus"}
        self.press(*((names.get(letter, letter), "answer-type %d" % ord(letter))
                     for letter in digits))
        self.press(("Return", "answer-send"))

    def go_on(self):
        self.press(("Return", "go-on"))

    def expect(self, what):
        self.window.expect(what, "--do", ";".join(self.done))


def tabs_to(window, done, target):
    """How often Tab is pressed until the keyboard stands on a target."""
    wanted = window.headless("--do", ";".join(done + ["focus " + target]))
    for count in range(1, 40):
        if window.headless("--do", ";".join(done + ["focus-next"] * count)) == wanted:
            return count
    sys.exit("Tab never comes to " + target)


def by_keys(open_window, folder):
    """The memory wall: a number, an element, a bar, one of several; wrong, shown, and right."""
    taken = Taken(open_window, "memory_wall")
    taken.expect("one dot product")
    taken.go_on()
    tabs = tabs_to(taken.window, taken.done, ELEMENT_OF_N % 0)
    taken.press(*[("Tab", "focus-next")] * tabs)
    taken.press(("Return", "answer-at " + ELEMENT_OF_N % 0))
    taken.expect("a wrong element")
    taken.press(*[("Right", "focus " + ELEMENT_OF_N % element) for element in (1, 2, 3)],
                *[("Down", "focus " + ELEMENT_OF_N % element) for element in (7, 11)])
    taken.press(("Return", "answer-at " + ELEMENT_OF_N % 11))
    taken.expect("the right one")
    taken.go_on()
    for wrong in ("4", "9", "77"):
        taken.number(wrong)
        taken.expect("%s is not it" % wrong)
    taken.go_on()
    taken.number("64")
    taken.number("128")
    taken.expect("the reads of all, and the panel that shows them")
    taken.go_on()
    taken.press(("Right", "answer-move 1"), ("Right", "answer-move 1"), ("Return", "answer-send"))
    taken.expect("as far as it was expected, and as far as was counted")
    taken.go_on()
    taken.press(("v", "reveal"))
    taken.expect("the answer was shown")
    taken.go_on()
    taken.press(("2", "answer-pick 1"))
    taken.expect("one of several, wrong")
    taken.press(("1", "answer-pick 0"))
    taken.press(("F2", "language"))
    taken.expect("answered in Chinese")
    taken.go_on()
    taken.go_on()
    taken.expect("there is no stage more")
    check(taken.window.end() == 0, "ended")


def by_page_down(open_window, folder):
    """Tiles and phases, from barrier to barrier and answer to answer, to the end and not beyond."""
    taken = Taken(open_window, "two_phases")
    window, after = taken.window, None
    for presses in range(40):
        before = after or window.headless()
        taken.press(("Next", "forward"))
        after = window.headless("--do", ";".join(taken.done))
        if before == after:
            break
        if presses % 4 == 0:
            taken.expect("after press %d" % presses)
    check(12 < presses < 39, "every press has shown something, %d in all" % presses)
    taken.expect("the end")
    check(window.end() == 0, "ended")


if __name__ == "__main__":
    run_parts([by_keys, by_page_down])
