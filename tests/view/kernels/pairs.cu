// A member that takes two cells behind a padding of one, in global and in shared memory.
struct Pair { int key; double val; };
__global__ void weigh(Pair *p, int n)
{
    __shared__ Pair mine[3];
    int i = threadIdx.x;
    mine[i].key = i * 3;
    mine[i].val = (i + 1) / 7.0;
    p[i].key = mine[i].key;
    p[i].val = mine[(i + 1) % 3].val;
}
int main()
{
    int n = 3;
    Pair *p;
    cudaMalloc(&p, n * sizeof(Pair));
    weigh<<<1, 3>>>(p, n);
}
