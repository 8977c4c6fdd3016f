// The struct is copied to the device, but what its pointer leads to is not.
#include <cstdio>

struct Samples {
    int count;
    float *values;
};

__global__ void scale(Samples *samples, float by)
{
    int i = threadIdx.x;
    if (i < samples->count)
        samples->values[i] *= by; // finds: device-reads-host-pointer
}

int main()
{
    float h[48];
    for (int i = 0; i < 48; ++i)
        h[i] = i;
    Samples host, *device;
    host.count = 48;
#ifdef RIGHT
    cudaMalloc(&host.values, sizeof h);
    cudaMemcpy(host.values, h, sizeof h, cudaMemcpyHostToDevice);
#else
    host.values = h;
#endif
    cudaMalloc(&device, sizeof(Samples));
    cudaMemcpy(device, &host, sizeof(Samples), cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(device, 0.5f);
    cudaDeviceSynchronize();
#ifdef RIGHT
    cudaMemcpy(h, host.values, sizeof h, cudaMemcpyDeviceToHost);
#endif
    printf("%g\n", h[47]);
}
