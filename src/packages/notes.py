"""Lays what is handed out into one folder, with a page of notes and the checksums: what each file is and how it is
used, what is new, and whose work it contains.

notes.py ROOT VERSION EPOCH OUT FILE...
"""
import hashlib
import os
import re
import shutil
import sys
import time

import licences

USES = {
    ".html": ("in a browser, on any system", "Open it, from disk too; it needs no network."),
    ".whl": ("for Python and notebooks, on any system", "`pip install {name}`, then `help(tilestep)`."),
    ".vsix": ("for VS Code, and not tried in it yet", "`code --install-extension {name}`; then the button above a `.cu` file."),
    ".deb": ("for Debian 12", "`apt install ./{name}` as root; `apt purge tilestep` removes it. What learners keep is in their "
             "own `~/.local/state/tilestep`."),
    ".tar.gz": ("for another Linux (glibc 2.36 or newer)", "`tar xzf {name}`, then `./tilestep` in its folder. It leaves nothing "
                "outside it but what learners keep, in `~/.local/state/tilestep`."),
}
LISTS = {".html": "in its part LICENCES, and in `LICENCES.txt` here", ".whl": "`*.dist-info/licenses`", ".vsix": "in its page, and in `LICENCES.txt` here", ".deb": "`/usr/share/doc/tilestep/copyright`",
         ".tar.gz": "`LICENCES.txt` and `licences`"}


def ending(name):
    return next(end for end in USES if name.endswith(end))


def news(root):
    """The newest section of CHANGELOG.md: its title and its text."""
    with open(root + "/CHANGELOG.md", encoding="utf-8") as file:
        title, text = re.search(r"^## (.+?)\n(.*?)(?=^## |\Z)", file.read(), re.M | re.S).groups()
    return title, text.strip()


def contained(name):
    others = {".html": licences.page(), ".whl": licences.page(), ".vsix": licences.page()}.get(ending(name), licences.linked() + licences.page())
    named = ", ".join(f"{part.name} {part.version}" for part in others)
    libraries = ", and the libraries of its window" if ending(name) == ".tar.gz" else ""
    return f"- `{name}`: {named}{libraries}; {LISTS[ending(name)]}\n"


def main(root, version, epoch, out, *paths):
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    sums = {}
    for path in sorted(paths, key=lambda path: list(USES).index(ending(path))):
        with open(path, "rb") as file:
            data = file.read()
        name = os.path.basename(path)
        sums[name] = len(data), hashlib.sha256(data).hexdigest()
        with open(os.path.join(out, name), "wb") as file:
            file.write(data)
    title, text = news(root)
    day = time.strftime("%Y-%m-%d", time.gmtime(int(epoch)))
    notes = f"# tilestep {version}, as of {day}\n\nWhat a CUDA kernel does, step by step, without a GPU.\n\n## Files\n\n"
    for name, (size, _) in sums.items():
        what, use = USES[ending(name)]
        notes += f"- **`{name}`** ({size / 1e6:.1f} MB) {what}. {use.format(name=name)}\n"
    notes += "\n`sha256sum -c SHA256SUMS` says whether they are whole; `.ci/reproducible` builds the same bytes from the same\n" \
             "commit on Debian 12.\n\n```\n" + "".join(f"{digest}  {name}\n" for name, (_, digest) in sums.items()) + "```\n"
    notes += f"\n## What is new ({title})\n\n{text}\n\n## Licences\n\ntilestep is under the MIT licence. The files contain of others:\n\n"
    notes += "".join(map(contained, sums)) + "- each of them: the MIT licence of tilestep beside that\n"
    with open(out + "/LICENCES.txt", "w", encoding="utf-8") as file:
        file.write(licences.whole(root, licences.page()))
    with open(out + "/RELEASE.md", "w", encoding="utf-8") as file:
        file.write(notes)
    with open(out + "/SHA256SUMS", "w", encoding="utf-8") as file:
        file.writelines(f"{digest}  {name}\n" for name, (_, digest) in sums.items())


main(*sys.argv[1:])
