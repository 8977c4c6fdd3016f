// and, or and not for their signs, in host code and in the kernel; a device_vector knows its size.
// expect: x[0] == 0
// expect: x[1] == 1
// expect: x[39] == 39
#include <thrust/device_vector.h>

template <int BLOCK> __global__ void fill(float *x, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n and not(i < 0 or i > 1000))
        x[i] = i;
}

int main()
{
    thrust::device_vector<float> v(40, 2.0f);
    if (v.size() >= 128 and v.size() < 1024)
        fill<128><<<1, 128>>>(thrust::raw_pointer_cast(v.data()), (int)v.size());
    else
        fill<32><<<2, 32>>>(thrust::raw_pointer_cast(v.data()), (int)v.size());
}
