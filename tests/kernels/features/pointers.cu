// Local pointers, &x, *p, p + n, p += n, differences, pointers into global, shared and own memory.
// expect: out[0] == 10
// expect: out[1] == 22
// expect: out[2] == 6
// expect: out[3] == 9
// expect: out[4] == 77
// expect: out[5] == 1
// expect: out[6] == 42

__global__ void pointers(int *out)
{
    __shared__ int s[8];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x > 0)
        return;

    int own[4] = {10, 20, 30, 40};
    int *p = own;
    out[0] = *p;
    p += 1;
    out[1] = *p + 2;
    int *q = s + 2;
    q = &q[2];
    out[2] = *(q + 2);
    const int *last = s + 7;
    out[3] = *last + (int)(last - q) - 1;
    int *to = out + 6;
    *(to - 2) = 77;
    out[5] = q < last;
    *to++ = 41;
    ++*(to - 1);
}

int main()
{
    int *out;
    cudaMalloc(&out, 8 * sizeof(int));
    pointers<<<1, 8>>>(out);
    cudaDeviceSynchronize();
}
