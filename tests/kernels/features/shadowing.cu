// Names that hide others: in inner blocks, in for, parameters that are called like other things.
// expect: out[0] == 13
// expect: out[1] == 4

const int stride = 99;
const int N = 7;

__device__ int kernel_of(int kernel, int data) { return kernel + data; }

__global__ void shadow(int *out, int stride, int N, int in)
{
    int x = 1;
    {
        int x = 2;
        for (int x = 10; x < 11; ++x)
            out[0] = x + stride;
        x += 1;
    }
    if (x == 1)
        out[1] = kernel_of(N, in);
}

int main()
{
    int *out;
    cudaMalloc(&out, 2 * sizeof(int));
    shadow<<<1, 1>>>(out, 3, 2, 2);
    cudaDeviceSynchronize();
}
