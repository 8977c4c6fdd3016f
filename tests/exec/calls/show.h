/* What the programs of this folder print with: a call as it is written, and what it gives. */
#pragma once
#include <cassert>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define SHOW(call) (printf("%s: %s\n", #call, cudaGetErrorName(call)), (void)cudaGetLastError())

template <class T> static void print(const char *what, const T *values, int count)
{
    printf("%s", what);
    for (int i = 0; i < count; ++i)
        printf(" %g", (double)values[i]);
    printf("\n");
}

/* What a program printed before it crashed is seen, too. */
struct AtOnce {
    AtOnce() { setvbuf(stdout, nullptr, _IONBF, 0); }
};
static AtOnce at_once;
