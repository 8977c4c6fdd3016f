// Variables without a value that are set before they are read, or whose value nothing uses.
// expect: out[0] == 4 * in[0] + in[1] + in[2] + 40
struct C { float re, im; };
__device__ void set(float &x) { x = 3; }
__device__ void setp(float *x) { *x = 3; }
__device__ C mk(float a) { C c; c.re = a; c.im = 2 * a; return c; }
__device__ int pick(int a) { int r; if (a > 3) r = 1; else r = 2; return r; }
__device__ int early(int a) { int r; if (a > 3) return 7; r = a; return r; }
__global__ void k(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a, b, c, d, e; float4 v; C z; bool found = false; int best; double dd;
    set(a); setp(&b);
    v.x = a; v.y = b; v.z = 1; v.w = 2;
    float4 w = v;
    z = mk(w.z); C y = z;
    if (i < n / 2) { c = in[i]; found = in[i] > 4; best = i; }
    d = i < n / 2 ? c : 0;
    float q = (i < n / 2 && c > 1) ? c * 2 : 1;
    if (found && best > 3) d += best;
    for (int j = 0; j < 3; ++j) { if (j > 0) d += e; e = j; }
    switch (i & 3) { case 0: c = 1; case 1: c = 2; break; case 2: c = 4; break; default: c = 5; }
    if (i & 1) dd = 2; else dd = 3;
    float arr[4];
    for (int j = 0; j < 4; ++j) arr[j] = j;
    for (int j = 0; j < 4; ++j) { float t[2]; t[0] = j; t[1] = 2; d += t[j & 1] + arr[j]; }
    float4 h[2]; h[0] = w; h[1].x = h[1].y = h[1].z = h[1].w = 2;
    float4 hh = h[i & 1];
    float nx;
    for (int p = 0; p < 4; ++p) { if (p < 3) nx = in[p]; if (p < 3) d += nx; }
    C part; part.re = 1; C copy = part; d += copy.re;
    float m; if (i >= n) return; m = 1;
    int u; while (true) { u = i; if (u >= 0) break; }
    int sh; if ((threadIdx.x & 31) < 16) sh = i; sh = __shfl_sync(0xffffffff, sh, threadIdx.x & 15);
    out[i] = a + b + c + d + v.x + w.y + z.re + y.im + q + pick(i) + early(i) + dd + hh.x + m + u + sh;
}
void sketch() { float *in, *out; cudaMalloc(&in, 64*4); cudaMalloc(&out, 64*4); k<<<2, 32>>>(in, out, 64); }
