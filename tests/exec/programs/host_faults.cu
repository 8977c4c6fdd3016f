// Faults of the host part, one for each name that may be given, each with the twin that is right
// under the same name with a + before it. Prints "done" where it gets so far.
#include <cstdio>
#include <cstring>

__global__ void fill(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void add(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += in[i];
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    bool right = *name == '+';
    const int n = 64;
    int host[2 * n] = {0}, *d, *e;
    name += right;
    auto is = [&](const char *text) { return strcmp(name, text) == 0; };
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));
    fill<<<2, 32>>>(d, n);
    fill<<<2, 32>>>(e, n);
    cudaDeviceSynchronize();
    if (is("host-reads-device-pointer")) {
        if (right)
            cudaMemcpy(host, d, sizeof(int), cudaMemcpyDeviceToHost);
        else
            host[0] = d[3];
    } else if (is("device-reads-host-pointer")) {
        add<<<2, 32>>>(right ? e : host, d, n);
    } else if (is("copy-out-of-bounds")) {
        cudaMemcpy(host, d, (right ? 1 : 2) * n * sizeof(int), cudaMemcpyDeviceToHost);
    } else if (is("copy-wrong-kind")) {
        cudaMemcpy(host, d, n * sizeof(int),
                   right ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
    } else if (is("use-after-free")) {
        cudaFree(e);
        cudaMemcpy(host, right ? d : e, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMalloc(&e, 4);
    } else if (is("double-free")) {
        cudaFree(e);
        if (!right)
            cudaFree(e);
        cudaMalloc(&e, 4);
    } else if (is("leak")) {
        int *f;
        cudaMalloc(&f, 100);
        if (right)
            cudaFree(f);
    } else if (is("unchecked-error")) {
        fill<<<1, right ? 1024 : 2048>>>(d, n);
    } else if (is("read-before-synchronize")) {
        int *m;
        cudaMallocManaged(&m, n * sizeof(int));
        fill<<<2, 32>>>(m, n);
        if (right)
            cudaDeviceSynchronize();
        host[0] = m[5];
        cudaFree(m);
    } else if (is("uninitialized-copy")) {
        int *f;
        cudaMalloc(&f, n * sizeof(int));
        if (right)
            cudaMemset(f, 0, n * sizeof(int));
        cudaMemcpy(host, f, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaFree(f);
    }
    cudaFree(d);
    cudaFree(e);
    printf("done %d\n", host[0]);
    return 0;
}
