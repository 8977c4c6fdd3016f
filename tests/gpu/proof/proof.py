#!/usr/bin/env python3
"""Runs tilestep's whole GPU proof on a machine with an NVIDIA GPU and writes dated records.

proof.py FOLDER OUT [PART...]    FOLDER: a build folder, or what tests/gpu/bundle.sh made.
"""
import json
import os
import shutil
import sys
import tarfile
import time
import tempfile
import traceback

import agree
import measure
import picture
import planted
from tool import Tool, gpu_of

BUDGET_S = 460


def environment(tool):
    """What there is, and the two commands that everybody tries first."""
    for words in (["nvidia-smi"], ["nvcc", "--version"], ["ncu", "--version"],
                  ["compute-sanitizer", "--version"], [*tool.program, "devices"]):
        status, out, err = tool.call(words, 30)
        tool.log_lines.append(f"$ {' '.join(words)}\n{out or err}")
    result = tool.run(tool.kernels[1], [])
    tool.log_lines.append("$ tilestep run kernels/02_tiled.cu --gpu --json\n" +
                          json.dumps(result, indent=1))
    gpu = gpu_of(result)
    tool.device = gpu.get("device", "no device")
    tool.conclude("a GPU to run on", int(gpu["available"]), 1, gpu.get("reason", tool.device))
    return gpu["available"]


def unit_tests(tool):
    """The cmocka suite that wants a GPU, if it was brought along."""
    name = next((name for name in ("test_gpu", "tests/gpu/test_gpu")
                 if os.access(os.path.join(tool.folder, name), os.X_OK)), None)
    if not name:
        tool.conclude("unit tests on the GPU", 0, 1, "test_gpu is not here")
        return
    status, out, err = tool.call(tool.started_with_libraries(name), 120)
    tool.log_lines.append(f"$ test_gpu\n{out}\n{err}")
    tool.conclude("unit tests on the GPU", int(status == 0), 1, f"status {status}")


# Each with the most seconds it may take.
PARTS = {"unit": (unit_tests, 60), "faulty": (agree.faulty, 50), "structs": (agree.structs, 20),
         "pictures": (picture.pictures, 60), "counters": (measure.counters, 440),
         "switched-off": (agree.switched_off, 120), "sanitizer": (measure.sanitizer, 120),
         "agreement": (agree.agreement, 180), "timing": (measure.timing, 220),
         "planted": (planted.planted, 440)}


def write_records(tool, out, name):
    """Two files: the summary, and everything in one archive."""
    shutil.rmtree(os.path.join(tool.out, "cache"), ignore_errors=True)
    summary = os.path.join(out, f"summary-{name}.txt")
    with open(summary, "w") as file:
        file.write(time.strftime("%Y-%m-%d %H:%M:%S ") + tool.device + "\n")
        file.write("\n".join(tool.summary) + "\n")
    with open(os.path.join(tool.out, f"log-{name}.txt"), "w") as file:
        file.write("\n".join(tool.log_lines) + "\n")
    with tarfile.open(os.path.join(out, f"records-{name}.tar.gz"), "w:gz") as archive:
        archive.add(summary, os.path.basename(summary))
        for record in sorted(os.listdir(tool.out)):
            archive.add(os.path.join(tool.out, record), record)
    shutil.rmtree(tool.out, ignore_errors=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    out, records = sys.argv[2], tempfile.mkdtemp(prefix="tilestep-proof-")
    os.makedirs(out, exist_ok=True)
    tool = Tool(sys.argv[1], records, BUDGET_S)
    names = sys.argv[3:] or list(PARTS)
    os.environ.setdefault("XDG_CACHE_HOME", os.path.join(records, "cache"))
    has_gpu = environment(tool)
    for name in names if has_gpu else []:
        start = time.monotonic()
        try:
            part, seconds = PARTS[name]
            tool.begin_part(seconds)
            part(tool)
        except Exception:  # one broken part must not take the others with it
            tool.conclude(name, 0, 1, "the script itself failed, see log.txt")
            tool.log_lines.append(traceback.format_exc())
        tool.log(f"       {name} took {time.monotonic() - start:.0f} s")
    write_records(tool, out, "-".join(sys.argv[3:]) or "all")
    return 0 if has_gpu and not any(line.startswith("FAILED") for line in tool.summary) else 1


if __name__ == "__main__":
    sys.exit(main())
