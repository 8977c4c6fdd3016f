"""Makes the folder that runs wherever it is unpacked, as a .tar.gz, of what `meson install` has laid into a folder: the
program, its data, and the libraries that its window needs. It looks for those beside itself (by patchelf). What every
desktop has and what belongs to its kernel or its graphics driver is left to it.

tarball.py STAGED ROOT VERSION EPOCH OUT.tar.gz
"""
import os
import re
import shutil
import subprocess
import sys

import archive
import licences

# Of the system: the C library, the connection to the screen, the driver's side of it.
OF_THE_SYSTEM = re.compile(r"""(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|bsd|md|ffi
    |X11|X11-xcb|xcb|Xau|Xdmcp|drm|gbm|wayland-(client|server)))\.so.*""", re.X)
WINDOW = "lib/tilestep/tilestep-window.so"


def said(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout


def needed(path):
    """The libraries that it is linked with, directly or not, and where they lie here."""
    rows = re.findall(r"^\s*(\S+) => (/\S+)", said("ldd", path), re.M)
    return {name: os.path.realpath(where) for name, where in rows if not OF_THE_SYSTEM.fullmatch(name)}


def packages_of(paths):
    """Debian's name of the package that each is from; some still lie in /lib by their own account."""
    both = [one for path in paths for one in (path, path.removeprefix("/usr"))]
    done = subprocess.run(["dpkg", "-S", *both], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = (row.split(": ", 1) for row in done.stdout.splitlines())
    found = {os.path.realpath(path): package for package, path in rows}
    if lost := set(paths) - set(found):
        raise SystemExit(f"of no package, so their licences are not known: {', '.join(sorted(lost))}")
    return found


def lay(tree, libraries):
    """The libraries in lib, each looking for others beside itself."""
    for name, path in libraries.items():
        shutil.copyfile(path, f"{tree}/lib/{name}")
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", f"{tree}/lib/{name}"], check=True)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/..", f"{tree}/{WINDOW}"], check=True)


def licence_files(libraries):
    """The list, the text of each part, and the texts that these refer to."""
    from_package, packages = {}, packages_of(libraries.values())
    for name, path in libraries.items():
        from_package.setdefault(packages[path], []).append(name)
    parts = licences.linked() + licences.page()
    parts += [licences.Part(package.split(":")[0], ", ".join(sorted(names)), package) for package, names in sorted(from_package.items())]
    texts = licences.common(parts)
    tail = "\nThe sources are those of Debian 12: apt-get source NAME=VERSION. A library in lib can be replaced by another\n" \
           "build of it.\n"
    yield "LICENCES.txt", (licences.listed(parts, lambda part: f"licences/{part.name}") + tail).encode()
    yield from ((f"licences/{part.name}", part.text.encode()) for part in parts)
    yield from ((f"licences/common/{name}", text) for name, text in texts.items())


def rows(tree, root, libraries):
    for folder, _, names in os.walk(tree):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                yield os.path.relpath(path, tree), file.read(), archive.mode_of(path)
    for name in "README.md", "CHANGELOG.md", "LICENSE":
        with open(os.path.join(root, name), "rb") as file:
            yield name, file.read()
    yield from licence_files(libraries)
    yield "tilestep", b"bin/tilestep", archive.LINK


def main(staged, root, version, epoch, out):
    work = staged + "-tarball"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(staged + "/usr", work)
    libraries = needed(work + "/" + WINDOW)
    lay(work, libraries)
    top = os.path.basename(out).removesuffix(".tar.gz")
    archive.write_tar(out, [(f"{top}/{name}", *rest) for name, *rest in rows(work, root, libraries)], int(epoch))
    shutil.rmtree(work)


main(*sys.argv[1:])
