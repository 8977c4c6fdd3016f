"""Host code is followed in bounded memory, whatever stands in it: what is too much is said, and a
kernel that was told how to be launched runs all the same.

memory.py TILESTEP
"""
import os
import subprocess
import sys
import tempfile

tilestep = sys.argv[1]
LIMIT_MIB = 512
KERNEL = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
START = KERNEL + "int main(int argc, char **argv) { float *d; cudaMalloc(&d, 256);\n"


def branches():
    """Every branch may or may not be taken, so what it finds is kept to be put back."""
    names = "".join("int x%d = %d;\n" % (i, i) for i in range(5000))
    opens = "".join("if (argc > atoi(argv[%d])) {\n" % i for i in range(150))
    return START + names + opens + "k<<<1, 64>>>(d);" + "}" * 150 + "}\n"


def repeated_branches():
    names = "".join("int x%d = %d;\n" % (i, i) for i in range(2000))
    return START + names + "if (argc > 3) { d[0] = 1; }\n" * 4000 + "k<<<1, 64>>>(d); }\n"


def arrays():
    filled = "".join("std::vector<float> v%d(262144, %d); cudaMemcpy(d, v%d.data(), 1048576,"
                     " cudaMemcpyHostToDevice); k<<<1, 64>>>(d);\n" % (i, i, i) for i in range(600))
    return KERNEL + "int main() { float *d; cudaMalloc(&d, 1048576);\n" + filled + "}\n"


def tokens():
    return START + "argc=argc+1;argc=argc*2;\n" * 300000 + "k<<<1, 64>>>(d); }\n"


def run(name, text, said, *words):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name + ".cu")
        with open(path, "w") as out:
            out.write(text)
        process = subprocess.Popen([tilestep, "run", path, "--lang", "en", *words], text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        words_said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
    mib = used.ru_maxrss / 1024
    print("%s: %d MiB, status %d" % (name, mib, status >> 8))
    if mib > LIMIT_MIB or said not in words_said or os.WIFSIGNALED(status):
        sys.exit("FAIL %s: %d MiB, status %d\n%s" % (name, mib, status, words_said[:500]))
    return status >> 8


LAUNCH = ("--grid", "1", "--block", "64", "--arg", "a=zeros:64")
assert run("branches", branches(), "takes more than 128 MiB to follow") in (0, 2)
assert run("branches", branches(), "", *LAUNCH) == 0
assert run("repeated", repeated_branches(), "") == 0
assert run("arrays", arrays(), "", "--launch", "1") in (0, 2)
assert run("tokens", tokens(), "more than 1048576 tokens") == 2
