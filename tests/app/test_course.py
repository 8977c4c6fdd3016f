#!/usr/bin/env python3
"""The course in the real window: the map at a start without a word, a lesson by its name, its exercise
in a file of one's own that is graded whenever it is saved, and what is done, kept beside whatever
another window keeps.

usage: test_course.py TILESTEP SOURCE_ROOT [PART...]"""

import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from window import ROOT, TILESTEP, check, run_parts

EXERCISES = os.path.join(os.path.dirname(TILESTEP), "lessons", "exercises")


def kept(folder):
    path = os.path.join(folder, "state", "tilestep", "lessons")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as progress:
        return progress.read()


def map_of_lessons(open_window, folder):
    """Arrows go about in the map as in the headless picture; Escape leads to the plain window."""
    window = open_window(kernel=None)
    tiled, naive = [os.path.join(ROOT, "kernels", name) for name in ("02_tiled.cu", "01_naive.cu")]
    window.kernels = [tiled, "--compare", naive]
    window.point(3, 3)
    window.expect("the map", "--do", "open")
    window.key("Right")
    window.expect("its second lesson", "--do", "open;open-pick 1")
    window.key("Escape")
    window.expect("the plain window")
    check(window.end() == 0, "ended")


def exercise(open_window, folder):
    """From the lesson to its exercise, with a mistake on the way; two windows keep what is done."""
    window = open_window("memory_wall", kernel=None)
    window.point(3, 3)
    window.key("ctrl+x")
    own = os.path.join(folder, "01_memory_wall.cu")
    window.wait("the student's own file", lambda: os.path.exists(own))
    window.wait("it rests", window.at_rest)
    before = window.pixels()
    with open(own, encoding="utf-8") as source:
        text = source.read()
    with open(own, "w", encoding="utf-8") as source:
        source.write(text.replace("float Pvalue", "flat Pvalue"))
    window.wait("the mistake is shown", lambda: window.pixels() != before)
    check("exercise done" not in kept(folder), "it is not passed yet")
    os.makedirs(os.path.join(folder, "state", "tilestep"), exist_ok=True)
    with open(os.path.join(folder, "state", "tilestep", "lessons"), "w", encoding="utf-8") as other:
        other.write("tilestep lessons 1\ntwo_phases one done\n")  # another window meanwhile
    shutil.copyfile(os.path.join(EXERCISES, "01_memory_wall_solution.cu"), own)
    window.wait("it is passed and kept", lambda: "memory_wall exercise done" in kept(folder))
    check("two_phases one done" in kept(folder), "nothing of the other window is lost")
    check(window.end() == 0, "ended")
    with open(own, encoding="utf-8") as there, \
            open(os.path.join(EXERCISES, "01_memory_wall_solution.cu"), encoding="utf-8") as solution:
        check(there.read() == solution.read(), "the file is the student's")


def filled_in(open_window, folder):
    """A line of the exercise typed in the window, and one that an editor changed meanwhile."""
    window = open_window("two_phases", kernel=None)
    own = os.path.join(folder, "02_two_phases.cu")

    def text():
        with open(own, encoding="utf-8") as source:
            return source.read()

    window.point(3, 3)
    window.key("ctrl+x")
    window.wait("the student's own file", lambda: os.path.exists(own))
    window.wait("it rests", window.at_rest)
    before = text()
    window.key("ctrl+h", "End", "BackSpace", "bracketleft", "Escape")
    window.wait("it rests", window.at_rest)
    check(text() == before, "Escape leaves the line as it was")
    window.key("ctrl+h", "End", "BackSpace", "parenleft", "A", "Return")
    window.wait("the line is written", lambda: "+ tx](A /* fill in */" in text())
    window.wait("the mistake is shown", window.at_rest)
    window.key("ctrl+h", "underscore")
    changed = text().replace("/* fill in */", "/* mine */ /* fill in */")
    with open(own, "w", encoding="utf-8") as source:
        source.write(changed)
    window.key("Return")
    window.wait("it rests", window.at_rest)
    check(text() == changed, "what an editor wrote stays")
    check(window.end() == 0, "ended")


def foreign(open_window, folder):
    """A file in place of the progress is told and left alone."""
    os.makedirs(os.path.join(folder, "state", "tilestep"))
    path = os.path.join(folder, "state", "tilestep", "lessons")
    with open(path, "w", encoding="utf-8") as other:
        other.write("a letter\n")
    window = open_window("memory_wall", kernel=None)
    check("is no progress of lessons and is left as it is" in window.words(), "it is told")
    check(window.end() == 0, "ended")
    check(kept(folder) == "a letter\n", "and left as it is")


def names(_open_window, folder):
    """A word that is nothing is told with what is near."""
    told = subprocess.run([TILESTEP, "memory_wal"], capture_output=True, text=True, check=False,
                          cwd=folder, env=dict(os.environ, LC_ALL="C"))
    check(told.returncode == 2 and "did you mean 'memory_wall'?" in told.stderr, told.stderr)


run_parts([map_of_lessons, exercise, filled_in, foreign, names])
