"""What takes long, and what there may not be: the page in Chromium while a grid is counted in its Worker, a
kernel that never ends, an engine that dies; without memory, storage, fonts or Workers.

work.py SOURCE_ROOT
"""
import os
import sys

from chromium import Chromium, Checks, built_page

address = built_page(sys.argv[1])
check = Checks()
START = "?open=/tilestep/kernels/02_tiled.cu&lang=en"
SAID = "(document.getElementById('message').hidden ? '' : document.getElementById('said').textContent)"
LONG = """__global__ void k(float *a, int n) { float s = 0; for (int i = 0; i < n; ++i) s += a[i % 256] * i; a[threadIdx.x] = s; }
int main() { float *a; cudaMalloc(&a, 1024); k<<<15, 64>>>(a, 1696); }
"""
ENDLESS = """__global__ void k(int *a) { while (a[0] == 0) { } a[1] = 1; }
int main() { int *a; cudaMalloc(&a, 1024); cudaMemset(a, 0, 1024); k<<<4, 64>>>(a); }
"""


def opened(browser, more=""):
    return browser.open(address + START + more) and browser.until("page.isSettled")


def steps(browser):
    before = browser.ask("page.code")
    browser.key("ArrowRight", "ArrowRight")
    return browser.until(f"page.isSettled && page.code !== '{before}'")


browser = Chromium()
browser.before("""window.longTasks = [];
new PerformanceObserver(list => longTasks.push(...list.getEntries().map(one => Math.round(one.duration))))
    .observe({type: 'longtask', buffered: true});""")
check("the page opens", opened(browser))
start = browser.ask("longTasks")
# What an instance has is copied whole, and what was never written is left out.
check("a memory is copied whole", browser.ask("""(() => {
    const words = new Int32Array(1 << 18), copy = new Int32Array(1 << 18);
    [0, 3000, 9000, 10239, 10240, 200000, (1 << 18) - 1].forEach(at => { words[at] = at + 1; });
    copy.fill(7, 1024, 2048); // what a new instance has below 8192
    const packed = packMemory(words.buffer, 8192);
    unpackMemory(copy.buffer, packed);
    return packed.packed.byteLength === 8 * 4096 && packed.bytes === 1 << 20 && copy.every((word, at) => word === words[at]);
})()"""))
# A grid is counted beside the picture, and its copy goes on from where the learner is.
browser.ask("page.seen = []; const hear = page.engines.hear; "
            "page.engines.hear = function (m) { page.seen.push(m.kind); hear.call(this, m); }")
browser.drop("long.cu", LONG)
check("a job begins", browser.until("page.engines.job > 0"))
check("a step is shown while it goes on", steps(browser) and browser.ask("page.engines.job > 0 || page.seen.includes('left')"))
check("the copy takes over", browser.until("page.seen.includes('left') && page.engines.job === 0", 30))
code = browser.ask("page.code")
check("at the same moment", browser.until("page.isSettled") and browser.ask("page.code") == code)
check("and goes on", steps(browser))
# Counting that is told of can be stopped by the program's own key.
browser.drop("long1.cu", LONG.replace("15", "14"))
browser.until("page.engines.job > 0")
if browser.until("page.engines.job === 0 || /Counting/.test(document.getElementById('words-counters').textContent)") and \
        browser.ask("page.engines.job > 0"):
    browser.key("Escape", "Escape")
    check("Escape stops counting", browser.until("page.engines.job === 0"))
    check("and says so", browser.until("/topped/.test(document.getElementById('live').textContent)"))
# A job that is lost: counting has stopped, the rest goes on.
browser.drop("long2.cu", LONG.replace("15", "16"))
check("another job begins", browser.until("page.engines.job > 0"))
browser.ask("page.engines.hearSpare({kind: 'dead', why: 'no memory'})")
check("a lost job says so", browser.until(SAID + ".includes('memory')"))
check("and the page goes on", steps(browser))
# A kernel that never ends is stepped through like any other.
browser.drop("endless.cu", ENDLESS)
check("an endless kernel opens", browser.until("page.isSettled && page.path === '/own/endless.cu'"))
check("and is stepped", steps(browser))
code = browser.ask("page.code")
# What holds the engine itself is stopped from outside.
browser.ask("page.engines.front.postMessage({kind: 'hang'}); page.do(['point', 5, 5])")
check("it is shown that something takes long", browser.until("!document.getElementById('busy').hidden"))
browser.ask("document.getElementById('stop').click()")
check("stopping goes back to the last moment", browser.until(f"page.isSettled && page.code === '{code}'"))
check("and says so", "It was stopped" in browser.ask(SAID))
check("and the strip goes", browser.until("document.getElementById('busy').hidden"))
# An engine that dies.
browser.ask("page.engines.front.postMessage({kind: 'unknown'})")
check("an engine that has died is replaced", browser.until(SAID + ".includes('tilestep had stopped')"))
check("by the last moment", browser.until(f"page.isSettled && page.code === '{code}'"))
check("which goes on", steps(browser))
print("tasks of more than 50 ms in the page: at its start", start, "then", browser.ask(f"longTasks.slice({len(start)})"))

other = Chromium()
check("it starts without a Worker", opened(other, "&no-worker"))
check("which it says", "Workers" in other.ask(SAID))
check("and steps", steps(other))
other.before("Object.defineProperty(window, 'Worker', {value: class { constructor() { throw new Error('no'); } }});")
check("it starts where Workers are not allowed", opened(other) and "Workers" in other.ask(SAID))
other.before("""const read = OffscreenCanvasRenderingContext2D.prototype.getImageData;
OffscreenCanvasRenderingContext2D.prototype.getImageData = function (...values) {
    const image = read.apply(this, values);
    image.data.forEach((value, i, all) => { all[i] = value ^ 5; });
    return image;
};""")
check("it starts without fonts", opened(other))
check("which it says ", "letters" in other.ask(SAID))
other.before("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});")
check("it starts without storage", opened(other))
other.drop("mine.cu", LONG)
check("which it says once something would be kept", other.until(SAID + ".includes('keeps nothing')"))
other.before("WebAssembly.compile = () => Promise.reject(new RangeError('could not allocate memory'));")
other.open(address + START)
check("without memory it says so", other.until(SAID + ".includes('could not allocate memory')"))
check.end(browser, other)
