"""Archives that are the same bytes wherever and whenever they are made: the files in the order of their names, of one
time, of nobody. What goes in is a list of (name, bytes) or (name, bytes, mode)."""
import gzip
import io
import os
import tarfile
import zipfile

ZIP_BEGINS = (1980, 1, 1, 0, 0, 0)  # a zip knows no earlier time


def mode_of(path):
    """Of a file that is handed out: whether it runs, whatever the umask; of libraries nobody is to think so."""
    return 0o755 if os.stat(path).st_mode & 0o100 and not path.endswith(".so") else 0o644


def _rows(files):
    rows = sorted((name, data, *(mode or [0o644])) for name, data, *mode in files)
    twice = {a[0] for a, b in zip(rows, rows[1:]) if a[0] == b[0]}
    if twice:
        raise ValueError("twice in an archive: " + ", ".join(sorted(twice)))
    return rows


def write_zip(out, files):
    """A zip: a wheel, an extension of an editor, a folder to hand out."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data, mode in _rows(files):
            entry = zipfile.ZipInfo(name, ZIP_BEGINS)
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data, compresslevel=9)


def write_tar(out, files, epoch):
    """A .tar.gz whose files are of the time epoch, in seconds. The data of a link is the text it points at, its mode
    LINK."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, data, mode in _rows(files):
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.mode, entry.size = epoch, mode, len(data)
            if mode == LINK:
                entry.type, entry.linkname, entry.size, entry.mode = tarfile.SYMTYPE, data.decode(), 0, 0o777
            archive.addfile(entry, io.BytesIO(data))
    with open(out, "wb") as file:
        file.write(gzip.compress(whole.getvalue(), 9, mtime=epoch))


LINK = 0o120777
