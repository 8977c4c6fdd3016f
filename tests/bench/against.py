"""Two builds beside each other: the cases of `tilestep bench` are measured by both in turn, each in a
process of its own, and the least CPU time of several counts. Prints a line for each row that both
have, with how many times as fast the first build is, and names what only one of them has.

against.py TILESTEP [OTHER [CASE...]]    without OTHER: TILESTEP_AGAINST and CASES of the environment
"""
import json
import os
import subprocess
import sys

PROCESSES = 5
MEASURES = {"emulator": "cpu_seconds", "frame_ms": "cpu_best", "seek_ms": "cpu_median", "start": "best_ms",
            "exec": "best_ms"}
NAMES = ("kernel", "n", "scene", "size", "threads")
CASES = ["naive", "tiled", "histogram", "scan", "softmax", "naive_steps", "tiled_steps", "frame", "seek", "start"]


def measure(program, case):
    """{name of a row: CPU time} of the rows that a case has."""
    done = subprocess.run([program, "bench", "--json", "--only", case], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return {}
    return {" ".join([kind] + [str(row[name]) for name in NAMES if name in row]): row[by]
            for kind, by in MEASURES.items()
            for row in (result.get(kind) or []) if isinstance(result.get(kind), list)} | \
           {kind: result[kind][by] for kind, by in MEASURES.items() if isinstance(result.get(kind), dict)}


def best(programs, case):
    least = [{}, {}]
    for _ in range(PROCESSES):
        for times, program in zip(least, programs):
            for name, taken in measure(program, case).items():
                times[name] = min(taken, times.get(name, taken))
    return least


def main(program, other=os.environ.get("TILESTEP_AGAINST"), *cases):
    if not other:
        sys.exit("name the other build: TILESTEP_AGAINST=OTHER/tilestep")
    found = 0
    for case in cases or os.environ.get("CASES", "").split() or CASES:
        own, its = best((program, other), case)
        for name in own.keys() & its.keys():
            found += 1
            print(f"{name:44} {own[name]:12.6f} {its[name]:12.6f} {its[name] / own[name]:6.2f} times as fast")
        for name in sorted(own.keys() ^ its.keys()):
            print(f"{name:44} only in {program if name in own else other}")
        sys.stdout.flush()
    if not found:
        sys.exit(f"{program} and {other} have none of these cases in common")


main(*sys.argv[1:])
