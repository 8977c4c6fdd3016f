"""Every option against every way in which a host makes its buffers: what the user says is obeyed to
the element, or refused by an error that names the option; it is never cut, and nobody is accused of
what it brought about."""
import json
import os
import struct
import subprocess
import sys
import tempfile

N = 32
COPY = """
__global__ void k(const float *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i];
}
"""
LIST = ", ".join(str(i) for i in range(1, N + 1))
MAIN = """
#define BLOCK 32
int main()
{
    int n = %d;
    float h[%d], *a, *o;
    for (int i = 0; i < n; ++i)
        h[i] = i + 1;
    %%s
}
""" % (N, N)
OUT = "cudaMalloc(&o, n * sizeof(float)); "
LAUNCH = "k<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(%s);"
BOTH = LAUNCH % "a, o, n"


def program(body, before="", kernel=COPY, main=MAIN):
    return before + kernel + main % body


# How a host makes what the kernel calls a and o: the program, the names of a, o and n for options,
# and options that the launch needs.
HOSTS = {
    "copied": (program("cudaMalloc(&a, n * sizeof(float)); " + OUT +
                       "cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice); " + BOTH),),
    "copied by less": (program(
        "cudaMalloc(&a, n * sizeof(float)); " + OUT + "cudaMemcpy(a, h, n / 2 * sizeof(float), "
        "cudaMemcpyHostToDevice); " + BOTH),),
    "listed": (program("float l[] = {" + LIST + "}; cudaMalloc(&a, n * sizeof(float)); " + OUT +
                       "cudaMemcpy(a, l, n * sizeof(float), cudaMemcpyHostToDevice); " + BOTH),),
    "managed": (program("cudaMallocManaged(&a, n * sizeof(float)); " + OUT +
                        "for (int i = 0; i < n; ++i) a[i] = 2 * i; " + BOTH),),
    "cleared": (program("cudaMalloc(&a, n * sizeof(float)); " + OUT +
                        "cudaMemset(a, 0, n * sizeof(float)); " + BOTH),),
    "left alone": (program("cudaMalloc(&a, n * sizeof(float)); " + OUT + BOTH),),
    "pinned": (program("cudaHostAlloc(&a, n * sizeof(float), 0); " + OUT +
                       "for (int i = 0; i < n; ++i) a[i] = i; " + BOTH),),
    "pitched": (program("size_t pitch; cudaMallocPitch(&a, &pitch, n * sizeof(float), 4); " + OUT +
                        "cudaMemcpy2D(a, pitch, h, n * sizeof(float), n * sizeof(float), 1, "
                        "cudaMemcpyHostToDevice); " + BOTH),),
    "from a helper": (program(
        "a = make(h, n); " + OUT + BOTH,
        "float *make(const float *from, int count) { float *made; cudaMalloc(&made, count * 4);"
        " cudaMemcpy(made, from, count * 4, cudaMemcpyHostToDevice); return made; }"),),
    "vectors": (program("thrust::device_vector<float> v(n); " + OUT +
                        LAUNCH % "thrust::raw_pointer_cast(v.data()), o, n"),),
    "one buffer": (program("cudaMalloc(&a, n * sizeof(float)); cudaMemcpy(a, h, n * sizeof(float), "
                           "cudaMemcpyHostToDevice); " + LAUNCH % "a, a, n"),),
    "parts of one": (program("cudaMalloc(&a, 2 * n * sizeof(float)); cudaMemcpy(a, h, n * "
                             "sizeof(float), cudaMemcpyHostToDevice); " + LAUNCH % "a, a + n, n"),),
    "members": (program(
        "Pair p; cudaMalloc(&p.a, n * sizeof(float)); cudaMalloc(&p.o, n * sizeof(float)); p.n = n;"
        "cudaMemcpy(p.a, h, n * sizeof(float), cudaMemcpyHostToDevice); " + LAUNCH % "p",
        "struct Pair { float *a, *o; int n; };",
        "__global__ void k(Pair p) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
        " if (i < p.n) p.o[i] = p.a[i]; }\n"), "p.a p.o p.n"),
    "a symbol": (program(
        OUT + "cudaMemcpyToSymbol(a, l, sizeof l); " + LAUNCH % "o, n",
        "__device__ float a[%d];" % N,
        COPY.replace("const float *a, ", ""),
        MAIN.replace("float h[%d], *a, *o;" % N, "float h[%d], *o, l[] = {%s};" % (N, LIST))),),
    "written before": (program(
        "cudaMalloc(&a, n * sizeof(float)); " + OUT + "fill<<<1, n>>>(a); " + BOTH,
        "__global__ void fill(float *a) { a[threadIdx.x] = threadIdx.x; }"),
                       "a o n", ["--launch", "2"]),
    "nothing said": (COPY, "a o n", ["--arg", "n=%d" % N, "--block", "32", "--grid", "1"]),
}

