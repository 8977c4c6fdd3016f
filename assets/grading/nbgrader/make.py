"""make.py SKELETON.cu LESSON OUT.ipynb: an assignment for nbgrader with one exercise. The student's cell writes the
kernel to a file (it is no solution cell, which nbgrader would empty: the skeleton stays); the locked cell below judges
it. Students and the grader need the wheel of tilestep."""
import json
import sys

skeleton, lesson, out = sys.argv[1:]
code = open(skeleton, encoding="utf-8").read()
name = lesson + ".cu"


def cell(kind, grade_id, source, **marks):
    nbgrader = {"schema_version": 3, "grade_id": grade_id, "grade": False, "solution": False, "locked": True, "task": False}
    made = {"cell_type": kind, "id": grade_id, "metadata": {"nbgrader": {**nbgrader, **marks}},
            "source": source.splitlines(keepends=True)}
    return made if kind == "markdown" else {**made, "execution_count": None, "outputs": []}


JUDGE = f"""import tilestep

grade = tilestep.grade("{name}", "{lesson}")
for test in grade.tests:
    print(test["status"], test["name"], test["message"])
assert grade.passed, grade.data.get("message", "not all tests are passed")
"""
book = {"nbformat": 4, "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "cells": [cell("markdown", lesson + "-task", f"Write the kernel of `{lesson}`, run the cell, and the one below it."),
                  cell("code", lesson + "-answer", f"%%writefile {name}\n{code}", locked=False),
                  cell("code", lesson + "-tests", JUDGE, grade=True, points=100)]}
with open(out, "w", encoding="utf-8") as file:
    json.dump(book, file, indent=1, ensure_ascii=False)
