"""Extensions of PyTorch open as far as their kernels go: views of tensors get sizes that fit each
other, types that AT_DISPATCH... would choose are float, and host code of PyTorch stops nothing.

torch.py TILESTEP
"""
import json
import os
import subprocess
import sys
import tempfile

tilestep = os.path.abspath(sys.argv[1])
bad = []

VIEWS = """#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#define CHECK_CUDA(x) TORCH_CHECK(x.is_cuda(), #x " must be a CUDA tensor")

template <typename scalar_t>
__device__ __forceinline__ scalar_t mix(scalar_t a, scalar_t b) { return a * 2 + b; }

template <typename scalar_t>
__global__ void blend(
    torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> out,
    const torch::PackedTensorAccessor32<scalar_t, 3, torch::RestrictPtrTraits> in,
    const torch::PackedTensorAccessor64<scalar_t, 2> weights)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < in.size(0) && col < in.size(2))
        out[row][col] = mix(in[row][0][col] * weights[row][0], in[row][4][col] * weights[row][2]);
}

torch::Tensor blend_cuda(torch::Tensor in, torch::Tensor weights)
{
    CHECK_CUDA(in);
    const auto rows = in.size(0), cols = in.size(2);
    auto out = torch::empty({rows, cols}, in.options());
    const dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);
    AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "blend", ([&] {
        blend<scalar_t><<<grid, block>>>(
            out.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
            in.packed_accessor32<scalar_t, 3, torch::RestrictPtrTraits>(),
            weights.packed_accessor64<scalar_t, 2>());
    }));
    return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("blend", &blend_cuda, "blend (CUDA)"); }
"""

POINTERS = """#include <torch/types.h>
__global__ void twice(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}
torch::Tensor twice_cuda(torch::Tensor in)
{
    TORCH_CHECK(in.dim() == 2, "a matrix is needed, not ", in.dim(), " dimensions");
    const int n = in.size(0) * in.size(1);
    torch::Tensor out = torch::empty_like(in);
    twice<<<(n + 127) / 128, 128>>>(out.data_ptr<float>(), in.data_ptr<float>(), n);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return out;
}
"""


def run(text, *options):
    with open("k.cu", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([tilestep, "run", "k.cu", "--json", *options], capture_output=True,
                          text=True, timeout=50)
    return done.returncode, json.loads(done.stdout) if done.returncode < 2 else {}, done.stderr


def expect(what, got, wanted):
    if got != wanted:
        bad.append(f"{what}: {got!r} instead of {wanted!r}")


def views():
    status, result, said = run(VIEWS)
    expect("views", (status, said), (0, ""))
    if status == 2:
        return
    assumed, sizes = result["launch"]["assumed"], result["buffers"]
    rows, cols = assumed.get("rows"), assumed.get("cols")
    expect("what is assumed", assumed, {"rows": 40, "cols": 40, "scalar_t": "float"})
    expect("the launch in the lambda", result["launch"]["block"], [16, 16, 1])
    expect("what is indexed alike is as long", sizes["out.data_"]["stores"], rows * cols)
    expect("each element read", sizes["in.data_"]["loads"], 2 * rows * cols)
    status, result, _ = run(VIEWS, "--dump", "in.data_=in.raw", "--dump", "weights.data_=w.raw")
    expect("so many numbers as the subscripts show", os.path.getsize("in.raw"), rows * 5 * cols * 4)
    expect("and of the other", os.path.getsize("w.raw"), rows * 3 * 4)
    status, result, _ = run(VIEWS.replace("in[row][4][col]", "in[row][4][col + 1]"))
    expect("an element too far", status, 1)
    status, result, said = run(VIEWS, "--set", "rows=3", "--set", "cols=50")
    expect("other sizes", (status, result.get("buffers", {}).get("out.data_", {}).get("stores")),
           (0, 150))
    status, result, said = run(VIEWS, "--arg", "in.sizes_[1]=4")
    expect("a size that is too small", status, 1)
    status, _, said = run(VIEWS.replace("[row][4][col]", "[row][4]"))
    expect("an index too few", status, 2)
    if "every dimension" not in said:
        bad.append(f"an index too few: {said}")


def pointers():
    status, result, said = run(POINTERS)
    expect("pointers", (status, said), (0, ""))
    expect("the launch of the host code", result["launch"]["block"], [128, 1, 1])


def other_libraries():
    """Plain structs of a header that is not there."""
    status, result, said = run("#include <raylib.h>\n__global__ void paint(Color *pixels, int n)\n"
                               "{ int i = threadIdx.x; if (i < n) pixels[i] = {255, 0, 0, 255}; }\n")
    expect("raylib", (status, said), (0, ""))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    views()
    pointers()
    other_libraries()
print("\n".join(bad))
sys.exit(bool(bad))
