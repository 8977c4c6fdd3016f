#!/usr/bin/env python3
"""README's first five minutes, word for word: what it says that a press shows, the picture says. The
sentences are looked up in README, so that neither can change alone.
usage: readme.py TILESTEP ROOT"""
import os
import re
import subprocess
import sys
import tempfile

TILESTEP, ROOT = sys.argv[1:3]
TILED, NAIVE = [os.path.join(ROOT, "kernels", name) for name in ("02_tiled.cu", "01_naive.cu")]

# What README says, the keys before it, and what the picture says then.
STEPS = [
    ("the tiled kernel on a 4 × 4 product, beside the naive one", [], "step 0 of 464"),
    ("Press the right arrow: the first values fly from M to the threads", ["Right"],
     "4 threads load M[0][0..1], M[1][0..1] from global memory"),
    ("Press it again, and they go on to the shared tile Mds", ["Right"] * 2,
     "4 threads store to Mds[0][0..1], Mds[1][0..1] in shared memory"),
    ("the sixth press shows the first product", ["Right"] * 6, "compute Pvalue"),
    ("the left arrow goes back", ["Right", "Left"], "step 0 of 464"),
    ("F11 takes a single instruction of a warp", ["F11"], "step 1 of 464"),
    ("Press PageDown: on to the next barrier", ["PageDown"], "the barrier opens"),
]

# What README says, the commands of its keys, and what is written in the picture then: in English, and
# what the Chinese part says of the same key.
SHOWN = [
    ("Click the mark beside line 33 in the source", "点击第 33 行旁的标记",
     ["access-next"] * 6 + ["barrier-next"], "33"),
    ("the first barrier is off, and what goes wrong is listed under 1 (Findings)", "去掉屏障；按 1 查看发现的问题",
     ["toggle 33", "panel-findings"], "no barrier between: the old value"),
    ("Ctrl+Z puts it back", "Ctrl+Z 撤销", ["toggle 33", "undo", "panel-findings"],
     "Nothing was found wrong in the whole grid"),
    ("Look at the counters: the naive kernel makes 128 global loads, the tiled one 64", "", [], "128"),
    ("T shows the tile of the picked thread large", "", ["enlarge"], "around thread (0, 0)"),
    ("Ctrl+G, or a click on the step shown, goes to a step by its number", "Ctrl+G 输入步号跳转", ["jump"],
     "To which step?"),
    ("Press F4 for what the signs and words in the picture mean", "F4 说明画面中的记号", ["sheet-signs"],
     "pin on the time line: a barrier opens"),
    ("F1 for all keys", "F1 显示全部按键", ["help"], "Light, dark or high contrast"),
    ("F2 for Chinese", "F2 随时切换", ["language"], "全局内存"),
    ("Ctrl+O for the scenes again and for a file of your own", "Ctrl+O 打开自己的", ["open"], "Scenes of the lecture"),
]


def call(*words, statuses=(0,)):
    made = subprocess.run([TILESTEP, *words, "--lang", "en"], capture_output=True, text=True,
                          encoding="utf-8", timeout=60)
    assert made.returncode in statuses, (words, made.stderr)
    return made.stdout


def last_moment(folder, keys):
    """What is told of the picture after the keys."""
    path = os.path.join(folder, "keys.txt")
    call("render", TILED, "--compare", NAIVE, "--keys", ",".join(keys or ["Home"]), "-o", path)
    with open(path, encoding="utf-8") as said:
        return re.split(r"^(?=\d)", said.read(), flags=re.M)[-1]


def is_shown(folder, commands, told):
    path = os.path.join(folder, "shown.svg")
    call("render", TILED, "--compare", NAIVE, "--do", ";".join(commands), "-o", path)
    with open(path, encoding="utf-8") as picture:
        return any(told == words or len(told) > 3 and told in words for words in re.findall(r">([^<]+)</text>", picture.read()))


with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as page:
    readme = " ".join(page.read().split())
with tempfile.TemporaryDirectory() as folder:
    for said, keys, told in STEPS:
        assert said in readme, f"README no longer says: {said}"
        assert told in last_moment(folder, keys), (said, last_moment(folder, keys))
    for said, chinese, commands, told in SHOWN:
        assert said in readme and chinese in readme, f"README no longer says: {said}"
        assert is_shown(folder, commands, told), (said, commands, told)
table = call("compare", NAIVE, TILED, "--set", "j=4", "--set", "k=4", "--set", "l=4", "-D", "TILE_WIDTH=2")
assert "the naive kernel makes 128 global loads, the tiled one 64" in readme
assert ["global", "loads", "128", "64", "2"] in [line.split() for line in table.splitlines()]
assert "race" in call("run", TILED, "--without", "barrier:33", statuses=(1,))
print(len(STEPS) + len(SHOWN) + 2, "steps of README hold")
