#!/usr/bin/env python3
"""Launches that nobody wrote down: what is chosen is told, and can be changed. sizes.py TILESTEP"""
import json
import os
import subprocess
import sys
import tempfile

tilestep = sys.argv[1]
failures = 0
work = tempfile.TemporaryDirectory()


def run(text, *options, status=0):
    path = os.path.join(work.name, "k.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([tilestep, "run", path, *options], capture_output=True, text=True, timeout=50)
    check(done.returncode == status, f"status {done.returncode}: {options} {done.stderr}")
    return done.stdout


def launch(text, *options):
    return json.loads(run(text, "--json", *options))["launch"]


def check(good, what):
    global failures
    if not good:
        failures += 1
        print("FAIL", what)


ADD = """__global__ void add(const float *a, float *b, int n, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] += alpha * a[i];
}
"""
TEMPLATE = """template <typename T, int TILE> __global__ void twice(T *a, int n) {
    int i = blockIdx.x * TILE + threadIdx.x;
    if (threadIdx.x < TILE && i < n)
        a[i] *= 2;
}
"""

# A kernel alone: the launch is chosen, and told in one line.
assumed = launch(ADD)["assumed"]
check(assumed == {"n": 640, "alpha": 1, "block": [256, 1, 1], "grid": [3, 1, 1]}, assumed)
text = run(ADD)
line = "n = 640, alpha = 1, block = 256,1,1, grid = 3,1,1: the file does not say; change it with "
check(line + "--arg NAME=VALUE, --block, --grid\n" in text, text)
check("文件没有说明" in run(ADD, "--lang", "zh"), "no Chinese")

# Contents that the host code computes are small numbers instead, and told by the buffer's name.
MAIN = """#include <cstdlib>
__global__ void copy(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
int main() {
    float h[32], *a, *o;
    for (int i = 0; i < 32; ++i)
        h[i] = rand();
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    copy<<<1, 32>>>(a, o);
}
"""
TOLD = "the contents of in are small numbers"
check(TOLD in run(MAIN), run(MAIN))
given = run(MAIN, "--arg", "in=random:32")
check(TOLD not in given, given)

# What an option says is not told as assumed, and the rest follows it.
given = launch(ADD, "--arg", "n=100", "--block", "32")
check(given["assumed"] == {"alpha": 1, "grid": [4, 1, 1]}, given["assumed"])
full = launch(ADD, "--arg", "n=100", "--arg", "alpha=2", "--block", "32", "--grid", "4")
check("assumed" not in full, full)

# Template arguments, too.
chosen = launch(TEMPLATE)
check(chosen["assumed"]["template"] == "float,16", chosen["assumed"])

LONG = """#define N (1 << 20)
__global__ void halve(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < 3000 && i < N; ++k)
        s = s * 0.5f + a[i];
    if (i < N)
        a[i] = s;
}
int main() {
    float *a;
    cudaMalloc(&a, N * sizeof(float));
    cudaMemset(a, 0, N * sizeof(float));
    halve<<<N / 256, 256>>>(a);
}
"""

# A size that would take long is brought down, and one flag runs it as it is.
brought = launch(LONG)
size = brought["shrunk"]["N"]
check(size["from"] == 1 << 20 and 256 <= size["to"] <= 1 << 18, size)
check(brought["defines"]["N"] == size["to"] and brought["grid"] == [size["to"] // 256, 1, 1], brought)
check("--full-size runs the file's own" in run(LONG), "not told")
check("--full-size" in run(LONG, "--lang", "zh"), "no Chinese")
stopped = json.loads(run(LONG, "--json", "--full-size", "--max-steps", "10"))
check([note["rule"] for note in stopped["notes"]] == ["long-loop"], stopped["notes"])
whole = stopped["launch"]
check("shrunk" not in whole and whole["grid"] == [4096, 1, 1], whole)
given = json.loads(run(LONG, "--json", "-D", "N=524288", "--max-steps", "10"))["launch"]
check("shrunk" not in given and given["grid"] == [2048, 1, 1], given)

sys.exit(failures > 0)
