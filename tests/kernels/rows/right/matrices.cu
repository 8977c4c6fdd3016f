// Matrices in structs, as in the guide of CUDA: the row length stands beside the pointer.
// sizes: k=5, k=1
#define BLOCK_SIZE 4

typedef struct {
    int width;
    int height;
    int stride;
    float *elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col];
}

__device__ void SetElement(Matrix A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value;
}

__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width = BLOCK_SIZE;
    Asub.height = BLOCK_SIZE;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}

__global__ void MatMulPlain(Matrix A, Matrix B, Matrix C) // check: matmul
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float Cvalue = 0;
    if (row >= C.height || col >= C.width)
        return;
    for (int e = 0; e < A.width; ++e)
        Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
    C.elements[row * C.width + col] = Cvalue;
}

__global__ void MatMulTiles(Matrix A, Matrix B, Matrix C) // check: matmul
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x, row = threadIdx.y, col = threadIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    for (int m = 0; m < (A.width + BLOCK_SIZE - 1) / BLOCK_SIZE; ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m), Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
        bool inA = blockRow * BLOCK_SIZE + row < A.height && m * BLOCK_SIZE + col < A.width;
        bool inB = m * BLOCK_SIZE + row < B.height && blockCol * BLOCK_SIZE + col < B.width;
        As[row][col] = inA ? GetElement(Asub, row, col) : 0;
        Bs[row][col] = inB ? GetElement(Bsub, row, col) : 0;
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    if (blockRow * BLOCK_SIZE + row < C.height && blockCol * BLOCK_SIZE + col < C.width)
        SetElement(Csub, row, col, Cvalue);
}

struct Image {
    int width, height;
    const float *pixels;
    __device__ float at(int y, int x) const { return pixels[y * width + x]; }
};

__global__ void edges(Image in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= in.width || y >= in.height)
        return;
    float right = x + 1 < in.width ? in.at(y, x + 1) : in.at(y, x);
    out[y * in.width + x] = right - in.at(y, x);
}

__global__ void transposed(Matrix in, Matrix out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < in.width && y < in.height)
        out.elements[x * out.width + y] = in.elements[y * in.width + x];
}

struct Volume {
    float *data;
    int nx, ny, nz;
};

__global__ void smooth(Volume in, Volume out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= in.nx || y >= in.ny)
        return;
    for (int z = 0; z < in.nz; ++z) {
        int at = (z * in.ny + y) * in.nx + x;
        float left = x > 0 ? in.data[at - 1] : 0;
        out.data[(z * in.ny + y) * in.nx + x] = left + in.data[at];
    }
}

__global__ void in_one_run(Matrix in, Matrix out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < in.width * in.height)
        out.elements[i] = in.elements[i] + (i > 0 ? in.elements[i - 1] : 0);
}

__global__ void padded(Matrix in, Matrix out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < in.width && y < in.height)
        out.elements[y * out.stride + x] = in.elements[y * in.width + x];
}

void sketch()
{
    int w = 8, h = 6, k = 5, depth = 2;
    Matrix A, B, C, Ct, P;
    A.width = A.stride = k;
    A.height = h;
    B.width = B.stride = w;
    B.height = k;
    C.width = C.stride = w;
    C.height = h;
    Ct.width = Ct.stride = h;
    Ct.height = w;
    P.width = w;
    P.height = h;
    P.stride = w + 3;
    cudaMalloc(&A.elements, h * k * sizeof(float));
    cudaMalloc(&B.elements, k * w * sizeof(float));
    cudaMalloc(&C.elements, h * w * sizeof(float));
    cudaMalloc(&Ct.elements, h * w * sizeof(float));
    cudaMalloc(&P.elements, h * (w + 3) * sizeof(float));
    float *pixels, *out;
    cudaMalloc(&pixels, h * w * sizeof(float));
    cudaMalloc(&out, h * w * sizeof(float));
    Image image;
    image.width = w;
    image.height = h;
    image.pixels = pixels;
    Volume from, to;
    from.nx = to.nx = w;
    from.ny = to.ny = h;
    from.nz = to.nz = depth;
    cudaMalloc(&from.data, w * h * depth * sizeof(float));
    cudaMalloc(&to.data, w * h * depth * sizeof(float));
    dim3 block(BLOCK_SIZE, BLOCK_SIZE), grid((w + 3) / 4, (h + 3) / 4);
    MatMulPlain<<<grid, block>>>(A, B, C);
    MatMulTiles<<<grid, block>>>(A, B, C);
    edges<<<grid, block>>>(image, out);
    transposed<<<grid, block>>>(C, Ct);
    smooth<<<grid, block>>>(from, to);
    in_one_run<<<(w * h + 7) / 8, 8>>>(C, Ct);
    padded<<<grid, block>>>(C, P);
}
