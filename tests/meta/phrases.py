"""Every message that the source can say has its Chinese in src/base/phrase.def, or in phrase_lang.def
if src/lang says it; every row of them is said there, and has the same places in Chinese.

phrases.py SOURCE_ROOT
"""
import errno
import glob
import os
import re
import sys

root = sys.argv[1]
LITERAL = r'"(?:[^"\\]|\\.)*"'
TOKEN = re.compile(LITERAL + r"|'(?:[^'\\]|\\.)'|.", re.S)
ENGLISH_ONLY = r"[a-z]%s$|\bis %s$"  # an ending or an article, which Chinese has not
CONVERSION = r"%(?:\.\*s|[0-9.]*(?:ll|l|z)?[duxX]|[0-9.]*[fg]|[scp])"

# Who takes messages, and which of the arguments are keys of the table: formats, hints, other keys.
KEYS = {
    "PHRASE_KEY": [0], "PHRASE_LITERAL": [0], "phrase_new": [1],
    "diag_error": [2, 3], "diag_warning": [2, 3], "diag_error_plain": [1, 2],
    "parse_error": [2, 3], "check_error": [2, 3], "parse_expect": [2], "check_convert": [3],
    "parse_constant_int": [2], "emit_full": [1], "add_missing": [2], "choose_extent": [1],
    "set_extent": [1], "missing": [2], "refuse_here": [2, 3], "fail_at": [1], "refuse": [1],
    "load_note": [1], "load_note_assumed": [1],
    "complain": [1], "cli_error": [0], "output_say": [0], "progress_announce": [1]}


def literals(code):
    """The string literals in a piece of code, adjacent ones joined."""
    for run in re.finditer(r"'(?:[^'\\]|\\.)'|(%s(?:\s*%s)*)" % (LITERAL, LITERAL), code):
        if run.group(1):
            yield unescaped("".join(part[1:-1] for part in re.findall(LITERAL, run.group(1))))


def unescaped(text):
    return re.sub(r"\\(.)", r"\1", text)


def calls(code):
    """Name and arguments of every call of somebody in KEYS."""
    for start in re.finditer(r"\b(%s)\s*\(" % "|".join(KEYS), code):
        depth, arguments = 1, [""]
        for token in TOKEN.finditer(code, start.end()):
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(token.group(), 0)
            if not depth:
                break
            if depth == 1 and token.group() == ",":
                arguments.append("")
            else:
                arguments[-1] += token.group()
        yield start.group(1), arguments


def assigned(code, name):
    """What is assigned to a variable of a file, as one piece of code; nothing if it is no variable."""
    values = re.findall(r"\b%s(?:\[\])? = ([^;]*);" % re.escape(name), code) if name.isidentifier() else []
    return ", ".join(values)


def has_words(text):
    return bool(re.search(r"[^\s%]", re.sub(CONVERSION, "", text)))


def rows(name):
    """English to Chinese in one of the tables, in its order."""
    text = open(f"{root}/src/base/{name}").read()
    return [(unescaped(english[1:-1]), unescaped(chinese[1:-1])) for english, chinese in
            re.findall(r"^PHRASE\((%s), (%s)\)$" % (LITERAL, LITERAL), text, re.M)]


bad = []
of_lang = dict(rows("phrase_lang.def"))
table = dict(rows("phrase.def")) | of_lang
for name in ("phrase.def", "phrase_lang.def"):
    keys = [english.encode() for english, _ in rows(name)]
    bad += [f"{name}: not in order, or twice: {b.decode()}" for a, b in zip(keys, keys[1:]) if a >= b]
for english, chinese in table.items():
    plain = english.replace("%%", "").replace("-%04d", "")  # the names of pictures are no formats
    parts = len(re.findall(CONVERSION, plain))
    used = set(map(int, re.findall(r"\{(\d)\}", chinese)))
    free = {at for at, part in enumerate(re.finditer(CONVERSION, plain), 1)
            if re.search(ENGLISH_ONLY, part.string[:part.end()])}
    if not set(range(1, parts + 1)) - free <= used <= set(range(1, parts + 1)):
        bad.append(f"the Chinese has other places than: {english}")
    if not re.search(r"[\u4e00-\u9fff：（；，]", chinese):
        bad.append(f"no Chinese for: {english}")

said = 0
everything = {os.strerror(number) for number in errno.errorcode}
everything_of_lang = set()
silent = set(KEYS)
for path in sorted(glob.glob(f"{root}/src/**/*.c", recursive=True)):
    code = re.sub(r"/\*.*?\*/|^#.*?$", "", open(path).read(), flags=re.S | re.M)
    (everything_of_lang if "/src/lang/" in path else everything).update(literals(code))
    for name, arguments in calls(code):
        silent.discard(name)
        for key in (arguments[at].strip() for at in KEYS[name] if at < len(arguments)):
            key += assigned(code, key)
            if re.search(r"\wprintf\s*\(", key):
                bad.append(f"{path}: a finished text is no key: {key}")
            for text in literals(key):
                said += 1
                if has_words(text) and text not in table:
                    bad.append(f"{path}: no Chinese for: {text}")
                if "%" in re.sub(CONVERSION, "", text.replace("%%", "")) and name != "PHRASE_LITERAL":
                    bad.append(f"{path}: phrase_new knows no such conversion: {text}")
for what, hint in re.findall(r"^REFUSED\(%s, (%s), (%s)\)" % ((LITERAL,) * 3),
                             open(root + "/src/lang/check/refused.def").read(), re.M):
    for text in (unescaped(what[1:-1]), unescaped(hint[1:-1])):
        said += 1
        everything_of_lang.add(text)
        if text not in table:
            bad.append(f"refused.def: no Chinese for: {text}")
bad += [f"nobody calls {name}" for name in silent]
bad += [f"src/lang does not say: {english}" for english in of_lang.keys() - everything_of_lang]
bad += [f"nobody but src/lang says: {english}" for english in
        table.keys() - of_lang.keys() - everything]

print("\n".join(bad))
print(len(table), "rows,", said, "messages,", len(bad), "wrong")
sys.exit(not said or bool(bad))
