"""Formats of printf have no gaps in their numbered arguments ("%1$s ... %3$s" alone is undefined), and
the English and the Chinese of one text take the same arguments with the same types, or have the same
{places}. A pair is two literals side by side, of which the second alone has Chinese characters; rows
of phrase.def are left to phrases.py. What the compiler sees together it checks itself.

formats.py SOURCE_ROOT
"""
import glob
import re
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
RUN = r"%s(?:\s*(?:%s|PRI\w+))*" % (LITERAL, LITERAL)
CONVERSION = re.compile(r"%(?:(\d)\$)?[-+0#']*(\*|\d+)?(?:\.(\*|\d+))?(hh?|ll?|z)?([diuxXfgGesSc])|%%")


def arguments(text):
    """[type] by position; a gap is None."""
    found = {}
    for number, width, precision, length, letter in CONVERSION.findall(text):
        for kind in [star for star in (width, precision) if star == "*"] + [length + letter] * bool(letter):
            found[int(number) - 1 if number else len(found)] = kind
    return [found.get(at) for at in range(max(found, default=-1) + 1)]


def places(text):
    return set(re.findall(r"\{[a-z_]+\}", text))


def is_chinese(text):
    return bool(re.search(r"[\u3000-\u9fff\uff00-\uffef]", text))


def joined(run):
    return "".join(part[1:-1] for part in re.findall(LITERAL, run))


bad, texts, pairs = [], 0, 0
for path in sorted(sum((glob.glob(f"{sys.argv[1]}/src/**/*.{end}", recursive=True)
                        for end in ("c", "h", "def")), [])):
    if "/phrase" in path:
        continue
    code = re.sub(r"(%s|'(?:[^'\\]|\\.)+')|/\*.*?\*/" % LITERAL, r"\1", open(path).read(), flags=re.S)
    runs = [(run.start(), run.end(), joined(run.group())) for run in re.finditer(RUN, code)]
    texts += len(runs)
    bad += [f"{path}: a gap in: {text}" for _, _, text in runs if None in arguments(text)]
    for (_, end, english), (start, _, chinese) in zip(runs, runs[1:]):
        if code[end:start].strip() != "," or is_chinese(english) or not is_chinese(chinese):
            continue
        pairs += 1
        if arguments(english) != arguments(chinese) or places(english) != places(chinese):
            bad.append(f"{path}: other arguments in Chinese: {english} | {chinese}")

print("\n".join(bad))
print(texts, "literals,", pairs, "pairs,", len(bad), "wrong")
sys.exit(not pairs or bool(bad))
