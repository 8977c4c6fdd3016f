"""tilestep: what a CUDA kernel does, step by step, without a GPU.

    >>> import tilestep
    >>> done = tilestep.run("mine.cu", set={"n": 64})
    >>> done.counters["global_load"]["sectors"]
    >>> done.findings                                   # races, accesses out of bounds, ...
    >>> tilestep.compare("naive.cu", "tiled.cu").ratios
    >>> tilestep.render("mine.cu", at=40).save("moment.svg")
    >>> tilestep.grade("mine.cu", "two_barriers").passed

A kernel is the path of a file or the text of one. In a notebook %load_ext tilestep gives %%tilestep.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from .engine import DATA, Done, TilestepError, call

__version__ = "@VERSION@"
__all__ = ["Comparison", "Grade", "Picture", "Run", "TilestepError", "compare", "grade", "kernels", "player", "render", "run"]

Kernel = Union[str, "os.PathLike[str]"]
Number = Union[int, float, str]
Extent = Union[int, Sequence[int]]


@dataclass(frozen=True)
class Run:
    """What a launch did, counted over the whole grid: `data` is all of it, as `tilestep run --json` prints it."""

    data: dict[str, Any]
    text: str
    """The same as a table."""
    notes: str
    """What was assumed or brought down, as text."""

    @property
    def counters(self) -> dict[str, Any]:
        """Requests, sectors, wavefronts, operations ... of the whole grid, by their names."""
        return dict(self.data["counters"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Mistakes: races, accesses out of bounds, missed barriers ... each with `kind`, `line` and a sentence."""
        return list(self.data["findings"])

    @property
    def is_clean(self) -> bool:
        """No mistake was found, and no element of a result that could be checked is wrong."""
        return bool(self.data["is_clean"])

    def _repr_html_(self) -> str:
        return "<pre>" + html.escape(self.text) + "</pre>"


@dataclass(frozen=True)
class Comparison:
    """Two kernels on the same problem: `data` is all of it, as `tilestep compare --json` prints it."""

    data: dict[str, Any]
    text: str

    @property
    def ratios(self) -> dict[str, Any]:
        """How many times as much the first one needs, by counter."""
        return dict(self.data["ratios"])

    def _repr_html_(self) -> str:
        return "<pre>" + html.escape(self.text) + "</pre>"


@dataclass(frozen=True)
class Picture:
    """A moment of a run as a picture, which a notebook shows by itself."""

    svg: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Grade:
    """Whether a kernel solves the exercise of a lesson, test by test: `data["tests"]`, each with name, status, message."""

    data: dict[str, Any]

    @property
    def passed(self) -> bool:
        """All tests pass."""
        return bool(self.data["verdict"] == "pass")

    @property
    def tests(self) -> list[dict[str, str]]:
        """The tests in order; `status` is "pass" or says what else."""
        return list(self.data["tests"])


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


def run(kernel: Kernel, *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {}, arg: Mapping[str, Number] = {},
        kernel_name: str | None = None, grid: Extent | None = None, block: Extent | None = None,
        options: Sequence[str] = (), timeout: float | None = None) -> Run:
    """Runs a kernel, counts what the whole grid does and looks for mistakes.

    kernel: the path of a .cu file, or its text.
    set: variables of the host code, such as sizes; define: macros; arg: scalar parameters, or "zeros:64", "random:64".
    kernel_name: which __global__ function, where there are several; grid, block: a number or up to three.
    options: more options, as `tilestep run --help` has them.
    timeout: seconds after which it is given up, by a TilestepError.
    """
    words = ["run", "{0}", *_launch(set, define, arg, kernel_name, grid, block, options)]
    done = _usable(call([*words, "--json"], [kernel], timeout=timeout))
    data = {**json.loads(done.out), "is_clean": done.status == 0}
    return Run(data, _usable(call(words, [kernel], timeout=timeout)).out, done.err.strip())


def compare(a: Kernel, b: Kernel, *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {},
            options: Sequence[str] = (), timeout: float | None = None) -> Comparison:
    """Runs two kernels on the same problem, counter by counter; both are paths, or both are texts. See run."""
    words = ["compare", "{0}", "{1}", *_launch(set, define, {}, None, None, None, options)]
    done = _usable(call([*words, "--json"], [a, b], timeout=timeout))
    return Comparison(json.loads(done.out), _usable(call(words, [a, b], timeout=timeout)).out)


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
    """Whether a kernel solves the exercise of a lesson, by the lesson's name. What cannot be compiled is not passed."""
    done = call(["grade", "{0}", "--lesson", lesson, "--json"], [kernel], timeout=timeout)
    if not done.out.startswith("{"):
        raise TilestepError(done.err.strip())
    return Grade(json.loads(done.out))


def player(kernel: Kernel, at: int | str = 0, *, set: Mapping[str, Number] = {}, define: Mapping[str, Number] = {},
           options: Sequence[str] = (), lang: str = "en") -> str:
    """The whole window at a moment, as one HTML page of about 1.6 MB that opens from disk or in a frame."""
    words = ["page", "{0}", *_launch(set, define, {}, None, None, None, options), "--at", str(at), "--lang", lang, "-o", "{out}"]
    return _usable(call(words, [kernel], "page.html")).file.decode("utf-8")


def kernels() -> list[Path]:
    """The kernels that come along, as files to read."""
    return sorted((DATA / "kernels").glob("*.cu"))


def load_ipython_extension(shell: Any) -> None:
    """%load_ext tilestep"""
    from .magic import register

    register(shell)
