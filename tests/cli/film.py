#!/usr/bin/env python3
"""Films without a window: what is written, what is refused, and that nothing stays behind of a film
that failed or was cancelled. Saved windows and codes.

usage: film.py TILESTEP SOURCE_ROOT"""

import base64
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

TILESTEP, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
TILED = os.path.join(ROOT, "kernels", "02_tiled.cu")
SMALL = ["--size", "320x200", "--lang", "en"]


def render(folder, *words, env=None, kernel=TILED, **options):
    command = [TILESTEP, "render", *([kernel] if kernel else []), *SMALL, *words]
    return subprocess.run(command, cwd=folder, env=dict(os.environ, **(env or {})),
                          capture_output=True, text=True, **options)


def check(good, what, done=None):
    if not good:
        sys.exit("FAIL %s\n%s" % (what, done.stderr if done else ""))
    print("good:", what)


def written(folder, *words, **options):
    done = render(folder, *words, **options)
    check(done.returncode == 0, " ".join(words)[:70], done)
    return done


def refused(folder, word, *words, status=2, **options):
    before = sorted(os.listdir(folder))
    done = render(folder, *words, **options)
    what = "refused: " + " ".join(words)[:70]
    check(done.returncode == status, "%s (%d)" % (what, done.returncode), done)
    check(word in done.stderr and done.stderr.count("\n") == 1, what + " with " + word, done)
    check(sorted(os.listdir(folder)) == before, "nothing stays behind", done)


def pictures(folder):
    written(folder, "--from", "3", "--to", "6", "--grain", "instruction", "-o", "a-%03d.png")
    check(sorted(os.listdir(folder)) == ["a-%03d.png" % i for i in range(4)], "four pictures")
    for at in range(4):
        written(folder, "--at", str(3 + at), "-o", "one.png")
        same = open(os.path.join(folder, "one.png"), "rb").read() == \
            open(os.path.join(folder, "a-%03d.png" % at), "rb").read()
        check(same, "picture %d is that of the moment" % at)
    written(folder, "--from", "0", "--to", "60", "--grain", "barrier", "-o", "new/b.png")
    check(len(os.listdir(os.path.join(folder, "new"))) == 4, "start, two barriers, the end")
    written(folder, "--to", "43", "-o", "stops.txt")
    with open(os.path.join(folder, "stops.txt")) as said:
        at = [int(line.split("step ")[1].split()[0]) for line in said if " step " in line]
    check(at == [0, 22, 24, 32, 34, 35, 43], "by accesses, up to the first product")
    written(folder, "--keys", "PageDown", "--fps", "4", "-o", "d-%d.png")
    count = len([name for name in os.listdir(folder) if name.startswith("d-")])
    check(count == 4 + 4 * 3, "a second at the start, then five flights at their own speed")
    done = written(folder, "--to", "4", "--progress", "--grain", "line", "-o", "said.txt")
    check(done.stdout.split("\n")[-2] == "4 4", "progress is told", done)
    written(folder, "--to", "1", "--seconds", "0.5", "--fps", "10", "-o", "c-%d.png")
    count = len([name for name in os.listdir(folder) if name.startswith("c-")])
    check(count == 10, "two moments of five pictures each")


def films(folder):
    if not shutil.which("ffmpeg"):
        print("no ffmpeg: no films")
        return
    names = {"a.gif": b"GIF89a", "-b:c.gif": b"GIF89a", "a.mp4": b"\0\0\0", "-b:c.mp4": b"\0\0\0"}
    for name, start in names.items():
        written(folder, "--to", "2", "--seconds", "0.3", "-o", name)
        with open(os.path.join(folder, name), "rb") as film:
            check(film.read(6).startswith(start), name)
    check(sorted(os.listdir(folder)) == sorted(names), "only the films")
    for name in ("b.gif", "b.mp4", "b-%d.png"):
        cancel(folder, name)
        cancel(folder, name, signal.SIGTERM)


