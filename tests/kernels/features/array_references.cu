// References to arrays, whose lengths a template takes from the call.
// expect: out[0] == 6
// expect: out[1] == 7
// expect: out[2] == 8

template <typename T, int N, int M> __device__ void fill(T (&grid)[N][M], T value)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            grid[i][j] = value + i;
}

template <typename T, int N> __device__ int length_of(const T (&)[N])
{
    return N;
}

__global__ void references(float *out)
{
    float grid[2][3];
    int four[4];
    four[0] = 3;
    fill<float, 2, 3>(grid, 6.0f);
    out[0] = grid[0][2];
    out[1] = grid[1][1];
    fill(grid, 1.0f);
    out[2] = length_of(four) + four[0] + grid[0][0];
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    references<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
