// The game of life on one board: neighbours of other blocks may already be a generation on.
#include <cstdio>
const int SIZE = 24;

__global__ void life(unsigned char *now, unsigned char *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int around = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy)
                around += now[(y + dy + SIZE) % SIZE * SIZE + (x + dx + SIZE) % SIZE]; // finds: race/grid
    bool lives = around == 3 || (around == 2 && now[y * SIZE + x]);
    __syncthreads();
#ifdef RIGHT
    next[y * SIZE + x] = lives;
#else
    now[y * SIZE + x] = lives; // finds: race/grid
#endif
}

int main()
{
    unsigned char board[SIZE * SIZE], *a, *b;
    for (int i = 0; i < SIZE * SIZE; ++i)
        board[i] = i * i % 5 < 2;
    cudaMalloc(&a, sizeof board);
    cudaMalloc(&b, sizeof board);
    cudaMemcpy(a, board, sizeof board, cudaMemcpyHostToDevice);
    cudaMemcpy(b, board, sizeof board, cudaMemcpyHostToDevice);
    life<<<dim3(3, 3), dim3(8, 8)>>>(a, b);
#ifndef RIGHT
    b = a;
#endif
    cudaMemcpy(board, b, sizeof board, cudaMemcpyDeviceToHost);
    for (int i = 0; i < SIZE * SIZE; ++i)
        printf("%c%s", board[i] ? 'o' : '.', i % SIZE == SIZE - 1 ? "\n" : "");
}
