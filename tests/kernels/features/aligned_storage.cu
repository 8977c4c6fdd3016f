// Bytes for any type: std::aligned_storage and its alignment.
// expect: out[0] == 16
// expect: out[1] == 16
// expect: out[2] == 4
// expect: out[3] == 32
// expect: out[4] == 7
#include <type_traits>

template <typename T, int N> struct Pack {
    typename std::aligned_storage<sizeof(T) * N, sizeof(T) * N>::type bytes;
};

__global__ void storage(float *out, int n)
{
    Pack<float, 4> pack;
    std::aligned_storage_t<20> other;
    *(float4 *)&pack.bytes = make_float4(1, 2, 3, n);
    *(int *)&other = 7;
    out[0] = sizeof pack;
    out[1] = alignof(Pack<float, 4>);
    out[2] = ((float *)&pack.bytes)[3];
    out[3] = sizeof other;
    out[4] = *(int *)&other;
}

int main()
{
    float *out;
    cudaMalloc(&out, 5 * sizeof(float));
    storage<<<1, 1>>>(out, 4);
    cudaDeviceSynchronize();
}
