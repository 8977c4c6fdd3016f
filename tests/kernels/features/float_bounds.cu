// Sizes that are floats, ceil(n / (float)TILE) as the bound of a loop, pow as an int.
// expect: out[0] == 3
// expect: out[1] == 8
// expect: out[2] == 5

#define TILE 4

__global__ void bounds(float *out, float n)
{
    int phases = 0;
    for (int ph = 0; ph < ceil(n / (float)TILE); ++ph)
        ++phases;
    out[0] = phases;
    int power = pow(2, 3);
    out[1] = power;
    int at = n / 2;
    out[(int)(n / 4.5f)] = at;
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    bounds<<<ceil(1 / 4.0), 1>>>(out, 10);
    cudaDeviceSynchronize();
}
