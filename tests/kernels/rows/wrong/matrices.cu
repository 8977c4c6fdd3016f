// Matrices in structs: the row length is a member.
#define BLOCK_SIZE 4

typedef struct {
    int width;
    int height;
    int stride;
    float *elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col]; // finds: wrong-row-read, out-of-bounds-read
}

__device__ void SetElement(Matrix A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value; // finds: wrong-row-write, out-of-bounds-write
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

__global__ void plain_too_long(Matrix A, Matrix B, Matrix C) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float Cvalue = 0;
    if (row >= C.height || col >= C.width)
        return;
    for (int e = 0; e <= A.width; ++e)
        Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col]; // finds: wrong-row-read, out-of-bounds-read
    C.elements[row * C.width + col] = Cvalue;
}

__global__ void plain_unguarded(Matrix A, Matrix B, Matrix C) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float Cvalue = 0;
    if (row >= C.height)
        return;
    for (int e = 0; e < A.width; ++e)
        Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col]; // finds: wrong-row-read, out-of-bounds-read
    C.elements[row * C.width + col] = Cvalue; // finds: wrong-row-write, out-of-bounds-write
}

__global__ void tiles_unguarded(Matrix A, Matrix B, Matrix C) // result: wrong
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x, row = threadIdx.y, col = threadIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    for (int m = 0; m < (A.width + BLOCK_SIZE - 1) / BLOCK_SIZE; ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m), Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

struct Image {
    int width, height;
    const float *pixels;
    __device__ float at(int y, int x) const { return pixels[y * width + x]; } // finds: wrong-row-read, out-of-bounds-read
};

__global__ void edges(Image in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < in.width && y < in.height)
        out[y * in.width + x] = in.at(y, x + 1) - in.at(y, x);
}

struct Volume {
    float *data;
    int nx, ny, nz;
};

__global__ void smooth(Volume in, Volume out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < in.nx && y < in.ny)
        out.data[(z * in.ny + y) * in.nx + x] = in.data[(z * in.ny + y) * in.nx + x + 1]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void local_view(Matrix in, float *out)
{
    const float *data = in.elements;
    int w = in.width, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < in.height)
        out[y * w + x] = // finds: wrong-row-write, out-of-bounds-write
            data[y * w + x]; // finds: wrong-row-read, out-of-bounds-read
}

void sketch()
{
    int w = 6, h = 7, k = 5, depth = 2;
    Matrix A, B, C;
    A.width = A.stride = k;
    A.height = h;
    B.width = B.stride = w;
    B.height = k;
    C.width = C.stride = w;
    C.height = h;
    cudaMalloc(&A.elements, h * k * sizeof(float));
    cudaMalloc(&B.elements, k * w * sizeof(float));
    cudaMalloc(&C.elements, h * w * sizeof(float));
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
    dim3 block(BLOCK_SIZE, BLOCK_SIZE), grid(2, 2);
    plain_too_long<<<grid, block>>>(A, B, C);
    plain_unguarded<<<grid, block>>>(A, B, C);
    tiles_unguarded<<<grid, block>>>(A, B, C);
    edges<<<grid, block>>>(image, out);
    smooth<<<dim3(2, 2, depth), block>>>(from, to);
    local_view<<<grid, block>>>(C, out);
}
