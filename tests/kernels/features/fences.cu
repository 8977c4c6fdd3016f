// Fences of every scope: instructions of their own, which change no value.
// expect: out[0] == 3
// expect: out[1] == 8
// counts: all instructions 32

__global__ void fences(volatile int *out)
{
    int block = blockIdx.x;
    out[block] = 5 * block;
    __threadfence_block();
    out[block] += 1;
    __threadfence();
    out[block] += 1;
    __threadfence_system();
    out[block] += 1;
}

int main()
{
    int *out;
    cudaMalloc(&out, 2 * sizeof(int));
    fences<<<2, 1>>>(out);
}
