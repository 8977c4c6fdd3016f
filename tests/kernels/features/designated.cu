// Members that are given values by their names; what is left out is zero, or what the struct says.
// expect: out[0] == 5
// expect: out[1] == 7
// expect: out[2] == 0
// expect: out[3] == 2.5
// expect: out[4] == 9
// expect: out[5] == 2
// expect: out[6] == 12

struct Pixel {
    unsigned char r, g, b;
};

struct Options {
    int size = 3;
    float scale;
    int tile[2];
    Pixel back;
};

__device__ struct Pixel grey(int i)
{
    return {.r = (unsigned char)i, .b = 7};
}

__global__ void named(float *out, int n)
{
    Pixel p = grey(n);
    Options o = {.scale = 2.5f, .tile = {1, 2}, .back = {.g = 12}};
    Options large{.size = 9};
    out[0] = p.r;
    out[1] = p.b;
    out[2] = p.g + large.scale;
    out[3] = o.scale;
    out[4] = large.size;
    out[5] = o.tile[1];
    out[6] = o.back.g;
}

int main()
{
    float *out;
    cudaMalloc(&out, 7 * sizeof(float));
    named<<<1, 1>>>(out, 5);
    cudaDeviceSynchronize();
}
