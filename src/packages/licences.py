"""What others have written that a package contains: the parts, their versions and the texts of their licences, as
Debian's packages bring them."""
import os
import re
import subprocess

# Which package of Debian 12 a part comes from.
LINKED = {"libyaml": "libyaml-dev", "libpng": "libpng-dev", "zlib": "zlib1g-dev", "Jansson": "libjansson-dev"}
PAGE = {"CodeMirror": "libjs-codemirror", "wasi-libc": "wasi-libc", "compiler-rt": "libclang-rt-14-dev-wasm32"}
COMMON = "/usr/share/common-licenses/"


class Part:
    """One part: its name, what it is for, and the package that it was taken from."""

    def __init__(self, name, purpose, package):
        self.name, self.purpose = name, purpose
        words = ["dpkg-query", "-W", "-f=${Version}\n${source:Package}=${source:Version}\n", package]
        self.version, self.source = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.split()[:2]
        path = f"/usr/share/doc/{package.split(':')[0]}/copyright"
        with open(path, encoding="utf-8", errors="replace") as file:
            self.text = file.read()
        named = {one.strip().lower(): one.strip() for one in re.findall(r"^License: *(.+)$", self.text, re.M)}
        self.licences = [named[one] for one in sorted(named)]

    def row(self, place):
        named = "; ".join(self.licences) or "as its text says"
        return f"{self.name} {self.version} ({self.purpose})\n    licences in its source: {named}\n    text: {place}\n" \
               f"    source: {self.source} of Debian\n"


def linked():
    return [Part(name, "linked into the program", package) for name, package in LINKED.items()]


def page():
    return [Part(name, "in the page", package) for name, package in PAGE.items()]


def common(parts):
    """The texts that the parts' own refer to, by name: on other systems than Debian they are not there."""
    named = {name for part in parts for name in re.findall(COMMON + r"([A-Za-z0-9.-]*[A-Za-z0-9])", part.text)}
    return {name: open(COMMON + name, "rb").read() for name in sorted(named) if os.path.isfile(COMMON + name)}


def whole(root, parts):
    """The list and all texts as one, tilestep's own first."""
    with open(os.path.join(root, "LICENSE"), encoding="utf-8") as file:
        own = file.read()
    texts = [(part.name, part.text) for part in parts] + [(name, text.decode()) for name, text in common(parts).items()]
    return listed(parts, lambda part: f'below, under "{part.name}"') + "".join(
        f"\n==== {name} ====\n\n{text}" for name, text in [("tilestep", own), *texts])


def listed(parts, place):
    """The list as a text; place(part) says where the text of its licence is."""
    head = "tilestep is under the MIT licence. What it contains of others:\n\n"
    return head + "\n".join(part.row(place(part)) for part in parts)
