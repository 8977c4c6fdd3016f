#!/usr/bin/env python3
"""Planted faults and their correct twins (-D RIGHT): what list.txt says is found, on the lines that the
files name, and nothing else, by both engines; nothing is found in the twins.

usage: faults.py BOTH [PART OF A NAME]"""

import collections
import json
import os
import re
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
Row = collections.namedtuple("Row", "name finds noted options gpu")


def rows():
    """The list: kinds as sets, options as words."""
    with open(os.path.join(FOLDER, "list.txt"), encoding="utf-8") as file:
        lines = [line.split("|") for line in file if line.strip() and not line.startswith("#")]
    return [Row(name.strip(), finds.split(), noted.split(), options.split(), gpu.strip())
            for name, finds, noted, options, gpu in lines]


def path_of(row):
    return os.path.join(FOLDER, row.name + ".cu")


def marks(row, tag):
    """What stands behind `// tag:` in the file: {kind: lines}; a kind with ? need not be there."""
    found = collections.defaultdict(set)
    with open(path_of(row), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            for kind in (re.findall(rf"// {tag}: (.*?)(?: //|$)", line) or [""])[0].split():
                found[kind].add(number)
    return found


def missing_words(row, object):
    """What the file says of its sentences, `// says: words`, that none of them says."""
    with open(path_of(row), encoding="utf-8") as file:
        wanted = re.findall(r"// says: (.*)", file.read())
    sentences = [sentence_of(found)
                 for found in object.get("findings", []) + object.get("notes", [])]
    return [f"no sentence says: {words}" for words in wanted
            if not any(words in sentence for sentence in sentences)]


def sentence_of(found):
    """Of a finding or a note."""
    return found["message"] if "rule" in found else found["first"]["message"]


def kind_of(finding):
    """As files and the list name it: race-raw, race-war and race-waw are one, with their scope; of a
    note its rule."""
    if "rule" in finding:
        return finding["rule"]
    if not finding["kind"].startswith("race-"):
        return finding["kind"]
    return "race/grid" if finding.get("scope") == "grid" else "race"


def run_all(both, cases):
    """[JSON] for [words]; one that is missing killed the program."""
    text = "".join(" ".join(words) + "\n" for words in cases)
    done = subprocess.run([both], input=text, capture_output=True, text=True, check=False)
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    if len(objects) < len(cases):
        sys.exit(f"status {done.returncode} at {' '.join(cases[len(objects)])}\n{done.stderr}")
    return objects


def told(object):
    return "".join(f"\n    {kind_of(f)} {f['line']} {f['other_line'] or ''} {f['first']['message']}"
                   for f in object.get("findings", []))


def wrong_with_fault(row, object):
    """What is not as it should be, as sentences; and the kinds that are expected later."""
    lines, required = marks(row, "finds"), {kind.strip("~") for kind in row.finds}
    bad, met = [], set()
    if required != {kind for kind in lines if not kind.endswith("?")}:
        bad.append(f"the list names {sorted(required)}, the file {sorted(lines)}")
    notes = [note for note in object.get("notes", []) if note["rule"] in required]
    for finding in object.get("findings", []) + notes:
        kind = kind_of(finding)
        where = {finding["line"], finding["other_line"]}
        if where & (lines.get(kind, set()) | lines.get(kind + "?", set())):
            met.add(kind)
        else:
            bad.append(f"finds {kind} on line {finding['line']}: {sentence_of(finding)}")
    later = {kind.strip("~") for kind in row.finds if kind.startswith("~")}
    bad += [f"does not find {kind}" for kind in sorted(required - later - met)]
    bad += missing_words(row, object)
    is_noted = required <= {note["rule"] for note in notes}
    if required - later and object["status"] != (0 if is_noted else 1):
        bad.append(f"ends with {object['status']}")
    return bad, len(later - met)


def wrong_with_twin(row, object):
    lines, notes = marks(row, "noted"), object.get("notes", [])
    later = [rule for rule in row.noted if rule.startswith("~")]
    rules = {note["rule"] for note in notes}
    if {rule.strip("~") for rule in row.noted} - {"clean"} != set(lines):
        return [f"the list notes {row.noted}, the file {sorted(lines)}"], 0
    bad = [f"notes {note['rule']} on line {note['line']}" for note in notes
           if not {note["line"], note["other_line"]} & lines.get(note["rule"], set())]
    bad += [f"does not note {rule}" for rule in lines if rule not in rules]
    if object["status"] != 0:
        bad.append(f"ends with {object['status']}{told(object)}")
    return ([], 1 if bad else 0) if later else (bad, 0)


def cases_of(chosen):
    """Words for BOTH, of each row with its fault and without."""
    return [[*row.options, *twin, path_of(row)] for row in chosen for twin in ([], ["-D", "RIGHT"])]


def judge(chosen, objects):
    """How many things are wrong in what was found, an object for each of cases_of; they are printed."""
    files = {name[:-3] for name in os.listdir(FOLDER) if name.endswith(".cu")}
    failures = [f"{name} is not in list.txt" for name in sorted(files - {row.name for row in rows()})]
    objects, later = iter(objects), 0
    for row in chosen:
        for name, judge in ((row.name, wrong_with_fault), (row.name + " -D RIGHT", wrong_with_twin)):
            object = next(objects)
            bad, waits = judge(row, object)
            if object["engines"] != "agree":
                bad.append(f"engines: {object['engines']}")
            failures += [f"{name}: {what}" for what in bad]
            later += waits
    print("\n".join(failures))
    print(f"{len(chosen)} faults and as many twins, {len(failures)} wrong, {later} expected later")
    return len(failures)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    chosen = [row for row in rows() if "".join(sys.argv[2:3]) in row.name]
    return 1 if judge(chosen, run_all(sys.argv[1], cases_of(chosen))) else 0


if __name__ == "__main__":
    sys.exit(main())
