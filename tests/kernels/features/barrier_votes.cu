// Barriers at which every thread votes.
// expect: votes[0] == 48
// expect: votes[95] == 48
// expect: votes[96] == 1
// expect: votes[97] == 0
// expect: votes[98] == 1
// expect: votes[99] == 0
// counts: all barriers 5

__global__ void block_votes(int *votes)
{
    int i = threadIdx.x;
    votes[i] = __syncthreads_count(i & 1);
    int any = __syncthreads_or(i == 95), none = __syncthreads_or(i > 95);
    int all = __syncthreads_and(i < 96), most = __syncthreads_and(i < 95);
    if (i == 40) {
        votes[96] = any;
        votes[97] = none;
        votes[98] = all;
        votes[99] = most;
    }
}

int main()
{
    int *votes;
    cudaMalloc(&votes, 100 * sizeof(int));
    block_votes<<<1, 96>>>(votes);
    cudaDeviceSynchronize();
}
