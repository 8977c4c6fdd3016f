#!/usr/bin/env python3
"""The real window under Xvfb: started, stepped by keys, its time line dragged, and every picture
compared pixel by pixel with the headless one of the same moment. Skipped (77) without the tools.

usage: test_window.py TILESTEP SOURCE_ROOT"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TOOLS = ("Xvfb", "xdotool", "import", "convert")
PATIENCE_S = 20
GUARD_OF_N = (840, 497)  # the gutter of line 29 at the start


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


class Window:
    """The program in a display of its own."""

    def __init__(self, tilestep, root, folder, *options):
        self.tilestep, self.root, self.folder = tilestep, root, folder
        self.kernels = [os.path.join(root, "kernels", "02_tiled.cu"), *options]
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "2200x1400x24", "-noreset"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip()
        if not number:
            skip("Xvfb did not start")
        self.env = dict(os.environ, DISPLAY=":" + number, SDL_RENDER_DRIVER="software",
                        SDL_FRAMEBUFFER_ACCELERATION="0", SDL_VIDEODRIVER="x11", LC_ALL="C")
        self.env.pop("WAYLAND_DISPLAY", None)
        known_leaks = os.path.join(root, "tests", "app", "leaks.supp")
        self.env.setdefault("LSAN_OPTIONS", "print_suppressions=0:suppressions=" + known_leaks)
        started = time.monotonic()
        self.process = subprocess.Popen([tilestep] + self.kernels + ["--lang", "en"], env=self.env)
        self.id = self.find()
        print("window after %.0f ms" % ((time.monotonic() - started) * 1000))

    def close(self):
        for process in (self.process, self.server):
            if process.poll() is None:
                process.kill()
                process.wait()

    def find(self):
        for _ in range(PATIENCE_S * 50):
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^tilestep"],
                                   env=self.env, capture_output=True, text=True).stdout.split()
            if found:
                return found[0]
            if self.process.poll() is not None:
                sys.exit("tilestep ended with %d" % self.process.returncode)
            time.sleep(0.02)
        sys.exit("no window appeared")

    def send(self, *words):
        subprocess.run(["xdotool", *words], env=self.env, check=True)

    def key(self, name):
        self.send("key", "--window", self.id, name)

    def point(self, x, y):
        self.send("mousemove", "--window", self.id, str(x), str(y))

    def pixels(self):
        path = os.path.join(self.folder, "window.png")
        subprocess.run(["import", "-silent", "-window", self.id, path], env=self.env, check=True)
        return raw(path)

    def headless(self, *options):
        path = os.path.join(self.folder, "headless.png")
        subprocess.run([self.tilestep, "render", *self.kernels, "-o", path, "--lang", "en",
                        *options], check=True)
        return raw(path)

    def expect(self, what, *options):
        wanted = self.headless(*options)
        until = time.monotonic() + PATIENCE_S
        while True:
            shown = self.pixels()
            if shown == wanted:
                print("same:", what)
                return
            if time.monotonic() > until:
                sys.exit("the window differs from the headless picture: %s (%d of %d bytes)" %
                         (what, sum(a != b for a, b in zip(shown, wanted)), len(wanted)))
            time.sleep(0.1)

    def cpu_ticks(self):
        with open("/proc/%d/stat" % self.process.pid) as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def raw(path):
    return subprocess.run(["convert", path, "-depth", "8", "rgb:-"], check=True,
                          capture_output=True).stdout


def drive(window):
    window.point(3, 3)
    window.expect("the start", "--at", "0")
    for _ in range(3):
        window.key("Right")
    window.expect("three steps", "--at", "3")
    window.key("Left")
    window.expect("one back", "--at", "2")
    window.key("F2")
    window.expect("Chinese", "--at", "2", "--lang", "zh")
    window.key("F2")
    window.key("F3")
    window.expect("dark", "--at", "2", "--theme", "dark")
    window.key("F3")
    window.key("F3")
    before = window.cpu_ticks()
    time.sleep(1)
    if window.cpu_ticks() - before > 2:
        sys.exit("the idle window uses the processor")
    window.point(500, 690)
    window.send("mousedown", "1")
    window.point(700, 690)
    window.point(1500, 900)
    window.send("mouseup", "1")
    window.point(3, 3)
    window.expect("dragged to the end", "--at", "end")
    window.key("Home")
    window.expect("back at the start", "--at", "0")
    window.send("windowsize", window.id, "1500", "900")
    window.expect("resized", "--at", "0", "--size", "1500x900")


def toggle(window):
    """The example with 3 x 3: a guard off and on by mouse, the finding, the way back by key."""
    window.point(3, 3)
    window.expect("3 x 3", "--at", "0")
    window.point(*GUARD_OF_N)
    window.send("click", "1")
    window.point(3, 3)
    window.key("End")
    window.expect("a guard off", "--at", "end", "--without", "check:29")
    if window.pixels() == window.headless("--at", "end"):
        sys.exit("nothing is seen of the guard that is off")
    window.key("ctrl+z")
    window.expect("undone", "--at", "end")


def main():
    for tool in TOOLS:
        if not shutil.which(tool):
            skip(tool + " is not installed")
    with tempfile.TemporaryDirectory() as folder:
        naive = os.path.join(sys.argv[2], "kernels", "01_naive.cu")
        window = Window(os.path.abspath(sys.argv[1]), sys.argv[2], folder, "--compare", naive)
        try:
            drive(window)
            window.process.send_signal(signal.SIGTERM)
            window.process.wait(PATIENCE_S)
            window.close()
            window = Window(os.path.abspath(sys.argv[1]), sys.argv[2], folder, "--set", "j=3",
                            "--set", "k=3", "--set", "l=3")
            toggle(window)
            window.process.send_signal(signal.SIGTERM)
            status = window.process.wait(PATIENCE_S)
            if status != 0:
                sys.exit("SIGTERM ended the window with %d" % status)
        finally:
            window.close()


main()
