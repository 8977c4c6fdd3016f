#!/usr/bin/env python3
"""A class in the real window: a student answers and hands in; the lecturer drops many files and a
folder onto the map, looks through the questions by keys, shows an answer and goes to its lesson.

usage: test_class.py TILESTEP SOURCE_ROOT [PICTURE_FOLDER]"""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import drop
from window import CONVERT, Window, check, skip

PICTURES = sys.argv[3] if len(sys.argv) > 3 else None
GIVEN = (("Ada", 64), ("Bo", 64), ("Chen", 128), ("李雷", 32), ("Émile", 64))


def look(window, name):
    if PICTURES:
        path = os.path.join(PICTURES, name + ".png")
        subprocess.run([CONVERT, "-size", "%dx%d" % window.size(), "-depth", "8", "rgb:-", path],
                       input=window.pixels(), check=True)


def student(tilestep, root, folder):
    """Answers a question wrong and then right, and hands in; what the file says."""
    window = Window(tilestep, root, folder, "memory_wall", kernel=None)
    try:
        window.point(3, 3)
        window.key("ctrl+Next", "ctrl+Next", "ctrl+Next")
        window.rest()
        window.key(*"16", "Return")
        window.rest()
        window.key(*"128", "Return")
        window.wait("what is kept", lambda: "reads_of_all done 16" in kept(folder))
        before = window.pixels()
        window.key("ctrl+a")
        window.wait("the sheet", lambda: window.pixels() != before)
        window.send("type", "--window", window.id, "Grace  Hopper")
        window.rest()
        look(window, "hand-in")
        window.key("Return")
        window.wait("the file", lambda: glob.glob(os.path.join(folder, "my_answers*")))
        window.rest()
        check(window.end() == 0, "ended")
    finally:
        window.close()
    with open(os.path.join(folder, "my_answers.txt"), encoding="utf-8") as file:
        return file.read()


def kept(folder):
    try:
        with open(os.path.join(folder, "state", "tilestep", "lessons"), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def lecturer(tilestep, root, folder, handed):
    box = os.path.join(folder, "box")
    os.makedirs(os.path.join(box, "group 2"))
    files = []
    for number, (name, answer) in enumerate(GIVEN):
        path = os.path.join(box, "group 2" if number > 2 else "", "%d.txt" % number)
        with open(path, "w", encoding="utf-8") as file:
            file.write("tilestep answers 1\nname %s\nhanded 1\nmemory_wall reads_of_all done %d\n"
                       "memory_wall bigger shown %d\n" % (name, answer, number % 3 - 1))
        files.append(path)
    with open(os.path.join(box, "essay.txt"), "w", encoding="utf-8") as file:
        file.write("I like it")
    with open(os.path.join(folder, "grace.txt"), "w", encoding="utf-8") as file:
        file.write(handed)
    window = Window(tilestep, root, folder, kernel=None)
    try:
        drag = drop.Drag(drop.library(), window.env["DISPLAY"], int(window.id))
        window.point(3, 3)
        seen = [window.pixels()]

        def changes(what, do):
            do()
            window.wait(what, lambda: window.pixels() not in seen)
            window.rest()
            seen.append(window.pixels())

        changes("two files at once", lambda: check(drag.drop(files[:2]), "taken"))
        changes("and a folder", lambda: check(drag.drop([box]), "taken"))
        changes("and one that was handed in",
                lambda: check(drag.drop([os.path.join(folder, "grace.txt")]), "taken"))
        changes("lecture mode", lambda: window.key("F9"))
        look(window, "class")
        changes("another bar", lambda: window.key("Down"))
        changes("the answer", lambda: window.key("v"))
        look(window, "class-revealed")
        changes("the next question", lambda: window.key("Right"))
        look(window, "class-choice")
        changes("Chinese", lambda: window.key("F2"))
        changes("its lesson", lambda: window.key("Return"))
        check(window.process.poll() is None, "the window lives")
        check(window.end() == 0, "ended")
    finally:
        window.close()


def main():
    if not drop.library():
        skip("no Xlib")
    tilestep, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        handed = student(tilestep, root, folder)
        check(handed == "tilestep answers 1\nname Grace Hopper\nhanded 1\n"
              "memory_wall reads_of_all done 16\n", "what is handed in: " + repr(handed))
        shutil.rmtree(os.path.join(folder, "state"))
        lecturer(tilestep, root, folder, handed)


main()
