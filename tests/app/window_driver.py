#!/usr/bin/env python3
"""The real window under Xvfb, driven at random: every key of command.def, clicks, wheel, drags, sizes,
through XTEST as a person's would come; files are dropped on it and its own file is written anew
meanwhile. After every few hundred events the window must still answer a key, and what memory it holds
with the runs that it began with is written down: once warm it must not grow. A key or a click may find
the command that quits: then the window is opened anew. Skipped (77) without the tools.

usage: window_driver.py TILESTEP SOURCE_ROOT [EVENTS|SECONDSs [SEED [PAUSE_MS]]]
"600s" drives for ten minutes. DRIVER_LOG names a file for every event."""

import ctypes
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import drop
from window import Window

EVENTS, CHUNK, BATCH = 1500, 250, 50
PATIENCE_S = 60
GROWTH_KB, GROWTH_SHARE = 12 * 1024, 0.10
OTHER_KEYS = "Tab shift+Tab Return shift+Return slash BackSpace Delete a e i o 0 1 2".split() + ["Escape"] * 6
NAMES = {"PageUp": "Prior", "PageDown": "Next", "+": "plus", "-": "minus", "=": "equal", ".": "period",
         "/": "slash", "?": "question", "[": "bracketleft", "]": "bracketright", "Space": "space"}
RARELY = {"ctrl+q": 0.01, "ctrl+shift+e": 0.3, "ctrl+e": 0.3}
DROPPED = ["kernels/02_tiled.cu", "kernels/14_transpose.cu", "kernels/13_histogram_private.cu",
           "tests/kernels/broken/no_guards.cu", "tests/kernels/broken/endless.cu", "meson.build",
           "kernels", "nowhere.cu"]
SIZES = [(320, 200), (640, 400), (1280, 720), (1280, 720), (1920, 1080), (2200, 1400), (500, 1200)]
HUGE = (7680, 4320)


def keys_of(root):
    """What xdotool calls the keys of all commands."""
    with open(os.path.join(root, "src/session/commands/command.def"), encoding="utf-8") as table:
        rows = re.findall(r'^COMMAND\(\w+, "[^"]*", \w+, "([^"]+)"', table.read(), re.MULTILINE)
    keys = []
    for key in " ".join(rows).split():
        parts = re.findall(r"(?:Ctrl|Alt|Shift)(?=\+)|(?<!\w)\+$|[^+]+$", key)
        last = NAMES.get(parts[-1], parts[-1] if len(parts[-1]) > 1 else parts[-1].lower())
        keys.append("+".join([part.lower() for part in parts[:-1]] + [last]))
    return keys + OTHER_KEYS


class Ended(Exception):
    """The window has gone."""


