"""What `tilestep page` hands out, in Chromium: a kernel of one's own that tries to get out, a lesson, scenes, a site;
with scripts and without; and that nothing is fetched or sent.

handed.py TILESTEP SOURCE_ROOT [PICTURE_FOLDER]
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time

from chromium import Checks, Chromium, built_page

tilestep = os.path.abspath(sys.argv[1])
built = built_page(sys.argv[2])
pictures = sys.argv[3] if len(sys.argv) > 3 else None
folder = tempfile.TemporaryDirectory(prefix="tilestep-handed-")
check = Checks()
HURT = "</script><script>window.hurt=1</script></noscript><img src=x onerror=hurt()><!-- ]]> --!> \u2028 \\u003c &lt; &amp;lt; ${hurt()} `"
KERNEL = f"""// {HURT}
#include "more.h"
__global__ void k(int *a, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* {HURT} */
    if (i < n) a[i] = MORE;
}}
int main() {{ int n = 64, *a; cudaMalloc(&a, 4 * n); k<<<2, 32>>>(a, n); }}
"""
NAME = "a<b> & 'c'\".cu"


def made(*words):
    """The address of a page; "" where it was not made."""
    path = f"{folder.name}/page{made.count}.html"
    made.count += 1
    done = subprocess.run([tilestep, "page", *words, "-o", path], capture_output=True, text=True, cwd=folder.name)
    if done.returncode:
        print(done.stderr)
    return "file://" + path if done.returncode == 0 else ""


made.count = 0


def text_of(address):
    return open(address[7:], encoding="utf-8").read()


def look(browser, name):
    if pictures:
        browser.picture(os.path.join(pictures, name + ".png"))


with open(os.path.join(folder.name, NAME), "w", encoding="utf-8") as file:
    file.write(KERNEL)
with open(os.path.join(folder.name, "more.h"), "w", encoding="utf-8") as file:
    file.write("#define MORE 7\n")
own, lesson = made(NAME, "--at", "7"), made("two_phases", "--lang", "zh")
browser = Chromium()
VIOLATIONS = "window.refused = []; addEventListener('securitypolicyviolation', e => refused.push(e.violatedDirective));"
browser.before(VIOLATIONS)

# One file is small enough to be sent.
whole = text_of(built).encode()
check("a page has 1.7 MB at most", len(whole) <= 1.7e6)
check("compressed 1.2 MB", len(gzip.compress(whole, 6)) <= 1.2e6)

# With scripts.
check("a kernel of one's own opens", browser.open(own) and browser.until("page.isSettled"))
check("at its moment", browser.ask("page.code.startsWith('ts2.')") and browser.ask("page.path") == NAME)
check("its text is its text", browser.ask("page.source") == KERNEL)
check("what it says is not run", browser.ask("window.hurt === undefined && !document.querySelector('img')"))
check("its title is text", browser.ask("document.title") == NAME)
check("its elements are those of the page", text_of(own).count("<script") == text_of(built).count("<script"))
look(browser, "handed")
for way in ("fetch('https://example.org/')", "fetch('http://127.0.0.1:9/')", "import('https://example.org/a.js')",
            "new Promise((good, bad) => { const r = new XMLHttpRequest(); r.onload = good; r.onerror = bad; r.open('GET', 'https://example.org/'); r.send(); })",
            "new Promise((good, bad) => { const s = new WebSocket('wss://example.org/'); s.onopen = good; s.onerror = bad; })",
            "new Promise((good, bad) => { const i = new Image(); i.onload = good; i.onerror = bad; i.src = 'https://example.org/a.png'; })",
            "new Promise((good, bad) => { const f = document.createElement('iframe'); f.src = 'https://example.org/'; document.body.append(f); setTimeout(bad, 300); })"):
    before = browser.ask("refused.length")
    check("there is no way out by " + way[:60], browser.ask(f"({way}).then(() => false, () => true)") and
          browser.until(f"refused.length > {before}", 3))
browser.problems = [one for one in browser.problems if "Content Security Policy" not in one and "Refused to" not in one]
check("a lesson opens in its language", browser.open(lesson) and browser.until("page.isSettled && page.language === 1"))
look(browser, "handed-lesson")
check("scenes open", browser.open(made("--scenes", "--lang", "en")) and browser.until("page.isSettled"))
state = browser.ask("page.code")
check("a code opens", browser.open(made("--state", state)) and browser.until(f"page.code === {json.dumps(state)}"))
check("an address of its own goes before", browser.open(own + "#" + state) and
      browser.until(f"page.code === {json.dumps(state)}"))

# Scenes of one's own, with their kernels.
os.makedirs(folder.name + "/kernel")
with open(folder.name + "/kernel/own.cu", "w", encoding="utf-8") as file:
    file.write(KERNEL)
with open(folder.name + "/kernel/more.h", "w", encoding="utf-8") as file:
    file.write("#define MORE 9\n")
with open(folder.name + "/my.yaml", "w", encoding="utf-8") as file:
    file.write("\n".join(["title: {en: Mine, zh: 我的}", "scenes:", "  - name: one", "    title: {en: '</script>', zh: 一}",
                          "    aim: {en: a, zh: b}", "    question: {en: 'How many', zh: 多少}", "    runs:",
                          "      - kernel: kernel/own.cu", "  - name: two", "    title: {en: Two, zh: 二}", "    aim: {en: a, zh: b}",
                          "    question: {en: b, zh: c}", "    runs:", "      - kernel: kernels/01_naive.cu", ""]))
check("scenes of one's own open", browser.open(made("my.yaml", "--lang", "en")) and browser.until("page.isSettled") and
      browser.ask("document.getElementById('message').hidden && page.path") == "/tilestep/handed/kernel/own.cu")
look(browser, "handed-scenes")
browser.key("PageDown", "PageDown")
browser.key("PageDown", "PageDown")
browser.key("PageDown", "PageDown")
check("one after another", browser.until("page.isSettled && page.path === '/tilestep/kernels/01_naive.cu'"))
# In a frame that is kept apart, as slides and learning platforms have them.
with open(folder.name + "/slide.html", "w", encoding="utf-8") as file:
    file.write(f"<body><iframe sandbox='allow-scripts' src='{own[7 + len(folder.name) + 1:]}' style='width:1200px;height:650px;border:0'>")
browser.send("Page.navigate", url=f"file://{folder.name}/slide.html")
check("it opens in a frame that is kept apart", any(
    time.sleep(0.5) or len(browser.send("Page.captureScreenshot")["data"]) > 60000 for _ in range(20)))
look(browser, "handed-frame")

# A site.
done = subprocess.run([tilestep, "page", "--site", folder.name + "/site"], capture_output=True, text=True)
check("a site is written", done.returncode == 0)
browser.send("Page.navigate", url=f"file://{folder.name}/site/index.html")
check("it has all lessons and scenes in both languages", browser.until(
    "document.querySelectorAll('#en a').length > 40 && document.querySelectorAll('#zh a').length === document.querySelectorAll('#en a').length"))
check("and says so in Chinese", browser.ask("/[\\u4e00-\\u9fff]/.test(document.querySelector('#zh a').textContent)"))
browser.ask("document.querySelector('#zh .lessons a').click()")
check("a link leads to its lesson", browser.until("window.page && page.isSettled && page.language === 1"))
lessons = [name[:-8] for name in os.listdir(folder.name + "/site") if name.endswith(".en.html")]
check("each lesson is there as text", len(lessons) > 10 and all(
    os.path.exists(f"{folder.name}/site/{name}.zh.html") for name in lessons))
browser.send("Emulation.setScriptExecutionDisabled", value=True)
browser.send("Page.navigate", url=f"file://{folder.name}/site/index.html")
browser.until("!!document.querySelector('#zh .lessons a')")
browser.send("Page.navigate", url=browser.ask("document.querySelector('#zh .lessons a + a').href"))
check("with pictures", browser.until("!!document.querySelector('html[lang=zh-Hans] figure svg')"))
check("a site without scripts leads to it", browser.ask(
    "document.querySelector('body > p a').getAttribute('href').startsWith('tilestep.html?open=')"))
look(browser, "handed-site-plain")
browser.send("Emulation.setScriptExecutionDisabled", value=False)
with open(folder.name + "/site/index.html", "w") as file:
    file.write("my own page")
done = subprocess.run([tilestep, "page", "--site", folder.name + "/site"], capture_output=True, text=True)
check("what is not of tilestep stays", done.returncode == 2 and "stays" in done.stderr and
      open(folder.name + "/site/index.html").read() == "my own page")

# Without scripts: text and pictures, and nothing else.
browser.send("Emulation.setScriptExecutionDisabled", value=True)
for address, words in (own, "__global__ void k"), (lesson, "两个"):
    browser.send("Page.navigate", url=address)
    check("there is a picture without scripts", browser.until(
        "document.querySelector('figure svg') && document.querySelector('figure svg').getBoundingClientRect().width > 300"))
    check("there is text without scripts", browser.ask("document.body.innerText").find(words) >= 0)
    check("and no empty window", browser.ask("!document.getElementById('room').getBoundingClientRect().width"))
    look(browser, "handed-plain-" + words[:2])
check("nor is anything run", browser.ask("window.hurt === undefined && !document.querySelector('img')"))

# What cannot be is said.
os.makedirs(folder.name + "/data/page")
with open(folder.name + "/data/page/tilestep.html", "w") as file:
    file.write("<title>tilestep</title>")
for words, said in ((["-o", "x.html", "--scenes", "two_phases"], "leave out"), (["no_such_lesson", "-o", "x.html"], "no_such_lesson"),
                    ([NAME, "--arg", "a=@more.h", "-o", "x.html"], "no files along"), (["no.yaml", "-o", "x.html"], "no.yaml"),
                    ([NAME], "-o OUT.html"), ([NAME, "-o", folder.name], "cannot write")):
    done = subprocess.run([tilestep, "page", *words], capture_output=True, text=True, cwd=folder.name)
    check(" ".join(words) + " says so", done.returncode == 2 and said in done.stderr and not os.path.exists(folder.name + "/x.html"))
done = subprocess.run([tilestep, "page", "-o", "x.html"], capture_output=True, text=True, cwd=folder.name,
                      env={**os.environ, "TILESTEP_DATA": folder.name + "/data"})
check("a page of another version says so", done.returncode == 2 and "another version" in done.stderr)
check.end(browser)
