#!/usr/bin/env python3
"""Programs that nobody would write by hand, but a generator might: too large, too deep, too many.
Each runs, or is refused with one message that names its line; none crashes or takes long. With
GENERATED_FEWER there is a fifth of what is too many: it goes the same ways, which sanitizers look at.

generated.py TILESTEP
"""
import os
import subprocess
import sys
import tempfile

TILESTEP = sys.argv[1]
MAIN = "int main() { int *o; cudaMalloc(&o, 128); cudaMemset(o, 0, 128); k<<<1, 32>>>(o); }\n"

failures = 0


def fail(*what):
    global failures
    failures += 1
    print("FAIL", *what)


def run(text, *options):
    """The status and the messages of a program; its output where there are none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.cu")
        with open(path, "w") as file:
            file.write(text)
        got = subprocess.run([TILESTEP, "run", path, *options], capture_output=True, timeout=100)
    return got.returncode, (got.stderr or got.stdout).decode()


def runs(name, text, *options):
    status, said = run(text, *options)
    if status != 0 or "findings: none" not in said:
        fail(f"{name}: status {status}: {said[:300]}")


def refused(name, text, words, line=None):
    """The message has the words, and names the line."""
    status, said = run(text)
    if status != 2 or words not in said.partition("\n")[0]:
        fail(f"{name}: status {status}, no '{words}': {said[:300]}")
    if line and f"t.cu:{line}:" not in said:
        fail(f"{name}: not line {line}: {said[:300]}")


# ---- too large for a kernel ----

doubled = "".join(f"__device__ int f{i}(int x) {{ return f{i - 1}(x) + f{i - 1}(x + 1); }}\n"
                  for i in range(1, 16))
refused("functions that double", "__device__ int f0(int x) { return x; }\n" + doubled +
        "__global__ void k(int *o) { o[0] = f15(1); }\n" + MAIN, "too many variables", 2)
for length in 1 << 18, (1 << 18) - 64:
    refused(f"{length} local words", f"// One array.\n__global__ void k(int *o) "
            f"{{ int s[{length}]; s[o[0]] = 1; o[0] = s[1]; }}\n" + MAIN,
            "too many variables in per-thread memory", 2)
refused("shared memory", "// Two arrays.\n__global__ void k(int *o) { __shared__ int a[1 << 28];\n"
        "__shared__ int b[1]; a[o[0]] = b[o[0]] = 1; o[0] = a[1] + b[1]; }\n" + MAIN,
        "too much shared memory", 3)

# ---- too deep ----


def kernel(before, body):
    return f"{before}__global__ void k(int *o) {{ {body} }}\n" + MAIN


def chain(first, link):
    """Declarations, each of which names the one before it."""
    return first + "".join(link.format(i, i - 1) for i in range(1, DEPTH + 1))


DEPTH = 50000
LAST = f"T{DEPTH}"
deep = {
    "structs by value": kernel(chain("struct T0 { int x; };\n", "struct T{0} {{ T{1} s; }};\n"),
                               f"{LAST} s; o[0] = sizeof s;"),
    "base classes": kernel(chain("struct T0 { int x; };\n", "struct T{0} : T{1} {{ }};\n"),
                           f"{LAST} s; s.x = 1; o[0] = s.x;"),
    "structs inside": kernel("", "struct {" * DEPTH + "int x;" + "} s;" * DEPTH + "o[0] = 1;"),
    "typedefs": kernel(chain("typedef int T0;\n", "typedef T{1} T{0};\n"), f"{LAST} s = 1;"),
    "pointers": kernel(chain("using T0 = int;\n", "using T{0} = T{1} *;\n"), f"{LAST} s = 0;"),
    "arrays": kernel(chain("typedef int T0;\n", "typedef T{1} T{0}[1];\n"), f"{LAST} s;"),
    "constants": kernel(chain("enum { T0 };\n", "enum {{ T{0} = T{1} + 1 }};\n"), f"o[0] = {LAST};"),
    "alignments": kernel("", "__align__(" * DEPTH + "8" + ")" * DEPTH + " int x = 1; o[0] = x;"),
    "template arguments": kernel("template <typename T> struct B { T t; };\n",
                                 "B<" * DEPTH + "int" + ">" * DEPTH + " s; o[0] = sizeof s;"),
    "traits": kernel("", "std::remove_const_t<" * DEPTH + "int" + ">" * DEPTH + " x = 1; o[0] = x;"),
    "templates without end": kernel("template <typename T> struct B { B<T *> b; };\n",
                                    "B<int> b; o[0] = 1;"),
    "constants without end": kernel("template <int N> struct B { static const int n = "
                                    "B<N + 1>::n; };\n", "o[0] = B<1>::n;"),
    "declarators": kernel("", "int " + "(*" * DEPTH + "p" + ")" * DEPTH + "; o[0] = 1;"),
    "brackets": kernel("", "o[0] = " + "(" * DEPTH + "1" + ")" * DEPTH + ";"),
    "signs": kernel("", "o[0] = " + "- " * DEPTH + "1;"),
    "indices": kernel("", "o[0] = " + "o[" * DEPTH + "0" + "]" * DEPTH + ";"),
    "calls": kernel("", "o[0] = " + "min(1, " * DEPTH + "0" + ")" * DEPTH + ";"),
    "choices": kernel("", "o[0] = " + "o[1] ? 1 : " * DEPTH + "1;"),
    "values": kernel("", "int a[] = " + "{" * DEPTH + "1" + "}" * DEPTH + "; o[0] = a[0];"),
    "blocks": kernel("", "{" * DEPTH + "o[0] = 1;" + "}" * DEPTH),
    "conditions": "#if " + "(" * DEPTH + "1" + ")" * DEPTH + "\n#endif\n" + kernel("", "o[0] = 1;"),
}
for name, text in deep.items():
    refused(name, text, "nested")

# Structs that are read one after the other nest as deep.
refused("structs in order", kernel(chain("struct T0 { int x; };\n", "struct T{0} {{ T{1} s; }};\n"),
                                   "".join(f"{{ T{i} s; }} " for i in range(400)) + "o[0] = 1;"),
        "nested", 202)

# What host code nests is not understood, and the launch is found all the same.
one = kernel("", "o[threadIdx.x] = 1;")
for name, before, inside in (
        ("host blocks", "", "{" * DEPTH + "}" * DEPTH), ("host ifs", "", "if (o) " * DEPTH + ";"),
        ("host brackets", "", "int n = " + "(" * DEPTH + "1" + ")" * DEPTH + ";"),
        ("host signs", "", "int n = " + "- " * DEPTH + "1;"),
        ("host sums", "", "int n = 1" + "+ 1" * DEPTH + ";"),
        ("host lambdas", "", "[&] { " * DEPTH + "}();" * DEPTH),
        ("host lists", "", "int a[] = " + "{" * DEPTH + "1" + "}" * DEPTH + ";"),
        ("host calls", "int f(int n) { return f(n + 1); }\n", "int n = f(1);"),
        ("host classes", "class A {" * DEPTH + "};" * DEPTH, "A a;"),
        ("host chains", chain("struct T0 { int x; };\n", "struct T{0} {{ T{1} s; }};\n"),
         f"{LAST} s; s.s.s.x = 1;")):
    runs(name, before + one.replace("int *o; cuda", "int *o; " + inside + " cuda"))

# ---- too many ----


FEWER = 5 if "GENERATED_FEWER" in os.environ else 1


def many(count, line):
    return "".join(line.format(i) for i in range(count // FEWER))


def main(lines):
    return "__global__ void k(int *o) { o[threadIdx.x] = 1; }\n" \
        "int main() { int *o; cudaMalloc(&o, 128);\n" + lines + "k<<<1, 32>>>(o); }\n"


BUFFER = "int *o{0}; cudaMalloc(&o{0}, 128); k<<<1, 32>>>(o{0}); cudaFree(o{0});\n"
for name, text in (
        ("launches", main(many(8000, "k<<<1, 32>>>(o);\n"))),
        ("blocks and grids", main(many(10000, "dim3 g{0}(1), b{0}(32); k<<<g{0}, b{0}>>>(o);\n"))),
        ("buffers of a launch each", main(many(10000, BUFFER))),
        ("device variables", many(100000, "__device__ int v{0};\n") + one),
        ("constants", many(100000, "__constant__ int v{0} = {0};\n") + one),
        ("kernels", many(20000, "__global__ void k{0}(int *o) {{ *o = {0}; }}\n") + one),
        ("functions", many(20000, "__device__ int f{0}(int x) {{ return x; }}\n") + one),
        ("host functions", many(20000, "int f{0}(int x) {{ return x; }}\n") + one),
        ("macros", many(100000, "#define M{0} {0}\n") + one),
        ("lines", many(100000, "// {0}\n") + one),
        ("kernels launched", many(8000, "__global__ void k{0}(int *o) {{ *o = {0}; }}\n") +
         main(many(8000, "k{0}<<<1, 32>>>(o);\n")))):
    runs(name, text)


def in_kernel(line, before=""):
    return before + "__global__ void k(int *o) { __shared__ int s[32]; int t = threadIdx.x, x = t;\n" \
        + many(20000, line) + "o[t] = x; }\n" + MAIN


for name, line, before in (
        ("structs", "{{ S{0} s; s.a = x; x = s.a + 1; }}\n",
         many(20000, "struct S{0} {{ int a; }};\n")),
        ("functions", "x = f{0}(x);\n",
         many(20000, "__device__ int f{0}(int x) {{ return x; }}\n")),
        ("arguments of a struct", "{{ S<{0}> s; s.a = x; x = s.a + 1; }}\n",
         "template <int I> struct S { int a; };\n"),
        ("arguments of a function", "x = f<{0}>(x);\n",
         "template <int I> __device__ int f(int x) { return x + I; }\n"),
        ("branches", "if (x > {0}) x += {0}; else x -= 1;\n", ""),
        ("loops", "for (int i = 0; i < 2 && x < 99; ++i) x += {0};\n", ""),
        ("barriers", "__syncthreads();\n", ""),
        ("barriers of loops", "for (int i = 0; i < 2; ++i) __syncthreads();\n", ""),
        ("tiles", "s[t] = x; __syncthreads(); x += s[31 - t]; __syncthreads();\n", ""),
        ("loads and stores", "o[t] = o[t] + 1;\n", "")):
    runs(f"{name} in a kernel", in_kernel(line, before))

# ---- a brace too many ----

refused("behind a kernel", "__global__ void k(int *o)\n{\n    o[threadIdx.x] = 1;\n}\n}\n"
        "o[3] = 9;\n}\n" + MAIN, "this } closes nothing", 5)
refused("behind a namespace", "namespace a {\nnamespace b { int n; }\n}\n}\n" + one,
        "this } closes nothing", 4)
runs("none", 'extern "C" {\nnamespace a { namespace b { ' + one.replace("int main", "} }\n}\n"
     "using namespace a::b;\nint main"))

# ---- sizes that lead away from the launch ----

runs("a launch that a size leaves out", "#define NUM_THREADS 256\n"
     "__global__ void k(int *o, int n) { o[threadIdx.x] = n; }\n"
     "void go(int *o, int n) { if (n) return; int count(n); k<<<count, 32>>>(o, count); }\n")

if failures == 0:
    print("all are run or refused")
sys.exit(failures > 0)
