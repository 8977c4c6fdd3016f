// A function that is to return a reference and returns none.
struct Matrix {
    float *data;
    __device__ float &at(int i) { data[i] = 1; } // finds: missing-return 8
};

__global__ void fill(float *m)
{
    Matrix matrix = {m};
    matrix.at(threadIdx.x) += 2; // finds: out-of-bounds-read 8, out-of-bounds-write 8
}

int main()
{
    float *m;
    cudaMalloc(&m, 8 * sizeof(float));
    fill<<<1, 8>>>(m);
}
