template <typename T, int H>
__device__ T clampget(const T *a, int x, int y, int z, int nx, int ny, int nz)
{
    if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) return T(0);
    return a[(z * ny + y) * nx + x] + T(H);
}
template <typename T>
__global__ void box(const T *in, T *out, int nx, int ny, int nz)
{
    __shared__ T s[2][2][3];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    s[threadIdx.z][threadIdx.y][threadIdx.x] = clampget<T, 1>(in, x, y, z, nx, ny, nz);
    __syncthreads();
    if (x >= nx || y >= ny || z >= nz) return;
    T sum = 0;
    int i = 0;
    while (i < 3) {
        sum += s[threadIdx.z][threadIdx.y][i];
        ++i;
    }
    out[(z * ny + y) * nx + x] = sum * T(0.5);
}
void sketch() {
    int nx = 5, ny = 3, nz = 3; double *in, *out;
    cudaMalloc(&in, nx * ny * nz * sizeof(double)); cudaMalloc(&out, nx * ny * nz * sizeof(double));
    dim3 block(3, 2, 2), grid(2, 2, 2);
    box<double><<<grid, block>>>(in, out, nx, ny, nz);
}
