"""What the page counts and draws is what the native program counts and draws: JSON of every shipped
kernel, exercise and test file byte for byte, SVG byte for byte, PNG pixel for pixel with the built-in
font.

equal.py NATIVE SOURCE_ROOT EXERCISES [json | pictures | some]

some: every eighth file of the tests, and pictures of every fourth kernel.
"""
import base64
import glob
import json
import os
import struct
import shutil
import subprocess
import sys
import tempfile
import zlib

native, root, exercises = map(os.path.abspath, sys.argv[1:4])
parts = sys.argv[4:] or ["json", "pictures"]
is_some = "some" in parts
parts = ["json", "pictures"] if is_some else parts
module = root + "/build-web/src/web/headless.wasm"
if not os.path.exists(module) or not shutil.which("node"):
    print("no page was built, or there is no node")
    sys.exit(77)
here = os.path.dirname(os.path.abspath(__file__))
CALLS_OF_A_NODE = 20  # each leaves an instance with its address space behind
node, calls = None, 0
environment = {"HOME": "/nonexistent", "LANG": "C", "PATH": os.environ["PATH"], "TILESTEP_DATA": root}
bad, compared = [], 0


def page(*args):
    global node, calls
    if calls % CALLS_OF_A_NODE == 0:
        end_node()
        node = subprocess.Popen(["node", "--no-warnings", os.path.join(here, "wasi.mjs"), module,
                                 root + "/src/web/page/wasi.js", root], text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    calls += 1
    node.stdin.write(json.dumps(args) + "\n")
    node.stdin.flush()
    line = node.stdout.readline()
    if not line:
        sys.exit(f"node ended at {args}: {node.wait()}")
    answer = json.loads(line)
    return answer["status"], answer["out"], answer["err"], answer["files"]


def end_node():
    if node:
        node.stdin.close()
        node.wait()


def home(*args):
    done = subprocess.run([native, *args], capture_output=True, env=environment)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def compare(name, one, other):
    global compared
    compared += 1
    if one != other:
        first = next((i for i, (a, b) in enumerate(zip(str(one), str(other))) if a != b), 0)
        bad.append(f"{name}: page {str(one)[max(0, first - 60):first + 80]!r}, "
                   f"native {str(other)[max(0, first - 60):first + 80]!r}")


def pixels(data):
    at, parts, size = 8, [], None
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IHDR":
            size = data[at + 8:at + 16]
        if name == b"IDAT":
            parts.append(data[at + 8:at + 8 + length])
        at += length + 12
    return size, zlib.decompress(b"".join(parts))


if "json" in parts:
    files = sorted(glob.glob(root + "/kernels/*.cu") + glob.glob(exercises + "/*.cu") +
                   glob.glob(root + "/tests/kernels/*/*.cu") + glob.glob(root + "/tests/faults/*.cu"))
    files = files[::8] if is_some else files
    for path in files:
        compare(os.path.relpath(path, root), page("run", path, "--json")[:2], home("run", path, "--json")[:2])
    # What the lessons say, which are packed for the page, and what is worked out from it.
    checked = ["lessons", "--check"] + (["two_phases"] if is_some else [])
    compare("lessons --check", page(*checked)[:2], home(*checked)[:2])
if "pictures" in parts:
    # A copy that has no window beside it draws with the built-in font.
    alone = tempfile.mkdtemp()
    native = shutil.copy(native, alone)
    for path in sorted(glob.glob(root + "/kernels/*.cu"))[::4 if is_some else 1]:
        for ending in "svg", "png":
            args = ["render", path, "--at", "40", "--size", "1000x700", "-o", "/tmp/equal." + ending]
            status, _, said, files = page(*args)
            with tempfile.TemporaryDirectory() as folder:
                args[-1] = folder + "/equal." + ending
                statuses = status, home(*args)[0]
                if statuses != (0, 0):
                    bad.append(f"{path} {ending}: {statuses} {said}")
                    continue
                drawn = base64.b64decode(files["/tmp/equal." + ending]), open(args[-1], "rb").read()
            compare(os.path.basename(path) + " " + ending, *map(pixels if ending == "png" else bytes, drawn))
    shutil.rmtree(alone)
end_node()
for line in bad:
    print(line)
print(compared, "compared,", len(bad), "differ")
sys.exit(1 if bad else 0)
