"""Texts for users say what the CUDA world says: none has a word that the table below replaces.

words.py SOURCE_ROOT

Searched are the literals of src (what people read has a space, a capital or Chinese in it), the
lessons and scenes, the kernels and exercises that come along, README and the manual.
"""
import glob
import os
import re
import sys

root = sys.argv[1]
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
CHINESE = r"[\u4e00-\u9fff]"

# An expression for the old word, what is said instead, and an expression for the places where the
# word has another meaning.
WORDS = [
    (r"\bturns?\b", "wavefront, iteration, round-robin, serialised",
     r"name: turns"),
    (r"\b[Gg]uard(s|ed)?\b", "bounds check; memory past the array", r" \(guard\)"),
    (r"\b[Mm]ulti-?processors?\b", "SM", r"streaming multiprocessor|\.multiprocessors"),
    (r"\bin step\b(?! [%0-9])", "lockstep; on one clock", None),
    (r"\bglobal (reads?|writes?)\b|\bshared (reads?|writes?)\b", "loads and stores", None),
    (r"\breads (of|from) (global|shared|both|constant)", "loads from", None),
    (r"\bExecutions\b", "times executed", None),
    (r"\b(Bytes|Sectors) (used|filled)\b", "sector utilisation", None),
    (r"\bLines read\b", "128-byte cache lines", None),
    (r"\bpairs? without an order\b", "hazards", None),
    (r"\bone rounding\b", "FMA contraction", None),
    (r"\barrays? of a thread\b", "local memory", None),
    (r"\bblocks that fit\b", "resident blocks", None),
    (r"\bgiven by the launch\b|\bfilled by the launch\b", "copied from the host", None),
    (r"\bbehind (the (end|array|last)|every row|them\b|the other)", "past the end; after", None),
    (r"\b[Bb](ring|rings|rought)\b(?! (%s|a kernel|down)|$)", "load, fetch, store",
     r"Brought down|brought down|brings\s+the other|O brings$"),
    (r"\b[Tt]he library\b", "cuBLAS", r"the library (that|was not initialized)"),
    (r"^Instructions$", "warp instructions", None),
    (r"^Divergent$", "divergent branches", None),
    (r"\d-way bank", "wavefronts", None),
    (r"\b[Ww]here each value lives\b", "memory spaces", None),
    (r"\bpieces? of 32 bytes\b", "sector", None),
    (r"right beside broken", "compare with the right run", None),
    (r"\bbarrier %d\b", "the barrier of line %d", None),
    ("幕", "场景", None),
    ("轮次", "wavefront 数", None),
    (r"路 ?(bank|存储体) ?冲突", "需要几个 wavefront", None),
    (r"全局读|全局写|共享写|共享读(?!来)", "全局内存读取次数", None),
    ("读取扇区", "读取的扇区数", None),
    ("谁来晚了", "会覆盖谁要读的值", None),
    ("搬(?!运)", "加载", None),
    ("伸出", "超出边界", None),
    ("已关闭", "已去掉", None),
    ("未激活", "非活跃", None),
    ("屋顶", "Roofline", None),
    ("保护[区字]", "数组之后的内存", None),
    ("多处理器", "SM", None),
    ("^常量$", "补零", None),
    ("步调一致", "锁步", None),
    ("仍在累加", "部分和", None),
    (CHINESE + r"[，：、]? ?warps?\b|\bwarps? ?" + CHINESE, "线程束", None),
]


def code_texts(path):
    """The literals of a source that somebody reads, adjacent ones joined, each with its line."""
    code = open(path).read()
    code = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found.group()), code, flags=re.S)
    for found in re.finditer(LITERAL + r"(?:\s*" + LITERAL + ")*", code):
        text = "".join(part[1:-1] for part in re.findall(LITERAL, found.group()))
        if re.search(r" |[A-Z][a-z]|" + CHINESE, text):
            yield code.count("\n", 0, found.start()) + 1, text


def page_texts(path):
    """The lines of a page, without the remarks of YAML and the requests of the manual."""
    for number, line in enumerate(open(path), 1):
        if not (path.endswith(".yaml") and line.lstrip().startswith("#")):
            yield number, line.rstrip("\n")


def files(*patterns):
    found = [path for pattern in patterns
             for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True))]
    assert found, patterns
    return found


texts = [(path, text) for path in files("src/**/*.def", "src/**/*.c") for text in code_texts(path)]
texts += [(path, text)
          for path in files("lessons/*.yaml", "lessons/README.md", "lessons/exercises/*.cu",
                            "kernels/*.cu", "README.md", "assets/tilestep.1.in")
          for text in page_texts(path)]
bad = 0
for old, new, allowed in WORDS:
    for path, (number, text) in texts:
        rest = re.sub(allowed, "", text) if allowed else text
        for found in re.finditer(old, rest):
            bad += 1
            print(f"{os.path.relpath(path, root)}:{number}: {found.group()}: say {new}")
print(len(WORDS), "words,", len(texts), "texts,", bad, "wrong")
sys.exit(bool(bad))
