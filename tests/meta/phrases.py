"""Every message that the source can say has its Chinese in src/base/phrase.def or phrase_lang.def,
every row of these tables is said somewhere, and the Chinese uses only what the English has.

phrases.py SOURCE_ROOT
"""
import glob
import re
import sys

root = sys.argv[1]
LITERAL = r'"(?:[^"\\]|\\.)*"'
SAYING = ("diag_error diag_warning diag_error_plain parse_error check_error load_note "
          "load_note_assumed cli_error output_say progress_announce expect host_unknown refuse").split()
FOLDERS = "base lang host device load session cli vm".split()


def texts(code):
    """The string literals in a piece of code, adjacent ones joined."""
    for run in re.findall(LITERAL + r"(?:\s*(?:PRI\w+\s*)?" + LITERAL + ")*", code):
        yield "".join(part[1:-1] for part in re.findall(LITERAL, run))


def calls(code, names):
    """What stands in the parentheses of every call of one of the names."""
    for start in re.finditer(r"\b(?:%s)\s*\(" % "|".join(names), code):
        depth, at = 1, start.end()
        while depth and at < len(code):
            literal = re.compile(LITERAL + r"|'(?:[^'\\]|\\.)'").match(code, at)
            at = literal.end() if literal else at + 1
            if not literal:
                depth += {"(": 1, ")": -1}.get(code[at - 1], 0)
        yield code[start.end():at - 1]


def is_sentence(text):
    return bool(re.search(r"[a-z]{2,} |: %s", text)) and not text.startswith("wants ")


table = {}
bad = []
for english, chinese in re.findall(r"^PHRASE\((%s), (%s)\)$" % (LITERAL, LITERAL),
                                   open(root + "/src/base/phrase.def").read() +
                                   open(root + "/src/base/phrase_lang.def").read(), re.M):
    english, chinese = english[1:-1], chinese[1:-1]
    if english in table:
        bad.append(f"twice in the table: {english}")
    table[english] = chinese
    parts = len(re.findall(r"%[^%]*?[sdugfcxX]", english.replace("%%", "")))
    for number in re.findall(r"\{(\d)\}", chinese):
        if int(number) > parts:
            bad.append(f"there is no {{{number}}} in: {english}")
    if not re.search(r"[\u4e00-\u9fff]", chinese) and re.search(r"[a-z]{3}", re.sub(
            r"--\w+|%\w+", "", english)) and not re.search(r"[：（]", chinese):
        bad.append(f"no Chinese for: {english}")

said = 0
everything = ""
for folder in FOLDERS:
    for path in sorted(glob.glob(f"{root}/src/{folder}/**/*.c", recursive=True)):
        code = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
        everything += code
        for call in calls(code, SAYING):
            for text in texts(call):
                if is_sentence(text):
                    said += 1
                    if text not in table:
                        bad.append(f"{path}: no Chinese for: {text}")
for name, what, hint in re.findall(r"^REFUSED\((%s), (%s), (%s)\)" % ((LITERAL,) * 3),
                                   open(root + "/src/lang/check/refused.def").read(), re.M):
    for text in (what[1:-1], hint[1:-1]):
        said += 1
        if text not in table:
            bad.append(f"refused.def: no Chinese for: {text}")

print("\n".join(bad))
print(len(table), "rows,", said, "messages,", len(bad), "wrong")
sys.exit(not said or bool(bad))
