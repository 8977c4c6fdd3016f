"""tilestep: what a CUDA kernel does, step by step, without a GPU.

    >>> import tilestep
    >>> done = tilestep.run("mine.cu", set={"n": 64})
    >>> done.counters["global_load"]["sectors"]
    >>> done.findings                                   # races, accesses out of bounds, ...
    >>> tilestep.compare("naive.cu", "tiled.cu").ratios
    >>> tilestep.render("mine.cu", at=40).save("moment.svg")
    >>> tilestep.lessons()                              # what there is to learn, and to solve
    >>> print(tilestep.exercise("two_barriers"))        # the file that a learner completes
    >>> tilestep.grade("mine.cu", "two_barriers").passed

A kernel is the path of a file or the text of one; tilestep.kernels() are some to begin with. print() of a result is
a table; its data, all figures as plain dicts and lists. In a notebook %load_ext tilestep gives %%tilestep, and
tilestep.notebook() puts a notebook to try into this folder.
"""

from __future__ import annotations

import base64
import html
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from .engine import DATA, Done, TilestepError, call, placed

__version__ = "@VERSION@"
__all__ = ["Comparison", "Grade", "Picture", "Run", "TilestepError", "compare", "exercise", "grade", "kernels", "lessons",
           "notebook", "player", "render", "run", "usage"]

Kernel = Union[str, "os.PathLike[str]"]
Number = Union[int, float, str]
Extent = Union[int, Sequence[int]]


