#!/usr/bin/env python3
"""What is taken away from the window: pictures and counters, twice from one moment, films of one range
twice, one of them cancelled, from a full disk and from a folder that cannot be written. Nothing that
was there is lost and nothing half done stays.

usage: test_take_away.py TILESTEP SOURCE_ROOT [PART...]"""

import csv
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True
from window import ROOT, check, raw, run_parts


def names(folder, part):
    return sorted(name for name in os.listdir(folder) if part in name)


def content(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def is_number(text):
    """A count, or a ratio of two."""
    return re.fullmatch(r"\d+(\.\d+)?(e[+-]?\d+)?", text) is not None


def read_counters(path):
    """As a spreadsheet does."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    head, body = rows[0], rows[1:]
    check(head == ["kernel", "counter", "so_far", "total", "file"], "the heading of the columns")
    check(all(len(row) == len(head) for row in body), "every row has every column")
    check(all(is_number(row[3]) and (is_number(row[2]) or not row[2]) for row in body),
          "numbers are numbers, but for what is known of the end alone")
    return body


def pictures(open_window, folder):
    window = open_window()
    window.point(3, 3)
    window.key("F11", "F11", "ctrl+e")
    first = ["tiled-00002" + ending for ending in (".csv", ".png", ".svg")]
    window.wait("three whole files", lambda: names(folder, "tiled-") == first and
                all(content(folder, name) for name in first))
    kept = {name: content(folder, name) for name in first}
    window.key("F3", "ctrl+e")
    others = ["tiled-00002-2" + ending for ending in (".csv", ".png", ".svg")]
    window.wait("three whole others, numbered", lambda: names(folder, "-2.") == others and
                all(content(folder, name) for name in others))
    check(all(content(folder, name) == kept[name] for name in first), "the first are as they were")
    check(raw(os.path.join(folder, "tiled-00002.png")) !=
          raw(os.path.join(folder, "tiled-00002-2.png")), "the theme is another")
    for name in names(folder, ".svg"):
        xml.etree.ElementTree.parse(os.path.join(folder, name))
    rows = read_counters(os.path.join(folder, "tiled-00002.csv"))
    check({row[4] for row in rows} == set(window.kernels), "rows say which file they are of")
    check(window.end() == 0, "ended")


def strange_name(open_window, folder):
    """A comma and a quote in the name of the file."""
    path = os.path.join(folder, 'a,"b".cu')
    shutil.copy(os.path.join(ROOT, "kernels", "02_tiled.cu"), path)
    window = open_window(path, kernel=None)
    window.key("ctrl+e")
    window.wait("the last of the files", lambda: names(folder, "tiled-00000.png") and
                content(folder, "tiled-00000.png"))
    check({row[4] for row in read_counters(os.path.join(folder, "tiled-00000.csv"))} == {path},
          "the name is read as it is")
    window.end()


FILM = "tiled-00000-00116"  # of the first block, in 19 pictures


def films(open_window, folder):
    bare = os.path.join(folder, "bare")
    os.mkdir(bare)
    window = open_window(env={"PATH": bare})
    window.key("ctrl+shift+e")
    first = os.path.join(folder, FILM)
    window.wait("a film", lambda: os.path.isdir(first) and len(names(first, ".part")) == 0 and
                len(os.listdir(first)) == 19)
    window.rest()
    kept = {name: content(first, name) for name in os.listdir(first)}
    window.key("ctrl+shift+e")
    window.wait("another", lambda: os.path.isdir(first + "-2") and
                len(os.listdir(first + "-2")) == 19)
    window.rest()
    window.key("ctrl+shift+e")
    window.wait("a third one", lambda: len(names(folder, "tiled-00000-")) == 3)
    window.key("Escape")
    window.wait("nothing of what was cancelled", lambda: len(names(folder, "tiled-00000-")) == 2)
    check({name: content(first, name) for name in os.listdir(first)} == kept,
          "the first film is as it was")
    check(window.end() == 0, "ended")


def encoded(open_window, folder):
    if not shutil.which("ffmpeg"):
        print("no ffmpeg: no GIF")
        return
    window = open_window()
    for number in (1, 2):
        window.key("ctrl+shift+e")
        window.wait("a GIF", lambda: len(names(folder, ".gif")) == number and
                    not names(folder, ".part"))
        window.rest()
    check(names(folder, ".gif") == [FILM + "-2.gif", FILM + ".gif"], "both are there")
    window.end()


def mounted(folder, options):
    place = os.path.join(folder, "disk")
    os.mkdir(place)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", place],
                          stderr=subprocess.DEVNULL, check=False)
    return place if done.returncode == 0 else None


def refused(open_window, folder, options, what):
    """Pictures, then a film; neither leaves anything, and the window goes on."""
    place = mounted(folder, options)
    if not place:
        print("no right to mount:", what, "is not tried")
        return
    try:
        bare = os.path.join(folder, "bare")
        os.mkdir(bare)
        window = open_window(cwd=place, env={"PATH": bare})
        window.point(3, 3)
        before = window.pixels()
        window.key("ctrl+e")
        window.wait("a notice, " + what, lambda: window.pixels() != before)
        check(not names(place, "tiled"), "no picture stays, " + what)
        window.key("F11", "shift+F11")
        window.key("ctrl+shift+e")
        window.rest()
        window.wait("a notice of the film, " + what, lambda: window.pixels() != before)
        check(not names(place, "tiled"), "no film stays, " + what)
        window.key("F11")
        window.expect("it goes on", "--at", "1")
        check(window.end() == 0, "ended")
    finally:
        subprocess.run(["umount", "-l", place], check=False)


def full(open_window, folder):
    refused(open_window, folder, "size=64k", "the disk full")


def read_only(open_window, folder):
    refused(open_window, folder, "ro", "the folder read-only")


run_parts((pictures, strange_name, films, encoded, full, read_only))