class Driver:
    def __init__(self, open_window, root, folder, seed):
        self.open_window, self.root, self.folder = open_window, root, folder
        self.random, self.keys, self.library = random.Random(seed), keys_of(root), drop.library()
        self.size, self.rss_kb, self.peak_kb, self.sent = (1280, 720), [], 0, 0
        self.counts, self.minutes, self.started = {}, {}, time.monotonic()
        self.open_anew()

    def open_anew(self):
        """With a saved window of how it began, to come back to."""
        self.write_file(whole=True)
        self.window, self.hand = self.open_window(), None
        if self.library:
            self.hand = drop.Drag(self.library, self.window.env["DISPLAY"], int(self.window.id))
        self.start = os.path.join(self.folder, "start.tilestep")
        if not os.path.exists(self.start):
            self.run([self.key("ctrl+s")])
            saved = os.path.join(self.folder, "state/tilestep/driven.tilestep")
            while not os.path.exists(saved):
                time.sleep(0.1)
            os.rename(saved, self.start)

    def write_file(self, whole):
        """The file that is open changes: whole, cut short, or with a letter exchanged."""
        with open(os.path.join(self.root, "kernels/02_tiled.cu"), "rb") as kernel:
            text = bytearray(kernel.read())
        at = self.random.randrange(len(text))
        if not whole and self.random.random() < 0.5:
            del text[at:]
        elif not whole:
            text[at] = self.random.randrange(256)
        with open(os.path.join(self.folder, "driven.cu"), "wb") as driven:
            driven.write(text)

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def drop(self, path):
        if self.hand and self.window.process.poll() is None and self.hand.drop([path], PATIENCE_S / 3):
            self.count("drops")

    def change_world(self):
        """What comes from outside of the window."""
        chance = self.random.random()
        if chance < 0.25:
            self.drop(os.path.join(self.root, self.random.choice(DROPPED)))
        elif chance < 0.35:
            self.drop(self.start)
        elif chance < 0.60:
            self.write_file(whole=self.random.random() < 0.4)
            self.count("changes of the file")

    def tidy(self):
        """Pictures and films would fill the disk."""
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isdir(path) and name != "state":
                shutil.rmtree(path, ignore_errors=True)
            elif name.endswith((".png", ".svg", ".csv", ".gif", ".mp4")):
                os.remove(path)

    def point(self):
        return "mousemove --window %s %d %d" % (
            self.window.id, self.random.randrange(self.size[0]), self.random.randrange(self.size[1]))

    def key(self, name):
        return "key --delay 0 " + name

    def typing(self):
        """A sheet that takes letters: opened, filtered, closed; now and then a file is opened."""
        opener = self.random.choice(["ctrl+o", "ctrl+p"])
        letters = [self.key(self.random.choice("abcdeilnorstu0123")) for _ in range(3)]
        last = "Return" if opener == "ctrl+o" and self.random.random() < 0.3 else "Escape"
        return [self.key(opener)] + letters + [self.key("Down"), self.key(last)]

    def drag(self):
        moves = [self.point() for _ in range(self.random.randrange(1, 6))]
        return [self.point(), "mousedown 1"] + moves + ["mouseup 1"]

    def click(self):
        button = self.random.choice([1, 1, 1, 1, 2, 3, 4, 5, 4, 5])
        held = self.random.choice(["", "", "", "shift", "ctrl"])
        event = [self.point(), "click --delay 0 %d" % button]
        return ["keydown " + held] + event + ["keyup " + held] if held else event

    def resize(self):
        rare = self.random.random() < 0.02
        self.count("huge sizes" if rare else "other sizes")
        self.size = HUGE if rare else self.random.choice(SIZES)
        return ["windowsize %s %d %d" % (self.window.id, *self.size)]

    def event(self):
        chance = self.random.random()
        if chance < 0.45:
            key = self.random.choice(self.keys)
            return [self.key(key)] if self.random.random() < RARELY.get(key, 1) else []
        if chance < 0.80:
            return self.click()
        if chance < 0.90:
            return [self.point()]
        if chance < 0.96:
            return self.drag()
        return self.typing() if chance < 0.98 else self.resize()

    def run(self, lines):
        subprocess.run(["xdotool", "-"], input="\n".join(lines) + "\n", text=True, check=True,
                       env=self.window.env, stdout=subprocess.DEVNULL, timeout=4 * PATIENCE_S)

    def chunk(self, pause_ms):
        for _ in range(CHUNK // BATCH):
            lines = []
            while len(lines) < BATCH:
                lines += self.event()
                if pause_ms:
                    lines.append("sleep %g" % (pause_ms / 1000))
            self.send(lines)
            self.change_world()

    def send(self, lines):
        self.sent += sum(not line.startswith("sleep") for line in lines)
        with open(os.environ.get("DRIVER_LOG", "events.txt"), "a", encoding="ascii") as log:
            log.write("\n".join(lines) + "\n")
        try:
            self.run(lines)
        except subprocess.TimeoutExpired:
            self.give_up("events not taken")

    def give_up(self, what):
        """Where it hangs, if there is a gdb to tell."""
        if shutil.which("gdb"):
            subprocess.run(["gdb", "-batch", "-nx", "-ex", "thread apply all bt 30", "-p",
                            str(self.window.process.pid)], stdin=subprocess.DEVNULL)
        sys.exit("%s after %d events" % (what, self.sent))

    def picture(self):
        return subprocess.run(
            ["import", "-silent", "-window", self.window.id, "-crop", "400x300+0+0", "rgb:-"],
            env=self.window.env, check=True, capture_output=True, timeout=PATIENCE_S).stdout

    def calm(self):
        """Everything closed, the runs as they were opened, the size of the start."""
        self.size = (1280, 720)
        self.write_file(whole=True)
        keys = ["Escape"] * 8 + ["Home", "r", "ctrl+0", "Home"]
        self.run(["mouseup 1", "windowfocus " + self.window.id,
                  "windowsize %s %d %d" % (self.window.id, *self.size)] + [self.key(k) for k in keys])
        self.drop(self.start)
        self.tidy()

    def expect_answer(self):
        """F3 changes every colour; a window that hangs shows nothing of it. Looks are counted instead
        of seconds, so that a machine that was paused is no hang."""
        before, looks = self.picture(), 0
        self.run([self.key("F3")])
        while self.picture() == before:
            if self.window.process.poll() is not None:
                raise Ended
            looks += 1
            if looks % 50 == 0:  # it may have been on its way to that picture before
                self.run([self.key("F3")])
            if looks > PATIENCE_S * 10:
                self.give_up("no answer within %d s" % PATIENCE_S)
            time.sleep(0.1)

    def round(self, pause_ms):
        """Some events, or a last look if there is no pause given."""
        self.calm()
        self.expect_answer()
        self.sample()
        if pause_ms is not None:
            self.chunk(pause_ms)

    def go_on(self, pause_ms):
        """A status of 0 says that the window was told to quit: by its own command, found among all
        commands by a click. Anything else is a fault."""
        try:
            self.round(pause_ms)
            return
        except (Ended, subprocess.CalledProcessError, subprocess.TimeoutExpired):
            pass  # import waits for ever for a window that goes while it looks
        try:
            status = self.window.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.give_up("no window")
        if status != 0:
            sys.exit("tilestep ended with %d after %d events: %s" %
                     (status, self.sent, self.window.words()))
        print("quit after %d events, opened anew" % self.sent)
        self.window.close()
        self.rss_kb = []
        self.open_anew()
        self.count("windows that were quit")
        self.sample()

    def sample(self):
        with open("/proc/%d/status" % self.window.process.pid, encoding="ascii") as status:
            fields = dict(line.split(":", 1) for line in status)
        self.rss_kb.append(int(fields["VmRSS"].split()[0]))
        self.minutes.setdefault(int(time.monotonic() - self.started) // 60, []).append(self.rss_kb[-1])
        self.peak_kb = int(fields["VmHWM"].split()[0])


def judge(driver, is_long):
    rss = driver.rss_kb
    print("%d events; memory in MB: first %.1f, last %.1f, most between events %.1f, peak %.1f" %
          (driver.sent, rss[0] / 1024, rss[-1] / 1024, max(rss) / 1024, driver.peak_kb / 1024))
    print("also:", ", ".join("%d %s" % (count, what) for what, count in driver.counts.items()))
    print("MB in each minute (median):", " ".join(
        "%.0f" % (statistics.median(kb) / 1024) for kb in driver.minutes.values()))
    if not is_long:
        return
    quarter = len(rss) // 4
    warm, last = statistics.median(rss[quarter:2 * quarter]), statistics.median(rss[-quarter:])
    print("median of the second quarter %.1f, of the last %.1f" % (warm / 1024, last / 1024))
    print("samples:", " ".join("%.0f" % (kb / 1024) for kb in rss[::max(1, len(rss) // 40)]))
    if last > warm * (1 + GROWTH_SHARE) + GROWTH_KB:
        sys.exit("the window's memory grows")


def forgive_x_errors():
    """A window may quit while a file is dropped on it."""
    library = drop.library()
    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
    if library:
        library.XSetErrorHandler(handler)
    return handler


def drive(driver, goal, pause_ms):
    seconds = int(goal[:-1]) if goal.endswith("s") else None

    def is_over():
        if seconds is None:
            return driver.sent >= int(goal)
        return time.monotonic() - driver.started >= seconds

    while not is_over():
        driver.go_on(pause_ms)
    driver.go_on(None)


def main():
    tilestep, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    goal, seed, pause_ms = sys.argv[3:] + [str(EVENTS), "1", "0"][len(sys.argv) - 3:]
    kept = forgive_x_errors()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_STATE_HOME"] = folder
        driven, compared = os.path.join(folder, "driven.cu"), os.path.join(root, "kernels/01_naive.cu")
        driver = Driver(lambda: Window(tilestep, root, folder, driven, "--compare", compared,
                                       kernel=None), root, folder, int(seed))
        try:
            drive(driver, goal, int(pause_ms))
            driver.window.process.terminate()
            status = driver.window.process.wait(PATIENCE_S)
            print("%.0f s, seed %s" % (time.monotonic() - driver.started, seed))
            judge(driver, len(driver.rss_kb) >= 40)
            if status != 0:
                sys.exit("the window ended with %d: %s" % (status, driver.window.words()))
        finally:
            driver.window.close()
    del kept


main()
