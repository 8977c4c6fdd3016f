"""Notebooks open as files do: a cell that is CUDA, the files that cells write, the kernels in strings
of Python; what is found names the cell and the line in it, and what is no notebook is said.

notebook.py TILESTEP
"""
import json
import os
import subprocess
import sys
import tempfile

tilestep = os.path.abspath(sys.argv[1])
bad = []

MAIN = """int main()
{
    const int n = 72;
    float *sums;
    cudaMalloc(&sums, n * sizeof(float));
    add<<<(n + 31) / 32, 32>>>(sums, n);
}
"""
GUARDED = """__global__ void add(float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sums[i] = i;
}
"""
BEYOND = GUARDED.replace("    if (i < n)\n    ", "")


def cell(*lines, kind="code"):
    text = "".join(lines)
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True),
            "outputs": [{"data": {"image/png": "iVBORw0KGgo" * 100}}]}


def notebook(*cells):
    return json.dumps({"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def run(text, *options):
    with open("a.ipynb", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([tilestep, "run", "a.ipynb", "--json", *options], capture_output=True,
                          text=True, timeout=50)
    if done.returncode < 0 or done.returncode > 2:
        bad.append(f"status {done.returncode}: {options}")
    return done.returncode, json.loads(done.stdout) if done.returncode < 2 else {}, done.stderr


def expect(what, got, wanted):
    if got != wanted:
        bad.append(f"{what}: {got!r} instead of {wanted!r}")


def expect_words(what, got, *words):
    for word in words:
        if word not in got:
            bad.append(f"{what}: no '{word}' in {got!r}")


def opens(what, text, number, *options, grid=3):
    status, result, said = run(text, *options)
    expect(f"{what}: status", (status, said), (0, ""))
    expect(f"{what}: cell", result.get("cell"), number)
    expect(f"{what}: grid", result["launch"]["grid"][0] if result else None, grid)
    return result


def first_cell_that_is_cuda():
    text = cell("# Lesson\n", "__global__ is what a kernel is called\n", kind="markdown")
    install = cell("!pip install nvcc4jupyter\n", "%load_ext nvcc4jupyter\n")
    for magic in ("%%cu\n", "%%cuda\n", "\n%%cuda -c '-arch sm_75'\n", "%%writefile add.cu\n",
                  "%%cuda_group_save -n add.cu -g one\n", "%%nvcc\n"):
        book = notebook(text, install, cell(magic, GUARDED, MAIN))
        opens(magic, book, 3)
    opens("without a sign", notebook(cell(GUARDED, MAIN)), 1)
    opens("a source that is one text",
          notebook(dict(cell("x"), source="%%cu\n" + GUARDED + MAIN)), 1)
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["%%cu\n", GUARDED, MAIN]}]}]}
    opens("nbformat 3", json.dumps(old), 1)
    opens("a mark of UTF-8", "\ufeff" + notebook(cell("%%cu\n", GUARDED, MAIN)), 1)


def one_of_several():
    book = notebook(cell("%%cu\n", GUARDED, MAIN), cell("x = 1\n"),
                    cell("%%cu\n", GUARDED, MAIN.replace("72", "200")),
                    cell("%%writefile note.txt\n", GUARDED))
    opens("the first of several", book, 1)
    opens("one of several", book, 3, "--cell", "3", grid=7)
    opens("its own size", book, 3, "--cell", "3", "--set", "n=33", grid=2)
    said = subprocess.run([tilestep, "run", "a.ipynb"], capture_output=True, text=True).stdout
    expect_words("the others are named", said, "a.ipynb, cell 1", "kernels, too: 3;", "--cell N")
    for number in ("2", "4", "5"):
        status, _, said = run(book, "--cell", number)
        expect("a cell without CUDA", status, 2)
        expect_words("a cell without CUDA", said, f"--cell {number}", "4 cells", "1, 3")
    for number in ("0", "x", "-1", "3.5", "99999999999"):
        status, _, said = run(book, "--cell", number)
        expect(f"--cell {number}", status, 2)
        expect_words(f"--cell {number}", said, "--cell")


def files_that_cells_write():
    kernel = cell("%%writefile src/add.cuh\n", "#pragma once\n", "#include <step.h>\n", GUARDED)
    step = cell("%%writefile step.h\n", "#define STEP 2\n")
    main = cell("%%file src/main.cu\n", '#include "add.cuh"\n', MAIN)
    build = cell("!nvcc -O3 -o main src/main.cu && ./main\n")
    opens("files that include one another", notebook(step, kernel, main, build), 3)
    opens("a header written later", notebook(main, kernel, step, build), 1)
    other = cell("%%writefile src/add.cuh\n", BEYOND)
    status, _, _ = run(notebook(step, kernel, main, build, other))
    expect("what was written when it is compiled", status, 0)
    status, result, _ = run(notebook(step, other, kernel, main, build, other))
    expect("the last that was written", status, 0)
    status, result, said = run(notebook(step, other, main, build))
    finding = (result.get("findings") or [{}])[0]
    expect("a finding in an included cell",
           (status, finding.get("file"), finding.get("cell"), finding.get("line")),
           (1, "add.cuh", 2, 5))
    size = cell("%%writefile m.cu\n", GUARDED, MAIN.replace("= 72", "= SIZE"))
    build = cell("%%bash\n", "nvcc -DSIZE=100 -D FAST m.cu -o m\n")
    opens("-D of its nvcc", notebook(size, build), 1, grid=4)
    opens("-D of the options wins", notebook(size, build), 1, "-D", "SIZE=33", grid=2)


