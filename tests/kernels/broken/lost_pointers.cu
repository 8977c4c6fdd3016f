// Pointers that the host gives the kernel although they lead to no memory of the device; what they
// point at is told, not where.
struct Pair {
    int *held, *old;
    int n;
};

__global__ void k(int *scalar, Pair pair, int *out)
{
    int i = threadIdx.x;
    out[i] = scalar ? 1 : 0;
    if (i < pair.n)
        out[i] += pair.held[i]; // finds: device-reads-host-pointer 8
    if (i % 2)
        pair.old[i] = i; // finds: use-after-free 16
    if (i == 3)
        out[i] += *(i > 4 ? out : scalar); // finds: device-reads-host-pointer
}

int main()
{
    int number = 7, *array = (int *)malloc(32 * sizeof(int)), *out, *other;
    Pair pair;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&pair.old, 32 * sizeof(int));
    pair.held = array;
    pair.n = 8;
    other = pair.old;
    cudaFree(other);
    k<<<1, 32>>>(&number, pair, out);
}
