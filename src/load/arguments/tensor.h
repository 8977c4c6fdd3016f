/* Views of PyTorch's tensors (lang/text/library.h) as parameters. Private to load. */
#pragma once

#include "load/arguments/member.h"

enum { TENSOR_RANK_LIMIT = 8 };

/* The sizes of a tensor along its dimensions, 0: nobody knows. */
typedef struct TensorSizes {
    int rank;
    int64_t sizes[TENSOR_RANK_LIMIT];
} TensorSizes;

/* Dimensions of the view that a parameter is; 0: it is none. */
int load_tensor_rank(const Type *type);

/* What is known of a parameter's sizes: what the host code names (n = x.size(0), torch::zeros({n,
 * 3})), and what the kernel's subscripts show: a dimension that is indexed by the same expression
 * as a known one is as long, and one that is indexed by numbers is as long as they need. */
TensorSizes load_tensor_sizes(const Loader *loader, int parameter);
