#!/usr/bin/env python3
"""What is said of the findings and notes in every kernel that is wrong on purpose, in short and in
full, is to the letter what stands in sentences.en.txt and sentences.zh.txt. Of sentences in one file
that differ in names and numbers alone the first one stands for all. TILESTEP_UPDATE_GOLDEN=1 writes them anew.
What faults.py asks of the planted ones is asked of the same runs.

usage: sentences.py BOTH"""

import glob
import os
import re
import sys

import faults

KERNELS = os.path.join(faults.FOLDER, "../kernels")
LANGUAGES = ("en", "zh")


def cases():
    """[(name of the file, words for BOTH)]: of files with several kernels each of them."""
    for words in faults.cases_of(faults.rows()):
        yield os.path.basename(words[-1])[:-3], words
    for folder in ("broken", "allowed", "warps", "rows/wrong"):
        for path in sorted(glob.glob(f"{KERNELS}/{folder}/*.cu")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            options = " ".join(re.findall(r"^// run: (.*)", text, re.M)).split()
            kernels = re.findall(r"__global__ void (\w+)\(", text)
            for kernel in kernels if folder[0] in "wr" else [""]:
                chosen = ["--kernel", kernel] if kernel else []
                yield f"{folder}/{os.path.basename(path)[:-3]}", [*options, *chosen, path]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    names, words = zip(*cases())
    objects = faults.run_all(sys.argv[1], words)
    failures = faults.judge(faults.rows(), objects)
    lines, met = {language: [] for language in LANGUAGES}, set()
    for name, object in zip(names, objects):
        for kind, *said in object["said"]:
            shape = name, kind, re.sub(r"[^\u4e00-\u9fff]", "", said[1][1])
            if shape not in met:
                for language, (brief, sentence) in zip(LANGUAGES, said):
                    lines[language].append(f"{name}: {kind}: {brief} | {sentence}\n")
            met.add(shape)
    wrong = []
    for language in LANGUAGES:
        path = os.path.join(faults.FOLDER, f"sentences.{language}.txt")
        if os.environ.get("TILESTEP_UPDATE_GOLDEN"):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(lines[language])
        with open(path, encoding="utf-8") as file:
            golden = file.readlines()
        wrong += [f"- {line}" for line in golden if line not in lines[language]]
        wrong += [f"+ {line}" for line in lines[language] if line not in golden]
    print("".join(wrong), f"{len(met)} sentences, {len(wrong)} lines differ")
    return 1 if failures or wrong or not met else 0


if __name__ == "__main__":
    sys.exit(main())
