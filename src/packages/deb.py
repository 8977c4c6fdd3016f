"""Makes the package for Debian 12 of what `meson install` has laid into a folder, with dpkg-deb: the same bytes
wherever and whenever it is made.

deb.py STAGED ROOT VERSION EPOCH OUT.deb
"""
import gzip
import hashlib
import os
import shutil
import subprocess
import sys

import archive
import licences

CONTROL = """Package: tilestep
Version: {version}
Section: education
Priority: optional
Architecture: {architecture}
Maintainer: the tilestep authors <tilestep@tilestep.invalid>
Installed-Size: {size}
Depends: {depends}
Recommends: fonts-dejavu-core, fonts-noto-cjk | fonts-wqy-microhei, fonts-jetbrains-mono
Suggests: clang, ffmpeg
Description: see what a CUDA kernel does, step by step, without a GPU
 tilestep takes an ordinary CUDA source file, runs a kernel of it on an exact
 emulator and shows every load, every store and every barrier: forward and
 back, as a picture or as numbers. It is made for teaching, from one thread per
 element to shared-memory tiles and tensor cores, with lessons, exercises and
 the scenes of a lecture.
 .
 Running whole programs needs clang, films as GIF or MP4 ffmpeg. It is built
 without the CUDA toolkit's headers: to compare with a GPU, build it yourself.
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tilestep

Files: *
Copyright: 2026 the tilestep authors
License: Expat

License: Expat
{licence}
Comment: What the program and the page contain of others, and the terms of each:
{parts}"""


def indented(text):
    return "".join(f" {line}\n" if line.strip() else " .\n" for line in text.splitlines())


def copyright_file(root):
    with open(root + "/LICENSE", encoding="utf-8") as file:
        licence = indented(file.read().split("\n\n", 2)[2])
    parts = licences.linked() + licences.page()
    texts = licences.listed(parts, lambda part: f'below, under "{part.name}"')
    texts += "".join(f"\n==== {part.name} ====\n\n{part.text}" for part in parts)
    return COPYRIGHT.format(licence=licence, parts=indented(texts)).encode()


def files(root):
    for folder, _, names in os.walk(root):
        yield from (os.path.join(folder, name) for name in names)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def add_documents(staged, root):
    documents = staged + "/usr/share/doc/tilestep/"
    write(documents + "copyright", copyright_file(root))
    for name, path in ("changelog.gz", "CHANGELOG.md"), ("README.md.gz", "README.md"):
        with open(os.path.join(root, path), "rb") as file:
            write(documents + name, gzip.compress(file.read(), 9, mtime=0))
    manual = staged + "/usr/share/man/man1/tilestep.1"
    with open(manual, "rb") as file:
        write(manual + ".gz", gzip.compress(file.read(), 9, mtime=0))
    os.remove(manual)


def depends(staged, work):
    """What the program and its window are linked with, as dpkg-shlibdeps says."""
    write(work + "/debian/control", b"Source: tilestep\n\nPackage: tilestep\nArchitecture: any\n")
    said = subprocess.run(["dpkg-shlibdeps", "-O", staged + "/usr/bin/tilestep", staged + "/usr/lib/tilestep/tilestep-window.so"],
                          cwd=work, stdout=subprocess.PIPE, text=True, check=True).stdout
    return said.split("shlibs:Depends=", 1)[1].strip()


def settle(staged, epoch):
    """Modes and times that hang on nobody."""
    for folder, _, names in os.walk(staged):
        for path in (os.path.join(folder, name) for name in names):
            os.chmod(path, archive.mode_of(path))
            os.utime(path, (epoch, epoch))
        os.chmod(folder, 0o755)
        os.utime(folder, (epoch, epoch))


def control(staged, work, version):
    paths = sorted(files(staged))
    sums = "".join(f"{hashlib.md5(open(path, 'rb').read()).hexdigest()}  {os.path.relpath(path, staged)}\n" for path in paths)
    architecture = subprocess.run(["dpkg", "--print-architecture"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    size = sum((os.path.getsize(path) + 1023) // 1024 for path in paths)
    text = CONTROL.format(version=version, architecture=architecture, size=size, depends=depends(staged, work))
    write(staged + "/DEBIAN/control", text.encode())
    write(staged + "/DEBIAN/md5sums", sums.encode())


def main(staged, root, version, epoch, out):
    work = staged + "-deb"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(staged, work + "/tree")
    add_documents(work + "/tree", root)
    control(work + "/tree", work, version)
    settle(work + "/tree", int(epoch))
    # One thread: how xz divides its input among more hangs on the machine.
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--threads-max=1", "--build", work + "/tree", out],
                   env={**os.environ, "SOURCE_DATE_EPOCH": epoch}, stdout=subprocess.DEVNULL, check=True)
    shutil.rmtree(work)


main(*sys.argv[1:])
