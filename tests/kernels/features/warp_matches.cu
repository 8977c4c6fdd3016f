// Lanes with equal values, and reductions of a warp in one operation.
// expect: lanes[0] == 7
// expect: lanes[4] == 56
// expect: lanes[31] == 3221225472
// expect: lanes[32] == 4294967295
// expect: lanes[33] == 1
// expect: lanes[34] == 0
// expect: lanes[35] == 0
// expect: lanes[36] == 3
// expect: sums[0] == 496
// expect: sums[1] == -31
// expect: sums[2] == 31
// expect: sums[3] == 31
// expect: sums[4] == 5
// expect: sums[5] == 16

__global__ void matches(unsigned *lanes, int *sums)
{
    int i = threadIdx.x, same;
    unsigned all = 0xffffffffu;
    lanes[i] = __match_any_sync(all, i / 3);
    unsigned whole = __match_all_sync(all, 7, &same);
    if (i == 0) {
        lanes[32] = whole;
        lanes[33] = same;
    }
    unsigned none = __match_all_sync(all, (long long)i, &same);
    if (i == 1) {
        lanes[34] = none;
        lanes[35] = same;
    }
    if (i < 4) {
        unsigned pair = __match_any_sync(0xfu, i < 2 ? 1.5f : 2.5f);
        if (i == 0)
            lanes[36] = pair;
    }
    int sum = __reduce_add_sync(all, i), least = __reduce_min_sync(all, -i);
    unsigned largest = __reduce_max_sync(all, (unsigned)i), either = __reduce_or_sync(all, i);
    int common = __reduce_and_sync(all, i | 5), odd = __reduce_xor_sync(all, i == 4 ? 16 : 0);
    if (i == 0) {
        sums[0] = sum;
        sums[1] = least;
        sums[2] = largest;
        sums[3] = either;
        sums[4] = common;
        sums[5] = odd;
    }
}

int main()
{
    unsigned *lanes;
    int *sums;
    cudaMalloc(&lanes, 37 * sizeof(unsigned));
    cudaMalloc(&sums, 6 * sizeof(int));
    matches<<<1, 32>>>(lanes, sums);
    cudaDeviceSynchronize();
}
