"""What a run did, from `tilestep trace` and `run --json`, and what a picture of it shows, from print_scene.
Nothing here knows how the program draws: a picture is a list of shapes with texts and tags."""

import json
import re
import subprocess

CELL, SHARED, THREAD, GUTTER, STAGE, HEAT = 1, 2, 3, 14, 18, 24  # TargetKind in session/commands/command.h
SIZES = {"float": 4, "int": 4, "unsigned int": 4, "double": 8, "char": 1,
         "unsigned char": 1}


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode > 1 or not done.stdout:
        raise RuntimeError("%s: %d %s" % (" ".join(command), done.returncode, done.stderr))
    return done.stdout


class Shape:
    """One line of a scene's text; lengths in pixels."""

    LINE = re.compile(r"(\w+)(?: (-?\w+),(-?\w+) (-?\w+),(-?\w+))?")
    TEXT = re.compile(r' (ui|code) \d+ "((?:[^"\\]|\\.)*)"')

    def __init__(self, line):
        head = self.LINE.match(line)
        self.kind = head[1]
        self.x, self.y, self.w, self.h = (float(number or 0) / 64 for number in head.groups()[1:])
        self.text = self.font = self.fill = self.stroke = self.tag = None
        text = self.TEXT.search(line)
        if text:
            self.font = text[1]
            self.text = re.sub(r"\\(.)", r"\1", text[2])
            line = line[:text.start()] + line[text.end():]
        for field in line.split()[3:]:
            name, _, value = field.partition("=")
            if name in ("fill", "stroke"):
                setattr(self, name, value)
            elif name == "tag":
                self.tag = tuple(int(part) for part in re.split("[:,]", value))

    def holds(self, x, y):
        return self.x - 1 <= x <= self.x + self.w + 1 and self.y - 1 <= y <= self.y + self.h + 1

    def element(self):
        """Buffer and element of a cell."""
        return self.tag[1], self.tag[2] | self.tag[3] << 32


class Picture:
    def __init__(self, print_scene, launch, step, *options):
        lines = output_of([print_scene, "render", *launch, "--at", str(step), "--size", "1920x1080",
                           *options]).splitlines()[1:]
        self.shapes = [Shape(line.strip()) for line in lines]

    def tagged(self, kind):
        return [(i, shape) for i, shape in enumerate(self.shapes) if shape.tag and shape.tag[0] == kind]

    def texts_in(self, index):
        """What stands in the cell that was drawn as shape index."""
        found = []
        for shape in self.shapes[index + 1:index + 5]:
            if shape.kind == "text" and self.shapes[index].holds(shape.x + shape.w / 2, shape.y):
                found.append(shape.text)
            elif shape.kind != "hatch":
                break
        return found

    def ways(self):
        """Beginning and end of each line, and of lines that go on where the one drawn before them ends,
        as what is in flight goes round the tiles: two bends at most."""
        lines = [(shape.x, shape.y, shape.x + shape.w, shape.y + shape.h, shape.kind)
                 for shape in self.shapes if shape.kind in ("line", "arrow")]
        for i in range(len(lines)):
            yield lines[i][:2], lines[i][2:4]
            for j in range(i + 1, min(i + 3, len(lines))):
                before = lines[j - 1]
                if before[4] == "arrow" or max(abs(before[2] - lines[j][0]), abs(before[3] - lines[j][1])) > 0.2:
                    break
                yield lines[i][:2], lines[j][2:4]

    def says(self, text):
        return any(shape.text and text in shape.text for shape in self.shapes)


def is_constant(step):
    return "(constant)" in step["text"]


class Record:
    def __init__(self, tilestep, launch, scalars):
        self.launch = launch
        self.steps = [json.loads(line) for line in output_of([tilestep, "trace", *launch]).splitlines()]
        arguments = json.loads(output_of([tilestep, "run", *launch, "--json"]))["launch"]["args"]
        self.names = [name for name, value in arguments.items() if isinstance(value, dict)]
        self.size = [SIZES.get(arguments[name]["type"], SIZES["float"]) for name in self.names]
        self.count = [scalars.get(name, arguments[name]["elements"]) for name in self.names]
        for name in sorted(self.constants() - set(self.names)):
            self.names.append(name)
            self.size.append(SIZES["float"])
            self.count.append(scalars[name])
        self.base, self.initial = {}, {}
        for _, step in self.accesses("global", len(self.steps)):
            for lane in step["lanes"]:
                self.base[self.names.index(lane["in"])] = lane["at"] - lane["byte"]
                for at, value in self.words(step, lane, "before"):
                    self.initial.setdefault(at, value)

    def constants(self):
        """Arrays in constant memory, which are no arguments; of floats, as many as scalars says."""
        return {step["lanes"][0]["in"] for step in self.steps if is_constant(step)}

    def accesses(self, space, end, block=None):
        for number, step in enumerate(self.steps[:end]):
            if step.get("space") == space and (block is None or step["block"] == block):
                yield number, step

    @staticmethod
    def words(step, lane, when):
        size = step["bytes"] // len(lane[when])
        return [(lane["at"] + i * size, value) for i, value in enumerate(lane[when])]

    def element_at(self, at):
        """Buffer and element that lie at a place in the arena; None in a guard band."""
        for buffer, base in self.base.items():
            element = (at - base) // self.size[buffer]
            if 0 <= element < self.count[buffer]:
                return buffer, element
        return None

    def block_shown(self, moment):
        return self.steps[min(moment, len(self.steps) - 1)]["block"]

    def step_shown(self, moment):
        """The step that led to a moment, if its block is still in view."""
        step = self.steps[moment - 1] if moment else None
        return step if step and step["block"] == self.block_shown(moment) else None

    def written(self, space, moment):
        """Last value by place; of shared memory that of the block in view."""
        block = self.block_shown(moment) if space == "shared" else None
        values = {}
        for _, step in self.accesses(space, moment, block):
            if step["op"] != "load":
                for lane in step["lanes"]:
                    values.update(self.words(step, lane, "after"))
        return values

    def touched(self, step, space):
        if not step or step.get("space") != space:
            return set()
        places = {at for lane in step["lanes"] for at, _ in self.words(step, lane, "after")}
        return places if space == "shared" else {self.element_at(at) for at in places} - {None}
