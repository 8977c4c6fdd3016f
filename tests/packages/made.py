"""The package and the folder, made twice of the program that is tested, from two folders with files of other times and
modes: the same bytes. What they hold runs where it is unpacked, and every part of others has its licence.

made.py TILESTEP WINDOW SOURCE_ROOT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

program, window, root = map(os.path.abspath, sys.argv[1:4])
NEEDS = ["dpkg-deb", "dpkg-shlibdeps", "patchelf", "strip"]
PAGE = ["libjs-codemirror", "wasi-libc", "libclang-rt-14-dev-wasm32"]
lacks = [one for one in NEEDS if not shutil.which(one)]
lacks += [one for one in PAGE if not os.path.exists(f"/usr/share/doc/{one}/copyright")]
if lacks:
    print("not here:", *lacks)
    sys.exit(77)
bad, count = [], 0
work = tempfile.TemporaryDirectory(prefix="tilestep-packages-")
os.chdir(work.name)


def check(what, is_good):
    global count
    count += 1
    if not is_good:
        bad.append(what)
        print("wrong:", what)


def said(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more).stdout


def stage(folder, time, umask):
    """As meson install lays it, as far as it hangs on a build."""
    os.umask(umask)
    for path, name in (program, "bin/tilestep"), (window, "lib/tilestep/tilestep-window.so"):
        os.makedirs(os.path.dirname(f"{folder}/usr/{name}"), exist_ok=True)
        subprocess.run(["strip", "-o", f"{folder}/usr/{name}", path], check=True)
    for name in "kernels", "lessons":
        shutil.copytree(f"{root}/{name}", f"{folder}/usr/share/tilestep/{name}", copy_function=shutil.copyfile)
    os.chmod(folder + "/usr/share/tilestep/kernels/02_tiled.cu", 0o700)
    os.makedirs(folder + "/usr/share/man/man1")
    shutil.copy(root + "/assets/tilestep.1.in", folder + "/usr/share/man/man1/tilestep.1")
    for at, _, names in os.walk(folder):
        for name in names:
            os.utime(os.path.join(at, name), (time, time))
    os.umask(0o022)


def make(kind, folder, out, zone):
    os.makedirs(os.path.dirname(out), exist_ok=True)
    subprocess.run([sys.executable, "-B", f"{root}/src/packages/{kind}.py", os.path.abspath(folder), root, "1.2", "1700000000",
                    os.path.abspath(out)], check=True, stderr=subprocess.DEVNULL, env={**os.environ, "TZ": zone})
    with open(out, "rb") as file:
        return file.read()


stage("one", 1600000000, 0o022)
stage("another/folder", 1500000000, 0o077)
for kind, name in ("deb", "tilestep.deb"), ("tarball", "tilestep-1.2.tar.gz"):
    first = make(kind, "one", "out/" + name, "UTC")
    check(f"{kind}: the same bytes", first == make(kind, "another/folder", "again/" + name, "Asia/Shanghai"))
check("what was laid out is as it was", not os.path.exists("one/DEBIAN") and os.path.exists("one/usr/share/man/man1/tilestep.1"))

fields = said("dpkg-deb", "--field", "out/tilestep.deb")
check("the package has its version and what it depends on", "Version: 1.2\n" in fields and
      all(f"{one} (>=" in fields for one in ("libc6", "libsdl2-2.0-0", "libsdl2-ttf-2.0-0", "libfontconfig1")))
rows = said("dpkg-deb", "--contents", "out/tilestep.deb").splitlines()
check("its files are root's, of one time, and what ran runs", all(row.split()[1] == "root/root" for row in rows) and
      {row.split()[3] for row in rows} == {"2023-11-14"} and
      [row.split()[5] for row in rows if row.startswith("-rwx")] == ["./usr/bin/tilestep", "./usr/share/tilestep/kernels/02_tiled.cu"])
subprocess.run(["dpkg-deb", "--raw-extract", "out/tilestep.deb", "deb"], check=True)
check("its sums are right", said("md5sum", "-c", "--quiet", "DEBIAN/md5sums", cwd="deb") == "")
with open("deb/usr/share/doc/tilestep/copyright", encoding="utf-8") as file:
    text = file.read()
check("it names the licence of each part", "Copyright: 2026 the tilestep authors" in text and all(f" ==== {one} ====" in text for one in (
    "libyaml", "libpng", "zlib", "Jansson", "CodeMirror", "wasi-libc", "compiler-rt")))
check("it runs", "findings: none" in said("deb/usr/bin/tilestep", "run", "deb/usr/share/tilestep/kernels/02_tiled.cu"))

os.makedirs("any place")
subprocess.run(["tar", "xzf", "../out/tilestep-1.2.tar.gz"], cwd="any place", check=True)
top = os.path.abspath("any place/tilestep-1.2")
kernel = top + "/share/tilestep/kernels/02_tiled.cu"
check("the folder runs", "findings: none" in said(top + "/tilestep", "run", kernel, cwd="/"))
drawn = said(top + "/tilestep", "render", kernel, "--at", "20", "-o", work.name + "/x.png", cwd="/")
check("and draws: " + drawn, os.path.getsize("x.png") > 10000 and "cannot be loaded" not in drawn)
names = os.listdir(top + "/lib")
check("the window's libraries are there", {"libSDL2-2.0.so.0", "libSDL2_ttf-2.0.so.0", "libfontconfig.so.1"} < set(names))
check("but not the system's", not {"libc.so.6", "libm.so.6", "libX11.so.6", "libxcb.so.1", "libdrm.so.2"} & set(names))
libraries = [f"{top}/lib/{name}" for name in names if ".so" in name] + [top + "/lib/tilestep/tilestep-window.so"]
used = dict(re.findall(r"^\s*(\S+) => (/.+) \(0x", said("ldd", *libraries), re.M))
check("each is found in the folder", all(os.path.dirname(os.path.normpath(used[name])) == top + "/lib" for name in used if name in names))
with open(top + "/LICENCES.txt", encoding="utf-8") as file:
    listed = file.read()
check("each is in the list of licences", all(name in listed for name in names if ".so" in name))
texts = re.findall(r"^    text: (.+)$", listed, re.M)
check("whose texts are there", len(texts) > 30 and all(os.path.getsize(f"{top}/{text}") > 100 for text in texts))
named = {one for text in texts for one in re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", open(f"{top}/{text}", encoding="utf-8").read())}
check("with those that they refer to", named & set(os.listdir("/usr/share/common-licenses")) == set(os.listdir(top + "/licences/common")))
print(count, "checks,", len(bad), "wrong")
sys.exit(1 if bad else 0)
