#!/usr/bin/env python3
"""Fragments and products of wmma, run by `tilestep exec`, against what an H200 printed and counted.

usage: wmma.py TILESTEP PROGRAM.cu RECORD.csv     skipped (77) where clang is not installed
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

tilestep, program, record = map(os.path.abspath, sys.argv[1:4])
COUNTERS = (("global_load", "requests"), ("global_load", "sectors"), ("global_store", "requests"),
            ("global_store", "sectors"), ("shared_load", "wavefronts"),
            ("shared_store", "wavefronts"), ("matrix_loads", None))

if not shutil.which("clang-14") and not shutil.which("clang"):
    sys.exit(77)
with open(record, newline="") as file:
    rows = list(csv.reader(line for line in file if not line.startswith("#")))[1:]
with tempfile.TemporaryDirectory() as folder:
    report = os.path.join(folder, "report.json")
    done = subprocess.run([tilestep, "exec", "--report", report, program], capture_output=True,
                          text=True, check=False, timeout=100)
    with open(report) as file:
        told = json.load(file)
printed = done.stdout.splitlines()
launches = told["launches"]
failures = [f"stderr: {done.stderr}"] if done.stderr else []
if not len(printed) == len(launches) == len(rows):
    failures.append(f"{len(printed)} lines, {len(launches)} launches, {len(rows)} recorded")
for line, launch, row in zip(printed, launches, rows):
    if line != f"{row[0]}: {row[1]}":
        failures.append(f"{line}, not {row[1]}")
    counted = [launch["counters"][name][of] if of else launch["counters"][name]
               for name, of in COUNTERS]
    if counted != [int(number) for number in row[2:2 + len(COUNTERS)]]:
        failures.append(f"{row[0]}: counted {counted}, not {row[2:]}")
    if launch.get("findings"):
        failures.append(f"{row[0]}: {launch['findings'][0]}")
print("\n".join(failures) or f"{len(rows)} launches as the H200's")
sys.exit(bool(failures))
