// Helpers with one name and different parameters.
// expect: out[0] == 1
// expect: out[1] == 2
// expect: out[2] == 3
// expect: out[3] == 4

__device__ int which(int) { return 1; }
__device__ int which(float) { return 2; }
__device__ int which(float *) { return 3; }
__device__ int which(int, int) { return 4; }

__global__ void overloads(float *out)
{
    out[0] = which(5);
    out[1] = which(5.0f);
    out[2] = which(out);
    out[3] = which(1, 2);
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    overloads<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