@dataclass(frozen=True, repr=False)
class Run:
    """What a launch did, counted over the whole grid: `data` is all of it, as `tilestep run --json` prints it."""

    data: dict[str, Any]
    text: str
    """The same as a table."""
    notes: str
    """What was assumed or brought down, as text."""

    @property
    def counters(self) -> dict[str, Any]:
        """Of the whole grid, by name: "flops", "warps", "barriers" ... are numbers; "global_load", "global_store",
        "shared_load", "shared_store" ... are dicts of "accesses", "bytes", "requests" and "sectors" or "wavefronts"."""
        return dict(self.data["counters"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Mistakes: races, accesses out of bounds, missed barriers ... each a dict of "kind", "line", "count" and
        "first", whose "message" is a sentence; empty where there are none."""
        return list(self.data["findings"])

    @property
    def is_clean(self) -> bool:
        """No mistake was found, and no element of a result that could be checked is wrong."""
        return bool(self.data["is_clean"])

    def __str__(self) -> str:
        return (self.notes + "\n" + self.text).strip()

    def __repr__(self) -> str:
        return f"<Run of {self.data['kernel']}: {len(self.findings)} kinds of mistakes; print() shows it, .data has it>"

    def _repr_html_(self) -> str:
        return "<pre>" + html.escape(self.text) + "</pre>"


@dataclass(frozen=True, repr=False)
class Comparison:
    """Two kernels on the same problem: `data` is all of it, as `tilestep compare --json` prints it."""

    data: dict[str, Any]
    text: str

    @property
    def ratios(self) -> dict[str, Any]:
        """How many times as much the first one needs, by counter, named as in Run; None where the second needs none.
        A TilestepError where their data have different sizes, as of two files that each chose their own."""
        if not self.data["same_size"]:
            raise TilestepError(f'{self.data["verdict"]} Give both the same: arg={{"n": 64}}, or set= for host variables.')
        return dict(self.data["ratios"])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return "<Comparison; print() shows it, .ratios and .data have it>"

    def _repr_html_(self) -> str:
        return "<pre>" + html.escape(self.text) + "</pre>"


@dataclass(frozen=True, repr=False)
class Picture:
    """A moment of a run as a picture, which a notebook shows by itself; elsewhere save() it."""

    svg: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, as SVG; `python -m tilestep render FILE.cu -o FILE.png` makes a PNG."""
        if Path(path).suffix.lower() not in ("", ".svg"):
            raise ValueError(f"a picture is saved as SVG, not as {Path(path).suffix}; see help(tilestep.Picture.save)")
        Path(path).write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        return "<Picture; .save(path) writes it, .svg is its text>"

    def _repr_html_(self) -> str:
        """As wide as the cell; an image of its own, since pictures beside each other have the same names within."""
        data = base64.b64encode(self.svg.encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" style="max-width:100%">'


@dataclass(frozen=True, repr=False)
class Grade:
    """Whether a kernel solves the exercise of a lesson, test by test."""

    data: dict[str, Any]

    @property
    def passed(self) -> bool:
        """All tests pass."""
        return bool(self.data["verdict"] == "pass")

    @property
    def tests(self) -> list[dict[str, str]]:
        """The tests in order, each a dict of "name", "status" ("pass", "fail" or "error") and "message"."""
        return list(self.data["tests"])

    @property
    def message(self) -> str:
        """Why it could not be graded at all; empty where it was."""
        return str(self.data.get("message") or "")

    def __str__(self) -> str:
        rows = [f"{test['status']}: {test['name']}\n    {test.get('message') or ''}".rstrip() for test in self.tests]
        return "\n".join([f"{self.data['lesson']}: {self.data['verdict']}", *([self.message] if self.message else []), *rows])

    def __repr__(self) -> str:
        return f"<Grade: {self.data['verdict']}; print() shows it, .tests has it>"

    def _repr_html_(self) -> str:
        return "<pre>" + html.escape(str(self)) + "</pre>"


def _extent(extent: Extent) -> str:
    return str(extent) if isinstance(extent, int) else ",".join(map(str, extent))


def _launch(set: Mapping[str, Number], define: Mapping[str, Number], arg: Mapping[str, Number], kernel_name: str | None,
            grid: Extent | None, block: Extent | None, options: Sequence[str]) -> list[str]:
    words: list[str] = []
    for option, values in (("--set", set), ("-D", define), ("--arg", arg)):
        for name, value in values.items():
            words += [option, f"{name}={value}"]
    if kernel_name is not None:
        words += ["--kernel", kernel_name]
    if grid is not None:
        words += ["--grid", _extent(grid)]
    if block is not None:
        words += ["--block", _extent(block)]
    return words + list(options)


def _usable(done: Done) -> Done:
    if done.status > 1:
        raise TilestepError(done.err.strip() or f"tilestep ended with {done.status}")
    return done


def _json(done: Done) -> Any:
    if _usable(done).out[:1] not in ("{", "["):
        raise TilestepError("these options print something else; see tilestep.usage():\n" + done.out)
    return json.loads(done.out)


def run(kernel: Kernel, *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {}, arg: Mapping[str, Number] = {},
        kernel_name: str | None = None, grid: Extent | None = None, block: Extent | None = None,
        options: Sequence[str] = (), timeout: float | None = None) -> Run:
    """Runs a kernel, counts what the whole grid does and looks for mistakes.

    kernel: the path of a .cu file, or its text.
    set: variables of the host code, such as sizes; define: macros; arg: scalar parameters, or "zeros:64", "random:64".
    kernel_name: which __global__ function, where there are several; grid, block: a number or up to three.
    options: more options, as words: ["--full-size"]; tilestep.usage("run") lists them. The same names without their
    dashes are what messages speak of: --set is set here, -D define, --kernel kernel_name.
    timeout: seconds after which it is given up, by a TilestepError.
    """
    words = ["run", "{0}", *_launch(set, define, arg, kernel_name, grid, block, options)]
    done = call([*words, "--json"], [kernel], timeout=timeout)
    data = {**_json(done), "is_clean": done.status == 0}
    return Run(data, _usable(call(words, [kernel], timeout=timeout)).out, done.err.strip())


def compare(a: Kernel, b: Kernel, *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {},
            arg: Mapping[str, Number] = {}, kernel_name: str | None = None, grid: Extent | None = None,
            block: Extent | None = None, options: Sequence[str] = (), timeout: float | None = None) -> Comparison:
    """Runs two kernels, counter by counter. All but a and b is for both, and as in run; tilestep.usage("compare")."""
    words = ["compare", "{0}", "{1}", *_launch(set, define, arg, kernel_name, grid, block, options)]
    data = _json(call([*words, "--json"], [a, b], timeout=timeout))
    return Comparison(data, _usable(call(words, [a, b], timeout=timeout)).out)


def render(kernel: Kernel, at: int | str = "end", *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {},
           arg: Mapping[str, Number] = {}, kernel_name: str | None = None, grid: Extent | None = None,
           block: Extent | None = None, size: tuple[int, int] = (1280, 720), theme: str = "light", lang: str = "en",
           options: Sequence[str] = (), timeout: float | None = None) -> Picture:
    """The window after so many steps (at; "end": after the last one) as a picture. theme: "light", "dark", "contrast";
    lang: "en" or "zh"; the rest as in run."""
    words = ["render", "{0}", *_launch(set, define, arg, kernel_name, grid, block, options), "--at", str(at),
             "--size", f"{size[0]}x{size[1]}", "--theme", theme, "--lang", lang, "-o", "{out}"]
    done = _usable(call(words, [kernel], "moment.svg", timeout))
    return Picture(done.file.decode("utf-8"))


def grade(kernel: Kernel, lesson: str, *, timeout: float | None = None) -> Grade:
    """Whether a kernel solves the exercise of a lesson, by the lesson's name (see lessons). What cannot be compiled is
    not passed."""
    done = call(["grade", "{0}", "--lesson", lesson, "--json"], [kernel], timeout=timeout)
    if not done.out.startswith("{"):
        raise TilestepError(done.err.strip())
    return Grade(json.loads(done.out))


def player(kernel: Kernel, at: int | str = 0, *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {},
           arg: Mapping[str, Number] = {}, options: Sequence[str] = (), lang: str = "en") -> str:
    """The whole window at a moment, as one HTML page of about 1.9 MB that opens from disk or in a frame."""
    words = ["page", "{0}", *_launch(set, define, arg, None, None, None, options), "--at", str(at), "--lang", lang, "-o", "{out}"]
    return _usable(call(words, [kernel], "page.html")).file.decode("utf-8")


def lessons() -> list[dict[str, Any]]:
    """The lessons, in the order in which they build on each other: each a dict of "name", "title" ({"en", "zh"}),
    "minutes", "needs" (names of lessons) ... Their exercises are for exercise and grade, by name."""
    inside = {"skeleton", "solution", "state", "marks"}  # exercise has the first two, a window the others
    return [{name: value for name, value in one.items() if name not in inside} for one in _lessons()]


def _lessons() -> list[dict[str, Any]]:
    return list(_json(call(["lessons", "--json"], [])))


def exercise(lesson: str, solution: bool = False) -> str:
    """The text of the .cu file that the exercise of a lesson gives to a learner; with solution=True a file that solves it."""
    named = {one["name"]: one for one in _lessons()}
    if lesson not in named:
        raise TilestepError(f"there is no lesson {lesson!r}; there are: {', '.join(named)}")
    return placed(named[lesson]["solution" if solution else "skeleton"]).read_text(encoding="utf-8")


def usage(command: str = "run") -> str:
    """The options of "run", "compare", "render", "page" or "grade", as a text to print."""
    return _usable(call([command, "--help"], [])).out


def notebook(path: str | os.PathLike[str] = "tilestep.ipynb") -> Path:
    """Writes the notebook that comes along to a file, which must not be there yet, and returns where it is."""
    with open(path, "xb") as file:
        file.write(Path(__file__).with_name("tilestep.ipynb").read_bytes())
    return Path(path)


def kernels() -> list[Path]:
    """The kernels that come along, as files to read."""
    return sorted((DATA / "kernels").glob("*.cu"))


def load_ipython_extension(shell: Any) -> None:
    """%load_ext tilestep"""
    from .magic import register

    register(shell)