def cancel(folder, name, number=signal.SIGINT, env=None):
    before = sorted(os.listdir(folder))
    # Whoever runs the test may ignore the signal; the program then does so, too.
    process = subprocess.Popen(
        [TILESTEP, "render", TILED, "--size", "1920x1080", "--seconds", "2", "--fps", "10",
         "--progress", "-o", name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=dict(os.environ, **(env or {})),
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    process.stdout.readline()
    process.send_signal(number)
    process.stdout.read()
    said = process.stderr.read()
    check(process.wait() == 130 and "cancelled" in said, "cancelled: %s by %s" % (name, number))
    check(sorted(os.listdir(folder)) == before, "nothing stays behind of " + name)


def fake_encoder(folder, name, *lines):
    """A folder for PATH with an ffmpeg of these lines of sh; it tells its process to pid."""
    bin_folder = os.path.join(folder, name)
    os.mkdir(bin_folder)
    script = os.path.join(bin_folder, "ffmpeg")
    with open(script, "w") as out:
        out.write("#!/bin/sh\necho $$ >%s/pid\n%s\n" % (bin_folder, "\n".join(lines)))
    os.chmod(script, 0o755)
    return bin_folder, {"PATH": bin_folder + ":/usr/bin:/bin"}


def is_alive(process):
    try:
        with open("/proc/%d/stat" % process) as told:
            return told.read().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


def encoders(folder):
    """What is asked of any ffmpeg, and what is done with one that fails."""
    slow, env = fake_encoder(folder, "slow", 'for last in "$@"; do :; done',
                             "exec dd bs=65536 of=${last#file:} 2>/dev/null")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        for name in ("b.gif", "b.mp4"):
            pid = os.path.join(slow, "pid")
            open(pid, "w").close()
            cancel(folder, name, number, env)
            with open(pid) as told:
                check(not is_alive(int(told.read())), "no ffmpeg is left")
        cancel(folder, "b-%d.png", number)
    _, env = fake_encoder(folder, "silent", "cat >/dev/null")
    refused(folder, "written nothing", "--to", "2", "-o", "a.mp4", env=env)
    refused(folder, "written nothing", "--to", "2", "-o", "a.gif", env=env)
    _, env = fake_encoder(folder, "odd", 'for last in "$@"; do :; done',
                          'case $last in file:*) (cat; echo end) >"${last#file:}" ;; *) exit 1 ;; esac')
    for name in ("-a.mp4", "a:b.mp4", "http:a.mp4", "-i.gif"):
        written(folder, "--to", "2", "--seconds", "0.1", "-o", name, env=env)
        check(os.path.getsize(os.path.join(folder, name)) > 0, "a film of the name " + name)
        os.remove(os.path.join(folder, name))
    check(sorted(os.listdir(folder)) == ["odd", "silent", "slow"], "nothing else is left")


def refusals(folder):
    bare = {"PATH": "/nowhere"}
    refused(folder, "install", "--to", "2", "-o", "a.gif", env=bare)
    refused(folder, "folder", "--to", "2", "-o", "no/where/a.mp4")
    refused(folder, "folder", "--to", "2", "-o", "no/where/a.png")
    refused(folder, "number", "--to", "2", "-o", "a-%s.png")
    refused(folder, "number of steps", "--to", "x", "-o", "a.png")
    refused(folder, "lies after", "--from", "9", "--to", "3", "-o", "a.png")
    refused(folder, "phase", "--grain", "hour", "-o", "a.png")
    refused(folder, "PageDown", "--keys", "Enter*3", "-o", "a.png")
    refused(folder, "PageDown", "--keys", "PageDown*", "-o", "a.png")
    refused(folder, "PageDown", "--keys", "", "-o", "a.png")
    refused(folder, "leave out", "--keys", "Right", "--from", "3", "-o", "a.png")
    refused(folder, "seconds", "--seconds", "0", "-o", "a.png")
    refused(folder, "seconds", "--seconds", "nan", "-o", "a.png")
    refused(folder, "fps", "--fps", "1000", "-o", "a.png")
    refused(folder, "film", "--to", "3", "-o", "a.svg")
    refused(folder, "ends in", "--to", "3", "-o", "a.avi")
    if os.geteuid() != 0:
        os.chmod(folder, 0o500)
        refused(folder, "can be written", "--to", "2", "-o", "a.gif")
        os.chmod(folder, 0o700)
    fake = os.path.join(folder, "bin")
    os.mkdir(fake)
    with open(os.path.join(fake, "ffmpeg"), "w") as script:
        script.write("#!/bin/sh\necho >&2 'a.gif: No space left on device'\nexit 1\n")
    os.chmod(script.name, 0o755)
    refused(folder, "free some", "--to", "2", "-o", "a.gif", env={"PATH": fake + ":/bin"})


MASK = (1 << 64) - 1


def mix(state, word):
    state = ((state ^ word) * 0xff51afd7ed558ccd) & MASK
    return state ^ state >> 32


def hash_bytes(data):
    state = 0x9e3779b97f4a7c15
    while len(data) >= 8:
        state = mix(state, struct.unpack("<Q", data[:8])[0])
        data = data[8:]
    tail = len(data)
    for byte in data:
        tail = (tail << 8 | byte) & MASK
    return mix(state, tail)


def code_of(text):
    data = text.encode()
    check_bytes = struct.pack("<Q", hash_bytes(data))[:4]
    return "ts1." + base64.urlsafe_b64encode(check_bytes + data).decode().rstrip("=")


def states(folder):
    rest = "define TILE_WIDTH 2\nwithout check:25\nfront 0\nplace 1 20\nthread 1\nlook 0 1 1 0\n"
    with open(TILED, "rb") as kernel:
        content = hash_bytes(kernel.read())
    with open(os.path.join(folder, "a.tilestep"), "w") as state:
        state.write("tilestep state 1\nrun 0\nfile %s\n%s" % (TILED, rest))
    code = code_of("run 0\nfile 02_tiled.cu %016x\n%s" % (content, rest))
    words = ["--state", "a.tilestep", "-o", "a.png"]
    written(folder, *words, kernel=None)
    done = written(folder, "--state", code, "-o", "b.png", kernel=None)
    check(done.stderr == "", "no warning", done)
    with open(os.path.join(folder, "a.png"), "rb") as a, \
            open(os.path.join(folder, "b.png"), "rb") as b:
        check(a.read() == b.read(), "a file and a code show the same")
    other = code_of("run 0\nfile 02_tiled.cu %016x\n%s" % (content ^ 1, rest))
    done = written(folder, "--state", other, "-o", "c.png", kernel=None)
    check("02_tiled.cu is not as it was" in done.stderr, "another content is told", done)
    lost = code_of("run 0\nfile lost.cu %016x\n%s" % (content, rest))
    refused(folder, "lost.cu", "--state", lost, "-o", "d.png", kernel=None)
    shutil.copy(TILED, os.path.join(folder, "lost.cu"))
    written(folder, "--state", lost, "-o", "d.png", kernel=None)
    refused(folder, "damaged", "--state", code[:-3], "-o", "d.png", kernel=None)
    refused(folder, "version", "--state", "ts9" + code[3:], "-o", "d.png", kernel=None)
    refused(folder, "neither", "--state", TILED, "-o", "d.png", kernel=None)
    refused(folder, "leave out", "--state", code, "--set", "j=3", "-o", "d.png", kernel=None)
    refused(folder, "wants a file", "-o", "d.png", kernel=None)
    written(folder, "--state", code, "--to", "3", "-o", "e.txt", kernel=None)


def main():
    for part in (pictures, films, encoders, refusals, states):
        with tempfile.TemporaryDirectory() as folder:
            part(folder)


main()
