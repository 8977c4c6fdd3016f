#!/usr/bin/env python3
"""Programs that nobody would write by hand, but a generator might: too large, too deep, too many.
Each runs, or is refused with one message that names its line; none crashes or takes long.

generated.py TILESTEP
"""
import os
import subprocess
import sys
import tempfile

TILESTEP = sys.argv[1]
MAIN = "int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); }\n"

failures = 0


def fail(*what):
    global failures
    failures += 1
    print("FAIL", *what)


def run(text, *options):
    """The status and the messages of a program; its output where there are none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.cu")
        with open(path, "w") as file:
            file.write(text)
        got = subprocess.run([TILESTEP, "run", path, *options], capture_output=True, timeout=100)
    return got.returncode, (got.stderr or got.stdout).decode()


def runs(name, text, *options):
    status, said = run(text, *options)
    if status != 0 or "findings: none" not in said:
        fail(f"{name}: status {status}: {said[:300]}")


def refused(name, text, words, line=None):
    """The message has the words, and names the line."""
    status, said = run(text)
    if status != 2 or words not in said.partition("\n")[0]:
        fail(f"{name}: status {status}, no '{words}': {said[:300]}")
    if line and f"t.cu:{line}:" not in said:
        fail(f"{name}: not line {line}: {said[:300]}")


# ---- too large for a kernel ----

doubled = "".join(f"__device__ int f{i}(int x) {{ return f{i - 1}(x) + f{i - 1}(x + 1); }}\n"
                  for i in range(1, 16))
refused("functions that double", "__device__ int f0(int x) { return x; }\n" + doubled +
        "__global__ void k(int *o) { o[0] = f15(1); }\n" + MAIN, "too many variables", 2)
for length in 1 << 18, (1 << 18) - 64:
    refused(f"{length} local words", f"// One array.\n__global__ void k(int *o) "
            f"{{ int s[{length}]; s[o[0]] = 1; o[0] = s[1]; }}\n" + MAIN,
            "too many variables in per-thread memory", 2)
refused("shared memory", "// Two arrays.\n__global__ void k(int *o) { __shared__ int a[1 << 28];\n"
        "__shared__ int b[1]; a[o[0]] = b[o[0]] = 1; o[0] = a[1] + b[1]; }\n" + MAIN,
        "too much shared memory", 3)

# ---- sizes that lead away from the launch ----

runs("a launch that a size leaves out", "#define NUM_THREADS 256\n"
     "__global__ void k(int *o, int n) { o[threadIdx.x] = n; }\n"
     "void go(int *o, int n) { if (n) return; int count(n); k<<<count, 32>>>(o, count); }\n")

if failures == 0:
    print("all are run or refused")
sys.exit(failures > 0)
