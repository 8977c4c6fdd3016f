// Views of matrices as structs, const and not; members with values of their own; objects used at once.
// expect: C.data[10] == A.data[8] * B.data[2] + A.data[9] * B.data[10] + A.data[10] * B.data[18] + A.data[11] * B.data[26] + A.data[12] * B.data[34] + A.data[13] * B.data[42] + A.data[14] * B.data[50] + A.data[15] * B.data[58]
// expect: sorted[0] == 1

template <typename T> struct View {
    T *data;
    int rows = 8, columns = 8;
    __device__ T &operator()(int row, int column) const { return data[row * columns + column]; }
};

template <typename T> struct Swap {
    bool ascending;
    __device__ Swap(bool up) : ascending(up) {}
    __device__ void operator()(T &a, T &b) const
    {
        if ((a > b) == ascending) {
            T c = a;
            a = b;
            b = c;
        }
    }
};

__global__ void multiply(View<const float> A, View<const float> B, View<float> C, int *sorted)
{
    auto const row{threadIdx.y}, column{threadIdx.x};
    float sum = 0;
    for (int k = 0; k < A.columns; ++k)
        sum += A(row, k) * B(k, column);
    C(row, column) = sum;
    int pair[2] = {2, 1};
    Swap<int>(true)(pair[0], pair[1]);
    if (row == 0 && column == 0)
        sorted[0] = pair[0];
}

void sketch()
{
    View<const float> A, B;
    View<float> C;
    int *sorted;
    cudaMalloc(&A.data, A.rows * A.columns * sizeof(float));
    cudaMalloc(&B.data, 64 * sizeof(float));
    cudaMalloc(&C.data, 64 * sizeof(float));
    cudaMalloc(&sorted, sizeof(int));
    multiply<<<1, dim3(8, 8)>>>(A, B, C, sorted);
    cudaDeviceSynchronize();
}
