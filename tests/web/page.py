"""The page in Chromium, opened from disk without a network: by keys, mouse and touch, with a file of
one's own, with links, good and bad.

page.py SOURCE_ROOT [PICTURE_FOLDER]
"""
import json
import os
import sys
import time

from chromium import Checks, Chromium, built_page

root = os.path.abspath(sys.argv[1])
pictures = sys.argv[2] if len(sys.argv) > 2 else None
address = built_page(root)
check = Checks()
SHARE = "page.code"
STATE = "new TextDecoder().decode(Uint8Array.from(atob(%s.slice(4).replace(/-/g,'+').replace(/_/g,'/')), c => c.charCodeAt(0)).slice(4))"


def settled(browser):
    """The address says the moment."""
    return browser.until(f"page.isSettled && location.hash.slice(1) === {SHARE}")


def message(browser):
    return browser.ask("document.getElementById('message').hidden ? '' : document.getElementById('said').textContent")


def look(browser, name):
    if pictures:
        browser.picture(os.path.join(pictures, name + ".png"))


browser = Chromium()
# A kernel, stepped by keys; back and forward.
check("the page opens", browser.open(address + "?open=/tilestep/kernels/02_tiled.cu&lang=en"))
check("nothing is wrong with it", message(browser) == "")
check("the address gets a code", settled(browser))
first = browser.ask("location.hash")
browser.key("ArrowRight", "ArrowRight")
check("a key steps", settled(browser) and browser.ask("location.hash") != first)
second = browser.ask("location.hash")
browser.ask("history.back()")
check("back goes back", browser.until(f"{SHARE} === {json.dumps(first[1:])}"))
browser.ask("history.forward()")
check("forward goes forward", browser.until(f"{SHARE} === {json.dumps(second[1:])}"))
look(browser, "kernel")
# What stands in the picture can be read aloud.
WORDS = "document.getElementById('words-%s').textContent"
check("the caption is told", browser.ask(WORDS % "caption").startswith("Warp 0: "))
check("and the counters", "Global loads" in browser.ask(WORDS % "counters"))
browser.key("Tab", "Tab")
check("and where the keyboard stands", browser.until(WORDS % "focus" + " === 'tiled'"))
browser.key("F1", "F1")
check("and the sheet above it", browser.until(WORDS % "sheet" + ".startsWith('Keys')"))
check("and there alone", browser.ask(WORDS % "focus") == "")
browser.key("Escape", "Escape")
browser.key("Escape", "Escape")
check("which goes", browser.until(WORDS % "sheet" + " === ''") and settled(browser))
# All scenes as pictures.
CARD = "(() => { const at = page.context.getImageData(30, 60, 220, 120).data, seen = new Set(); " \
       "for (let i = 0; i < at.length; i += 4) seen.add(at[i] << 16 | at[i + 1] << 8 | at[i + 2]); return seen.size; })()"
browser.key("F8", "F8")
check("F8 shows how a scene opens", browser.until(CARD + " > 20"))
browser.key("Escape", "Escape")
settled(browser)
# The bar.
browser.ask("document.getElementById('language').click()")
check("the language is changed", browser.until("document.documentElement.lang === 'zh'"))
check("the bar follows", browser.ask("document.getElementById('pick').textContent") == "打开文件…")
look(browser, "kernel-zh")
browser.ask("document.getElementById('language').click()")
browser.until("document.documentElement.lang === 'en'")
# Mouse and touch on the button that steps.
before = browser.ask("location.hash")
browser.click(318, 681)
check("a click steps", settled(browser) and browser.ask("location.hash") != before)
before = browser.ask("location.hash")
browser.touch((259, 681))
check("a touch steps back", settled(browser) and browser.ask("location.hash") != before)
# Fingers: along the time line, apart over a matrix, and resting on a cell.
before = browser.ask("location.hash")
browser.fingers([(500, 694)], [(600, 694)], [(800, 694)], [(900, 694)])
check("a finger drags the time line", settled(browser) and browser.ask("location.hash") != before)
before = browser.ask("location.hash")
browser.fingers([(300, 260), (340, 300)], [(280, 240), (360, 320)], [(240, 200), (400, 360)], [(220, 180), (420, 380)])
check("two fingers make matrices larger", settled(browser) and browser.ask("location.hash") != before)
before = browser.ask("location.hash")
browser.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[dict(x=288, y=225)])
time.sleep(0.6)
browser.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[dict(x=290, y=226)])
check("a long press tells of what is there", browser.until(WORDS % "tip" + ".includes('N[')"))
browser.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
check("and does nothing", settled(browser) and browser.ask("location.hash") == before)
browser.ask("page.do(['leave'])")
# A file of one's own, and one with a mistake that is mended.
kernel = open(root + "/kernels/01_naive.cu", encoding="utf-8").read()
PATH = "page.path"
browser.drop("mine.cu", kernel)
check("a dropped file opens", browser.until(f"{PATH} === '/own/mine.cu'"))
OWN = kernel.replace("__global__", "/* </script><!-- ]]> \u2028 <img src=x onerror=hurt()> */\n__global__", 1)
browser.drop("mine.cu", OWN)
check("a link to a file of one's own has it", browser.until("location.hash.startsWith('#ts2.')") and settled(browser))
check("and the button says so", browser.until(
    "document.getElementById('link').textContent === 'Copy link with source'"))
