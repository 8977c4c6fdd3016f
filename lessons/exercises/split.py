"""Makes the two files of each exercise, what a student begins with and its solution, from the one in
which both stand: what differs is marked by lines #ifdef EXERCISE, #ifndef EXERCISE, #else, #endif.
split.py FOLDER NAME.both.cu...   writes NAME.cu and NAME_solution.cu"""
import os
import sys


def split(text, is_exercise):
    lines, is_kept = [], True
    for line in text.splitlines(keepends=True):
        word = line.strip()
        if word in ("#ifdef EXERCISE", "#ifndef EXERCISE"):
            is_kept = is_exercise == (word == "#ifdef EXERCISE")
        elif word in ("#else", "#endif"):
            is_kept = word == "#endif" or not is_kept
        elif is_kept:
            lines.append(line)
    return "".join(lines)


for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        both = file.read()
    for ending, is_exercise in ((".cu", True), ("_solution.cu", False)):
        name = os.path.basename(path).replace(".both.cu", ending)
        with open(os.path.join(sys.argv[1], name), "w", encoding="utf-8", newline="\n") as file:
            file.write(split(both, is_exercise))
