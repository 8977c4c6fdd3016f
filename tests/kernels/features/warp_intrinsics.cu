// Shuffles with masks and widths, votes, __activemask, __syncwarp.
// expect: out[0] == 496
// expect: out[1] == 496
// expect: out[2] == 2
// expect: out[3] == 5
// expect: out[4] == 16
// expect: out[5] == 65535
// expect: out[6] == 1
// expect: out[7] == 31
// expect: out[8] == 10
// expect: out[9] == 7

#define FULL 0xffffffffu

__global__ void warp(unsigned int *out)
{
    unsigned int lane = threadIdx.x % warpSize;
    unsigned int sum = lane;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(FULL, sum, offset);
    if (lane == 0)
        out[0] = sum;

    unsigned int all = lane;
    for (int mask = 1; mask < 32; mask *= 2)
        all += __shfl_xor_sync(FULL, all, mask);
    if (lane == 13)
        out[1] = all;

    unsigned int before = __shfl_up_sync(FULL, lane, 1);
    unsigned int fifth = __shfl_sync(FULL, lane, 5);
    unsigned int first_of_four = __shfl_sync(FULL, lane, 0, 4);
    if (lane == 3)
        out[2] = before;
    if (lane == 20) {
        out[3] = fifth;
        out[8] = first_of_four / 2;
    }
    int low = lane < 16;
    unsigned int ballot = __ballot_sync(FULL, low);
    int any = __any_sync(FULL, lane == 7), every = __all_sync(FULL, lane < 32);
    __syncwarp();
    if (lane == 31) {
        out[4] = __popc(ballot);
        out[5] = ballot;
        out[6] = any && every;
        out[7] = lane;
    }
    if (lane < 3) {
        unsigned int active = __activemask();
        if (lane == 0)
            out[9] = active;
    }
}

int main()
{
    unsigned int *out;
    cudaMalloc(&out, 10 * sizeof(unsigned int));
    warp<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
