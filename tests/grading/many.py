"""Many submissions, as GNU parallel and a Slurm array judge them: right, wrong, broken, endless and hostile ones each come
to what they have to, none holds the rest, and what a program that hangs, crashes or prints without an end leaves is told.

many.py TILESTEP SOURCE_ROOT EXERCISES [COUNT]
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

native, root, exercises = map(os.path.abspath, sys.argv[1:4])
count = sys.argv[4] if len(sys.argv) > 4 else "44"
recipe = root + "/assets/grading/many/"
if not shutil.which("parallel"):
    print("no GNU parallel (apt install parallel)")
    sys.exit(77)
STUB = """#!/bin/bash
case $2 in
*hangs*) trap '' TERM; sleep 60 & wait; sleep 60 ;;
*crashes*) kill -SEGV $$ ;;
*prints*) exec yes garbage ;;
*) echo '{"lesson": "x", "verdict": "pass", "tests": [{"name": "t", "status": "pass", "message": ""}]}' ;;
esac
"""


def judged(out):
    with open(out + "/grades.json", encoding="utf-8") as file:
        whole = json.load(file)
    with open(out + "/grades.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == whole["submissions"] == len(whole["rows"]), (len(rows), whole["submissions"])
    assert not any(value.startswith(("=", "+", "-", "@")) for row in rows for value in row.values())
    return whole


def parallel(lesson, folder, out, **env):
    done = subprocess.run([recipe + "all.sh", lesson, folder, out], env={**os.environ, "TILESTEP": native, **env},
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return judged(out)


with tempfile.TemporaryDirectory(prefix="tilestep-many-") as folder:
    handed = folder + "/handed in"
    subprocess.run([sys.executable, root + "/tests/grading/submissions.py", exercises, "01_memory_wall", count, handed], check=True)
    whole = parallel("memory_wall", handed, folder + "/out")
    with open(handed + "/expected.json", encoding="utf-8") as file:
        expected = json.load(file)
    rows = {row["file"]: row for row in whole["rows"]}
    assert set(rows) == set(expected), set(expected) ^ set(rows)
    wrong = [(file, rows[file]["verdict"], rows[file]["message"]) for file in expected
             if rows[file]["verdict"] not in expected[file]]
    print({name: whole[name] for name in ("submissions", "verdicts", "cpu_seconds", "longest_seconds")})
    print("longest:", sorted((row["cpu_seconds"], os.path.basename(row["file"])) for row in whole["rows"])[-3:])
    assert not wrong, wrong
    assert parallel("memory_wall", handed, folder + "/out", TILESTEP="/bin/false")["rows"] == whole["rows"], "judged again"
    # The same by the tasks of an array.
    array = folder + "/array"
    for task in "012":
        subprocess.run([recipe + "array.sbatch", "memory_wall", handed, array], check=True, env={
            **os.environ, "TILESTEP": native, "GRADING": recipe, "SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": "3"})
    subprocess.run([sys.executable, recipe + "summary.py", array], check=True, stdout=subprocess.DEVNULL)
    assert judged(array)["verdicts"] == whole["verdicts"]
    # A program that hangs, crashes or prints without an end.
    stub = folder + "/stub"
    with open(stub, "w", encoding="utf-8") as file:
        file.write(STUB)
    os.chmod(stub, 0o755)
    os.makedirs(folder + "/odd")
    for name in ("hangs", "crashes", "prints", "good"):
        open(f"{folder}/odd/{name}.cu", "w", encoding="utf-8").close()
    odd = parallel("x", folder + "/odd", folder + "/oddities", TILESTEP=stub, SECONDS_EACH="1")
    verdicts = {os.path.basename(row["file"]): row["verdict"] for row in odd["rows"]}
    assert verdicts == {"hangs.cu": "timeout", "crashes.cu": "crash", "prints.cu": "crash", "good.cu": "pass"} or \
        verdicts["prints.cu"] == "timeout" and verdicts["hangs.cu"] == "timeout" and verdicts["good.cu"] == "pass", verdicts
