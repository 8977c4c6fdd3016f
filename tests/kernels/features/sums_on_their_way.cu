// Sums that are stored in one of several places, by some threads, after an early return, or in a loop.
// Eight threads, rows of four.
// expect: out[0] == 4
// expect: out[1] == 8
// expect: out[9] == 4
// expect: out[16] == 4
// expect: out[20] == 4
// expect: out[24] == 24
// expect: out[25] == 0

__global__ void on_their_way(const float *in, float *out, int n)
{
    int t = threadIdx.x;
    float either = 0, some = 0, late = 0;
    for (int i = 0; i < n; ++i)
        either += in[i];
    if (t % 2)
        out[t] = 2 * either;
    else
        out[t] = either;
    for (int row = t; row < 12; row += 8) { // a sum a turn
        float sum = 0;
        for (int i = 0; i < n; ++i)
            sum += in[i];
        out[8 + row] = sum;
    }
    for (int i = 0; i < n; ++i)
        some += in[i];
    if (t == 7)
        return;
    if (t < 1)
        out[20 + t] = some;
    for (int i = 0; i < n; ++i) {
        late += in[i] * 6;
        if (late > 100)
            return; // it never is, but who knows
    }
    if (t == 0)
        out[24] = late;
    else if (t == 9)
        out[25] = late;
}

int main()
{
    float ones[4] = {1, 1, 1, 1};
    float *in, *out;
    cudaMalloc(&in, 4 * sizeof(float));
    cudaMalloc(&out, 26 * sizeof(float));
    cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 26 * sizeof(float));
    on_their_way<<<1, 8>>>(in, out, 4);
    cudaDeviceSynchronize();
}
