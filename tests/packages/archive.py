"""Archives are the same bytes whatever the order, the time, the time zone and the umask; and they hold what was put in.

archive.py SOURCE_ROOT
"""
import os
import sys
import tarfile
import tempfile
import time
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1] + "/src/packages")
import archive  # noqa: E402

bad = []
FILES = [("b/two", b"2" * 5000), ("a", b"1", 0o755), ("b/one", b"")]


def check(what, is_good):
    if not is_good:
        bad.append(what)
        print("wrong:", what)


def made(write, files, zone, umask):
    os.environ["TZ"] = zone
    time.tzset()
    os.umask(umask)
    with tempfile.TemporaryDirectory() as folder:
        write(folder + "/x", files)
        with open(folder + "/x", "rb") as file:
            return file.read()


def refuses(write):
    try:
        made(write, [("a", b""), ("a", b"1")], "UTC", 0o022)
    except ValueError as error:
        return "a" in str(error)
    return False


def tar(out, files):
    archive.write_tar(out, files, 1700000000)


for write in archive.write_zip, tar:
    first = made(write, FILES, "UTC", 0o022)
    time.sleep(1.1)
    check(f"{write.__name__}: the same bytes", first == made(write, FILES[::-1], "Asia/Shanghai", 0o077))
    check(f"{write.__name__}: a name comes once", refuses(write))
    check(f"{write.__name__}: other files are other bytes", first != made(write, FILES[:2], "UTC", 0o022))
with tempfile.TemporaryDirectory() as folder:
    archive.write_zip(folder + "/x.zip", FILES)
    with zipfile.ZipFile(folder + "/x.zip") as file:
        check("a zip holds what it was given", {one: file.read(one) for one in file.namelist()} == {row[0]: row[1] for row in FILES})
        check("with its modes", [one.external_attr >> 16 & 0o777 for one in file.infolist()] == [0o755, 0o644, 0o644])
        check("and no folder's time", {one.date_time for one in file.infolist()} == {(1980, 1, 1, 0, 0, 0)})
    tar(folder + "/x.tar.gz", FILES + [("link", b"a", archive.LINK)])
    with tarfile.open(folder + "/x.tar.gz") as file:
        rows = {one.name: (one.mode, one.mtime, one.uid, one.gid, one.uname) for one in file}
        check("a tar holds its files, of one time and of nobody", rows == {
            name: (mode, 1700000000, 0, 0, "") for name, mode in (("a", 0o755), ("b/one", 0o644), ("b/two", 0o644), ("link", 0o777))})
        check("and its links", file.getmember("link").linkname == "a" and file.extractfile("link").read() == b"1")
sys.exit(1 if bad else 0)
