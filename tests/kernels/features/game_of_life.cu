// A torus of cells: unsigned coordinates that wrap, continue in a nested loop.
// expect: out[0] == 0
// counts: global_load accesses 900
// counts: global_store accesses 100
__global__ void life(const unsigned char *in, unsigned char *out, unsigned w, unsigned h)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            alive += in[((y + dy + h) % h) * w + (x + dx + w) % w];
        }
    unsigned char self = in[y * w + x];
    out[y * w + x] = alive == 3 || (alive == 2 && self) ? 1 : 0;
}

void sketch()
{
    unsigned w = 10, h = 10;
    unsigned char *in, *out;
    cudaMalloc(&in, w * h);
    cudaMalloc(&out, w * h);
    dim3 b(16, 16), g((w + b.x - 1) / b.x, (h + b.y - 1) / b.y);
    for (int gen = 0; gen < 10; ++gen) {
        life<<<g, b>>>(in, out, w, h);
        std::swap(in, out);
    }
}
