#!/usr/bin/env python3
"""tilestep lessons --handout: a page for paper that stands alone, is well formed, gives no answer away
before the heading of the answers, and is whole or not there at all.
usage: handout.py TILESTEP ROOT [all]"""
import html.parser
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

TILESTEP, ROOT = sys.argv[1:3]
IS_ALL = sys.argv[3:] == ["all"]
SVG = "{http://www.w3.org/2000/svg}"
BYTES_MOST = 3_000_000
TOLD = 100  # a count that is no less than this does not stand in a picture by accident
VEILED = ("memory_wall", "two_phases")  # whose stages that ask hide the totals
CHOSEN = ("memory_wall", "two_phases", "whose_index", "audit")  # the others take longer
CARDS = {"loads", "stores", "sectors", "全局内存读取次数", "读取的扇区数"}  # of the strip of counters
# Words of the window, which nobody can do on paper.
WINDOW = {"en": r"\b([Cc]lick|[Pp]ress\b|PageDown|[Ss]lider|[Dd]rag\b|[Pp]anel\b|the controls|[Kk]ey [A-Z0-9]\b|counting takes|"
                r"right arrow|Ctrl\+|Shift\+|[Mm]ouse|: on  )",
          "zh": "点击|拖动|拉动|拉到|滑块|面板|鼠标|右方向键|单步|几秒|PageDown|按 [A-Z0-9]|Ctrl\+|Shift\+"}
KEYS = r" · [A-Z]$|[.。] ?[\]\[]"  # "P: wrong in another order · W", "has ended. ]: the next block"
HEADINGS = {"en": "Answers", "zh": "答案"}
CHANGED = {"en": "What has to be changed:", "zh": "要改的是："}
LABELS = {"Question:", "Goal:", "问题：", "目标："}  # all that is bold before the answers


def run(*words, **more):
    return subprocess.run([TILESTEP, "lessons", *words], capture_output=True, text=True,
                          encoding="utf-8", **more)


