#include <cstdio>
#define SYNC() __syncthreads()
#define BARRIER do { __syncthreads(); } while (0)
#define IF(c) if (c)
#define SEL(c, a, b) ((c) ? (a) : (b))
#define IN(i) (i) < n
#define STORE(to, v) to = (v); to += 1
#define LOOP for (int s = 1; s < 8; s *= 2)
#define NOTHING
__global__ void k(int *a, int n)
{
    __shared__ int t[64];
    int i = threadIdx.x;
    t[i] = SEL(i < n, a[i], 0);
    SYNC();
    IF (i < n) t[i] += 1;
    BARRIER;
    t[i] += IN(i) ? 2 : 3; NOTHING if (i > 3) t[i]++;
    STORE(t[i], SEL(
        i > 2,
        4,
        IN(i) ? 5 : 6)); SYNC();
    LOOP t[i] += s;
    a[i] = t[(i + 1) % 64] >> SEL(i<2, 1, 0);
}
void sketch() { int *d; cudaMalloc(&d, 256); k<<<1, 64>>>(d, 50); }
