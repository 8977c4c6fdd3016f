// auto, dim3 locals, switch with fall through and default.
// expect: out[0] == 100
// expect: out[1] == 211
// expect: out[2] == 11
// expect: out[3] == 7
// expect: out[4] == -1

__global__ void choose(int *out)
{
    auto t = threadIdx.x;
    const auto *block = out;
    dim3 tiles(2, 3);
    int result = 0;
    switch (t) {
    case 0: result = 100; break;
    case 1: result = 200; // and on
    case 2: result += 11; break;
    case 3: {
        int sum = tiles.x + tiles.y * tiles.z;
        result = sum + (int)sizeof(*block) / 2;
        break;
    }
    default: result = -1;
    }
    out[t] = result;
}

int main()
{
    int *out;
    cudaMalloc(&out, 5 * sizeof(int));
    choose<<<1, 5>>>(out);
    cudaDeviceSynchronize();
}
