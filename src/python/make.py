"""Makes the wheel, the same bytes each time: Python's files, the commands as WebAssembly, and what they read.

make.py OUT.whl VERSION SOURCE_ROOT PACK EXERCISES COMMANDS.wasm PAGE.html
"""
import base64
import glob
import hashlib
import os
import subprocess
import sys
import tempfile

out, version, root, pack, exercises, commands, page = sys.argv[1:]
sys.path.insert(0, root + "/src/packages")
sys.dont_write_bytecode = True
import licences  # noqa: E402
from archive import write_zip  # noqa: E402

INFO = f"tilestep-{version}.dist-info/"
DATA = "tilestep/data/"
METADATA = f"""Metadata-Version: 2.1
Name: tilestep
Version: {version}
Summary: What a CUDA kernel does, step by step, without a GPU
License: MIT
Requires-Python: >=3.9
Requires-Dist: wasmtime>=25
Provides-Extra: notebook
Requires-Dist: ipykernel; extra == "notebook"
Description-Content-Type: text/markdown

"""


def read(path):
    with open(path, "rb") as file:
        return file.read()


def packed(path):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([pack, path, folder + "/nodes"], check=True)
        return read(folder + "/nodes")


def files():
    here = root + "/src/python/"
    for path in glob.glob(here + "tilestep/*"):
        if os.path.isfile(path):
            yield "tilestep/" + os.path.basename(path), read(path).replace(b"@VERSION@", version.encode())
    yield DATA + "tilestep.wasm", read(commands)
    yield DATA + "page/tilestep.html", read(page)
    for pattern in "kernels/*.cu", "kernels/*.cuh", "lessons/*.yaml", "assets/*.txt":
        for path in glob.glob(os.path.join(root, pattern)):
            name = DATA + os.path.relpath(path, root)
            yield name, read(path)
            if name.endswith(".yaml"):
                yield name + ".nodes", packed(path)
    for path in glob.glob(exercises + "/*.cu"):
        yield DATA + "lessons/exercises/" + os.path.basename(path), read(path)
    yield INFO + "METADATA", METADATA.encode() + read(here + "README.md")
    yield INFO + "WHEEL", b"Wheel-Version: 1.0\nGenerator: tilestep\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield INFO + "LICENSE", read(root + "/LICENSE")
    yield INFO + "licenses/LICENCES.txt", licences.whole(root, licences.page()).encode()


rows, record = list(files()), ""
for name, data in sorted(rows):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    record += f"{name},sha256={digest},{len(data)}\n"
write_zip(out, rows + [(INFO + "RECORD", (record + INFO + "RECORD,,\n").encode())])
