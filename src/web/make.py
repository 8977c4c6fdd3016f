"""Makes the page: one HTML file with the module and the files that it opens, compressed.

make.py OUT PACK SOURCE_ROOT EXERCISES MODULE PAGE.html FILE.css FILE.js...
"""
import base64
import glob
import json
import os
import subprocess
import sys
import tempfile

out, pack, root, exercises, module, page, style, *scripts = sys.argv[1:]
sys.path.insert(0, root + "/src/packages")
sys.dont_write_bytecode = True
import licences  # noqa: E402

CODEMIRROR = "/usr/share/javascript/codemirror/"
EDITOR = "lib/codemirror.js", "mode/clike/clike.js", "addon/edit/matchbrackets.js", "addon/edit/closebrackets.js"


def packed(path):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([pack, path, folder + "/nodes"], check=True)
        return open(folder + "/nodes", "rb").read()


def files():
    for pattern in "kernels/*.cu", "kernels/*.cuh", "lessons/*.yaml", "assets/*.txt":
        for path in sorted(glob.glob(os.path.join(root, pattern))):
            name = os.path.relpath(path, root)
            yield name, open(path, "rb").read()
            if name.endswith(".yaml"):
                yield name + ".nodes", packed(path)
    for path in sorted(glob.glob(exercises + "/*.cu")):
        yield "lessons/exercises/" + os.path.basename(path), open(path, "rb").read()


def small(kind, names):
    """Scripts or styles as one, as short as they get."""
    whole = "\n".join(read(CODEMIRROR + name) for name in names)
    return subprocess.run(["esbuild", "--minify", "--legal-comments=none", "--charset=utf8", "--loader=" + kind],
                          input=whole.encode(), stdout=subprocess.PIPE, check=True).stdout


def editor():
    yield "editor.js", small("js", EDITOR)
    yield "editor.css", small("css", ["lib/codemirror.css"])


def blob(parts):
    """A head of JSON behind its length, then the bytes; as gzip, by a program that makes it a twentieth smaller than
    gzip itself does."""
    index = json.dumps([[name, len(data)] for name, data in parts]).encode()
    whole = len(index).to_bytes(4, "little") + index + b"".join(data for _, data in parts)
    with tempfile.NamedTemporaryFile() as file:
        file.write(whole)
        file.flush()
        packed = subprocess.run(["zopfli", "--i1", "-c", file.name], stdout=subprocess.PIPE, check=True).stdout
    return base64.b64encode(packed).decode()


def read(path):
    return open(path, encoding="utf-8").read()


text = read(page)
for mark, value in (("/*STYLE*/", read(style)), ("/*SCRIPT*/", "\n".join(map(read, scripts))),
                    ("<!--PARTS-->", blob([("page.wasm", open(module, "rb").read()), *editor(), *files(), ("LICENCES", licences.whole(root, licences.page()).encode())]))):
    assert text.count(mark) == 1, mark
    text = text.replace(mark, value)
with open(out, "w", encoding="utf-8") as file:
    file.write(text)
