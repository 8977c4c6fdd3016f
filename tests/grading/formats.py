"""The recipes for courses (assets/grading) by the formats that their engines publish: what stands in the workflow of
GitHub Classroom is run as it stands there, Gradescope's folder is run on what may be handed in and its results.json
held against the format, the notebook for nbgrader has the metadata that nbgrader wants, and its cells judge.

formats.py TILESTEP SOURCE_ROOT EXERCISES
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

native, root, exercises = map(os.path.abspath, sys.argv[1:4])
recipes = root + "/assets/grading"
bad, count = [], 0
# The wheel answers so; here the native program does, which is there without anything else.
STAND_IN = '''
import json, subprocess
class TilestepError(Exception): pass
class Grade:
    def __init__(self, data): self.data, self.tests, self.passed = data, data["tests"], data["verdict"] == "pass"
def grade(kernel, lesson):
    done = subprocess.run([%r, "grade", str(kernel), "--lesson", lesson, "--json"], capture_output=True, text=True)
    if not done.stdout.startswith("{"): raise TilestepError(done.stderr)
    return Grade(json.loads(done.stdout))
''' % native


def check(what, is_good):
    global count
    count += 1
    if not is_good:
        bad.append(what)
        print("wrong:", what)


def classroom(folder, env):
    text = open(recipes + "/github/classroom.yml", encoding="utf-8").read()
    flow = yaml.safe_load(text)
    check("the workflow begins at a push", "push" in flow[True])  # YAML reads on: as true
    check("it may write checks", flow["permissions"] == {"checks": "write", "actions": "read", "contents": "read"})
    job = flow["jobs"]["run-autograding-tests"]
    graders = [step for step in job["steps"] if "command-grader@" in step.get("uses", "")]
    reporter = next(step for step in job["steps"] if "grading-reporter@" in step.get("uses", ""))
    check("every grader has what it needs", graders and all(
        {"test-name", "command", "timeout", "max-score"} <= set(step["with"]) and step["id"] for step in graders))
    check("the reporter knows them", reporter["with"]["runners"].split(",") == [step["id"] for step in graders])
    check("and gets their results", set(reporter["env"]) == {step["id"].upper() + "_RESULTS" for step in graders})
    command = graders[0]["with"]["command"]
    for file, status in (("04_two_barriers_solution.cu", 0), ("04_two_barriers.cu", 1), ("meson.build", 1)):
        shutil.copy((exercises if file.endswith(".cu") else root) + "/" + file, folder + "/handed.cu")
        done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True,
                              env={**env, "LESSON": "two_barriers", "FILE": "handed.cu"})
        check("the command judges " + file, done.returncode == status and done.stdout.strip())


def is_result(done):
    """As Gradescope's documentation of results.json has it: a score above, and tests with a status."""
    return (set(done) <= {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format",
                          "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"}
            and isinstance(done["score"], (int, float)) and 0 <= done["score"] <= 100
            and isinstance(done["output"], str) and done["output_format"] in ("text", "html", "simple_format", "md", "ansi")
            and done["visibility"] in ("hidden", "after_due_date", "after_published", "visible")
            and all(set(test) <= {"score", "max_score", "status", "name", "name_format", "number", "output", "output_format",
                                  "tags", "visibility", "extra_data"}
                    and test["status"] in ("passed", "failed") and isinstance(test["name"], str)
                    and isinstance(test["output"], str) for test in done["tests"]))


def gradescope(folder, env):
    def judged(name, *files, **more):
        base = folder + "/" + name
        os.makedirs(base + "/submission/deeper")
        shutil.copytree(recipes + "/gradescope", base + "/source")
        for file, text in files:
            with open(base + "/submission/" + file, "wb") as out:
                out.write(text)
        done = subprocess.run(["bash", base + "/source/run_autograder"], capture_output=True, text=True,
                              env={**env, "AUTOGRADER": base, "PYTHON": sys.executable, "LESSON": "two_barriers", **more})
        with open(base + "/results/results.json", encoding="utf-8") as file:
            results = json.load(file)
        check(name + ": the format", is_result(results))
        check(name + ": it ends well: " + done.stderr, done.returncode == 0)
        return results

    right = open(exercises + "/04_two_barriers_solution.cu", "rb").read()
    skeleton = open(exercises + "/04_two_barriers.cu", "rb").read()
    check("a right one has all points", judged("right", ("deeper/mine.cu", right))["score"] == 100)
    wrong = judged("wrong", ("mine.cu", skeleton))
    check("a wrong one not", 0 <= wrong["score"] < 100 and any(test["status"] == "failed" for test in wrong["tests"]))
    check("the file of the lesson's name counts", judged("two", ("a.cu", b"no"), ("two_barriers.cu", right))["score"] == 100)
    check("none", judged("none")["score"] == 0)
    check("bytes", judged("bytes", ("x.cu", bytes(range(256)) * 99))["score"] == 0)
    broken = judged("broken", ("x.cu", right.replace(b"__global__ void", b"__global__ viod", 1)))
    check("a syntax error with its line", broken["score"] == 0 and re.search(r":\d+:\d+: error", broken["output"]))
    check("no grader", "could not be judged" in judged("dead", ("x.cu", right), PYTHON="/bin/false")["output"])
    for script in ("setup.sh", "run_autograder"):
        check(script + " can be run", os.access(recipes + "/gradescope/" + script, os.X_OK))


def nbgrader(folder, env):
    book = folder + "/two_barriers.ipynb"
    subprocess.run([sys.executable, recipes + "/nbgrader/make.py", exercises + "/04_two_barriers_solution.cu", "two_barriers",
                    book], check=True)
    made = json.load(open(book, encoding="utf-8"))
    check("a notebook", made["nbformat"] == 4 and made["nbformat_minor"] == 5 and made["metadata"]["kernelspec"]["name"])
    marks = [one["metadata"]["nbgrader"] for one in made["cells"]]
    check("of nbgrader's third schema", all(set(mark) - {"points"} == {
        "schema_version", "grade_id", "grade", "solution", "locked", "task"} and mark["schema_version"] == 3 for mark in marks))
    check("with names of their own", len({mark["grade_id"] for mark in marks}) == len(marks))
    check("points where it is graded alone", all(mark["grade"] == ("points" in mark) for mark in marks))
    check("nothing that is emptied, one test, locked", not any(mark["solution"] for mark in marks) and marks[2]["grade"] and marks[2]["locked"] and not marks[1]["locked"])
    answer, test = ("".join(one["source"]) for one in made["cells"][1:])
    head, code = answer.split("\n", 1)
    check("the answer is written to the file that is judged", head == "%%writefile two_barriers.cu")
    for text, status in ((code, 0), (code.replace("__syncthreads();", "", 1), 1), ("", 1)):
        with open(folder + "/two_barriers.cu", "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([sys.executable, "-c", test], cwd=folder, env=env, capture_output=True, text=True)
        check("the test cell: %d" % status, (done.returncode != 0) == status)


with tempfile.TemporaryDirectory(prefix="tilestep-grading-") as folder:
    with open(folder + "/tilestep.py", "w", encoding="utf-8") as file:
        file.write(STAND_IN)
    env = {**os.environ, "PYTHONPATH": folder}
    for part in (classroom, gradescope, nbgrader):
        os.makedirs(folder + "/" + part.__name__)
        part(folder + "/" + part.__name__, env)
print("%d checks, %d wrong" % (count, len(bad)))
sys.exit(bool(bad))
