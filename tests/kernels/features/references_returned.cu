// Functions that return references: into memory, to members, to one of several.
// expect: m[5] == 15
// expect: m[1] == 100
// expect: m[2] == 8
// counts: global_store accesses 20

struct Matrix {
    float *data;
    int columns;
    __device__ float &at(int row, int column) { return data[row * columns + column]; }
    __device__ const float &at(int row, int column) const { return data[row * columns + column]; }
};

__device__ float &cell(float *m, int i)
{
    return m[i];
}

__device__ int &larger(int &a, int &b)
{
    if (a > b)
        return a;
    return b;
}

__global__ void fill(float *m)
{
    Matrix matrix = {m, 4};
    int i = threadIdx.x, a = 3, b = 5;
    matrix.at(i / 4, i % 4) = i;
    float &mine = cell(m, i);
    mine += 10;
    larger(a, b) += a;
    if (i == 1)
        cell(m, i) = 100;
    if (i == 2)
        *&matrix.at(0, 2) = b;
    const Matrix &same = matrix;
    if (i == 3)
        m[3] = same.at(0, 3);
    if (i == 4)
        m[4] = larger(a, b);
}

int main()
{
    float *m;
    cudaMalloc(&m, 8 * sizeof(float));
    fill<<<1, 8>>>(m);
    cudaDeviceSynchronize();
}
