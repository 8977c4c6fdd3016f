"""Every launch of a file is listed, and each that is listed opens by its number; so does every kernel.

launches.py TILESTEP
"""
import json
import os
import subprocess
import sys
import tempfile

tilestep = os.path.abspath(sys.argv[1])
FILE = """template <int B> __global__ void sum(const float *in, float *out, int n)
{
    __shared__ float s[B];
    int i = blockIdx.x * B + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = B / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void fill(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i;
}
__global__ void alone(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = 2 * i;
}
void never_called(float *p) { fill<<<3, 64>>>(p, 192); }
void by_number(float *in, float *out, int n, int number)
{
    switch (number) {
    case 0: sum<64><<<(n + 63) / 64, 64>>>(in, out, n); break;
    case 1: sum<128><<<(n + 127) / 128, 128>>>(in, out, n); break;
    }
}
int main(int argc, char **argv)
{
    int n = 1000;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, 192 * sizeof(float));
    fill<<<(n + 255) / 256, 256>>>(a, n);
    by_number(a, b, n, argc > 1 ? atoi(argv[1]) : 1);
    by_number(b, b + 8, 8, 1);
    if (argc > 5) fill<<<1, 32>>>(b, 32);
}
"""
# kernel, template, grid, block, whether main comes by
LISTED = [("fill", None, 3, 64, False), ("sum", "64", 16, 64, False), ("sum", "64", 1, 64, False),
          ("sum", "128", 8, 128, True), ("sum", "128", 1, 128, True), ("fill", None, 4, 256, True),
          ("fill", None, 1, 32, False)]
failures = 0


def check(good, *what):
    global failures
    if not good:
        print("FAIL", *what)
        failures += 1


def call(*words):
    return subprocess.run([tilestep, *words], capture_output=True, text=True, timeout=60)


def lists(path):
    said = json.loads(call("launches", path, "--json").stdout)
    found = [(l["kernel"], l["template"], l["grid"][0], l["block"][0], l["reached"])
             for l in said["launches"]]
    check(found == LISTED, "listed:", found)
    check([l["launch"] for l in said["launches"]] == list(range(1, 8)), "numbers")
    check([l["launch"] for l in said["launches"] if l["opens"]] == [4], "what opens")
    check({k["name"]: k["launches"] for k in said["kernels"]} ==
          {"sum": [2, 3, 4, 5], "fill": [1, 6, 7], "alone": []}, "kernels", said["kernels"])
    text = call("launches", path).stdout
    check("*4  sum<128>" in text and "-  alone" in text, "table:", text)
    check("启动" in call("launches", path, "--lang", "zh").stdout, "table in Chinese")


def opens(path):
    for number, (kernel, _, grid, block, _) in enumerate(LISTED, 1):
        done = call("run", path, "--launch", str(number), "--json")
        check(done.returncode == 0, "launch", number, done.returncode, done.stderr)
        said = json.loads(done.stdout)
        launch = said["launch"]
        check((said["kernel"], launch["grid"][0], launch["block"][0], launch["number"]) ==
              (kernel, grid, block, number), "launch", number, said["kernel"], launch)
    for kernel in ("sum", "fill", "alone"):
        done = call("run", path, "--kernel", kernel, "--json")
        check(done.returncode == 0 and json.loads(done.stdout)["kernel"] == kernel, "kernel",
              kernel, done.stderr)
    both = call("run", path, "--kernel", "fill", "--launch", "7", "--json")
    check(json.loads(both.stdout)["launch"]["grid"] == [1, 1, 1], "both options")


def refuses(path):
    for words, message in ((("--launch", "8"), "launches 1 to 7"), (("--launch", "0"), "1 to 7"),
                           (("--launch", "x"), "1 to 7"),
                           (("--launch", "1", "--kernel", "sum"), "is of the kernel fill"),
                           (("--kernel", "alone", "--launch", "2"), "not of alone")):
        done = call("run", path, *words)
        check(done.returncode == 2 and message in done.stderr, *words, done.stderr)


def tells_the_rest(path):
    with open(path, "w") as file:
        file.write(FILE.replace("(n + 255) / 256, 256>>>(a", "(n + 2047) / 2048, 2048>>>(a")
                   .replace("by_number(a, b, n, argc", "if (0) by_number(a, b, n, argc")
                   .replace("by_number(b, b + 8", "if (0) by_number(b, b + 8"))
    done = call("run", path)
    check(done.returncode == 2 and "make the block smaller, or open it with --block 1024" in
          done.stderr and "The rest of the file opens: sum with --launch 2." in done.stderr,
          "the rest", done.stderr)
    check("文件的其余部分可以打开" in call("run", path, "--lang", "zh").stderr, "in Chinese")
    check("The rest" not in call("run", path, "--kernel", "fill", "--launch", "6").stderr, "chosen")


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "several.cu")
    with open(path, "w") as file:
        file.write(FILE)
    lists(path)
    opens(path)
    refuses(path)
    tells_the_rest(path)
    with open(path, "w") as file:
        file.write("__global__ void k(int *a) { a[0] = 1; }\n")
    done = call("run", path, "--launch", "1")
    check(done.returncode == 2 and "launches nothing" in done.stderr, "no launch", done.stderr)
    check(call("launches", os.path.join(folder, "none.cu")).returncode == 2, "no file")
sys.exit(failures > 0)
