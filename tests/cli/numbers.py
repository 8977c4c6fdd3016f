"""Numbers at the ends of their ranges, in every option and in a saved window: each is taken or refused
with a message, and nothing crashes, hangs or overflows (as a build with sanitizers would tell).

numbers.py TILESTEP SOURCE_ROOT
"""
import os
import subprocess
import sys
import tempfile

tilestep, root = (os.path.abspath(word) for word in sys.argv[1:3])
tiled = os.path.join(root, "kernels", "02_tiled.cu")
SMALL = [word for name in "jkl" for word in ("--set", name + "=4")]
KERNEL = """__global__ void k(float *a, int n) { extern __shared__ float s[]; s[0] = n;
a[threadIdx.x] = s[0]; }
int main() { int n = 4; float *d; cudaMalloc(&d, n * 4); k<<<1, n, 64>>>(d, n); }
"""
ENDS = ["-1", "4294967296", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
        "99999999999999999999999", "1e308", ""]
failures = 0


def call(folder, *words):
    """Runs it; a message and a status of its own are demanded, whatever it says."""
    global failures
    try:
        done = subprocess.run([tilestep, *words], cwd=folder, capture_output=True, text=True,
                              errors="replace", timeout=100)
    except subprocess.TimeoutExpired:
        print("FAIL too long:", *words)
        failures += 1
        return
    bad = done.returncode not in (0, 1, 2) or (done.returncode == 2 and not done.stderr) or \
        "runtime error" in done.stderr or "Sanitizer" in done.stderr
    if bad:
        print("FAIL", done.returncode, *words, done.stderr[-1500:])
        failures += 1


def options(folder):
    for end in ENDS:
        for words in (("--block", end), ("--block", end + "," + end), ("--block", "1,1," + end),
                      ("--grid", end), ("--grid", end + "," + end), ("--shared", end),
                      ("--max-steps", end), ("--arg", "n=" + end), ("--set", "n=" + end),
                      ("--offset", "a=" + end), ("--shape", "a=%s,%s" % (end, end)),
                      ("--arg", "a=zeros:" + end), ("--order", "random:" + end),
                      ("--launch", end), ("--without", "barrier:" + end), ("-D", "n=" + end),
                      ("--block", end, "--grid", end, "--set", "n=" + end, "--shared", end)):
            call(folder, "run", "k.cu", *words)
        for name in ("--threads", "--shared", "--registers"):
            words = {"--threads": "256", "--shared": "0", "--registers": "32", name: end}
            call(folder, "occupancy", *[word for pair in words.items() for word in pair])


def pictures(folder):
    for end in ENDS:
        for name in ("--from", "--to", "--fps", "--seconds"):
            call(folder, "render", tiled, *SMALL, name, end, "-o", "a.txt")
        call(folder, "render", tiled, *SMALL, "--at", end, "--size", "70x70", "-o", "a.svg")
        call(folder, "render", tiled, *SMALL, "--size", "%sx%s" % (end, end), "--scale", end, "-o",
             "a.svg")
    for size in ("64x64", "1280x70", "70x720", "64x16384", "16384x64"):
        for scale, script in (("1", ""), ("4", "lecture; panel-memory"), ("0.5", "launch"),
                              ("4", "panel-counters; help"), ("1", "film; enlarge")):
            call(folder, "render", tiled, *SMALL, "--at", "40", "--size", size, "--scale", scale,
                 "--do", script, "-o", "a.svg")
    call(folder, "render", tiled, *SMALL, "--at", "40", "--size", "1280x70", "-o", "a.png")


def states(folder):
    run = "tilestep state 1\nrun 0\nfile 02_tiled.cu\nset j 4\nset k 4\nset l 4\n"
    for end in (end for end in ENDS if end.lstrip("-").isdigit()):
        lines = ["place 1 " + end, "place %s %s" % (end, end), "front " + end, "thread " + end,
                 "stop 0 " + end, "stop %s 25" % end, "stop-on " + end,
                 "bookmark 1 %s %s" % (end, end), "bookmark %s 1 2" % end,
                 "stage 1 %s %s %s" % (end, end, end), "pin 1 %s %s %s" % (end, end, end),
                 "look %s 0 %s 0" % (end, end), "shown %s 1" % end, "knobs %s %s %s" % (end, end, end),
                 "scale " + end, "scene %s tiled" % end, "banks " + end]
        for name, some in (("all", lines), ("place", lines[:1])):
            with open(os.path.join(folder, name + ".tilestep"), "w") as state:
                state.write(run + "\n".join(some) + "\n")
            call(folder, "render", "--state", name + ".tilestep", "--do", "step-next", "-o", "a.svg")


with tempfile.TemporaryDirectory() as work:
    with open(os.path.join(work, "k.cu"), "w") as kernel:
        kernel.write(KERNEL)
    for part in (options, pictures, states):
        part(work)
sys.exit(failures > 0)
