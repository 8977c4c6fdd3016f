"""A display of its own, the real window in it, and comparing it with headless pictures. Whatever is
waited for has a limit, and is named when it does not come. Skipped (77) without the tools."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE_S, LOOK_S, REST_S = 60, 20, 0.25
START_TICKS = 100  # of processor time
TILESTEP, ROOT = map(os.path.abspath, sys.argv[1:3])


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def tool(name):
    return shutil.which(name) or skip(name + " is not installed")


def call(*words, **options):
    """What a program prints; it has to end well, and in time."""
    try:
        return subprocess.run(words, check=True, stdout=subprocess.PIPE, timeout=PATIENCE_S,
                              **options).stdout
    except subprocess.TimeoutExpired:
        sys.exit("in vain: the end of " + " ".join(words))


XVFB, XDOTOOL, IMPORT, CONVERT = map(tool, ("Xvfb", "xdotool", "import", "convert"))


class Window:
    """The program in a display of its own."""

    def __init__(self, tilestep, root, folder, *options, kernel="02_tiled.cu", lang="en", env=None,
                 manager=None, cwd=None):
        self.tilestep, self.root, self.folder, self.cwd = tilestep, root, folder, cwd or folder
        self.kernels = [os.path.join(root, "kernels", kernel)] if kernel else []
        self.kernels += options
        read_end, write_end = os.pipe()
        # The timer of its smart scheduler sometimes goes on for ever, and so it would never rest.
        self.server = subprocess.Popen(
            [XVFB, "-displayfd", str(write_end), "-screen", "0", "2200x1400x24", "-noreset",
             "-dumbSched"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.process = self.manager = self.last_key = None
        try:
            self.start(write_end, read_end, lang, env, manager)
        except BaseException:
            self.close()  # a server that stays keeps whoever reads what this test prints
            raise

    def start(self, write_end, read_end, lang, env, manager):
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip()
        if not number:
            sys.exit("Xvfb did not start")
        self.env = dict(os.environ, DISPLAY=":" + number, SDL_VIDEODRIVER="x11",
                        LC_ALL="C")
        self.env.pop("WAYLAND_DISPLAY", None)
        self.env["XDG_STATE_HOME"] = os.path.join(self.folder, "state")
        self.env.update(env or {})
        known_leaks = os.path.join(self.root, "tests", "app", "leaks.supp")
        self.env.setdefault("LSAN_OPTIONS", "print_suppressions=0:suppressions=" + known_leaks)
        started = time.monotonic()
        self.manager = manager and subprocess.Popen([manager], env=self.env,
                                                    stdout=subprocess.DEVNULL,
                                                    stderr=subprocess.DEVNULL)
        if manager:  # it gives the focus to windows that come after it
            self.wait("the window manager",
                      lambda: self.ask("get_num_desktops") and is_still(self.manager.pid))
        self.said = os.path.join(self.folder, "said")
        with open(self.said, "w") as said:
            self.process = subprocess.Popen([self.tilestep] + self.kernels + ["--lang", lang],
                                            cwd=self.cwd, env=self.env,
                                            stdout=subprocess.DEVNULL, stderr=said)
        self.id = self.find()
        print("window after %.0f ms" % ((time.monotonic() - started) * 1000))
        # A window that gets the focus takes the keys that are down for all it was sent.
        self.wait("its focus", self.has_focus)
        self.rest(START_TICKS)

    def close(self):
        for process in (self.process, self.manager, self.server):
            if process and process.poll() is None:
                process.kill()
                process.wait()

    def find(self):
        for _ in range(PATIENCE_S * 50):
            found = self.ask("search", "--onlyvisible", "--name", "^tilestep").split()
            if found:
                return found[0]
            if self.process.poll() is not None:
                sys.exit("tilestep ended with %d: %s" % (self.process.returncode, self.words()))
            time.sleep(0.02)
        sys.exit("no window appeared")

    def has_focus(self):
        return self.ask("getwindowfocus").strip() == self.id

    def words(self):
        with open(self.said) as said:
            return said.read()

    def end(self):
        """Ends it as a desktop would; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.ended("as a desktop ends it")
        self.close()
        return status

    def ended(self, how):
        """Waits until it has ended by itself; the exit status."""
        self.wait("its end, " + how, lambda: self.process.poll() is not None)
        return self.process.returncode

    def send(self, *words):
        return call(XDOTOOL, *words, env=self.env, text=True, stderr=subprocess.DEVNULL)

    def ask(self, *words):
        """The same, where it may be that nobody can answer."""
        return subprocess.run([XDOTOOL, *words], env=self.env, capture_output=True, text=True,
                              timeout=PATIENCE_S, check=False).stdout

    def key(self, *names):
        """One after another. A key that is pressed again while its release waits to be taken would
        pass for one that is held down, and a switch takes no notice of that."""
        for name in names:
            key = name.split("+")[-1].lower()
            if key == self.last_key:
                self.rest(START_TICKS)
            self.last_key = key
            self.send("key", "--window", self.id, name)

    def click(self, x, y):
        self.send("mousemove", "--window", self.id, str(x), str(y), "click", "1")

    def gutter(self, line):
        """Where the mark beside a line of the source stands at the start."""
        path = os.path.join(self.folder, "start.svg")
        call(self.tilestep, "render", *self.kernels, "-o", path, "--lang", "en")
        with open(path) as svg:
            number = re.search(r'x="(\d+)" y="(\d+)"[^>]*>%d<' % line, svg.read())
        return int(number.group(1)) + 28, int(number.group(2)) - 4

    def size(self):
        words = self.send("getwindowgeometry", "--shell", self.id).split()
        fields = dict(word.split("=") for word in words)
        return int(fields["WIDTH"]), int(fields["HEIGHT"])

    def point(self, x, y):
        self.send("mousemove", "--window", self.id, str(x), str(y))

    def pixels(self):
        """Looks again where it cannot be seen: import fails for a window that changes its size while
        it looks, and waits for ever for one that goes."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                return subprocess.run(
                    [IMPORT, "-silent", "-window", self.id, "-depth", "8", "rgb:-"], env=self.env,
                    check=True, stdout=subprocess.PIPE, timeout=LOOK_S).stdout
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as problem:
                print("not seen:", problem)
                time.sleep(REST_S)
        sys.exit("in vain: a picture of the window")

    def headless(self, *options):
        path = os.path.join(self.folder, "headless.png")
        call(self.tilestep, "render", *self.kernels, "-o", path, "--lang", "en", *options,
             cwd=self.cwd, env=self.env)
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

    def wakes(self):
        """How often the window and its display have been given the processor and what waits for it;
        None while one of them runs or the window has children, such as a film."""
        try:
            states = [line.split() for process in (self.process, self.server)
                      for line in thread_states(process.pid) if "ctxt" in line or "State" in line]
        except OSError:
            return None  # a thread has just ended
        if children(self.process.pid):
            return None
        return None if any(state[1] in "RD" for state in states) else states

    def rest(self, enough_ticks=None):
        """Waits until all that was sent has been done: nothing has run for a while and nothing wants
        to. A slow machine only takes longer. enough_ticks: a window may be busy for longer than
        that, but has done what was sent when it has had so much of the processor."""
        until, used = time.monotonic() + PATIENCE_S, self.cpu_ticks()
        before, now = None, self.wakes()
        while now is None or before != now:
            if enough_ticks and self.cpu_ticks() - used >= enough_ticks:
                return
            if time.monotonic() > until:
                sys.exit("in vain: a window that rests; %d ticks of the processor, children: %s, %s" %
                         (self.cpu_ticks() - used, children(self.process.pid), now))
            time.sleep(REST_S)
            before, now = now, self.wakes()

    def at_rest(self):
        """The picture then."""
        self.rest()
        return self.pixels()

    def wait(self, what, is_so):
        until = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > until:
                sys.exit("in vain: " + what)
            time.sleep(0.05)
        print("seen:", what)

    def cpu_ticks(self):
        with open("/proc/%d/stat" % self.process.pid) as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def children(pid):
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name) as stat:
                if int(stat.read().rsplit(")", 1)[1].split()[1]) == pid:
                    found.append(name)
        except OSError:
            pass  # ended meanwhile
    return found


def thread_states(pid):
    lines = []
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/status" % (pid, task)) as status:
            lines += status.read().splitlines()
    return lines


def is_still(pid):
    """It has begun to wait for something to do."""
    before = thread_states(pid)
    time.sleep(REST_S)
    return thread_states(pid) == before


def raw(path):
    return call(CONVERT, path, "-depth", "8", "rgb:-")


def check(good, what):
    if not good:
        sys.exit("FAIL " + what)
    print("good:", what)


def run_parts(parts):
    """The parts that the command line names, or all: each in a folder of its own, with a function that
    opens windows, which are closed behind it."""
    for part in [one for one in parts if one.__name__ in sys.argv[3:] or not sys.argv[3:]]:
        with tempfile.TemporaryDirectory() as folder:
            windows = []

            def open_window(*options, **named):
                windows.append(Window(TILESTEP, ROOT, folder, *options, **named))
                return windows[-1]

            print("==", part.__name__)
            try:
                part(open_window, folder)
            finally:
                for window in windows:
                    window.close()
