// All atomic operations on int, unsigned and float, in global and in shared memory.
// expect: out[0] == 64
// expect: out[1] == 31
// expect: out[2] == -5
// expect: out[3] == 63
// expect: out[4] == 200
// expect: out[5] == 1
// expect: out[6] == 2
// expect: out[7] == 1000
// expect: out[8] == 36
// expect: out[9] == 5
// expect: sum[0] == 16
// counts: all atomics 644
// counts: all atomics_global 577
// counts: all atomics_shared 67

__global__ void atomics(int *out, float *sum)
{
    __shared__ int count;
    __shared__ unsigned int turns;

    int t = threadIdx.x;
    if (t == 0) {
        count = 0, turns = 0;
        for (int i = 0; i < 10; ++i)
            out[i] = 0;
        out[4] = 0xff, out[5] = 1, out[7] = 7, out[8] = 100, sum[0] = 0.0f;
    }
    __syncthreads();
    atomicAdd(&out[0], 1);
    atomicMax(&out[1], t & 31);
    atomicMin(&out[2], t - 5);
    atomicOr(&out[3], t);
    atomicAnd(&out[4], 0x8 | ~t);
    atomicXor(&out[5], 4 | (t & 1));
    atomicInc(&turns, 2);
    if (atomicCAS(&out[7], 7, 1000) == 7)
        atomicExch(&out[9], 5);
    atomicSub(&out[8], 1);
    atomicAdd(sum, 0.25f);
    __syncthreads();
    if (t == 0) {
        out[6] = 2 - (int)(64 % 3 - turns);
        atomicDec(&turns, 10);
        atomicAdd(&count, 1);
        atomicAdd_block(&count, 1);
    }
}

int main()
{
    int *out;
    float *sum;
    cudaMalloc(&out, 10 * sizeof(int));
    cudaMalloc(&sum, sizeof(float));
    atomics<<<1, 64>>>(out, sum);
    cudaDeviceSynchronize();
}
