"""Numbers at the ends of their ranges, in every option and in a saved window: each is taken or refused
with a message, and nothing crashes, hangs or overflows (as a build with sanitizers would tell).

numbers.py TILESTEP SOURCE_ROOT
"""
import os
import subprocess
import sys
import tempfile

tilestep, root = sys.argv[1:3]
tiled = os.path.join(root, "kernels", "02_tiled.cu")
SMALL = [word for name in "jkl" for word in ("--set", name + "=4")]
KERNEL = """__global__ void k(float *a, int n) { extern __shared__ float s[]; s[0] = n;
a[threadIdx.x] = s[0]; }
int main() { int n = 4; float *d; cudaMalloc(&d, n * 4); k<<<1, n, 64>>>(d, n); }
"""
ENDS = ["0", "-1", "1", "70", "127", "128", "2147483647", "2147483648", "4294967295", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
        "18446744073709551616", "99999999999999999999999", "1e308", "nan", "inf", "0x7fffffffffffffff",
        ""]
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
        for name in ("--grid", "--block", "--shared", "--max-steps"):
            # a whole grid of so many blocks is not run
            if name == "--grid" and end in ("2147483647", "70", "127", "128"):
                continue
            call(folder, "run", "k.cu", name, end)
        for value in ("1,1," + end, end + "," + end, end + "," + end + "," + end):
            call(folder, "run", "k.cu", "--block", value)
            if end != "2147483647":
                call(folder, "run", "k.cu", "--grid", value.replace("70", "3").replace("12", "1"))
        for words in (("--arg", "n=" + end), ("--set", "n=" + end), ("--offset", "a=" + end),
                      ("--shape", "a=%s,%s" % (end, end)), ("--shape", "a=2," + end),
                      ("--arg", "a=zeros:" + end), ("--arg", "a=random:%s:4" % end),
                      ("--arg", "a=ints:" + end), ("--order", "random:" + end), ("--launch", end),
                      ("--without", "barrier:" + end), ("-D", "n=" + end),
                      ("--gpu", "--launches", end), ("--gpu", "--gpu-repeats", end)):
            call(folder, "run", "k.cu", *words)
        for name in ("--threads", "--shared", "--registers"):
            words = {"--threads": "256", "--shared": "0", "--registers": "32", name: end}
            call(folder, "occupancy", *[word for pair in words.items() for word in pair])


def pictures(folder):
    for end in ENDS:
        for name in ("--at", "--scale", "--from", "--to", "--fps", "--seconds"):
            call(folder, "render", tiled, *SMALL, name, end, "-o", "a.txt" if name != "--at" and
                 name != "--scale" else "a.svg")
        call(folder, "render", tiled, *SMALL, "--size", "%sx%s" % (end, end), "-o", "a.svg")
    for size in ("64x64", "70x70", "1280x70", "70x720", "64x16384", "16384x64", "65x100", "200x64"):
        for scale in ("0.5", "1", "4"):
            for script in ("", "lecture", "panel-memory; help", "panel-counters; launch", "film"):
                call(folder, "render", tiled, *SMALL, "--at", "40", "--size", size, "--scale", scale,
                     "--do", script, "-o", "a.svg")
    call(folder, "render", tiled, *SMALL, "--at", "40", "--size", "1280x70", "-o", "a.png")


def states(folder):
    ends = [end for end in ENDS if end.lstrip("-").isdigit()]
    for end in ends:
        lines = ["place %s %s" % (end, end), "place 1 " + end, "place %s 1" % end, "front " + end,
                 "thread " + end, "stop 0 " + end, "stop %s 25" % end, "stop-on " + end,
                 "bookmark 1 %s %s" % (end, end), "bookmark %s 1 2" % end, "bookmark 1 %s 1" % end,
                 "stage 1 %s %s %s" % (end, end, end), "stage 3 %s 0 0" % end,
                 "pin 1 %s %s %s" % (end, end, end), "pin 27 0 %s %s" % (end, end),
                 "pin 3 0 %s 0" % end, "look %s 0 0 0" % end, "look 0 0 %s 0" % end,
                 "shown %s 1" % end, "knobs %s %s %s" % (end, end, end), "scale " + end,
                 "scene %s tiled" % end, "banks " + end]
        with open(os.path.join(folder, "all.tilestep"), "w") as state:
            state.write("tilestep state 1\nrun 0\nfile 02_tiled.cu\n")
            state.write("set j 4\nset k 4\nset l 4\ndefine TILE_WIDTH 2\n")
            state.write("\n".join(lines) + "\n")
        call(folder, "render", "--state", "all.tilestep", "-o", "a.svg")
        for line in lines[:3]:
            with open(os.path.join(folder, "one.tilestep"), "w") as state:
                state.write("tilestep state 1\nrun 0\nfile 02_tiled.cu\nset j 4\nset k 4\nset l 4\n")
                state.write(line + "\n")
            call(folder, "render", "--state", "one.tilestep", "--do", "step-next", "-o", "a.svg")


with tempfile.TemporaryDirectory() as work:
    with open(os.path.join(work, "k.cu"), "w") as kernel:
        kernel.write(KERNEL)
    for part in (options, pictures, states):
        part(work)
sys.exit(failures > 0)
