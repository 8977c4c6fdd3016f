"""The wheel as a user has it: unpacked, with what it needs from elsewhere (wasmtime). What it counts and draws is what
the native program counts and draws; mypy and nbclient are tried where they are there.

wheel.py TILESTEP SOURCE_ROOT EXERCISES [NOTEBOOK_OUT]
"""
import base64
import glob
import gzip
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

native, root, exercises = map(os.path.abspath, sys.argv[1:4])
wheels = glob.glob(root + "/build-web/src/python/tilestep-*.whl")
if not wheels or not importlib.util.find_spec("wasmtime"):
    print("no wheel was built (./run wheel), or there is no wasmtime (pip install wasmtime)")
    sys.exit(77)
folder = tempfile.TemporaryDirectory(prefix="tilestep-wheel-")
sys.path.insert(0, folder.name)
with zipfile.ZipFile(wheels[0]) as wheel:
    wheel.extractall(folder.name)
    records = wheel.read(next(name for name in wheel.namelist() if name.endswith("/RECORD"))).decode()
    names = wheel.namelist()
    dates = {one.date_time for one in wheel.infolist()}
import tilestep

bad, count = [], 0
TILED = root + "/kernels/02_tiled.cu"
OUTSIDE = """__global__ void k(int *a) { a[threadIdx.x + 1] = 1; }
int main() { int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); }
"""
ENDLESS = """__global__ void k(int *a) { for (long i = 0; i < 1000000000000L; ++i) a[i % 7] += i * 3 % 5; }
int main() { int *a; cudaMalloc(&a, 128); k<<<100, 320>>>(a); }
"""


def check(what, is_good):
    global count
    count += 1
    if not is_good:
        bad.append(what)
        print("wrong:", what)


def home(*words):
    return json.loads(subprocess.run([native, *words, "--json"], capture_output=True, cwd=root,
                                     env={**os.environ, "TILESTEP_DATA": root, "LANG": "C"}).stdout)


def refuses(call, said):
    try:
        call()
    except tilestep.TilestepError as error:
        return said in str(error)
    return False


check("all files are recorded, and of no time", sorted(line.split(",")[0] for line in records.split()) == sorted(names) and
      dates == {(1980, 1, 1, 0, 0, 0)})
check("there are licences", any(name.endswith("licenses/LICENCES.txt") for name in names) and any(name.endswith("/LICENSE") for name in names))
with open(folder.name + "/tilestep/data/page/tilestep.html", encoding="utf-8") as file:
    unpacked = gzip.decompress(base64.b64decode(max(re.findall(r"H4sI[A-Za-z0-9+/=]+", file.read()), key=len)))
check("and in the page, too", all(f"==== {name} ====".encode() in unpacked for name in ("tilestep", "CodeMirror", "wasi-libc", "compiler-rt")))
sizes = ["--set", "j=64", "--set", "k=64", "--set", "l=64", "-D", "TILE_WIDTH=16"]
run = tilestep.run(TILED, set={"j": 64, "k": 64, "l": 64}, define={"TILE_WIDTH": 16})
check("run counts what the program counts", run.counters == home("run", TILED, *sizes)["counters"] and run.is_clean)
check("and has it as a table", "global loads" in run.text and "findings: none" in run.text)
found = tilestep.run(OUTSIDE)
check("a text runs", found.findings[0]["kind"] == "out-of-bounds-write" and not found.is_clean)
check("compare", tilestep.compare(root + "/kernels/01_naive.cu", TILED).ratios ==
      home("compare", root + "/kernels/01_naive.cu", TILED)["ratios"])
bare = "__global__ void k(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }"
check("sizes that differ have no ratios", refuses(lambda: tilestep.compare(root + "/kernels/01_naive.cu", OUTSIDE).ratios, "do not compare"))
check("options for both", tilestep.compare(bare, bare, arg={"n": 8}, block=32).ratios["blocks"] == 1)
check("of texts, too", tilestep.compare(OUTSIDE, OUTSIDE).ratios["blocks"] == 1)
picture = tilestep.render(TILED, 40, size=(1000, 700))
subprocess.run([native, "render", TILED, "--at", "40", "--size", "1000x700", "-o", folder.name + "/x.svg"], check=True)
check("render draws a picture", picture.svg.startswith("<?xml") and picture.svg.count("<text") > 50)
picture.save(folder.name + "/y.svg")
check("which is saved", open(folder.name + "/y.svg", encoding="utf-8").read() == picture.svg)
check("a solution is passed", tilestep.grade(exercises + "/04_two_barriers_solution.cu", "two_barriers").passed)
check("an exercise is not", not tilestep.grade(exercises + "/04_two_barriers.cu", "two_barriers").passed)
check("nor what does not compile", not tilestep.grade("__global__ void k(", "two_barriers").passed)
check("a lesson that is none is told", refuses(lambda: tilestep.grade(TILED, "no_such_lesson"), "no_such_lesson"))
names = [one["name"] for one in tilestep.lessons()]
check("lessons are listed", len(names) >= 20 and names[0] == "memory_wall" and set(tilestep.lessons()[0]) >= {"title", "minutes", "needs"})
check("their exercises are texts", tilestep.exercise("two_barriers") == open(exercises + "/04_two_barriers.cu", encoding="utf-8").read())
check("and so are solutions", tilestep.grade(tilestep.exercise("two_barriers", solution=True), "two_barriers").passed)
check("another lesson is told", refuses(lambda: tilestep.exercise("none_such"), "memory_wall"))
check("a text beside a file", tilestep.compare(tilestep.exercise("memory_wall", solution=True), TILED).ratios["blocks"] == 0.5)
check("options are told", "--full-size" in tilestep.usage() and "--at" in tilestep.usage("render"))
check("what prints something else is told", refuses(lambda: tilestep.run(OUTSIDE, options=["--help"]), "--full-size"))
check("results print as tables, and are short by themselves", "global stores" in str(found) and all(len(repr(one)) < 120 for one in (
    found, picture, tilestep.compare(OUTSIDE, OUTSIDE), tilestep.grade(OUTSIDE, "two_barriers"))))
