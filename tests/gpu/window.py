#!/usr/bin/env python3
"""Ten faulty launches in a row in the real window, over the test doubles: the child crashes, faults,
hangs and is killed or stopped by a key; then a good launch, and the window is as it was. Skipped (77)
without the tools.

usage: window.py TILESTEP FOLDER_OF_MOODY"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TILESTEP = os.path.abspath(sys.argv[1])
LAUNCH = [os.path.join(sys.argv[2], "moody.cu"), "--block", "32", "--grid", "4", "--arg",
          "a=ints:100", "--arg", "n=100", "--arg", "factor=2", "--lang", "en"]
PATIENCE_S = 20


def until(what, is_so):
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > end:
            sys.exit("this did not happen: " + what)
        time.sleep(0.02)


class Window:
    def __init__(self, folder):
        self.folder, self.mood = folder, os.path.join(folder, "mood")
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x720x24", "-noreset"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip()
        self.env = dict(os.environ, DISPLAY=":" + number, SDL_VIDEODRIVER="x11",
                        LC_ALL="C",
                        XDG_CACHE_HOME=folder, FAKE_MOOD=self.mood)
        self.process = subprocess.Popen([TILESTEP, *LAUNCH], env=self.env)
        until("a window", self.find)

    def close(self):
        for process in (self.process, self.server):
            if process.poll() is None:
                process.kill()
                process.wait()

    def find(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^tilestep"],
                               env=self.env, capture_output=True, text=True).stdout.split()
        self.id = found[0] if found else None
        return bool(found)

    def key(self, name):
        subprocess.run(["xdotool", "key", "--window", self.id, name], env=self.env, check=True)

    def children(self):
        """Also those that have ended and that the window has not noticed yet."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                found.append(int(name))
        return found

    def shows(self, *options):
        """Whether it shows the headless picture of the same moment."""
        wanted, shown = (os.path.join(self.folder, name) for name in ("wanted.png", "shown.png"))
        subprocess.run([TILESTEP, "render", *LAUNCH, "-o", wanted, *options], check=True)
        subprocess.run(["import", "-silent", "-window", self.id, shown], env=self.env, check=True)
        return raw(wanted) == raw(shown)


def raw(path):
    return subprocess.run(["convert", path, "-depth", "8", "rgb:-"], check=True,
                          capture_output=True).stdout


def launch(window, mood, number):
    """One press of G, until the child is gone; a hanging one is killed or stopped by a key."""
    with open(window.mood, "w") as file:
        file.write(mood)
    window.key("g")
    until(f"launch {number} begins", lambda: open(window.mood).read() != mood)
    if mood == "h":
        children = window.children()
        if len(children) != 1:
            sys.exit(f"{len(children)} children hang")
        if number % 3 == 0:
            os.kill(children[0], signal.SIGKILL)
        else:
            window.key("g" if number % 3 == 1 else "Escape")
    until(f"launch {number} ({mood}) ends", lambda: not window.children())
    if window.process.poll() is not None:
        sys.exit(f"launch {number} ({mood}) took the window with it")


def drive(window):
    subprocess.run(["xdotool", "mousemove", "--window", window.id, "3", "3"], env=window.env,
                   check=True)
    for number, mood in enumerate("chfhcfhchf"):
        launch(window, mood, number)
    launch(window, "good", 10)
    time.sleep(0.3)
    if len(sys.argv) > 3:
        subprocess.run(["import", "-silent", "-window", window.id, sys.argv[3]], env=window.env)
    window.key("Escape")
    window.key("End")
    until("the window works on", lambda: window.shows("--at", "end"))
    window.process.send_signal(signal.SIGTERM)
    if window.process.wait(PATIENCE_S) != 0:
        sys.exit("SIGTERM ended the window with %d" % window.process.returncode)


def main():
    for tool in ("Xvfb", "xdotool", "import", "convert"):
        if not shutil.which(tool):
            print("skipped:", tool, "is not installed")
            sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        window = Window(folder)
        try:
            drive(window)
        finally:
            window.close()


main()
