// goto.

__global__ void k(float *out)
{
    int i = 0;
again: // error: labels
    out[i] = 0;
    if (++i < 4)
        goto again; // error: goto
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
