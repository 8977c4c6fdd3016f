// A picture filtered in two dimensions: input tiles larger than output tiles, a filter in constant
// memory, managed memory, an index that is below zero at the edge.
// expect: P[0] == F[4] * N[0] + F[5] * N[1] + F[7] * N[10] + F[8] * N[11]
// expect: P[69] == F[0] * N[58] + F[1] * N[59] + F[3] * N[68] + F[4] * N[69]

#define RADIUS   1
#define IN_TILE  6
#define OUT_TILE ((IN_TILE)-2 * (RADIUS))

__constant__ float F[2 * RADIUS + 1][2 * RADIUS + 1];

__global__ void convolution(const float *N, float *P, int width, int height)
{
    int col = blockIdx.x * OUT_TILE + threadIdx.x - RADIUS;
    int row = blockIdx.y * OUT_TILE + threadIdx.y - RADIUS;

    __shared__ float tile[IN_TILE][IN_TILE];
    if (row >= 0 && row < height && col >= 0 && col < width)
        tile[threadIdx.y][threadIdx.x] = N[row * width + col];
    else
        tile[threadIdx.y][threadIdx.x] = 0.0;
    __syncthreads();

    int tile_col = threadIdx.x - RADIUS, tile_row = threadIdx.y - RADIUS;
    if (tile_col < 0 || tile_col >= OUT_TILE || tile_row < 0 || tile_row >= OUT_TILE)
        return;
    if (row >= 0 && row < height && col >= 0 && col < width) {
        float sum = 0.0f;
        for (int r = 0; r < 2 * RADIUS + 1; r++)
            for (int c = 0; c < 2 * RADIUS + 1; c++)
                sum += F[r][c] * tile[tile_row + r][tile_col + c];
        P[row * width + col] = sum;
    }
}

int main()
{
    int width = 10, height = 7;
    float filter[3][3] = {{1, 0, 1}, {0, 4, 0}, {1, 0, 1}};
    float *N, *P;
    cudaMallocManaged(&N, width * height * sizeof(float));
    cudaMallocManaged(&P, width * height * sizeof(float));
    cudaMemcpyToSymbol(F, filter, sizeof(filter));
    dim3 block(IN_TILE, IN_TILE);
    dim3 grid(ceil(width / float(OUT_TILE)), ceil(height / float(OUT_TILE)));
    convolution<<<grid, block>>>(N, P, width, height);
    cudaDeviceSynchronize();
}
