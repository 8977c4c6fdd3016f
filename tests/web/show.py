"""What the page has to show, in one browser after the other: the first five minutes of the README, a lesson with a
wrong answer, an exercise solved in the editor, a barrier taken away by mouse and by touch, a file of one's own,
a link opened in a second profile; from disk, without a network.

show.py SOURCE_ROOT EXERCISES firefox | webkit | chromium [PICTURE_FOLDER]
"""
import json
import os
import shutil
import sys

from chromium import Checks, Chromium, built_page
from drivers import Firefox, WebKit

engine = sys.argv[3]
address = built_page(sys.argv[1], None)
pictures = sys.argv[4] if len(sys.argv) > 4 else None
program = {"firefox": "firefox-esr", "webkit": "WebKitWebDriver", "chromium": "chromium"}[engine]
if not shutil.which(program) or engine != "chromium" and not shutil.which("Xvfb"):
    print("no", program, "or no Xvfb")
    sys.exit(77)
Engine = {"firefox": Firefox, "webkit": WebKit, "chromium": Chromium}[engine]
solution = open(sys.argv[2] + "/04_two_barriers_solution.cu", encoding="utf-8").read()
kernel = open(sys.argv[1] + "/kernels/01_naive.cu", encoding="utf-8").read()
check = Checks()
BARRIER, STEP, WRONG_CELL, RIGHT_CELL = (859, 331), (259, 681), (291, 272), (379, 339)
LEARNED = ("[...page.own.files].some(([path, bytes]) => path.endsWith('/lessons') && "
           "/two_barriers/.test(new TextDecoder().decode(bytes)))")


def look(name):
    if pictures:
        browser.picture(os.path.join(pictures, f"{engine}-{name}.png"))


def open_page(query):
    return browser.open(address + query + "&theme=light") and browser.settled()


def after(what, until):
    """Does it, and waits until the page shows it."""
    what()
    return browser.until(until) and browser.settled()


def first_minutes():
    check("it opens with the map of lessons", open_page("?lang=en") and "The memory wall" in browser.words("sheet"))
    look("map")
    check("Escape leaves it", after(lambda: browser.key("Escape", "Escape"),
                                    "document.getElementById('words-sheet').textContent === ''"))
    for _ in range(6):
        code = browser.ask("page.code")
        after(lambda: browser.key("ArrowRight", "ArrowRight"), f"page.code !== '{code}'")
    check("the sixth step is the first product", "product" in browser.words("caption") or "*" in browser.words("caption"))
    look("six-steps")


def barriers():
    for name, press in ("mouse", browser.click), ("touch", lambda *at: browser.touch(at)):
        check("the tiled kernel opens", open_page(f"?open=/tilestep/kernels/02_tiled.cu&lang=en&by={name}"))
        code = browser.ask("page.code")
        after(lambda: browser.key("ArrowDown", "ArrowDown"), f"page.code !== '{code}'")
        code = browser.ask("page.code")
        check(f"a barrier is taken away by {name}", after(lambda: press(*BARRIER), f"page.code !== '{code}'"))
        browser.key("1", "Digit1", text="1")
        check("which is a race", browser.until("/no barrier between/.test(document.getElementById('words-panel').textContent)"))
        look("barrier-" + name)


def lesson():
    check("a lesson opens", open_page("?open=memory_wall&lang=en"))
    check("its second stage asks", after(lambda: browser.key("Enter", "Enter", text="\r"),
                                         "document.getElementById('words-lesson').textContent.startsWith('Stage 2 of')"))
    asked = browser.words("lesson")
    browser.click(*WRONG_CELL)
    check("a wrong answer gets a hint", browser.until(f"document.getElementById('words-lesson').textContent !== {json.dumps(asked)}"))
    check("and is still open", browser.words("lesson").startswith("Stage 2 of"))
    look("wrong")
    wrong = browser.words("lesson")
    browser.click(*RIGHT_CELL)
    check("a right one is taken", browser.until(f"document.getElementById('words-lesson').textContent !== {json.dumps(wrong)}"))
    look("right")


def exercise():
    check("another lesson opens", open_page("?open=two_barriers&lang=zh"))
    check("its exercise opens in the editor", after(lambda: browser.key("x", "KeyX", 2), "page.isExercise && page.editor.isOpen"))
    browser.ask("(page.editor.enter(), page.editor.mirror.execCommand('selectAll'), 0)")
    browser.write(solution)
    check("a solution is passed as it is typed", browser.until(LEARNED, 60))
    look("solved")


def link():
    check("a page opens", open_page("?open=/tilestep/kernels/01_naive.cu&lang=en"))
    browser.drop("mine.cu", kernel.replace("naive", "mine"))
    check("a dropped file opens", browser.until("page.path === '/own/mine.cu'") and browser.settled())
    code = browser.ask("page.code")
    check("and is stepped", after(lambda: browser.key("ArrowRight", "ArrowRight"), f"page.code !== '{code}'"))
    return browser.ask("location.hash")


def sizes():
    """What a class sees on other screens, in both languages: nothing is left out, and the canvas fits."""
    for width, height in (1280, 720), (1920, 1080), (1024, 768):
        browser.resize(width, height)
        for language in "en", "zh":
            for what, part in ("/tilestep/kernels/02_tiled.cu", "caption"), ("two_barriers", "lesson"):
                name = f"{width}-{language}-{part}"
                check(name + " opens", open_page(f"?open={what}&lang={language}&at={name}"))
                code = browser.ask("page.code")
                check(name + " steps", after(lambda: browser.key("ArrowRight", "ArrowRight"), f"page.code !== '{code}'"))
                check(name + " is told in its language", browser.words(part) != "" and
                      (browser.ask(f"/[\\u4e00-\\u9fff]/.test(document.getElementById('words-{part}').textContent)") == (language == "zh")))
                check(name + " fits", browser.ask(
                    "(() => { const box = page.stage.getBoundingClientRect(); return box.right <= innerWidth && box.bottom <= innerHeight && "
                    "page.stage.width === Math.round(box.width * devicePixelRatio) && document.documentElement.scrollWidth <= innerWidth; })()"))
                if part == "lesson":
                    check(name + " has its editor", after(lambda: browser.key("x", "KeyX", 2), "page.isExercise") and
                          after(lambda: browser.ask("(page.editor.show(), 0)"), "page.editor.isOpen"))
                look(name)
    browser.resize(1280, 720)


browser = Engine(1280, 720)
first_minutes()
barriers()
lesson()
exercise()
sizes()
moment = link()
check("nothing is wrong with the page", browser.said() == "")
check("no request leaves it", browser.ask("performance.getEntriesByType('resource').every(one => /^(data|blob):/.test(one.name))"))
print("first picture after", round(browser.ask("page.firstMs")), "ms")
first, browser = browser, Engine(1280, 720)
check("the link opens in a second profile", browser.open(address + "?lang=en" + moment) and
      browser.until(f"page.isSettled && page.code === {json.dumps(moment[1:])}") and browser.ask("page.path") == "mine.cu")
look("link")
check.end(first, browser)
