#!/usr/bin/env python3
"""Barriers of the whole grid in `tilestep run`, `render` and `trace`: the same figures as those of `exec`, where
blocks wait for each other, and what is refused. together.py TILESTEP COMPILER"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

tilestep = sys.argv[1]
failures = 0
work = tempfile.TemporaryDirectory()

KERNEL = """#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void reduce(const int *in, int *parts, int *out, int n)
{
    __shared__ int held[64];
    cg::grid_group grid = cg::this_grid();
    int t = threadIdx.x, i = grid.thread_rank();
    held[t] = i < n ? in[i] : 0;
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            held[t] += held[t + half];
    }
    if (t == 0)
        parts[blockIdx.x] = held[0];
    BARRIER
    if (i == 0)
        *out = parts[0] + parts[1];
}
"""
HOST = """int main()
{
    int n = 128, in[128], got = 0, *d_in, *parts, *out;
    for (int i = 0; i < n; ++i)
        in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&parts, 2 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    LAUNCH
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    printf("%d\\n", got);
    cudaFree(d_in);
    cudaFree(parts);
    cudaFree(out);
}
"""
TOGETHER = """void *arguments[] = {&d_in, &parts, &out, &n};
    cudaLaunchCooperativeKernel((void *)reduce, dim3(2), dim3(64), arguments, 0, 0);"""
CHEVRONS = "reduce<<<2, 64>>>(d_in, parts, out, n);"


def check(good, what):
    global failures
    if not good:
        failures += 1
        print("FAIL", what)


def write(barrier="grid.sync();", launch=TOGETHER, host=True):
    path = os.path.join(work.name, "k.cu")
    text = KERNEL.replace("BARRIER", barrier) + (HOST.replace("LAUNCH", launch) if host else "")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def call(command, path, *options, status=0):
    done = subprocess.run([tilestep, command, path, *options], capture_output=True, text=True, timeout=50)
    check(done.returncode == status, f"status {done.returncode}: {command} {options} {done.stderr}")
    return done


# The totals are those of the whole program, which counts all blocks together, and so is the result.
for barrier in "grid.sync();", "cg::sync(grid);", "cooperative_groups::sync(grid);":
    told = json.loads(call("run", write(barrier), "--json").stdout)
    check(told["findings"] == [], told["findings"])
    check(told["counters"]["blocks"] == 2, told["counters"])
if shutil.which("c++"):
    report = os.path.join(work.name, "report.json")
    call("exec", write(), "--report", report)
    with open(report, encoding="utf-8") as file:
        whole = json.load(file)
    told = json.loads(call("run", write(), "--json").stdout)
    check(told["counters"] == whole["launches"][0]["counters"], (told["counters"], whole["launches"]))
check("races between blocks were not looked for" in call("run", write()).stdout, "nothing is said of races")

# Launched by <<<>>> it is the error that CUDA makes of it.
done = call("run", write(launch=CHEVRONS), status=2)
check("a launch by <<<>>> does not start all blocks at once" in done.stderr, done.stderr)
check("k.cu:30:5" in done.stderr, done.stderr)
done = call("run", write(), "--grid", "20000", status=2)
check("an H200 has only 4224 of them" in done.stderr, done.stderr)
done = call("run", write(host=False), "--grid", "2", "--block", "64")
check("a cooperative launch is assumed" in done.stdout, done.stdout)

# A block that never comes.
done = call("run", write("if (blockIdx.x == 0) grid.sync();"), status=1)
check("this barrier of the whole grid for" in done.stdout and "never opens" in done.stdout, done.stdout)

# Steps in the order in which blocks take turns, and what pictures say.
steps = [json.loads(line) for line in call("trace", write()).stdout.splitlines()]
blocks = [step["block"][0] for step in steps]
turns = [block for i, block in enumerate(blocks) if i == 0 or block != blocks[i - 1]]
check(turns == [0, 1, 0, 1], turns)
first, second = blocks.index(1), blocks.index(0, blocks.index(1))
for at, text in ((first, "Block 0 waits at the barrier of the whole grid (arrived: 1 of 2 blocks); block 1 begins."),
                 (second, "All 2 blocks have come to the barrier of the whole grid: it opens, and block 0 goes on.")):
    picture = os.path.join(work.name, "k.svg")
    call("render", write(), "--at", str(at), "-o", picture, "--lang", "en")
    with open(picture, encoding="utf-8") as file:
        check(text in file.read(), (at, text))
done = call("render", write("if (blockIdx.x == 0) grid.sync();"), "--at", "end", "-o", picture, "--lang", "en")
with open(picture, encoding="utf-8") as file:
    check("never opens: 1 of 2 blocks wait there, and block 1 never comes" in file.read(), "a barrier that never opens")

sys.exit(failures > 0)
