// Memory of the device: had, copied, set and given back, rightly and wrongly.
#include "show.h"

static void lines()
{
    char *d, *e, h[64];
    printf("-- lines of bytes\n");
    SHOW(cudaMalloc(&d, 64));
    SHOW(cudaMalloc(&e, 64));
    for (int i = 0; i < 64; ++i)
        h[i] = i;
    SHOW(cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(e, d, 64, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemset(e + 8, 7, 8));
    SHOW(cudaMemsetAsync(e + 16, 9, 8));
    SHOW(cudaMemcpyAsync(h + 32, e, 32, cudaMemcpyDeviceToHost));
    SHOW(cudaDeviceSynchronize());
    print("copied and set", h + 38, 20);
    SHOW(cudaMemcpy(h, h + 32, 32, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(e, h, 32, cudaMemcpyDefault));
    SHOW(cudaMemcpy(h, e + 6, 4, cudaMemcpyDefault));
    print("by default", h, 4);
    SHOW(cudaMemcpyPeer(d, 0, e, 0, 16));
    SHOW(cudaMemcpyPeerAsync(d, 0, e, 0, 16));
    SHOW(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, 8, (cudaMemcpyKind)9));
    SHOW(cudaMemcpy(nullptr, h, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, (size_t)1 << 40, cudaMemcpyHostToDevice));
    SHOW(cudaMemset(nullptr, 0, 8));
    SHOW(cudaMemset(d, 0, 0));
    SHOW(cudaMemset(h, 0, 8));
    SHOW(cudaMemset(d, 0, (size_t)1 << 40));
    SHOW(cudaFree(e));
    SHOW(cudaFree(d));
    SHOW(cudaFree(d));
    SHOW(cudaFree(h));
    SHOW(cudaFree(nullptr));
}

static void rows()
{
    float *d, h[6][8], back[4][4];
    size_t pitch;
    printf("-- rows\n");
    SHOW(cudaMallocPitch(&d, &pitch, 5 * sizeof(float), 6));
    for (int i = 0; i < 48; ++i)
        h[i / 8][i % 8] = i;
    printf("pitch %zu\n", pitch);
    SHOW(cudaMemcpy2D(d, pitch, h, sizeof h[0], 5 * sizeof(float), 6, cudaMemcpyHostToDevice));
    SHOW(cudaMemset2D((char *)d + 2 * pitch + 4, pitch, 0, 2 * sizeof(float), 2));
    SHOW(cudaMemset2DAsync((char *)d + pitch, pitch, 0, sizeof(float), 1));
    SHOW(cudaMemcpy2DAsync(back, sizeof back[0], (char *)d + pitch, pitch, sizeof back[0], 4,
                           cudaMemcpyDeviceToHost));
    SHOW(cudaDeviceSynchronize());
    for (float *row : back)
        print("row", row, 4);
    SHOW(cudaMemcpy2D(d, 16, h, 16, 20, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(d, pitch, h, 4, 20, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(d, pitch, h, 32, 20, 0, cudaMemcpyHostToDevice));
    SHOW(cudaFree(d));
    SHOW(cudaMallocPitch(&d, &pitch, 1000, 3));
    printf("pitch %zu\n", pitch);
    SHOW(cudaFree(d));
}

static void boxes()
{
    cudaPitchedPtr d;
    int h[2][3][4], back[3][4] = {{0}};
    printf("-- boxes\n");
    for (int i = 0; i < 24; ++i)
        h[i / 12][i / 4 % 3][i % 4] = i;
    SHOW(cudaMalloc3D(&d, make_cudaExtent(4 * sizeof(int), 3, 2)));
    printf("pitch %zu, %zu x %zu\n", d.pitch, d.xsize, d.ysize);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(h, 4 * sizeof(int), 4, 3);
    copy.dstPtr = d;
    copy.extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    copy.kind = cudaMemcpyHostToDevice;
    SHOW(cudaMemcpy3D(&copy));
    cudaPitchedPtr second = make_cudaPitchedPtr((char *)d.ptr + 3 * d.pitch, d.pitch, 16, 3);
    SHOW(cudaMemset3D(second, 0, make_cudaExtent(4, 2, 1)));
    SHOW(cudaMemset3DAsync(second, 0, make_cudaExtent(8, 1, 1)));
    copy.srcPtr = d;
    copy.srcPos = make_cudaPos(0, 0, 1);
    copy.dstPtr = make_cudaPitchedPtr(back, 4 * sizeof(int), 4, 3);
    copy.extent = make_cudaExtent(4 * sizeof(int), 3, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    SHOW(cudaMemcpy3DAsync(&copy));
    SHOW(cudaDeviceSynchronize());
    print("second layer", back[0], 12);
    copy.extent.width = 3000;
    SHOW(cudaMemcpy3D(&copy));
    SHOW(cudaFree(d.ptr));
}

static void amounts()
{
    char *d = (char *)1;
    size_t left, all, after;
    printf("-- amounts\n");
    SHOW(cudaMemGetInfo(&left, &all));
    SHOW(cudaMalloc(&d, (size_t)1 << 28));
    SHOW(cudaMemGetInfo(&after, &all));
    printf("%d %d\n", left <= all && left > all / 2, after <= left - ((size_t)1 << 28));
    SHOW(cudaFree(d));
    SHOW(cudaMalloc(&d, 0));
    printf("%s\n", d ? "not null" : "null");
    SHOW(cudaMalloc(&d, (size_t)1 << 50));
    SHOW(cudaMalloc((void **)nullptr, 8));
}

int main()
{
    lines();
    rows();
    boxes();
    amounts();
}
