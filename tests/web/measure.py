"""How fast the page is, beside the native program in the same run: nothing fails by it. All is done in the page
itself, one thing behind the other, so that what is measured is work and not waiting for another thread; a machine
that does other things meanwhile makes the medians worse, the least less so.

measure.py TILESTEP SOURCE_ROOT [chromium | firefox | webkit ...]
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from chromium import Chromium, built_page
from drivers import Firefox, WebKit

tilestep, root = map(os.path.abspath, sys.argv[1:3])
address = built_page(root, None)
ENGINES = {"chromium": (Chromium, "chromium"), "firefox": (Firefox, "firefox-esr"), "webkit": (WebKit, "WebKitWebDriver")}
SIZES = [word for name in "jkl" for word in ("--set", name + "=256")] + ["-D", "TILE_WIDTH=16"]
OPENINGS = 5
# An engine beside that of the page, whose messages are taken at once.
START = """(async () => {
    const make = () => {
        const posts = [], engine = new Engine(message => posts.push(message), true);
        engine.on_load({ module: page.engines.module, parts: page.parts });
        engine.taken = () => posts.splice(0);
        return engine;
    };
    const started = async () => {
        const engine = make();
        await engine.on_start({ own: [], options: page.options() });
        return engine;
    };
    const paint = messages => {
        for (const { kind, areas } of messages)
            if (kind === 'frame') for (const { x, y, width, height, pixels } of areas)
                page.context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), x, y);
    };
    const clock = () => performance.now();
"""
# A key, the step, its picture, its pixels in the canvas.
STEP = START + """
    const engine = window.stepped = window.stepped || await started(), times = [];
    const press = key => {
        engine.receive({ kind: 'do', event: ['key', key, false, ''], number: 1 });
        engine.receive({ kind: 'tick', ms: 0 });
        paint(engine.taken());
    };
    for (let i = 0; i < 210; ++i) {
        if (i % 70 === 0) press('Home');
        const from = clock();
        press('Right');
        times.push(clock() - from);
    }
    window.measured = times;
})()"""
# The grid of the file that is open: copied into another engine, counted there, taken over, painted.
COUNT = START + """
    const times = [], engines = [];
    for (let i = 0; i < 5; ++i) engines.push(await started());
    window.isReady = true;
    await new Promise(go => setTimeout(go, 500));
    for (const engine of engines) {
        const copy = make();
        engine.taken();
        engine.job = 0;
        const from = clock();
        engine.follow();
        const job = engine.taken().find(one => one.kind === 'job');
        await copy.on_copy(job);
        engine.on_leave({ job: job.job });
        copy.on_take(engine.taken().find(one => one.kind === 'left'));
        paint(copy.taken());
        times.push(clock() - from);
    }
    window.measured = times;
})()"""


def row(what, times, cpu_ms):
    print(f"  {what:<54} {min(times):7.1f} {statistics.median(times):7.1f} {cpu_ms:7.1f}", flush=True)


def cpu_ms():
    """What all processes that this one has begun have used so far."""
    parents, used = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(pid)], used[int(pid)] = int(fields[1]), int(fields[11]) + int(fields[12])
    own, more = {os.getpid()}, True
    while more:
        more = {pid for pid, parent in parents.items() if parent in own} - own
        own |= more
    return sum(used.get(pid, 0) for pid in own) * 1000 / os.sysconf("SC_CLK_TCK")


def measured(browser, script):
    text = f"window.measured = null; {script}.catch(error => {{ window.measured = error + ' ' + error.stack; }});"
    from_ms = cpu_ms()
    browser.ask("(document.head.append(Object.assign(document.createElement('script'), {textContent: %s})), 0)" % json.dumps(text))
    if script == COUNT:  # its engines are not counted
        browser.until("window.isReady", 60)
        from_ms = cpu_ms()
    browser.until("window.measured", 120)
    used, times = cpu_ms() - from_ms, browser.ask("window.measured")
    if not isinstance(times, list):
        sys.exit(times)
    return times, used / len(times)


def native(case):
    return json.loads(subprocess.run([tilestep, "bench", "--only", case, "--json"], capture_output=True, check=True).stdout)


def load():
    return "load " + " ".join(f"{one:.1f}" for one in os.getloadavg())


def measure_native():
    print(f"natively, one thread ({load()})")
    frame = native("frame:step")["frame_ms"][0]
    row("a picture of the next step at 1920x1080", [frame["best"], frame["median"], frame["median"]], frame["cpu_median"])
    tiled = native("tiled:256:1")["emulator"][0]
    times = [1000 * tiled[one] for one in ("seconds", "median_seconds", "median_seconds", "median_cpu_seconds")]
    row("256^3 tiled counted", times[:3], times[3])


def measure(browser, counted):
    first = []
    for i in range(OPENINGS):
        browser.open(f"{address}?open=/tilestep/kernels/02_tiled.cu&lang=en&theme=light&by={i}")
        first.append(browser.ask("page.firstMs"))
    row("first picture after the script has begun", first, 0)
    browser.until("page.isSettled")
    measured(browser, STEP)  # compiles all
    row("a step at 1920x1080, with its pixels in the canvas", *measured(browser, STEP))
    browser.open("file://" + counted)
    browser.until("page.isSettled && !page.engines.job", 60)
    row("256^3 tiled copied, counted and taken over", *measured(browser, COUNT))


def measure_in(name, counted):
    browser = ENGINES[name][0](1920, 1080)
    print(f"{name} ({load()})")
    try:
        measure(browser, counted)
    finally:
        browser.close()


print(f"{os.cpu_count()} cores; ms: least, median, processor time of one (of all the browser's processes)")
measure_native()
with tempfile.TemporaryDirectory(prefix="tilestep-measure-") as folder:
    page = folder + "/counted.html"
    subprocess.run([tilestep, "page", root + "/kernels/02_tiled.cu", *SIZES, "-o", page], check=True, stderr=subprocess.DEVNULL)
    for engine in sys.argv[3:] or ENGINES:
        if shutil.which(ENGINES[engine][1]):
            measure_in(engine, page)
measure_native()