check("why it was not graded", "error" in tilestep.grade("__global__ void k(", "two_barriers").message)
check("files have their names", TILED in tilestep.run(TILED).text and "/texts" not in found.text)
check("nor is an empty text one", refuses(lambda: tilestep.run(""), "no such file"))


def commanded(*words):
    """python -m tilestep, in a folder with one file."""
    os.makedirs(folder.name + "/here", exist_ok=True)
    with open(folder.name + "/here/outside.cu", "w", encoding="utf-8") as file:
        file.write(OUTSIDE)
    done = subprocess.run([sys.executable, "-m", "tilestep", *words], capture_output=True, text=True, cwd=folder.name + "/here",
                          env={**os.environ, "PYTHONPATH": folder.name + os.pathsep + os.environ.get("PYTHONPATH", ""), "LANG": "C"})
    return done.returncode, done.stdout, done.stderr


status, out, _ = commanded("run", folder.name + "/here/outside.cu", "--json")
check("a command runs, with its status", status == 1 and json.loads(out)["counters"] == found.counters)
check("and writes", commanded("render", "outside.cu", "--at", "2", "-o", "x.png")[0] == 0 and
      os.path.getsize(folder.name + "/here/x.png") > 10000)
status, _, said = commanded("run", TILED)
check("there is no window", "nor in Python" in commanded("outside.cu")[2])
check("a file elsewhere is refused", status == 2 and TILED in said and "below" in said)
check("the player is a page", "<script id=\"start\" type=\"application/json\">{\"" in tilestep.player(TILED, 7))
check("a file that is not there is told", refuses(lambda: tilestep.run("nosuch.cu"), "nosuch.cu"))
check("a mistake is told", refuses(lambda: tilestep.run("__global__ void k(int *a) { a[0] = ; }\n"), "expected an expression"))
check("what takes too long ends", refuses(lambda: tilestep.run(ENDLESS, options=["--full-size"], timeout=0.5), "0.5 s"))
check("and the next one runs", tilestep.run(OUTSIDE, timeout=60).findings)
check("all has its help", all(getattr(tilestep, name).__doc__ for name in tilestep.__all__))
if importlib.util.find_spec("mypy"):
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder.name + "/mypy", folder.name + "/tilestep"],
                          capture_output=True, text=True)
    check("mypy --strict: " + done.stdout, done.returncode == 0)
else:
    print("not here, so not tried: mypy")


def notebook():
    import nbclient
    import nbformat

    cells = ["%load_ext tilestep", "%%tilestep --at 5\n" + OUTSIDE, "%%tilestep --lang zh --player\n" + OUTSIDE,
             "%%tilestep\n__global__ void k(int *a) { a[0] = ; }\n", "import tilestep\ntilestep.render(tilestep.kernels()[1], 40)",
             "%%tilestep --at\n" + OUTSIDE]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    os.environ["PYTHONPATH"] = folder.name
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in book.cells]
    shown = outputs[1][0].data["text/html"]
    check("a cell shows finding, picture and counters",
          all(one in shown for one in ("a[32]", "data:image/svg+xml;base64,", "global stores")) and len(shown) < 200000)
    check("a player on demand", "<iframe srcdoc=" in outputs[2][0].data["text/html"])
    check("a mistake is printed", "expected an expression" in outputs[3][0].text)
    check("a picture shows itself", "data:image/svg+xml;base64," in outputs[4][0].data["text/html"])
    check("a missing value is told", "--at wants a value" in outputs[5][0].text)
    shipped = nbformat.read(tilestep.notebook(folder.name + "/shipped.ipynb"), as_version=4)
    nbclient.NotebookClient(shipped, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in shipped.cells if cell.cell_type == "code" for output in cell.outputs]
    check("the notebook that comes along runs", [one.output_type for one in outputs] == ["execute_result"] * 8)
    shown = [str(output) for output in outputs]
    check("and shows a race, and none", "race" in shown[0] and "findings: none" in shown[1])
    check("and does not write over another", not writes_over(folder.name + "/shipped.ipynb"))
    if len(sys.argv) > 4:
        nbformat.write(shipped, sys.argv[4])


def writes_over(path):
    try:
        tilestep.notebook(path)
    except FileExistsError:
        return False
    return True


if importlib.util.find_spec("nbclient") and importlib.util.find_spec("ipykernel"):
    notebook()
else:
    print("not here, so not tried: nbclient, ipykernel")
print(count, "checks,", len(bad), "wrong")
sys.exit(1 if bad else 0)
