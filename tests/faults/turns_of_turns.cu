// Smooths until nothing changes any more, but the flag is set before the loop alone. Most steps are
// made in the loop inside, which ends well every time.
#include <cstdio>

__global__ void settle(float *a, int n)
{
    int t = threadIdx.x;
    bool is_changed = true;
    while (is_changed) { // finds: step-limit
        float sum = 0;
        for (int i = 0; i < n; ++i)
            sum += a[t * n + i];
#ifdef RIGHT
        is_changed = sum != sum;
#endif
        if (sum < 0)
            is_changed = false;
    }
    a[t * n] = 1;
}

int main()
{
    const int n = 300;
    float *a;
    static float h[8 * n];
    cudaMalloc(&a, sizeof h);
    cudaMemset(a, 0, sizeof h);
    settle<<<1, 8>>>(a, n);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
}
