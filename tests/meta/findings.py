"""The kinds of finding.def are those that README names, the places in its texts are rows of slot.def,
and every slot has a place.

findings.py SOURCE_ROOT
"""
import re
import sys


def read(path):
    with open(f"{sys.argv[1]}/{path}", encoding="utf-8") as file:
        return file.read()


def named(text):
    """The names in backticks; `-write` behind `x-read` is `x-write`, after a shorter stem too."""
    names, known = [], set(kinds)
    for name in re.findall(r"`([-a-z]+)`", text):
        if name.startswith("-"):
            stems = names[-1].split("-")
            name = next(("-".join(stems[:at]) + name for at in range(1, len(stems))
                         if "-".join(stems[:at]) + name in known), name)
        names.append(name)
    return names


table = read("src/probe/record/finding.def") + read("src/probe/record/finding_arrivals.def")
kinds = re.findall(r'^(?:FINDING|NOTE)\(\w+, "([^"]+)"', table, re.M)
slots = set(re.findall(r"^SLOT\((\w+),", read("src/probe/sentences/slot.def"), re.M))
places = set(re.findall(r"\{(\w+)\}", "".join(re.findall(r'"[^"]*"', table))))
section = read("README.md").split("### What is found in it")[1].split("\n## ")[0]
first_cells = re.findall(r"^\| (`.*?) \|", section, re.M)
notes = section.split("is a *note*")[1].split("Notes never")[0]
told = named(" ".join(first_cells)) + named(notes)

bad = [f"README does not name {name}" for name in kinds if name not in told]
bad += [f"README names {name}, which is no finding" for name in first_cells and told
        if name not in kinds]
bad += [f"finding.def: no slot {{{name}}}" for name in sorted(places - slots)]
bad += [f"slot.def: nothing has {{{name}}}" for name in sorted(slots - places)]
print("\n".join(bad))
print(len(kinds), "kinds,", len(slots), "slots,", len(bad), "wrong")
sys.exit(not kinds or bool(bad))
