// Every block has its own sum, and all of them store it in the same place.
// says: give each block an element of its own
#include <cstdio>

__global__ void firsts(const float *a, float *b)
{
    if (threadIdx.x == 0) {
#ifdef RIGHT
        b[blockIdx.x] = a[blockIdx.x * blockDim.x];
#else
        b[0] = a[blockIdx.x * blockDim.x]; // finds: race/grid
#endif
    }
}

int main()
{
    float a[256], b[8] = {0}, *da, *db;
    for (int i = 0; i < 256; i++)
        a[i] = i / 32 + 1;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemset(db, 0, sizeof(b));
    firsts<<<8, 32>>>(da, db);
    cudaMemcpy(b, db, sizeof(b), cudaMemcpyDeviceToHost);
    for (float v : b)
        printf("%g ", v);
}
