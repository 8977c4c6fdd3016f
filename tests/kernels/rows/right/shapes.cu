// Rows of a length that the options say, in all the ways to write an index.
// run: --shape a=4,5 --shape o=4,5
// sizes: k=1
#define W 5

__global__ void bare(const float *a, float *o)
{
    if (threadIdx.x < W && threadIdx.y < 4)
        o[threadIdx.y * W + threadIdx.x] = a[threadIdx.y * W + threadIdx.x];
}

__global__ void named(const float *a, float *o)
{
    int y = threadIdx.y, x = threadIdx.x;
    if (threadIdx.x < W && threadIdx.y < 4)
        o[y * 5 + x] = a[y * 5 + x];
}

__global__ void advanced(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    a += r * n;
    o += r * n;
    if (threadIdx.x < W && threadIdx.y < 4)
        o[i] = a[i];
}

__global__ void by_address(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    const float *p = &a[r * n];
    float *q = &o[r * n];
    if (threadIdx.x < W && threadIdx.y < 4)
        q[i] = p[i];
}

__global__ void at_once(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    if (threadIdx.x < W && threadIdx.y < 4)
        (&o[r * n])[i] = (&a[r * n])[i];
}

__global__ void starred(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    if (threadIdx.x < W && threadIdx.y < 4)
        *(o + r * n + i) = *(a + r * n + i);
}

__global__ void row_pointers(const float *a, float *o, int n)
{
    int r = threadIdx.y, i = threadIdx.x;
    const float *from = a + r * n;
    float *to = o + r * n;
    if (threadIdx.x < W && threadIdx.y < 4)
        to[i] = from[i];
}

__global__ void arrays(const float *a, float *o)
{
    int r = threadIdx.y, i = threadIdx.x;
    const float (*from)[W] = (const float (*)[W])a;
    float (*to)[W] = (float (*)[W])o;
    if (threadIdx.x < W && threadIdx.y < 4)
        to[r][i] = from[r][i];
}

__global__ void typed(const float a[][W], float (*o)[W])
{
    if (threadIdx.x < W && threadIdx.y < 4)
        o[threadIdx.y][threadIdx.x] = a[threadIdx.y][threadIdx.x];
}

void sketch()
{
    int w = 5, h = 4, k = 1;
    float *a, *o;
    cudaMalloc(&a, 4 * W * sizeof(float));
    cudaMalloc(&o, 4 * W * sizeof(float));
    dim3 block(w < 12 ? w : 12, h);
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
