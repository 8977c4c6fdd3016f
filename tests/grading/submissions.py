"""submissions.py EXERCISES LESSON-FILE COUNT OUT: submissions as a course gets them, made of a solution: right, wrong,
slow, with syntax errors, without an end, out of bounds, printing without an end, and bytes of all kinds. What each has
to come to stands in OUT/expected.json."""
import json
import os
import random
import re
import sys


def replaced(text, old, new):
    assert old in text, old
    return text.replace(old, new, 1)


def body(text, code):
    """The kernel of the memory wall with something before all that it does."""
    return re.sub(r"(__global__[^{]*\{)", r"\1" + code.replace("\\", "\\\\"), text, count=1)


def kinds(right, skeleton):
    """(name, text, the verdicts that are right)"""
    loop = "for (int i = 0; i < k; ++i)" if "for (int i = 0; i < k; ++i)" in right else None
    yield "right", right, ["pass"]
    yield "right-comment", "// " + "x" * 5000 + "\n" + right, ["pass"]
    yield "skeleton", skeleton, ["fail"]
    yield "syntax", replaced(right, "__global__ void", "__global__ viod"), ["error"]
    yield "half", right[: len(right) * 2 // 3], ["error", "fail"]
    yield "brackets", right + "}}}}" * 2000, ["error", "fail", "pass"]
    yield "nested", body(right, " int z = " + "(" * 3000 + "1" + ")" * 3000 + ";"), ["error", "fail", "pass"]
    yield "endless", body(right, " while (true) { }"), ["fail"]
    yield "endless-counter", body(right, " for (unsigned u = 0; u < 10; u *= 2) { }"), ["fail"]
    yield "endless-barrier", body(right, " while (true) __syncthreads();"), ["fail"]
    yield "recursion", "__device__ int deep(int n) { return deep(n + 1); }\n" + body(right, " deep(0);"), ["fail", "error"]
    yield "null", body(right, " *(float *)0 = 1;"), ["fail", "error"]
    yield "outside", body(right, " ((float *)%s)[1 << 28] = 1;" % re.search(r"float \*(\w+)", right).group(1)), ["fail", "error"]
    yield "prints", body(right, ' for (int q = 0; q < 100000; ++q) printf("%d garbage \\\\x1b[2J\\n", q);'), ["fail", "pass", "error"]
    yield "large-array", body(right, " __shared__ float huge[1 << 28]; huge[0] = 1;"), ["fail", "error"]
    yield "include-itself", '#include "SELF"\n' + right, ["error", "fail", "pass"]
    yield "macros", "#define A0 1 1\n" + "".join("#define A%d A%d A%d\n" % (i + 1, i, i) for i in range(40)) + \
        "int a = A40;\n" + right, ["error", "fail", "pass"]
    yield "empty", "", ["error"]
    yield "words", "I could not do it, sorry.\n", ["error"]
    yield "zip", "PK\x03\x04" + "".join(map(chr, range(256))) * 40, ["error"]
    yield "python", "import numpy as np\nprint('hello')\n", ["error"]
    if loop:
        yield "short-loop", replaced(right, loop, "for (int i = 0; i < k - 1; ++i)"), ["fail"]


def main():
    folder, stem, count, out = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    chance = random.Random(7)
    right = open(f"{folder}/{stem}_solution.cu", encoding="utf-8").read()
    skeleton = open(f"{folder}/{stem}.cu", encoding="utf-8").read()
    made, expected = list(kinds(right, skeleton)), {}
    for number in range(count):
        name, text, verdicts = made[number % len(made)]
        place = os.path.join(out, "%04d %s" % (number, chance.choice(["Ada", "李雷", "=Bo", "O'Neil \"x\""])))
        os.makedirs(place, exist_ok=True)
        path = os.path.join(place, name + ".cu")
        text = text.replace("SELF", os.path.basename(path))
        with open(path, "w", encoding="latin-1" if name == "zip" else "utf-8") as file:
            file.write(text + "\n// %d" % number)
        expected[path] = verdicts
    with open(os.path.join(out, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(expected, file)


main()
