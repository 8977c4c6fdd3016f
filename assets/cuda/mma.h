/* Matrix fragments by name alone: what works with them is code for the device. */
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
template <class Use, int, int, int, class T, class Layout = void> struct fragment {};
}
}