def strings_of_python():
    source = ["from torch.utils.cpp_extension import load_inline\n",
              'short = "a # b"  # """ no string\n', 'cuda_source = r"""\n', GUARDED, MAIN, '"""\n',
              "module = load_inline(name='add', cuda_sources=cuda_source)\n"]
    opens("a string of Python", notebook(cell(*source)), 1)
    name = cell('add = cp.RawKernel(r\'\'\'extern "C"\n', GUARDED, "''', 'add')\n",
                "add((3,), (32,), (sums, 72))\n")
    status, result, said = run(notebook(name))
    expect("a kernel that Python launches", (status, result.get("kernel")), (0, "add"))
    escapes = GUARDED.replace("= i;", '= i; printf("%d\\\\n", i);')
    status, result, said = run(notebook(cell('"""\n', escapes, MAIN, '"""\n')))
    expect("escapes of Python", (status, said), (0, ""))
    status, result, said = run(notebook(cell('x = """\n', BEYOND, MAIN, '"""\n')))
    expect("a line in a string", (result.get("findings") or [{}])[0].get("line"), 5)


def what_is_found_names_the_cell():
    book = notebook(cell("text\n", kind="markdown"), cell("%%cu\n", BEYOND, MAIN))
    status, result, _ = run(book)
    expect("a finding", (status, result["findings"][0]["line"], result["cell"]), (1, 5, 2))
    for language, words in (("en", "Line 5 of cell 2"), ("zh", "单元格 2 第 5 行")):
        said = subprocess.run([tilestep, "run", "a.ipynb", "--lang", language],
                              capture_output=True, text=True).stdout
        expect_words("a finding in words", said, words)
    status, _, said = run(notebook(cell("%%cu\n", GUARDED.replace("= i;", "= i"), MAIN)))
    expect("a mistake", status, 2)
    expect_words("a mistake", said, "a.ipynb, cell 1:6:", "error")


def what_is_no_notebook():
    whole = notebook(cell("%%cu\n", GUARDED, MAIN))
    cases = {"": "JSON", "{": "a.ipynb:1:", whole[:-40]: "a.ipynb:1:", "[]": "no list of cells",
             '{"cells": 3}': "no list of cells", "{\n<<<<<<< HEAD\n}": "a.ipynb:2:",
             notebook(): "0 cells", notebook(cell("print('__global__')\n")): "no cell with a CUDA",
             "[" * 100000: "JSON", '{"cells": [3, null, {"cell_type": "code", "source": [1]}]}':
             "no cell with a CUDA", '{"cells": [{"cell_type": "code", "source": "%%writefile"}]}':
             "no cell with a CUDA", "\0\1\2": "JSON"}
    for text, words in cases.items():
        status, _, said = run(text)
        expect(f"{text[:40]!r}", status, 2)
        expect_words(f"{text[:40]!r}", said, words)
    with open("k.cu", "w", encoding="utf-8") as file:
        file.write(GUARDED + MAIN)
    said = subprocess.run([tilestep, "run", "k.cu", "--cell", "1"], capture_output=True, text=True)
    expect("--cell of a file", said.returncode, 2)
    expect_words("--cell of a file", said.stderr, "notebooks")
    run(whole)
    both = subprocess.run([tilestep, "compare", "a.ipynb", "k.cu", "--cell", "1"],
                          capture_output=True, text=True)
    expect("compared with a file", (both.returncode, both.stderr), (0, ""))
    with open("a.ipynb", "wb") as file:
        file.truncate(80 << 20)
    said = subprocess.run([tilestep, "run", "a.ipynb"], capture_output=True, text=True)
    expect("a huge file", said.returncode, 2)
    expect_words("a huge file", said.stderr, "bytes, more than")


def a_program_in_python():
    """A kernel in a string of a .py file is opened, and a finding names the line of the file."""
    outside = BEYOND + MAIN
    for kernel, status in ((GUARDED + MAIN, 0), (outside, 1), ("", 2)):
        head = "# a comment\nimport torch\nsource = '''"
        with open("a.py", "w", encoding="utf-8") as file:
            file.write(head + kernel + "'''\ntorch.load(source)\n")
        done = subprocess.run([tilestep, "run", "a.py", "--json"], capture_output=True, text=True)
        expect(f"a.py of {status}", done.returncode, status)
        if status == 1:
            line = json.loads(done.stdout)["findings"][0]["line"]
            expect("the line in Python", line, 3 + outside[:outside.index("[i]")].count("\n"))
    expect_words("no kernel", done.stderr, "a.py is Python")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for case in (first_cell_that_is_cuda, one_of_several, files_that_cells_write, strings_of_python,
                 what_is_found_names_the_cell, what_is_no_notebook, a_program_in_python):
        case()
print("\n".join(bad))
sys.exit(bool(bad))
