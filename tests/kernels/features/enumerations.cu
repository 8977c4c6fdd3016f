// Enumerations: what stands behind the colon says how long a value is, alone and in structs.
// expect: out[0] == 201146
// expect: out[1] == 200148
// expect: out[2] == 200146
// expect: out[3] == 201148
// expect: out[32] == 9
#include <cstdint>
#include <cstdio>

enum class Cell : unsigned char { dead, alive, wall = 200, after };
enum Step : short { left = -1, stay, right };
enum Plain { one = 1, two, three };
enum class Wide : uint64_t { low = 1, high = 0x100000002ull };

struct Tagged {
    Cell cell;
    Step step;
};

__global__ void enumerations(const Cell *cells, Cell *next, int *out)
{
    int i = threadIdx.x;
    Step step = i % 2 ? right : left;
    Tagged tagged = {cells[i], step};
    next[i] = tagged.cell == Cell::alive ? Cell::after : Cell::wall;
    out[i] = (int)next[i] * 1000 + sizeof(Cell) * 100 + sizeof(Tagged) * 10 + sizeof(Plain) + step +
             three;
    if (i == 0)
        out[32] = (int)((unsigned long long)Wide::high >> 32) + sizeof(Wide);
}

int main()
{
    unsigned char host[32];
    Cell *cells, *next;
    int *out;
    for (int i = 0; i < 32; ++i)
        host[i] = i % 3 == 0;
    cudaMalloc(&cells, 32 * sizeof(Cell));
    cudaMalloc(&next, 32);
    cudaMalloc(&out, 33 * sizeof(int));
    cudaMemcpy(cells, host, 32, cudaMemcpyHostToDevice);
    enumerations<<<1, 32>>>(cells, next, out);
}
