"""The editor of the page in Chromium: in and out by keys, a mistake at its line beside the last good run, an
exercise solved in it, and what is typed and learned after a reload and in another profile.

editor.py SOURCE_ROOT EXERCISES [PICTURE_FOLDER]
"""
import os
import sys

from chromium import Checks, Chromium, built_page

address = built_page(sys.argv[1])
solution = open(sys.argv[2] + "/04_two_barriers_solution.cu", encoding="utf-8").read()
pictures = sys.argv[3] if len(sys.argv) > 3 else None
check = Checks()
CTRL = 2
FOCUS = "document.activeElement.closest('#editor') ? 'editor' : document.activeElement.id"
STATE = "document.getElementById('editor-state').textContent"


def settled(browser):
    return browser.until("page.isSettled && !page.editor.pause")


def focus(browser, where):
    return browser.until(f"({FOCUS}) === '{where}'", 5)


def look(browser, name):
    if pictures:
        browser.picture(os.path.join(pictures, name + ".png"))


def open_page(browser, query):
    return browser.open(address + query) and settled(browser)


browser = Chromium()
check("a kernel opens", open_page(browser, "?open=/tilestep/kernels/02_tiled.cu&lang=en&theme=light"))
browser.key("End", "End")
settled(browser)
code = browser.ask("page.code")
browser.key("k", "KeyK", CTRL)
check("Ctrl+K goes into the editor", focus(browser, "editor"))
check("it has the kernel", browser.ask("page.editor.mirror.getValue().startsWith('// Matrix product in tiles')"))
# A mistake: at its line, and what ran before is still shown.
browser.ask("page.editor.mirror.setCursor(20, 0)")
browser.send("Input.insertText", text="int wrong = ;\n")
check("a mistake is told", browser.until(STATE + ".startsWith('Line 21: expected an expression')"))
check("at its line", browser.ask("page.editor.mirror.lineInfo(20).gutterMarkers.problems.title.startsWith('expected') && "
                                 "document.querySelectorAll('.problem').length === 1"))
check("and the last good run stays", settled(browser) and browser.ask("page.code") == code)
look(browser, "editor-wrong")
browser.key("Escape", "Escape")
check("Escape goes back to the picture", focus(browser, "stage"))
browser.ask("page.wasLeft = true")
browser.send("Page.reload")
check("what does not run survives a reload", browser.until(
    "!page.wasLeft && page.isListening && page.editor.isOpen && page.editor.mirror.getValue().includes('int wrong = ;')"))
check("and is told again", browser.until(STATE + ".startsWith('Line 21: ')"))
browser.key("k", "KeyK", CTRL)
focus(browser, "editor")
browser.ask("page.editor.mirror.replaceRange('int right = 1;', {line: 20, ch: 0}, {line: 20})")
check("mended it runs", browser.until("page.path === '/own/02_tiled.cu' && " + STATE + " === 'It runs.'"))
check("at the same moment", settled(browser) and not browser.ask("page.code") == code)
browser.key("F6", "F6")
check("F6 goes back to the picture, too", focus(browser, "stage"))
browser.key("F6", "F6", CTRL)
check("Ctrl+F6 goes to the buttons", focus(browser, "pick"))
browser.key("F6", "F6")
check("and F6 back", focus(browser, "stage"))
before = browser.ask("page.code")
browser.key("ArrowLeft", "ArrowLeft")
check("keys are the picture's again", settled(browser) and browser.ask("page.code") != before)
browser.key("z", "KeyZ", CTRL)
check("the shipped kernel is one step back", browser.until("page.path === '/tilestep/kernels/02_tiled.cu'"))
# An exercise.
check("a lesson opens", open_page(browser, "?open=two_barriers&lang=en&theme=light"))
browser.key("x", "KeyX", CTRL)
check("its exercise opens in the editor", browser.until("page.isExercise && page.editor.isOpen") and settled(browser))
browser.key("k", "KeyK", CTRL)
focus(browser, "editor")
browser.ask("page.editor.mirror.execCommand('selectAll')")
browser.send("Input.insertText", text=solution)
LEARNED = "[...page.own.files].some(([path, bytes]) => path.endsWith('/lessons') && /two_barriers/.test(new TextDecoder().decode(bytes)))"
check("a solution is passed as it is typed", browser.until(LEARNED))
check("the text is as it was typed", browser.ask("page.editor.mirror.getValue()") == solution)
settled(browser)
check("the lesson says where it is edited", "Edit 04_two_barriers.cu beside this" in browser.words("lesson"))
look(browser, "editor-solved")
browser.ask("page.wasLeft = true")
browser.send("Page.reload")
check("it is there after a reload", browser.until("!page.wasLeft && page.isSettled && page.own.text('/own/04_two_barriers.cu').includes('here')"))
check("and what was learned", browser.ask(LEARNED))
browser.ask("page.editor.enter()")
check("it can be as it was", browser.ask("!document.getElementById('editor-again').disabled"))
taken = browser.ask("page.own.pack()")
# Taken along.
other = Chromium(1024, 768)
check("the page opens elsewhere", open_page(other, "?open=/tilestep/kernels/01_naive.cu&lang=zh&theme=dark"))
other.drop("own.tilestep.json", taken)
check("files come along", other.until("page.own.files.has('/own/04_two_barriers.cu')") and other.ask(LEARNED))
other.drop("bad.tilestep.json", "{\"tilestep\": 2}")
check("what is none is told", other.until("!document.getElementById('message').hidden"))
other.ask("document.getElementById('close').click(); page.editor.enter()")
settled(other)
other.ask("page.editor.mirror.replaceRange('<img src=x onerror=\"window.hurt=1\"> </script>\\n', {line: 0, ch: 0})")
check("a mistake is told in Chinese, as text", other.until(STATE + ".startsWith('第 1 行')"))
check("and runs nothing", other.ask("window.hurt === undefined"))
look(other, "editor-zh-dark")
check.end(browser, other)
