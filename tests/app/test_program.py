#!/usr/bin/env python3
"""The whole program beside the real window: only a confirmed press starts it, Escape ends it, and a launch
of it is opened, stepped through, undone and saved. The program says by itself that it runs: it writes
files.

usage: test_program.py TILESTEP SOURCE_ROOT [PART ...]"""

import glob
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
from window import check, children, run_parts, skip

PROGRAM = """#include <cstdio>
#include <vector>
__global__ void scale(int *x, int by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= by;
}
int main()
{
    FILE *ran = std::fopen("ran", "a");
    std::fputs("once\\n", ran);
    std::fclose(ran);
    std::vector<int> x(40, 1);
    int *device;
    cudaMalloc(&device, x.size() * sizeof(int));
    cudaMemcpy(device, x.data(), x.size() * sizeof(int), cudaMemcpyHostToDevice);
    for (int by = 2; by < 5; ++by)
        scale<<<2, 32>>>(device, by, 40);
    cudaMemcpy(x.data(), device, x.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    std::printf(x[39] == 24 ? "Test PASSED\\n" : "Test FAILED\\n");
    ran = std::fopen("ended", "w");
    std::fclose(ran);
}
"""

READER = """#include <cstdio>
int main(int argc, char **argv)
{
    char word[8] = "none";
    std::scanf("%7s", word);
    FILE *ran = std::fopen("ran", "a");
    std::fprintf(ran, "%d %s %s\\n", argc, argv[argc - 1], word);
    std::fclose(ran);
}
"""

ENDLESS = """#include <cstdio>
__global__ void k() {}
int main()
{
    k<<<1, 1>>>();
    std::fclose(std::fopen("begun", "w"));
    for (volatile long i = 0;; ++i)
        ;
}
"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def times(folder):
    try:
        with open(os.path.join(folder, "ran"), encoding="utf-8") as file:
            return len(file.readlines())
    except OSError:
        return 0


def runs(window, folder):
    """Agrees to the question, and waits until the program has ended and the window rests."""
    window.key("ctrl+r")
    window.rest()
    check(times(folder) == 0, "the key alone does not start it")
    window.key("Escape", "Return", "ctrl+r")
    window.rest()
    check(times(folder) == 0, "nor does it after the answer was no")
    window.key("Return")
    window.wait("its end", lambda: os.path.exists(os.path.join(folder, "ended")))
    window.rest()
    check(times(folder) == 1, "it ran once")


def saved(folder):
    path = max(glob.glob(os.path.join(folder, "state", "tilestep", "*.tilestep")), key=os.path.getmtime)
    with open(path, encoding="utf-8") as file:
        return file.read()


def only_a_press_starts_it(open_window, folder):
    path = write(folder, "scale.cu", PROGRAM)
    window = open_window(path, kernel=None)
    window.rest()
    check(times(folder) == 0, "opening does not run it")
    runs(window, folder)
    window.key("Escape")
    before = window.at_rest()
    write(folder, "scale.cu", PROGRAM.replace("x[i] *= by;", "x[i] *= by; // saved"))
    window.wait("the file again", lambda: window.pixels() != before)
    window.rest()
    check(times(folder) == 1, "saving the file does not run it")
    window.key("ctrl+r")
    window.wait("the second time", lambda: times(folder) == 2)  # agreed for the file
    window.rest()
    check(window.end() == 0, "ended")


def a_launch_opens_as_it_was(open_window, folder):
    path = write(folder, "scale.cu", PROGRAM)
    window = open_window(path, kernel=None)
    start = window.at_rest()
    runs(window, folder)
    listed = window.pixels()
    window.key("Home", "Down", "Down", "Return")  # behind the copy: launch 2
    opened = window.at_rest()
    check(opened not in (listed, start), "a launch is open")
    window.key("Right")
    check(window.at_rest() != opened, "it steps")
    window.key("ctrl+s")
    window.wait("a saved state", lambda: glob.glob(os.path.join(folder, "state", "tilestep", "*.tilestep")))
    window.rest()
    check(re.search("^image ", saved(folder), re.M), "the state has the launch")
    window.key("ctrl+z")
    window.rest()
    window.key("ctrl+s")
    window.rest()
    check(not re.search("^image ", saved(folder), re.M), "the way back leads to the file's own")
    check(times(folder) == 1, "opening a launch does not run the program")
    check(window.end() == 0, "ended")


def escape_ends_it(open_window, folder):
    path = write(folder, "endless.cu", ENDLESS)
    window = open_window(path, kernel=None)
    window.key("ctrl+r", "Return")
    window.wait("it runs", lambda: os.path.exists(os.path.join(folder, "begun")))
    check(children(window.process.pid), "as a process")
    window.key("Escape")
    window.wait("no process", lambda: not children(window.process.pid))
    window.rest()
    check(window.process.poll() is None, "the window stays")
    window.key("ctrl+r")  # again, and this time the window ends first
    window.wait("it runs again", lambda: children(window.process.pid))
    check(window.end() == 0, "ended")


def it_is_given_arguments_and_input(open_window, folder):
    path = write(folder, "reader.cu", READER)
    write(folder, "in", "hello\n")
    window = open_window(path, kernel=None)
    window.rest()
    window.key("ctrl+r", "1", "space", "q", "x", "BackSpace", "Tab", "i", "n", "Return")
    window.wait("its line", lambda: times(folder) == 1)
    window.rest()
    window.key("ctrl+shift+r", "7", "Return")
    window.wait("the second line", lambda: times(folder) == 2)
    with open(os.path.join(folder, "ran"), encoding="utf-8") as file:
        lines = file.read().split("\n")
    check(lines[0] == "3 q hello", f"first {lines}")
    check(lines[1] == "3 q7 hello", f"second {lines}")
    window.rest()
    check(window.end() == 0, "ended")


if not shutil.which("clang++") and not shutil.which("clang++-14"):
    skip("clang is not installed")
run_parts([only_a_press_starts_it, a_launch_opens_as_it_was, escape_ends_it,
           it_is_given_arguments_and_input])
