/* Names of CUDA's numbers of 8 bits. A kernel that computes with them is refused at its launch. */
#pragma once
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
struct __nv_fp8_e4m3 {
    __nv_fp8_storage_t __x;
};
struct __nv_fp8_e5m2 {
    __nv_fp8_storage_t __x;
};