own = browser.ask("location.hash")
browser.drop("mine.cu", "__global__ void broken(float *a) { a[0] = ; }</script><script>window.hurt = 1</script>")
time.sleep(0.5)
check("what is wrong with a file does not stop the page", message(browser) == "" and browser.ask("!page.deaths"))
check("what a file says is not run", browser.ask("window.hurt === undefined"))
look(browser, "broken")
# Links: the same moment in another profile; a damaged one; one of a later version.
other = Chromium(1024, 768)
check("a link opens elsewhere", other.open(address + second) and other.until(f"{SHARE} === {json.dumps(second[1:])}"))
look(other, "link")
check("a kernel comes with its link", other.open(address + "?own=1&lang=en" + own) and
      other.until(f"{SHARE} === {json.dumps(own[1:])}") and other.ask(PATH) == "mine.cu")
check("and leaves nothing here", other.ask("![...page.own.files.keys()].some(path => path.endsWith('mine.cu'))"))
look(other, "own")
for code in "ts1.AAAA", "ts2.AAAA", "ts2." + own[6:], "ts9." + second[5:], "ts1." + "A" * 3000, "%E0%A4%A", "<script>window.hurt=1</script>":
    check("a bad link says so or is left aside: " + code[:20], other.open(address + "?lang=en&x=" + str(len(code)) + "#" + code))
    check("and the page lives: " + code[:20], other.until("window.page && !page.deaths && page.isListening"))
    check("and runs nothing: " + code[:20], other.ask("window.hurt === undefined"))
# A lesson; what was learned survives.
check("a lesson opens", other.open(address + "?open=memory_wall&lang=en"))
other.key("Enter", "Enter", text="\r")
time.sleep(0.5)
look(other, "lesson")
check("what a lesson says is told", other.until(WORDS % "lesson" + ".startsWith('Stage 2 of')"))
check("progress is kept", other.until("Object.keys(localStorage).some(name => name.endsWith('/lessons'))", 5))
# What the reader prefers.
other.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": "more"},
                                                   {"name": "prefers-reduced-motion", "value": "reduce"}])
other.ask("localStorage.clear()")
check("contrast and stillness are followed", other.open(address + "?open=two_phases&lang=zh&still=") and
      other.ask("page.options().theme === 'contrast' && (page.options().flags & 1) === 1"))
settled(other)
other.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
PIXEL = "[...page.context.getImageData(2, 2, 1, 1).data].slice(0, 3).reduce((sum, one) => sum + one)"
check("a change of it is followed", other.until(f"document.body.className === 'dark' && page.theme === 'dark' && {PIXEL} < 300"))
other.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
check("and back", other.until(f"document.body.className === '' && {PIXEL} > 600"))
check("and is not what the reader chose", other.ask("localStorage.getItem('tilestep:theme') === null"))
other.key("F3", "F3")
check("which is kept", other.until("localStorage.getItem('tilestep:theme') === 'dark'"))
other.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": "more"}])
check("and stays", settled(other) and other.ask("page.theme") == "dark")
# Nothing is asked of a network.
check("no request leaves the page", other.ask(
    "performance.getEntriesByType('resource').every(entry => entry.name.startsWith('data:') || entry.name.startsWith('blob:'))"))
check.end(browser, other)
