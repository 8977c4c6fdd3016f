// The lock is taken by an atomic and given back by a plain store, with no fence in front of it.
#include <cstdio>

struct Account {
    int lock, balance;
};

__device__ void deposit(Account *account, int amount)
{
    while (atomicCAS(&account->lock, 0, 1) != 0) // finds: race/grid
        ;
#ifdef RIGHT
    __threadfence();
    account->balance += amount;
    __threadfence();
    atomicExch(&account->lock, 0);
#else
    account->balance += amount; // finds: race/grid
    account->lock = 0;          // finds: race/grid
#endif
}

__global__ void teller(Account *accounts, int count)
{
    if (threadIdx.x == 0)
        deposit(&accounts[blockIdx.x % count], 10 + blockIdx.x);
}

int main()
{
    Account h[3], *d;
    cudaMalloc(&d, sizeof(h));
    cudaMemset(d, 0, sizeof(h));
    teller<<<9, 32>>>(d, 3);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; ++i)
        printf("%d\n", h[i].balance);
}
