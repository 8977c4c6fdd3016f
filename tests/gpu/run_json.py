#!/usr/bin/env python3
"""run --gpu from the outside, over the test doubles: run_json.py TILESTEP SCALE.CU"""
import json
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
