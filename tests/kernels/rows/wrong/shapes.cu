// A row of five is gone along by seven threads, in all the ways to write an index.
// run: --shape a=4,5 --shape o=4,5
#define W 5

__global__ void bare(const float *a, float *o)
{
    o[threadIdx.y * W + threadIdx.x] = // finds: wrong-row-write, out-of-bounds-write
        a[threadIdx.y * W + threadIdx.x]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void named(const float *a, float *o)
{
    int y = threadIdx.y, x = threadIdx.x;
    o[y * 5 + x] = // finds: wrong-row-write, out-of-bounds-write
        a[y * 5 + x]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void advanced(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    a += r * n;
    o += r * n;
    o[i] = // finds: wrong-row-write, out-of-bounds-write
        a[i]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void by_address(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    const float *p = &a[r * n];
    float *q = &o[r * n];
    q[i] = // finds: wrong-row-write, out-of-bounds-write
        p[i]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void at_once(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    (&o[r * n])[i] = // finds: wrong-row-write, out-of-bounds-write
        (&a[r * n])[i]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void starred(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    *(o + r * n + i) = // finds: wrong-row-write, out-of-bounds-write
        *(a + r * n + i); // finds: wrong-row-read, out-of-bounds-read
}

__global__ void row_pointers(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    const float *from = a + r * n;
    float *to = o + r * n;
    to[i] = // finds: wrong-row-write, out-of-bounds-write
        from[i]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void arrays(const float *a, float *o)
{
    int r = threadIdx.y, i = threadIdx.x;
    const float (*from)[W] = (const float (*)[W])a;
    float (*to)[W] = (float (*)[W])o;
    to[r][i] = // finds: wrong-row-write, out-of-bounds-write
        from[r][i]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void typed(const float a[][W], float (*o)[W])
{
    o[threadIdx.y][threadIdx.x] = // finds: wrong-row-write, out-of-bounds-write
        a[threadIdx.y][threadIdx.x]; // finds: wrong-row-read, out-of-bounds-read
}

void sketch()
{
    float *a, *o;
    cudaMalloc(&a, 4 * W * sizeof(float));
    cudaMalloc(&o, 4 * W * sizeof(float));
    dim3 block(7, 4);
    bare<<<1, block>>>(a, o);
    named<<<1, block>>>(a, o);
    advanced<<<1, block>>>(a, o, W);
    by_address<<<1, block>>>(a, o, W);
    at_once<<<1, block>>>(a, o, W);
    starred<<<1, block>>>(a, o, W);
    row_pointers<<<1, block>>>(a, o, W);
    arrays<<<1, block>>>(a, o);
    typed<<<1, block>>>((float (*)[W])a, (float (*)[W])o);
}
