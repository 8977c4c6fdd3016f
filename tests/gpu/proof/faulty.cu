// Kernels that go wrong in ways a GPU does not survive: each must end as a reason, nothing else.
#include <cassert>

__global__ void hang(int *a)
{
    volatile int *flag = a;
    while (flag[0] == 0)
        flag[1] = flag[1] + 1;
}

__global__ void trap(int *a)
{
    assert(a[0] != 0);
    a[1] = 1;
}

__global__ void wild_write(int *a)
{
    long long far = 1ll << 40;
    a[far + threadIdx.x] = 1;
}

__global__ void wild_read(int *a)
{
    long long far = -(1ll << 40);
    a[0] = a[far + threadIdx.x];
}

__global__ void misaligned(int *a)
{
    char *bytes = (char *)a;
    *(int *)(bytes + 1 + 4 * threadIdx.x) = 1;
}
