// Numbers that an integer cannot hold, one of them known before the kernel runs; those that a choice
// leaves out are no matter.
// run: --block 64 --arg out=zeros:64 --arg small=zeros:64 --arg a=ints:64
__global__ void convert(int *out, unsigned char *small, const int *a)
{
    int i = threadIdx.x;
    float x = a[i] * 100.0f;
    double y = x * 1e8;
    small[i] = (unsigned char)x; // finds: conversion-range
    out[i] = (int)y + (short)-70000.0f; // finds: conversion-range
    out[i] += y < 1e9 ? (int)y : 0;
    out[i] += (int)(x - 0.5f) + (unsigned char)(i - 0.75f + (i == 0));
    bool is_some = x;
    out[i] += is_some;
}
