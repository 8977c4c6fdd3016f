// for, while, do, break, continue, nested loops, comma in for, a return in the middle.
// expect: out[0] == 10
// expect: out[1] == 9
// expect: out[2] == 5
// expect: out[3] == 12
// expect: out[4] == 7
// expect: out[5] == -1
// expect: out[6] == 6

__global__ void control(int *out)
{
    int t = threadIdx.x, sum = 0;
    if (t == 0) {
        for (int i = 0; i < 5; ++i)
            sum += i;
    } else if (t == 1) {
        for (int i = 0; i < 10; i++) {
            if (i % 2)
                continue;
            if (i > 4)
                break;
            sum += i + 1;
        }
    } else if (t == 2) {
        do
            sum += 5;
        while (sum < 5);
    } else if (t == 3) {
        for (int i = 0, k = 3; i < k; ++i, --k)
            for (int n = 0; n < 2; ++n)
                sum += i + k;
    } else if (t == 4) {
        int n = 100;
        while (n > 0) {
            n /= 2;
            ++sum;
        }
    } else if (t == 5) {
        out[t] = -1;
        return;
    } else {
        for (;;)
            if (++sum > 5)
                break;
    }
    out[t] = sum;
}

int main()
{
    int *out;
    cudaMalloc(&out, 7 * sizeof(int));
    control<<<1, 7>>>(out);
    cudaDeviceSynchronize();
}
