"""%%tilestep: a cell of CUDA C, with its counters, findings and a picture."""

from __future__ import annotations

import html
import shlex
from typing import Any

from . import Run, TilestepError, player, render, run

HELP = """%%tilestep [--at STEP] [--player] [--lang en|zh] [--theme light|dark|contrast] [OPTIONS]

A cell of CUDA C: its mistakes, the picture of a moment (--at: after so many steps, else the last one), and its counters.
--player: the whole window in place of the picture, to step through; it makes the notebook 1.6 MB larger.
OPTIONS, such as --set n=64: print(tilestep.usage("run")). What it shows is also _, and _.run.counters its figures.
"""

SIZE = 1000, 640  # a cell is some 900 pixels wide


class Shown:
    """What a cell shows; `run` is the Run behind it."""

    def __init__(self, result: Run, shown: str) -> None:
        self.run = result
        self.shown = shown

    def _repr_html_(self) -> str:
        return self.shown

    def __repr__(self) -> str:
        return self.run.text


def _take(words: list[str], name: str, usual: str) -> str:
    """The value behind an option, which is taken out."""
    if name not in words:
        return usual
    at = words.index(name)
    if at + 1 == len(words):
        raise TilestepError(f"{name} wants a value: {HELP.splitlines()[0]}")
    value = words[at + 1]
    del words[at:at + 2]
    return value


def _findings(result: Run) -> str:
    rows = [f"<li>{html.escape(one['first']['message'])}</li>" for one in result.findings if one.get("first")]
    return f"<ul style='color:#b3261e'>{''.join(rows)}</ul>" if rows else ""


def show(line: str, cell: str) -> Shown:
    """What stands behind %%tilestep: the options, and the cell's text."""
    words = shlex.split(line)
    at, lang, theme = _take(words, "--at", "end"), _take(words, "--lang", "en"), _take(words, "--theme", "light")
    with_player = "--player" in words
    options = [word for word in words if word != "--player"]
    result = run(cell, options=[*options, "--lang", lang])
    if with_player:
        page = player(cell, "0" if at == "end" else at, options=options, lang=lang)
        picture = f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:720px;border:0" allow="fullscreen"></iframe>'
    else:
        picture = render(cell, at, options=options, lang=lang, theme=theme, size=SIZE)._repr_html_()
    text = html.escape(str(result))
    return Shown(result, _findings(result) + picture + f"<details><summary>tilestep run</summary><pre>{text}</pre></details>")


def register(shell: Any) -> None:
    """The cell magic in an IPython shell. A mistake in a kernel is printed, and is no exception."""

    def tilestep(line: str, cell: str) -> Shown | None:
        try:
            return show(line, cell)
        except TilestepError as error:
            print(error)
            return None

    tilestep.__doc__ = HELP
    shell.register_magic_function(tilestep, magic_kind="cell")