class Tags(html.parser.HTMLParser):
    """What a browser's parser sees: every element is closed where it should be."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        assert tag not in ("script", "link", "img", "iframe", "object"), tag
        for name, value in attrs:
            outside = name in ("href", "src", "srcset", "xlink:href") or name.startswith("on")
            assert not outside, (tag, name, value)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()


def words_of(node):
    return " ".join("".join(node.itertext()).split())


def prose_of(node):
    """All text but that of pictures, style and source."""
    if node.tag in ("style", "pre", "code") or node.tag.startswith(SVG):
        return ""
    inside = "".join(prose_of(child) + (child.tail or "") for child in node)
    return (node.text or "") + inside


def by_class(node, name):
    return [each for each in node.iter() if name in each.get("class", "").split()]


def check_form(page, language):
    tags = Tags()
    tags.feed(page)
    assert not tags.open, tags.open
    assert page.startswith("<!DOCTYPE html>") and len(page.encode()) < BYTES_MOST, len(page.encode())
    root = xml.fromstring(page)
    assert root.get("lang", "").startswith(language)
    assert not re.search("[{}]", prose_of(root)), re.findall(".{30}[{}].{30}", prose_of(root))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "ids clash"
    named = re.findall(r"url\(#([^)]*)\)", page) + re.findall(r'aria-labelledby="([^"]*)"', page)
    assert set(named) <= set(ids), set(named) - set(ids)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", ""), "it names something outside"
    pictures = list(root.iter(SVG + "svg"))
    assert pictures and all(words_of(picture.find(SVG + "title")) for picture in pictures)
    assert "@page{size:A4" in page and "break-inside:avoid" in page
    return root


def check_paper(root, language):
    """It asks for what can be done with a pencil, in texts and pictures; notes are for a speaker."""
    for note in by_class(root, "note"):
        note.clear()
    told = prose_of(root) + " ".join(words_of(text) for text in root.iter(SVG + "text"))
    found = [told[max(0, each.start() - 40):each.end() + 40]
             for each in re.finditer(WINDOW[language], told)]
    assert not found, found
    keys = [words_of(text) for text in root.iter(SVG + "text") if re.search(KEYS, words_of(text))]
    assert not keys, keys


def check_numbers(root):
    """The matrices of the first lesson are 4 x 4: every number of N can be read in every picture."""
    for stage in by_class(root, "stage")[:3]:
        digits = [text for text in stage.iter(SVG + "text") if re.fullmatch("[0-9]", words_of(text))]
        assert len(digits) >= 32, (words_of(stage.find("h2")), len(digits))


def check_lines(root, language):
    """Where a line is to be marked its kernel stands above the question."""
    for stage in by_class(root, "stage"):
        asked = " ".join(words_of(node) for node in by_class(stage, "question"))
        if re.search({"en": "Mark the line ", "zh": "哪一行|那一行"}[language], asked):
            assert list(stage.iter("pre")), asked


def picture_words(section):
    texts = [words_of(text) for text in section.iter(SVG + "text")]
    return set(re.findall(r"[\w.]+|[?]", " ".join(texts)))  # a card that is veiled has a "?"


def check_secrets(root, lesson, language):
    """Nothing of an answer stands before the heading, and all of it behind."""
    body = list(root.find("body"))
    answers = body.index(by_class(root, "answers")[0])
    before = xml.Element("before")
    before.extend(body[:answers])
    heading = [node for node in root.iter("h2") if node.get("id") == "answers"]
    assert len(heading) == 1 and words_of(heading[0]) == HEADINGS[language]
    solved = by_class(body[answers], "solved")
    stages = {words_of(stage.find("h2")): stage for stage in by_class(before, "stage")}
    assert len(stages) == lesson["stages"]
    told = words_of(before)
    assert {words_of(strong) for strong in before.iter("strong")} <= LABELS
    assert not by_class(before, "answer")
    asked = 0
    for each in solved:
        stage = stages[words_of(each.find("div/h3"))]
        hints = [words_of(item).split(" – ")[-1].split(" —— ")[-1] for item in each.iter("li")]
        assert all(hint not in told for hint in hints), hints
        strong = list(each.find("div").iter("strong"))
        assert "asked" in stage.get("class"), "its picture may stand on another page"
        if not strong:  # a goal: what would be set in the window is written down
            assert CHANGED[language] in words_of(by_class(stage, "reply")[0])
            continue
        asked += 1
        assert hints and len(by_class(stage, "question")) == 1
        choices = [words_of(item) for item in stage.iter("li")]
        assert not any(item.attrib or item.find("strong") is not None for item in stage.iter("li"))
        answer = words_of(strong[1])
        if choices:
            assert choices.count(answer) == 1 and len(choices) == len(hints) + 1, choices
        shown = picture_words(stage)
        if lesson["name"] in VEILED and shown:
            assert "?" in shown or not CARDS & shown, words_of(stage.find("h2"))
            if answer.isdigit() and int(answer) >= TOLD:
                assert answer not in shown, (words_of(stage.find("h2")), answer)
    assert asked == lesson["questions"], asked
    card = by_class(body[answers], "card")
    assert len(card) == 1 and words_of(card[0].find("p")) not in told


def check_page(lesson, language, folder):
    path = os.path.join(folder, "page.html")
    made = run("--handout", lesson["name"], "--lang", language, "--notes", "-o", path)
    assert made.returncode == 0, made.stderr
    with open(path, encoding="utf-8") as file:
        page = file.read()
    root = check_form(page, language)
    assert words_of(root.find("body/header/h1")) == lesson["title"][language]
    assert str(lesson["minutes"]) in words_of(root.find("body/header/p"))
    check_secrets(root, lesson, language)
    if lesson["name"] == "memory_wall":
        check_numbers(root)
    check_lines(root, language)
    check_paper(root, language)
    if lesson["skeleton"]:
        with open(lesson["skeleton"], encoding="utf-8") as file:
            skeleton = file.read()
        assert "<<<" in skeleton and "&" in skeleton
        assert any("".join(pre.itertext()) == skeleton for pre in root.iter("pre")), "its skeleton"
    return page


def check_shipped(lessons, folder):
    notes = 0
    for lesson in lessons:
        if not IS_ALL and lesson["name"] not in CHOSEN:
            continue
        pages = [check_page(lesson, language, folder) for language in ("en", "zh")]
        plain = run("--handout", lesson["name"], "--lang", "en").stdout
        assert 'class="note"' not in plain
        if 'class="note"' in pages[0]:
            notes += 1
        else:
            assert plain == pages[0], "stdout has another page than the file"
        for need in lesson["needs"]:
            title = next(each["title"]["en"] for each in lessons if each["name"] == need)
            assert title in pages[0]
    assert notes, "no lesson has a note"


def refuse(words, told, status=2, **more):
    made = run(*words, **more)
    assert made.returncode == status, (words, made.returncode)
    assert told in made.stderr, (words, made.stderr)
    assert not made.stdout, words


def no_room():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


def check_refused(lessons, folder):
    names = ", ".join(lesson["name"] for lesson in lessons)
    refuse(["--handout", "no_such"], f"there is no lesson 'no_such', only: {names}")
    refuse(["--handout", "no_such", "--lang", "zh"], "没有课程 'no_such'，只有：" + names)
    refuse(["--handout", os.path.join(folder, "none.yaml")], "No such file")
    refuse(["--handout", "memory_wall", "-o", os.path.join(folder, "none", "x.html")], "cannot write")
    refuse(["--handout", "memory_wall", "-o", folder], "cannot write")
    refuse(["--handout", "memory_wall", "two_phases"], "leave out NAME")
    refuse(["--handout", "memory_wall", "--check"], "leave out NAME")
    refuse(["-o", "x.html"], "belongs to --handout")
    refuse(["--notes"], "--notes to --handout")
    refuse(["--handout"], "wants")
    if os.path.exists("/dev/full"):
        refuse(["--handout", "memory_wall", "-o", "/dev/full"], "cannot write")
    kept = os.path.join(folder, "kept.html")
    with open(kept, "w", encoding="utf-8") as file:
        file.write("what was there")
    refuse(["--handout", "memory_wall", "-o", kept], "cannot write", preexec_fn=no_room)
    with open(kept, encoding="utf-8") as file:
        assert file.read() == "what was there", "half a page"
    broken = os.path.join(folder, "broken.yaml")
    with open(os.path.join(ROOT, "lessons", "01_memory_wall.yaml"), encoding="utf-8") as file:
        text = file.read().replace("{counters.blocks} blocks", "{counters.block} blocks")
    with open(broken, "w", encoding="utf-8") as file:
        file.write(text)
    refuse(["--handout", broken, "-o", os.path.join(folder, "new.html")], "broken.yaml:")
    assert sorted(os.listdir(folder)) == ["broken.yaml", "kept.html", "page.html"], os.listdir(folder)


def main():
    lessons = json.loads(run("--json").stdout)
    with tempfile.TemporaryDirectory() as folder:
        check_shipped(lessons, folder)
        check_refused(lessons, folder)


main()
