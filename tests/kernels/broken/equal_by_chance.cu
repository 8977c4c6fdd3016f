// Every second thread overwrites its neighbour's element; nobody notices as long as all are zero.
// run: --block 64 --arg out=poison:32 --arg a=zeros:64
__global__ void halve(float *out, const float *a)
{
    out[threadIdx.x / 2] = a[threadIdx.x]; // finds: race-waw 32
}
