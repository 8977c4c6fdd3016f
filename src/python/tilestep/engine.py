"""The commands of tilestep, run as WebAssembly: each call is an instance of its own, which may read the folder of the
kernel and the one above, write into a folder that is made for it, and sees nothing else of this machine."""

from __future__ import annotations

import functools
import os
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import wasmtime

DATA = Path(__file__).parent / "data"
FILES, TEXTS, OUT, OWN = "/files", "/texts", "/out", "/data"


class TilestepError(Exception):
    """What tilestep says of a command, a file or a kernel that it cannot use."""


@dataclass(frozen=True)
class Done:
    """What a command has left: its exit status, what it printed, the bytes of the file that it wrote."""

    status: int
    out: str
    err: str
    file: bytes


@functools.lru_cache(maxsize=1)
def _module() -> tuple[wasmtime.Engine, wasmtime.Module]:
    config = wasmtime.Config()
    config.epoch_interruption = True
    try:
        config.cache = True  # compiled once for this machine, not once for each process
    except wasmtime.WasmtimeError:
        pass  # there is no folder for it
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module.from_file(engine, str(DATA / "tilestep.wasm"))


def _world(words: Sequence[str], out: str, lang: str) -> wasmtime.WasiConfig:
    """What every instance sees: its words, what comes along, and a folder to write into."""
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["tilestep", *words]
    wasi.env = [("HOME", OUT), ("TILESTEP_DATA", OWN), ("LANG", lang)]
    wasi.preopen_dir(str(DATA), OWN, False)
    wasi.preopen_dir(out, OUT)
    return wasi


def _captured(words: Sequence[str], folder: str, files: Path, timeout: float | None) -> int:
    wasi = _world(words, folder + "/out", "C")
    wasi.stdout_file, wasi.stderr_file = folder + "/stdout", folder + "/stderr"
    wasi.preopen_dir(str(files), FILES, False)
    wasi.preopen_dir(folder + "/texts", TEXTS, False)
    return _start(wasi, timeout)


def command(words: Sequence[str]) -> int:
    """A command as on a command line: it reads and writes in the current folder and below, and prints to the terminal."""
    with tempfile.TemporaryDirectory(prefix="tilestep-") as folder:
        wasi = _world(words, folder, os.environ.get("LANG", "C"))
        wasi.inherit_stdout()
        wasi.inherit_stderr()
        wasi.preopen_dir(".", ".")
        return _start(wasi, None)


def _start(wasi: wasmtime.WasiConfig, timeout: float | None) -> int:
    engine, module = _module()
    store = wasmtime.Store(engine)
    store.set_wasi(wasi)
    store.set_epoch_deadline(1)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    start = linker.instantiate(store, module).exports(store)["_start"]
    assert isinstance(start, wasmtime.Func)
    timer = threading.Timer(timeout, engine.increment_epoch) if timeout is not None else None
    if timer:
        timer.daemon = True
        timer.start()
    try:
        start(store)
        return 0
    except wasmtime.ExitTrap as end:
        return int(end.code)
    except wasmtime.Trap as trap:
        if trap.trap_code == wasmtime.TrapCode.INTERRUPT:
            raise TilestepError(f"stopped after {timeout} s") from None
        raise TilestepError("there is not enough memory, or tilestep has a mistake: " + str(trap).splitlines()[0]) from trap
    finally:
        if timer:
            timer.cancel()


def is_path(kernel: str | os.PathLike[str]) -> bool:
    """Whether it names a file; else it is the text of one."""
    return not isinstance(kernel, str) or "\n" not in kernel and "__global__" not in kernel


def placed(name: str) -> Path:
    """Where a file that comes along lies, by the name that the instance gives it."""
    return DATA / name[len(OWN) + 1:]


def call(words: Sequence[str], kernels: Sequence[str | os.PathLike[str]], out: str = "", timeout: float | None = None) -> Done:
    """Runs a command. Of its words {0}, {1} are the kernels, and {out} is the file named out that it writes."""
    with tempfile.TemporaryDirectory(prefix="tilestep-") as folder:
        os.makedirs(folder + "/out")
        os.makedirs(folder + "/texts")
        root, names = _place(kernels, Path(folder, "texts"))
        filled = [word.format(*names, out=OUT + "/" + out) if word.startswith("{") else word for word in words]
        status = _captured(filled, folder, root, timeout)
        made = Path(folder, "out", out) if out else None
        return Done(status, _printed(folder + "/stdout", root), _printed(folder + "/stderr", root),
                    made.read_bytes() if made and made.is_file() else b"")


def _printed(path: str, root: Path) -> str:
    """What a command has printed, with files by the names that they have outside."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    return text.replace(TEXTS + "/", "").replace(FILES + "/", root.as_posix().rstrip("/") + "/")


def _place(kernels: Sequence[str | os.PathLike[str]], texts: Path) -> tuple[Path, list[str]]:
    """The folder that the instance sees, and the kernels' names in it. A file may include others beside and above it."""
    paths = [Path(kernel).resolve() if is_path(kernel) else None for kernel in kernels]
    for path, kernel in zip(paths, kernels):
        if path and not path.is_file():
            raise TilestepError(f"{str(kernel)!r}: there is no such file, nor is it the text of a kernel (which has __global__ in it)")
    roots = [path.parent.parent for path in paths if path]
    root = Path(os.path.commonpath(roots)) if roots else texts
    names = []
    for i, (path, kernel) in enumerate(zip(paths, kernels)):
        if path:
            names.append(f"{FILES}/{path.relative_to(root).as_posix()}")
        else:
            (texts / f"cell{i or ''}.cu").write_text(str(kernel), encoding="utf-8")
            names.append(f"{TEXTS}/cell{i or ''}.cu")
    return root, names