# What is refused although it could be meant, and words of the error; None: what is refused
# elsewhere is obeyed, since the file does not say how large the buffer is.
REFUSED = {
    ("one buffer", "file and clear"): "is the buffer that --arg",
    ("parts of one", "file"): "give it 64 elements",
    ("parts of one", "longer file"): "--set n=64",
    ("parts of one", "ints"): "give it 64 elements",
    ("parts of one", "clear"): "points into",
    ("parts of one", "file and clear"): "points into",
    ("parts of one", "size and file"): "give it 128 elements",
    ("a symbol", "longer file"): "declares it with 32",
    ("a symbol", "size and file"): "declares it with 32",
    ("a symbol", "offset"): "not a pointer",
    ("parts of one", "larger number"): "--set n=64",
    ("parts of one", "larger number and grid"): "--set n=64",
    ("pitched", "wide shape"): None,
    ("pinned", "wide shape"): None,
    ("nothing said", "wide shape"): None,
}


# What is the file's own doing at the sizes that are asked for: each thread reads what its neighbour
# writes, or what is the other array's; an array that is declared with 32 elements.
OWN = {("one buffer", "offset"), ("parts of one", "offset"), ("a symbol", "larger size"),
       ("a symbol", "larger number and grid")}


class Table:
    def __init__(self, tilestep, folder):
        self.tilestep, self.folder, self.wrong = tilestep, folder, 0
        self.files = {}
        for count in (N, 2 * N):
            self.files[count] = os.path.join(folder, "%d.bin" % count)
            with open(self.files[count], "wb") as file:
                file.write(struct.pack("<%df" % count, *[i + 0.25 for i in range(count)]))

    def options(self, a, o, n, needs):
        """name: (options, the values of o that they ask for, JSON that they ask for)"""
        args = lambda *pairs: [word for pair in pairs for word in ("--arg", "%s=%s" % pair)]
        given = lambda count: [i + 0.25 for i in range(count)]
        given_file = (a, "@" + self.files[N])
        number = not any(word.startswith("n=") for word in needs)
        rows = {
            "nothing": ([], None, {}),
            "file": (args(given_file), given(N), {}),
            "longer file": (args((a, "@" + self.files[2 * N]), (n, 2 * N)) +
                            ["--grid", "2", "--block", "32"], given(2 * N), {n: 2 * N}),
            "ints": (args((a, "ints:%d" % N)), None, {a: N}),
            "clear": (args((o, "zeros:%d" % N)), None, {}),
            "file and clear": (args(given_file, (o, "zeros:%d" % N)), given(N), {o: N}),
            "smaller number": (args((n, 7)), None, {n: 7}),
            "larger number": (args((n, 2 * N)), None, {n: 2 * N}),
            "larger number and grid": (args((n, 2 * N)) + ["--grid", "4"], None, {n: 2 * N}),
            "shape": (["--shape", a + "=4,8"], None, {a: [4, 8]}),
            "wide shape": (["--shape", a + "=9,9"], None, "--shape " + a),
            "bad shape": (["--shape", a + "=9"], None, "--shape " + a),
            "offset": (["--offset", a + "=3"], None, {}),
            "offset behind": (["--offset", a + "=100000000000"], None, "--offset " + a),
            "grid": (["--grid", "3"], None, {"grid": 3}),
            "block": (["--block", "64"], None, {"block": 64}),
            "shared": (["--shared", "1024"], None, {"shared": 1024}),
            "macro": (["-D", "BLOCK=16"], None, {}),
            "whole": (["--full-size"], None, {}),
        }
        if number:
            rows.update({
                "larger size": (["--set", "n=%d" % (2 * N)], None, {n: 2 * N}),
                "smaller size": (["--set", "n=8"], None, {n: 8}),
                "negative size": (["--set", "n=-5"], None, "--set n=-5"),
                "no size": (["--set", "n=0"], None, "--set n="),
                "size and file": (["--set", "n=%d" % (2 * N)] +
                                  args((a, "@" + self.files[2 * N])), given(2 * N), {n: 2 * N}),
            })
        return rows

    def check(self, is_right, text):
        if not is_right:
            self.wrong += 1
            print(text)

    def run(self, host, option, path, words, want, asked, names):
        """One cell of the table."""
        dump = os.path.join(self.folder, "o.bin")
        buffer = names[1]
        done = subprocess.run([self.tilestep, "run", path, *words, "--json"], capture_output=True,
                              text=True, check=False, timeout=60)
        said = "%s, %s: status %d %s" % (host, option, done.returncode, done.stderr[:300])
        refused = REFUSED.get((host, option), "")
        if isinstance(asked, str) and refused is not None:
            self.check(done.returncode == 2 and asked in done.stderr, said)
            return
        if done.returncode == 2:
            names_it = any(word in done.stderr for word in words if word.startswith("--"))
            self.check(refused and names_it and refused in done.stderr, said)
            return
        self.check(not refused, "obeyed after all: " + said)
        record = json.loads(done.stdout)
        self.check(not record["findings"] or self.is_own(host, option, words), "%s %s" % (
            said, [finding["first"]["message"] for finding in record["findings"]]))
        if isinstance(asked, dict):
            self.seen(said, record["launch"], asked, names)
        if want is None:
            return
        own = self.buffer_of(record["launch"]["args"], buffer)
        subprocess.run([self.tilestep, "run", path, *words, "--json", "--dump", own + "=" + dump],
                       capture_output=True, check=False, timeout=60)
        with open(dump, "rb") as file:
            values = list(struct.unpack("<%df" % len(want), file.read(4 * len(want))))
        self.check(values == want, "%s: %s" % (said, values))

    @staticmethod
    def is_own(host, option, words):
        """A file that reads what nothing has filled is to blame, where the user fills nothing."""
        is_given = any("=@" in word or "=ints" in word for word in words)
        return (host in ("left alone", "copied by less") and not is_given) or (host, option) in OWN

    @staticmethod
    def argument(arguments, name):
        for part in name.split("."):
            arguments = arguments.get(part) if arguments else None
        return arguments

    def buffer_of(self, arguments, name):
        value = self.argument(arguments, name)
        return value.get("buffer", name) if value else name

    def seen(self, said, launch, asked, names):
        for name, value in asked.items():
            if name in ("grid", "block"):
                self.check(launch[name] == [value, 1, 1], "%s: %s" % (said, launch[name]))
            elif name == "shared":
                self.check(launch["shared_bytes"] == value, said)
            else:
                got = self.argument(launch["args"], name)
                if isinstance(value, list) and got:
                    self.check([got.get("rows"), got.get("cols")] == value, "%s: %s" % (said, got))
                elif isinstance(got, dict):
                    self.check(got["elements"] == value, "%s: %s" % (said, got))
                elif got is not None:
                    self.check(got == value, "%s: %s" % (said, got))

    def host(self, host, text, names="a o n", needs=()):
        path = os.path.join(self.folder, host.replace(" ", "_") + ".cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        names = names.split()
        for option, (words, want, asked) in self.options(*names, needs).items():
            twice = {word for word in words if word.startswith("--") and word != "--arg"}
            kept = [w for at, w in enumerate(needs)
                    if w not in twice and (at == 0 or needs[at - 1] not in twice)]
            self.run(host, option, path, kept + words, want, asked, names)


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = Table(os.path.abspath(sys.argv[1]), folder)
        for host, row in HOSTS.items():
            table.host(host, *row)
        sys.exit(table.wrong > 0)


main()
