"""python -m tilestep run mine.cu: the commands of tilestep, with files of the current folder and below."""

from __future__ import annotations

import os
import sys

from .engine import TilestepError, command


def below(word: str) -> str:
    """A word as the command is given it: of a file its name in the current folder."""
    if not os.path.exists(word):
        return word
    inside = os.path.relpath(word)
    if inside.startswith("..") or os.path.isabs(inside):
        raise TilestepError(f"{word} is not in this folder nor below; change to a folder above it first")
    return inside.replace(os.sep, "/")


def main() -> int:
    words = sys.argv[1:] or ["--help"]
    try:
        return command([below(word) for word in words])
    except TilestepError as error:
        print("tilestep:", error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
