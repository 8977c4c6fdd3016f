"""Products that are less precise than float: the tolerance is told with the types that it is for,
and the error stands beside that of float.

precision.py TILESTEP SOURCE_ROOT
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
# D = alpha A B + beta C in place, by fragments of wmma.
FRAGMENTS = """#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void gemm(const %(element)s *A, const %(element)s *B, %(sum)s *C, int M, int N, int K,
                     %(sum)s alpha, %(sum)s beta) {
    int row = blockIdx.y * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, %(deep)d, %(fragment)s, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, %(deep)d, %(fragment)s, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, %(deep)d, %(sum)s> sum, c;
    wmma::fill_fragment(sum, 0);
    for (int i = 0; i < K; i += %(deep)d) {
        wmma::load_matrix_sync(a, A + row * K + i, K);
        wmma::load_matrix_sync(b, B + i * N + col, N);
        wmma::mma_sync(sum, a, b, sum);
    }
    wmma::load_matrix_sync(c, C + row * N + col, N, wmma::mem_row_major);
    for (int i = 0; i < c.num_elements; ++i)
        c.x[i] = alpha * sum.x[i] + beta * c.x[i];
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}
int main() { int M = 32, N = 48, K = 64; %(element)s *A, *B; %(sum)s *C;
cudaMalloc(&A, M * K * sizeof(%(element)s)); cudaMalloc(&B, K * N * sizeof(%(element)s));
cudaMalloc(&C, M * N * sizeof(%(sum)s)); gemm<<<dim3(N / 16, M / 16), 32>>>(A, B, C, M, N, K, 2, 3); }
"""
PRODUCTS = [("half", "half", "half", 16, "float"),
            ("bfloat16", "__nv_bfloat16", "__nv_bfloat16", 16, "float"),
            ("tf32", "float", "wmma::precision::tf32", 8, "float"),
            ("int8", "signed char", "signed char", 16, "int")]


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
    assert 0 < in_floats["max_abs_error"] < in_floats["precision"]["allowed_error"] < 1e-3, in_floats
    assert 0 < in_floats["precision"]["float_error"] < 1e-4, in_floats
    in_halves = check_of(folder, naive, given)
    assert in_halves["max_abs_error"] < in_halves["precision"]["allowed_error"] < 4, in_halves
    assert in_halves["max_abs_error"] > 100 * in_halves["precision"]["float_error"] > 0, in_halves
    assert "precision" not in check_of(folder, tensor, []), "small whole numbers are exact"

    # Of readings that all lie within the tolerance the closest one is told, and a tensor core rounds
    # a sum once for each of its products, not for each term.
    stages = os.path.join(root, "tests", "kernels", "features", "hgemm_stages.cu")
    sizes = [word for name in "MNK" for word in ("--set", name + "=256")]
    check = json.loads(call(stages, *sizes, "--json"))["check"]
    assert check["wrong"] == 0 and "B 256 x 256 column major" in check["reading"], check
    assert check["max_abs_error"] < 20 < check["precision"]["allowed_error"] < 200, check

    line = call(tensor, *given).splitlines()[-1]
    assert "1024 of 1024 elements right; largest error " in line, line
    assert "allowed, factors in half, result in float; in float it would be " in line, line

    # Each type by its name; D = alpha A B + beta C with fragments, and 8-bit integers are exact.
    for name, element, fragment, deep, sum_type in PRODUCTS:
        kernel = os.path.join(folder, name + ".cu")
        with open(kernel, "w") as file:
            file.write(FRAGMENTS % {"element": element, "fragment": fragment, "deep": deep,
                                    "sum": sum_type})
        random_numbers = ["--arg", "A=random:1:2048", "--arg", "B=random:2:3072",
                          "--arg", "C=random:3:1536"]
        check = json.loads(call(kernel, *random_numbers, "--json"))["check"]
        assert check["total"] == 1536 and check["wrong"] == 0, (name, check)
        assert check["reading"].endswith("alpha = 2, beta = 3"), (name, check)
        assert check.get("precision", {}).get("factors") == (None if name == "int8" else name), check
        told = call(kernel, *random_numbers).splitlines()[-1]
        assert ("factors in %s, result in float" % name in told) == (name != "int8"), told
        assert "half" not in told or name == "half", told
        told = call(kernel, *random_numbers, "--lang", "zh").splitlines()[-1]
        assert ("因子为 %s，结果为 float" % name in told) == (name != "int8"), told
