"""Products in half precision: the tolerance is told, and the error stands beside that of float.

half.py TILESTEP SOURCE_ROOT
"""
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

tilestep, root = (os.path.abspath(word) for word in sys.argv[1:3])
NAIVE = """#include <cuda_fp16.h>
__global__ void product(const half *M, const half *N, half *P, int w) {
    int row = threadIdx.y, col = threadIdx.x;
    half sum = __float2half(0.0f);
    for (int i = 0; i < w; ++i)
        sum = __hadd(sum, __hmul(M[row * w + i], N[i * w + col]));
    P[row * w + col] = sum;
}
int main() { int w = 32; half *M, *N, *P; cudaMalloc(&M, w * w * 2); cudaMalloc(&N, w * w * 2);
cudaMalloc(&P, w * w * 2); product<<<1, dim3(w, w)>>>(M, N, P, w); }
"""


def call(*words):
    done = subprocess.run([tilestep, "run", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout


def check_of(folder, kernel, factors):
    check = json.loads(call(kernel, *factors, "--json"))["check"]
    assert check["total"] == 1024 and check["wrong"] == 0, check
    return check


with tempfile.TemporaryDirectory() as folder:
    random.seed(1)
    given = []
    for name in "MN":
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(b"".join(struct.pack("<e", random.gauss(0, 1)) for _ in range(1024)))
        given += ["--arg", name + "=@" + path]
    naive = os.path.join(folder, "naive.cu")
    with open(naive, "w") as file:
        file.write(NAIVE)
    tensor = os.path.join(root, "kernels", "31_wmma.cu")

    in_floats = check_of(folder, tensor, given)
    assert 0 < in_floats["max_abs_error"] < in_floats["half"]["allowed_error"] < 1e-3, in_floats
    assert 0 < in_floats["half"]["float_error"] < 1e-4, in_floats
    in_halves = check_of(folder, naive, given)
    assert in_halves["max_abs_error"] < in_halves["half"]["allowed_error"] < 4, in_halves
    assert in_halves["max_abs_error"] > 100 * in_halves["half"]["float_error"] > 0, in_halves
    assert "half" not in check_of(folder, tensor, []), "small whole numbers are exact"

    # Of readings that all lie within the tolerance the closest one is told, and a tensor core rounds
    # a sum once for each of its products, not for each term.
    stages = os.path.join(root, "tests", "kernels", "features", "hgemm_stages.cu")
    sizes = [word for name in "MNK" for word in ("--set", name + "=256")]
    check = json.loads(call(stages, *sizes, "--json"))["check"]
    assert check["wrong"] == 0 and "B 256 x 256 column major" in check["reading"], check
    assert check["max_abs_error"] < 20 < check["half"]["allowed_error"] < 200, check

    line = call(tensor, *given).splitlines()[-1]
    assert "1024 of 1024 elements right; largest error " in line, line
    assert "allowed in half precision, in float it would be " in line, line
