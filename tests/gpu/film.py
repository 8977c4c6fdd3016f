#!/usr/bin/env python3
"""A film that is made in the window while it shows what a GPU left shows the same: run over the test
doubles, then compared with a picture of the film. Skipped (77) without the tools.

usage: film.py TILESTEP SOURCE_ROOT"""

import os
import sys
import tempfile

sys.dont_write_bytecode = True
from moody import open_window
from window import raw


def main():
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare")  # no encoder there: numbered pictures
        os.mkdir(bare)
        window = open_window(folder, PATH=bare)
        try:
            window.point(3, 3)
            window.key("7", "Right", "Right")
            empty = window.at_rest()
            window.key("g")
            window.wait("a result", lambda: window.pixels() != empty)
            shown = window.at_rest()
            window.key("ctrl+shift+e")

            def second():
                return next((os.path.join(folder, name, "frame-0002.png")
                             for name in os.listdir(folder) if "-00000-00" in name and
                             "frame-0002.png" in os.listdir(os.path.join(folder, name))), None)

            window.wait("a film to the second access", second)
            window.wait("the same in it", lambda: raw(second()) == shown)
            window.rest()
            if window.end() != 0 or window.words():
                sys.exit("it ended with a word: " + window.words())
        finally:
            window.close()


main()
