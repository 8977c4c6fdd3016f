#!/usr/bin/env python3
"""Kernels whose language needs more of NVRTC than its own headers give, through the real NVRTC over
the double of the driver, which knows none of them: features.py TILESTEP FOLDER. Skipped without
NVRTC."""
import json
import os
import subprocess
import sys

TILESTEP, FOLDER = sys.argv[1:3]
NAMES = ("aligned_storage bfloats clocks designated functions_as_values lambdas lock_object managed "
         "math_more memory_functions names_of_cuda pairs_of_halves partial_specialisations "
         "roundings static_in_kernel template_constants template_templates type_traits unions warp_matches "
         "whole_in_double").split()
CASES = [(name, 1) for name in NAMES] + [("kernels_of_one_name", launch) for launch in (1, 2, 3, 4)]

for name, launch in CASES:
    done = subprocess.run([TILESTEP, "run", os.path.join(FOLDER, name + ".cu"), "--gpu", "--json",
                           "--gpu-repeats", "0", "--launch", str(launch)],
                          capture_output=True, text=True, timeout=60)
    reason = json.loads(done.stdout)["gpu"]["reason"]
    if "NVRTC" in reason:
        print(reason)
        sys.exit(77)
    # What was compiled, loaded and filled is launched, which the double refuses.
    assert reason.startswith("launching the kernel: "), (name, launch, reason)
