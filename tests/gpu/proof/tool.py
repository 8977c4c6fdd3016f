"""Running tilestep and the CUDA tools: every call has an end, every failure is a value."""
import concurrent.futures
import csv
import json
import os
import re
import signal
import subprocess
import time


class Tool:
    def __init__(self, folder, out, budget_s):
        self.folder = os.path.abspath(folder)
        self.program = self.started_with_libraries("tilestep")
        self.out = os.path.abspath(out)
        self.end = self.part_end = time.monotonic() + budget_s
        self.log_lines = []
        self.summary = []
        self.device = "no device"
        self.kernels = self.find_kernels()

    def started_with_libraries(self, name):
        """The words that start a program of the folder with the libraries brought along for it, and
        for nothing else: the CUDA tools keep their own."""
        words = ["env"]
        libraries = os.path.join(self.folder, "lib")
        if os.path.isdir(libraries):
            words.append("LD_LIBRARY_PATH=" + ":".join(
                filter(None, (libraries, os.environ.get("LD_LIBRARY_PATH")))))
        if os.path.isdir(os.path.join(self.folder, "assets")):
            words.append("TILESTEP_DATA=" + self.folder)
        return [*words, os.path.join(self.folder, name)]

    def find_kernels(self):
        beside = os.path.join(self.folder, "kernels")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../kernels")
        folder = beside if os.path.isdir(beside) else os.path.normpath(source)
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))
                 if name.endswith(".cu")]
        return [path for path in paths if not is_wrong_on_purpose(path)]

    def begin_part(self, seconds):
        """From now on left_s counts down to the end of this part."""
        self.part_end = min(self.end, time.monotonic() + seconds)

    def left_s(self):
        return self.part_end - time.monotonic()

    def log(self, text):
        self.log_lines.append(text)
        print(text, flush=True)

    def call(self, words, timeout_s):
        """(exit status or None when it had to be stopped, stdout, stderr)"""
        timeout_s = max(1, min(timeout_s, self.left_s()))
        try:
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       text=True, errors="replace", start_new_session=True,
                                       env=dict(os.environ, SDL_VIDEODRIVER="dummy"))
        except OSError as error:
            return None, "", str(error)
        try:
            out, err = process.communicate(timeout=timeout_s)
            return process.returncode, out, err
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return None, out, err + f"\nstopped after {timeout_s:.0f} s"

    def run(self, kernel, words, timeout_s=60, prefix=()):
        """The JSON of tilestep run --gpu, or {"failed": reason}."""
        command = [*prefix, *self.program, "run", kernel, *words, "--gpu", "--json"]
        status, out, err = self.call(command, timeout_s)
        return parsed_json(out) or {"failed": f"status {status}: {(err or out).strip()[-400:]}"}

    def switchable_lines(self, kernel, kind):
        """Lines of a kernel whose barrier or check can be switched off."""
        _, _, err = self.call([*self.program, "run", kernel, "--without", f"{kind}:1"], 30)
        found = re.search(r"lines that have one: ([\d, ]+)", err)
        return [int(number) for number in found.group(1).split(",")] if found else []

    def random_inputs(self, kernel, words, seed):
        """--arg options that fill every float buffer with random values."""
        status, out, _ = self.call([*self.program, "run", kernel, *words, "--json"], 60)
        try:
            arguments = json.loads(out)["launch"]["args"]
        except (ValueError, KeyError):
            return []
        options = []
        for number, (name, value) in enumerate(arguments.items()):
            if isinstance(value, dict) and re.fullmatch("float[234]?", value["type"]):
                options += ["--arg", f"{name}=random:{seed + number}:{value['elements']}"]
        return options

    def in_parallel(self, work, items, workers=8):
        """work(item) for all items, in order; items not begun in time give None."""
        def guarded(item):
            return work(item) if self.left_s() > 5 else None
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            return list(pool.map(guarded, items))

    def write_csv(self, name, header, rows):
        with open(os.path.join(self.out, name), "w", newline="") as file:
            file.write(f"# {time.strftime('%Y-%m-%d %H:%M:%S')} {self.device}\n")
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows(rows)

    def conclude(self, part, good, total, note=""):
        word = "ok" if total and good == total else "FAILED"
        self.summary.append(f"{word:6} {part}: {good} of {total}{', ' + note if note else ''}")
        self.log(self.summary[-1])


def parsed_json(text):
    """The object in text, with whatever a tool printed around it; None if there is none."""
    try:
        return json.loads(text[text.index("{"):text.rindex("}") + 1])
    except ValueError:
        return None


def is_wrong_on_purpose(path):
    """Says so in its first line; what a GPU does with it is not defined, so it is no evidence."""
    with open(path, encoding="utf-8") as file:
        return "Wrong on purpose" in file.readline()


def stem_of(kernel):
    return os.path.splitext(os.path.basename(kernel))[0]


def gpu_of(result):
    """The gpu object; a run that failed altogether looks like an absent GPU."""
    return result.get("gpu") or {"available": False, "reason": result.get("failed", "no JSON")}
