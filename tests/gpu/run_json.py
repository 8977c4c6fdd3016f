#!/usr/bin/env python3
"""run --gpu from the outside, over the test doubles: run_json.py TILESTEP SCALE.CU"""
import json
import os
import subprocess
import sys

TILESTEP, KERNEL = sys.argv[1:3]
LAUNCH = ["--block", "32", "--grid", "4", "--arg", "a=ints:100", "--arg", "n=100", "--arg",
          "factor=2"]


def run(*words):
    done = subprocess.run([TILESTEP, "run", KERNEL, *LAUNCH, *words], capture_output=True, text=True,
                          timeout=60)
    return done.returncode, done.stdout, done.stderr


def gpu(*words):
    status, out, err = run("--gpu", "--json", *words)
    assert out, err
    return status, json.loads(out)["gpu"]


status, found = gpu("--gpu-repeats", "5")
assert status == 0, found
assert found["available"] and found["device"] == "Fake GPU", found
assert found["different"] == 0 and found["guard_words_changed"] == 0, found
assert found["timed_launches"] == 5 and found["kernel_ms"] == 2, found
assert found["kernel_least_ms"] == 1 and found["kernel_most_ms"] == 3, found
assert found["gflops"] > 0 and found["registers"] == 24, found
assert found["differences"] == [], found

_, found = gpu("--gpu-repeats", "0", "--without", "line:6")
assert found["different"] == 100, found  # the double scales all the same
first = found["differences"][0]
assert first["buffer"] == "a" and len(first["first"]) == 16, first
assert float(first["first"][0]["gpu"]) == 2 * float(first["first"][0]["emulator"]), first

status, out, _ = run("--gpu", "--gpu-repeats", "5")
assert status == 0 and "Fake GPU" in out and "GFLOP/s" in out, out
status, out, err = run("--gpu", "--gpu-repeats", "many")
assert status == 2 and "--gpu-repeats" in err and not out, err
status, out, err = run("--gpu", "--gpu-timeout", "0")
assert status == 2 and "--gpu-timeout" in err, err

# Several launches: as many as asked for, or five where a race was found.
KERNELS = os.path.join(os.path.dirname(KERNEL), "..", "..", "kernels")
TILED = [os.path.join(KERNELS, "02_tiled.cu"), "--set", "j=8", "--set", "k=16", "--set", "l=8"]
BROKEN = ["--without", "barrier:37"]


def tiled(*words, wishes=""):
    done = subprocess.run([TILESTEP, "run", *TILED, "--gpu", "--gpu-repeats", "0", *words],
                          capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, FAKE_CUDA=wishes))
    return done.stdout, done.stderr


def tiled_gpu(*words, wishes=""):
    return json.loads(tiled("--json", *words, wishes=wishes)[0])["gpu"]


found = tiled_gpu()
assert found["launches"] == [{"different": 0, "wrong": 0}], found
assert "launches_sentence" not in found, found
found = tiled_gpu("--launches", "3")
assert found["launches"] == 3 * [{"different": 0, "wrong": 0}], found
assert found["launches_sentence"] == "All 3 launches left the same.", found

found = tiled_gpu(*BROKEN, "-D", "TILE_WIDTH=8", wishes="races")
wrong = [launch["wrong"] for launch in found["launches"]]
assert wrong == [16, 4, 0, 4, 0], wrong
assert [launch["different"] for launch in found["launches"]] == wrong, found
assert found["launches_sentence"].startswith(
    "P is wrong in 3 of 5 launches on the GPU: 16 cells. P[1][2] most often, in 3."), found
assert found["check"]["wrong"] == 16 and found["different"] == 16, found

found = tiled_gpu(*BROKEN, "-D", "TILE_WIDTH=8")
assert len(found["launches"]) == 5 and "an order that hides it" in found["launches_sentence"], found
found = tiled_gpu(*BROKEN)  # 2 x 2 threads
assert "a block of one warp ran in lockstep" in found["launches_sentence"], found

out, _ = tiled(*BROKEN, "-D", "TILE_WIDTH=8", wishes="races")
assert "launch 1: 16 elements differ from the emulator's, 16 elements are wrong" in out, out
assert "launch 5: 0 elements differ" in out, out
out, err = tiled("--launches", "0")
assert not out and "--launches wants a number from 1 to 100" in err, err

# Beside the library's product of the same elements, or the word that there is none.
def product(kernel, *words):
    done = subprocess.run([TILESTEP, "run", os.path.join(KERNELS, kernel), "--gpu",
                           "--gpu-repeats", "5", *words], capture_output=True, text=True,
                          timeout=60)
    return done.stdout


for kernel, types in (("02_tiled.cu", "float, float"), ("31_wmma.cu", "__half, float"),
                      ("32_mma_swizzled.cu", "__half, float")):
    found = json.loads(product(kernel, "--json"))["gpu"]
    assert found["library"] == "cuBLAS 13.1" and found["library_types"] == types, found
    assert found["library_ms"] == 2 and found["library_percent"] == 100, found
out = product("31_wmma.cu")
assert "cuBLAS 13.1 (__half, float): 2 ms; this kernel takes 100 % of its time" in out, out

# Structs by value, a pointer inside.
done = subprocess.run([TILESTEP, "run", os.path.join(os.path.dirname(KERNEL), "use_struct.cu"),
                       "--gpu", "--gpu-repeats", "0", "--json"],
                      capture_output=True, text=True, timeout=60)
found = json.loads(done.stdout)["gpu"]
assert found["available"] and found["different"] == 0, (found, done.stderr)

# No compiler library: still exit 0, and what to do.
os.environ["TILESTEP_NVRTC"] = "/nowhere/libnvrtc.so"
status, found = gpu()
assert status == 0 and not found["available"] and "libnvrtc" in found["reason"], found
assert found["device"] == "Fake GPU", found
