#!/usr/bin/env python3
"""The real window under Xvfb, driven at random: keys, clicks, wheel, drags, sizes, through XTEST as a
person's would come. After every few hundred events the window must still answer a key, and what
memory it holds is written down: once warm it must not grow. A click may find the command that quits:
then the window is opened anew. Skipped (77) without the tools.

usage: window_driver.py TILESTEP SOURCE_ROOT [EVENTS [SEED [PAUSE_MS]]]
DRIVER_LOG names a file for every event."""

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from window import Window

EVENTS, CHUNK = 1500, 250
PATIENCE_S = 60
GROWTH_KB, GROWTH_SHARE = 24 * 1024, 0.10
KEYS = """Home Up Prior Left space Right Down Next End l shift+l p shift+p f shift+f F5 shift+F5 plus
    minus bracketleft bracketright ctrl+Left ctrl+Right ctrl+Up ctrl+Down z shift+z 0 alt+Left alt+Right
    alt+Up alt+Down alt+Prior alt+Next a e shift+e o Tab shift+Tab Return 1 2 3 4 5 6 7 j shift+j d
    shift+d ctrl+s ctrl+l c c c h r ctrl+z ctrl+y shift+b x shift+x ctrl+c F9 b period k F2 F3 F1 question
    ctrl+plus ctrl+minus ctrl+0 m Escape Escape Escape slash BackSpace Delete""".split()
SIZES = [(320, 200), (640, 400), (1280, 720), (1280, 720), (1920, 1080), (2200, 1400), (500, 1200)]
HUGE = (7680, 4320)


class Ended(Exception):
    """The window has gone."""


class Driver:
    def __init__(self, open_window, seed):
        self.open_window, self.window, self.random = open_window, open_window(), random.Random(seed)
        self.size, self.rss_kb, self.peak_kb, self.sent = (1280, 720), [], 0, 0

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
        self.size = HUGE if rare else self.random.choice(SIZES)
        return ["windowsize %s %d %d" % (self.window.id, *self.size)]

    def event(self):
        chance = self.random.random()
        if chance < 0.45:
            return [self.key(self.random.choice(KEYS))]
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
        lines = []
        while len(lines) < CHUNK:
            lines += self.event()
            if pause_ms:
                lines.append("sleep %g" % (pause_ms / 1000))
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
            env=self.window.env, check=True, capture_output=True).stdout

    def calm(self):
        """Everything closed, the runs as they were opened, the size of the start."""
        self.size = (1280, 720)
        keys = ["Escape"] * 8 + ["Home", "r", "ctrl+0", "Home"]
        self.run(["mouseup 1", "windowfocus " + self.window.id,
                  "windowsize %s %d %d" % (self.window.id, *self.size)] + [self.key(k) for k in keys])

    def expect_answer(self):
        """F3 changes every colour; a window that hangs shows nothing of it. Looks are counted instead
        of seconds, so that a machine that was paused is no hang."""
        before, looks = self.picture(), 0
        self.run([self.key("F3")])
        while self.picture() == before:
            if self.window.process.poll() is not None:
                raise Ended
            looks += 1
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
        except (Ended, subprocess.CalledProcessError):
            pass
        try:
            status = self.window.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.give_up("no window")
        if status != 0:
            sys.exit("tilestep ended with %d after %d events: %s" %
                     (status, self.sent, self.window.words()))
        print("quit after %d events, opened anew" % self.sent)
        self.window.close()
        self.window, self.rss_kb = self.open_window(), []
        self.sample()

    def sample(self):
        with open("/proc/%d/status" % self.window.process.pid, encoding="ascii") as status:
            fields = dict(line.split(":", 1) for line in status)
        self.rss_kb.append(int(fields["VmRSS"].split()[0]))
        self.peak_kb = int(fields["VmHWM"].split()[0])


def judge(driver, is_long):
    rss = driver.rss_kb
    print("%d events; memory in MB: first %.1f, last %.1f, most between events %.1f, peak %.1f" %
          (driver.sent, rss[0] / 1024, rss[-1] / 1024, max(rss) / 1024, driver.peak_kb / 1024))
    if not is_long:
        return
    quarter = len(rss) // 4
    warm, last = statistics.median(rss[quarter:2 * quarter]), statistics.median(rss[-quarter:])
    print("median of the second quarter %.1f, of the last %.1f" % (warm / 1024, last / 1024))
    print("samples:", " ".join("%.0f" % (kb / 1024) for kb in rss[::max(1, len(rss) // 40)]))
    if last > warm * (1 + GROWTH_SHARE) + GROWTH_KB:
        sys.exit("the window's memory grows")


def main():
    tilestep, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    numbers = [int(text) for text in sys.argv[3:]] + [None] * 3
    events, seed, pause_ms = numbers[0] or EVENTS, numbers[1] or 1, numbers[2] or 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_STATE_HOME"] = folder
        compared = os.path.join(root, "kernels/01_naive.cu")
        started = time.monotonic()
        driver = Driver(lambda: Window(tilestep, root, folder, "--compare", compared), seed)
        try:
            while driver.sent < events:
                driver.go_on(pause_ms)
            driver.go_on(None)
            driver.window.process.terminate()
            status = driver.window.process.wait(PATIENCE_S)
            print("%.0f s, seed %d" % (time.monotonic() - started, seed))
            judge(driver, len(driver.rss_kb) >= 40)
            if status != 0:
                sys.exit("the window ended with %d" % status)
        finally:
            driver.window.close()


main()
