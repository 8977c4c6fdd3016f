// Each thread puts its number where a list says.
#include <cstdio>

#define N 512

__global__ void scatter(const float *in, const int *where, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[where[i]] = in[i]; // finds: race // noted: assumed-places
}

int main()
{
    static float in[N];
    static int where[N];
    float *d_in, *d_out;
    int *d_where;
    for (int i = 0; i < N; ++i)
        in[i] = i * 0.5f;
#ifdef RIGHT
    // A file says where: whether two threads have the same place is not known.
    FILE *file = fopen("places.txt", "r");
    for (int i = 0; i < N; ++i)
        if (!file || fscanf(file, "%d", &where[i]) != 1)
            where[i] = i;
#else
    for (int i = 0; i < N; ++i)
        where[i] = i * 3 / 4;
#endif
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMalloc(&d_where, sizeof where);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_where, where, sizeof where, cudaMemcpyHostToDevice);
    scatter<<<N / 64, 64>>>(d_in, d_where, d_out, N);
    cudaDeviceSynchronize();
    return 0;
}
