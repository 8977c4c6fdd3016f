"""summary.py OUT: what one.sh has left there as OUT/grades.csv and OUT/grades.json. A verdict is pass, fail, error
(it cannot be judged: a syntax error, no kernel), timeout or crash; score is the share of the tests that are passed."""
import csv
import json
import signal
import sys
from pathlib import Path

COLUMNS = ["file", "verdict", "score", "passed", "tests", "cpu_seconds", "seconds", "message"]


def row(path):
    name, numbers = path.read_bytes().split(b"\0")
    seconds, user, system, status = numbers.split()
    made = {"file": name.decode("utf-8", "replace"), "seconds": float(seconds),
            "cpu_seconds": round(float(user) + float(system), 3), "score": 0.0, "passed": 0, "tests": 0}
    try:
        grade = json.loads(path.with_suffix(".json").read_text("utf-8", "replace"))
    except ValueError:
        said = path.with_suffix(".err").read_text("utf-8", "replace").strip()
        late = int(status) in (124, 128 + signal.SIGKILL)
        return {**made, "verdict": "timeout" if late else "crash", "message": said[-200:] or f"status {int(status)}"}
    passed = [test["status"] == "pass" for test in grade["tests"]]
    failed = [test["name"] + ": " + test["message"] for test in grade["tests"] if test["status"] != "pass"]
    return {**made, "verdict": grade["verdict"], "passed": sum(passed), "tests": len(passed),
            "score": round(sum(passed) / len(passed), 3) if passed else 0.0,
            "message": grade.get("message") or (failed[0] if failed else "")}


def harmless(value):
    """A spreadsheet takes text that begins so for a formula."""
    return "'" + value if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


out = Path(sys.argv[1])
rows = sorted(map(row, out.glob("*.row")), key=lambda one: one["file"])
verdicts = {}
for one in rows:
    verdicts[one["verdict"]] = verdicts.get(one["verdict"], 0) + 1
whole = {"submissions": len(rows), "verdicts": verdicts, "cpu_seconds": round(sum(one["cpu_seconds"] for one in rows), 2),
         "longest_seconds": max((one["seconds"] for one in rows), default=0), "rows": rows}
(out / "grades.json").write_text(json.dumps(whole, indent=1, ensure_ascii=False), encoding="utf-8")
with open(out / "grades.csv", "w", newline="", encoding="utf-8") as file:
    table = csv.DictWriter(file, COLUMNS)
    table.writeheader()
    table.writerows({name: harmless(one[name]) for name in COLUMNS} for one in rows)
print(json.dumps({name: value for name, value in whole.items() if name != "rows"}))
