#!/usr/bin/env python3
"""The lecture in the real window: a scene opened by its name, gone through by the key of a presenter
alone, found by its words, kept by a saved window; a file of scenes of one's own; and kernels that open
by themselves as a scene shows them, unless options say otherwise.

usage: test_scenes.py TILESTEP SOURCE_ROOT [PART...]"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from window import ROOT, TILESTEP, check, run_parts

SCENES = os.path.join(ROOT, "lessons", "scenes.yaml")


def by_page_down(open_window, folder):
    """Two scenes from their start to their end, and back again."""
    window = open_window("use_tiles", kernel=None)
    window.point(3, 3)
    done = []
    for key, command in (("Next", "forward"),) * 4 + (("Prior", "backward"),) * 2:
        window.expect("after %d keys" % len(done), "--do", ";".join(done))
        window.key(key)
        done.append(command)
    window.expect("and back", "--do", ";".join(done))
    window.key("v")
    window.expect("V", "--do", ";".join(done + ["reveal"]))
    window.key("ctrl+z")
    window.expect("and undone", "--do", ";".join(done + ["reveal", "undo"]))
    check(window.end() == 0, "ended")


def by_itself(open_window, folder):
    """Started without a word it shows the lessons, and the scenes below: one key down is the first of
    them. Whatever is done meanwhile, Escape leads back to where the lecture is."""
    window = open_window(kernel=None)
    tiled, naive = [os.path.join(ROOT, "kernels", name) for name in ("02_tiled.cu", "01_naive.cu")]
    window.kernels = [tiled, "--compare", naive]
    window.point(3, 3)
    window.expect("the map", "--do", "open")
    window.key("Down", "Return")
    window.expect("its first scene", "--do", "scene 1")
    window.key("End", "2")
    window.expect("elsewhere", "--do", "scene 1;go-end;panel-memory")
    window.key("Escape")
    window.expect("back in it", "--do", "scene 1;go-end;panel-memory;close")


def by_words(open_window, folder):
    """The sheet finds a scene by a word of its title; the strip's arrow opens the next one."""
    with open(SCENES, encoding="utf-8") as text:
        names = re.findall(r"^  - name: (\w+)", text.read(), re.M)
    last = len(names)
    window = open_window("use_tiles", kernel=None)
    window.point(3, 3)
    window.key("ctrl+o", *"swizzle", "Return")
    window.expect("the one of that name", "--do", f"scene {names.index('swizzle') + 1}")
    window.key("ctrl+Next")
    window.expect("the next one", "--do", f"scene {names.index('swizzle') + 1};scene-next")
    letters = ["underscore" if letter == "_" else letter for letter in names[-1]]
    window.key("ctrl+o", *letters, "Return")
    window.key("ctrl+Next")
    window.expect("the last one stays", "--do", f"scene {last};scene-next")
    window.key("F2")
    window.expect("Chinese", "--do", f"scene {last};language")


def own_path(open_window, folder):
    """The overview: two scenes chosen by keys, saved, opened; the file opens by its name."""
    window = open_window("load_tiles", kernel=None)
    window.point(3, 3)
    window.key("F8")
    window.expect("all scenes as pictures", "--do", "overview")
    window.key("space", "Right", "space", "ctrl+s")
    path = os.path.join(folder, "my_path.yaml")
    window.wait("the path", lambda: os.path.exists(path) and os.path.getsize(path))
    with open(path, encoding="utf-8") as text:
        check(text.read().split("path:\n")[1] == "  - load_tiles\n  - use_tiles\n", "it has two scenes")
    window.key("Left", "Return", "ctrl+Next")
    window.end()
    window = open_window(path, kernel=None)
    window.point(3, 3)
    window.key("ctrl+Next")
    window.expect("its second scene", "--do", "scene-next")
    window.key("ctrl+Next")
    window.expect("which is its last", "--do", "scene-next;scene-next")


def notes(open_window, folder):
    """F12 opens the notes beside the window, keys stay with it; closing the notes leaves the window."""
    window = open_window("45_minutes", kernel=None)
    window.point(3, 3)
    window.key("F12")
    found = lambda: window.ask("search", "--onlyvisible", "--name", "tilestep: notes").split()
    window.wait("the notes", found)
    window.key("ctrl+Next")
    window.key("F12")
    window.wait("no notes", lambda: not found())
    window.expect("the next scene", "--do", "scene-next")
    check(window.end() == 0, "ended")


def saved(open_window, folder):
    """A saved window opens in its scene, with its veil as it was."""
    window = open_window("lucky", kernel=None)
    window.point(3, 3)
    window.key("v", "ctrl+s")
    states = os.path.join(folder, "state", "tilestep")
    window.wait("a saved window", lambda: os.path.isdir(states) and
                [name for name in os.listdir(states) if name.endswith(".tilestep")])
    window.end()
    path = os.path.join(states, [name for name in os.listdir(states)
                                 if name.endswith(".tilestep")][0])
    with open(path, encoding="utf-8") as state:
        check("\nscene 1 lucky\n" in state.read(), "the scene is in it")
    window = open_window("--state", path, kernel=None)
    window.point(3, 3)
    window.expect("as it was saved")
    window.key("v")
    window.expect("the veil again", "--do", "reveal")


def own_file(open_window, folder):
    """A lecturer's own file: its first scene; broken, no window but the place of the mistake."""
    with open(SCENES, encoding="utf-8") as shipped:
        text = shipped.read()
    path = os.path.join(folder, "own.yaml")
    with open(path, "w", encoding="utf-8") as own:
        own.write(text.replace("One thread, one element", "One of my own"))
    window = open_window(path, kernel=None)
    window.point(3, 3)
    window.expect("the first scene")
    window.key("Next", "Next", "Next")
    window.expect("the second", "--do", "forward;forward;forward")
    window.end()
    with open(path, "w", encoding="utf-8") as own:
        own.write(text.replace("scenes:", "scenes: ["))
    said = subprocess.run([TILESTEP, path], capture_output=True, text=True, timeout=60, check=False)
    check(said.returncode == 2 and "own.yaml:" in said.stderr and "YAML" in said.stderr,
          "a broken file is refused with its place")


def kernels_by_themselves(open_window, folder):
    """At a size where the effect shows, beside what it is compared with; with options as they say."""
    window = open_window(kernel="04_naive_swapped.cu")
    window.point(3, 3)
    window.rest()
    check(window.pixels() != window.headless(), "it opens as its scene does, not as the file says")
    window.end()
    window = open_window("--set", "j=4", kernel="04_naive_swapped.cu")
    window.point(3, 3)
    window.expect("with options as they say")
    window.end()


if __name__ == "__main__":
    run_parts([by_page_down, by_itself, by_words, own_path, notes, saved, own_file, kernels_by_themselves])
