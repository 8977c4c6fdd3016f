// C casts, functional casts and static_cast between numbers.
// expect: out[0] == 3
// expect: out[1] == -3
// expect: out[2] == 2.5
// expect: out[3] == 2
// expect: out[4] == 1
// expect: out[5] == 16777216
// expect: out[6] == 3
// expect: out[7] == 7

__global__ void casts(float *out)
{
    out[0] = (int)3.9f;
    out[1] = int(-3.9f);
    out[2] = static_cast<float>(5) / 2;
    out[3] = 5 / static_cast<int>(2.9);
    out[4] = (unsigned char)257;
    out[5] = (float)16777217;
    if (float(out[0]) > 2.5f)
        out[6] = 1;
    if (bool(out[4]) && unsigned(out[0]) == 3)
        out[6] += 2;
    switch (int(out[2])) {
    case 2: out[7] = 7; break;
    default: out[7] = 0;
    }
}

int main()
{
    float *out;
    cudaMalloc(&out, 8 * sizeof(float));
    casts<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
