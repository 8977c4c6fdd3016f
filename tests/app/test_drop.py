#!/usr/bin/env python3
"""Files dropped on the real window: a kernel, several, a name with blanks, a saved window, a folder and
what is no kernel; and what is listed of the files opened lately when one of them has gone.

usage: test_drop.py TILESTEP SOURCE_ROOT"""

import json
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
import drop
from window import Window, check, skip


def listed(folder):
    try:
        with open(os.path.join(folder, "state", "tilestep", "recent"), encoding="utf-8") as names:
            return [os.path.basename(name) for name in names.read().split("\n") if name]
    except OSError:
        return []


def drive(window, folder, root, x):
    drag = drop.Drag(x, window.env["DISPLAY"], int(window.id))

    def dropped(*paths):
        check(drag.drop(paths), "taken: " + ", ".join(map(os.path.basename, paths)))
        window.rest()

    kernels = os.path.join(root, "kernels")
    window.point(3, 3)
    dropped(os.path.join(kernels, "16_stencil.cu"))
    window.wait("a kernel", lambda: listed(folder)[:1] == ["16_stencil.cu"])
    blank = os.path.join(folder, "my own, 100% 核.cu")
    shutil.copy(os.path.join(kernels, "01_naive.cu"), blank)
    dropped(blank)
    window.wait("a name of any letters", lambda: listed(folder)[:1] == [os.path.basename(blank)])
    book = os.path.join(folder, "week 1.ipynb")
    with open(os.path.join(kernels, "16_stencil.cu"), encoding="utf-8") as kernel:
        cell = {"cell_type": "code", "source": "%%cu\n" + kernel.read()}
    with open(book, "w", encoding="utf-8") as file:
        json.dump({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}, file)
    dropped(book)
    window.wait("a notebook", lambda: listed(folder)[:1] == [os.path.basename(book)])
    dropped(blank)
    window.wait("the kernel again", lambda: listed(folder)[:1] == [os.path.basename(blank)])
    good = window.pixels()
    for name, text in (("notes.txt", b"buy milk\n"), ("bytes.cu", bytes(range(256))), ("empty.cu", b""),
                       ("half.ipynb", b"{\"cells\": [")):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(text)
        dropped(path)
        window.wait("the reason why not: " + name, lambda: window.pixels() != good)
        check(listed(folder)[:1] == [os.path.basename(blank)], "what is open stays")
        good = window.pixels()
    dropped(folder)
    window.wait("the reason why no folder", lambda: window.pixels() != good)
    check(listed(folder)[:1] == [os.path.basename(blank)], "what is open stays")
    dropped(os.path.join(kernels, "14_transpose.cu"), os.path.join(kernels, "17_reduction.cu"))
    window.wait("several", lambda: "17_reduction.cu" in listed(folder)[:2])
    os.remove(blank)
    window.key("ctrl+o")
    window.rest()
    window.key("Escape")
    check(window.process.poll() is None, "a file opened lately may have gone")


def main():
    x = drop.library() or skip("no Xlib")
    tilestep, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        window = Window(tilestep, root, folder)
        try:
            drive(window, folder, root, x)
            check(window.end() == 0, "ended")
        finally:
            window.close()


main()
