#!/usr/bin/env python3
"""A file is saved in every way that editors save, while the window shows it: it runs anew at the same
place, what is broken leaves the last good run with the reason in the pane, and what is mended runs.

usage: test_watch.py TILESTEP SOURCE_ROOT"""

import json
import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from window import Window, check

HEADER = "#define FACTOR %d\n"
KERNEL = """#include "factor.h"
__global__ void twice(float *a)
{
    int i = threadIdx.x;
    a[i] = FACTOR * a[i] + %d;
}
void sketch()
{
    float *d;
    cudaMalloc(&d, 8 * sizeof(float));
    twice<<<1, 8>>>(d);
}
"""


def write(path, text, how="in place"):
    data = text.encode()
    if how == "in place":
        with open(path, "wb") as file:
            file.write(data)
    elif how == "renamed":
        write(path + "~", text)
        os.replace(path + "~", path)
    elif how == "backed up":
        os.replace(path, path + ".bak")
        write(path, text)
    elif how == "deleted":
        os.remove(path)
        time.sleep(2.2)  # two looks of the window
        write(path, text)


def saves(window, path):
    for number, how in enumerate(("in place", "renamed", "backed up", "deleted")):
        write(path, KERNEL % (number + 10), how)
        window.expect("saved, " + how, "--at", "3")
    text = KERNEL % 20
    write(path, text.replace("\n", "\r\n"))
    window.expect("with CRLF", "--at", "3")
    write(path, "\ufeff" + text)
    window.expect("with a BOM", "--at", "3")
    write(path, text)
    window.expect("plain again", "--at", "3")


def broken(window, path):
    good = window.pixels()
    text = KERNEL % 21
    for what, bad in (("an error", text.replace("threadIdx.x;", "threadIdx.;")),
                      ("half of it", text[:len(text) // 3]), ("nothing", ""),
                      ("no text", "\x00\x01\x02")):
        write(path, bad)
        window.wait("the reason, with " + what, lambda: window.pixels() != good)
        window.key("F11", "shift+F11")
        time.sleep(0.3)
        if window.pixels() == good:
            sys.exit("the reason goes by itself")
        write(path, KERNEL % 20)
        window.wait("as it was, after " + what, lambda: window.pixels() == good)
    os.rename(path, path + ".kept")
    window.wait("that the file has gone", lambda: window.pixels() != good)
    window.key("F11", "shift+F11")
    window.rest()
    check(window.pixels() != good, "it stays said")
    os.rename(path + ".kept", path)
    window.wait("as it was, the file is back", lambda: window.pixels() == good)
    with open(path, "w", encoding="ascii") as file:  # an editor that takes its time
        for piece in (text[:60], text[60:150], text[150:]):
            file.write(piece)
            file.flush()
            time.sleep(1.1)
    window.expect("written in pieces", "--at", "3")


def headers(window, path):
    header = os.path.join(os.path.dirname(path), "factor.h")
    write(header, HEADER % 5)
    window.expect("another header", "--at", "3")
    good = window.pixels()
    write(path, (KERNEL % 21).replace("factor.h", "other.h"))
    window.wait("a header that is not there", lambda: window.pixels() != good)
    write(os.path.join(os.path.dirname(path), "other.h"), HEADER % 6)
    window.expect("now it is", "--at", "3")


def notebook(tilestep, root, folder):
    """Saved in Jupyter: the cell that is open runs anew."""
    path = os.path.join(folder, "twice.ipynb")
    text = {"cell_type": "markdown", "source": "# twice"}

    def save(factor, *before):
        cell = {"cell_type": "code", "source": "%%cu\n" + KERNEL % factor}
        cells = [*before, text, cell]
        write(path, json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))

    save(30)
    window = Window(tilestep, root, folder, path, kernel=None)
    try:
        window.point(3, 3)
        window.key(*["F11"] * 3)
        window.expect("a cell", "--at", "3")
        save(31)
        window.expect("its notebook saved", "--at", "3")
        save(31, text)
        window.expect("another cell before it", "--at", "3")
        check(window.end() == 0, "ended")
    finally:
        window.close()


def soon(window, path):
    """Saved again while the window takes up what was saved before."""
    for number in range(30, 60):
        write(path, KERNEL % number)
        time.sleep(0.11)
    window.expect("the last of many", "--at", "3")


def main():
    tilestep, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        path, beside = os.path.join(folder, "twice.cu"), os.path.join(folder, "beside.cu")
        write(os.path.join(folder, "factor.h"), HEADER % 2)
        write(path, KERNEL % 1)
        window = Window(tilestep, root, folder, path, kernel=None)
        try:
            window.point(3, 3)
            window.key(*["F11"] * 3)
            window.expect("the start", "--at", "3")
            for part in (saves, broken, headers, soon):
                part(window, path)
            if window.end() != 0:
                sys.exit("it ended with an error")
            write(beside, KERNEL % 2)
            window = Window(tilestep, root, folder, path, "--compare", beside, kernel=None)
            window.point(3, 3)
            os.remove(beside)
            write(path, KERNEL % 70)
            write(beside + ".kept", KERNEL % 2)
            time.sleep(3)  # a few looks of the window
            shown = window.at_rest()
            os.replace(beside + ".kept", beside)
            window.expect("both again", "--at", "0")
            if window.pixels() != shown:
                sys.exit("a file beside that has gone keeps the other from being taken up")
            window.end()
        finally:
            window.close()
        notebook(tilestep, root, folder)


main()
