/* Views of tensors are structs of a pointer, sizes and strides; host code that makes them is not
 * compiled, so nothing else of PyTorch is needed. */
#include "lang/text/torch.h"

#include <string.h>

bool torch_is_header(const char *name)
{
    return strncmp(name, "torch/", 6) == 0 || strncmp(name, "ATen/", 5) == 0 ||
           strncmp(name, "c10/", 4) == 0;
}

/* clang-format off */
#define VIEW(name, index)                                                                          \
    "template <typename T, int N, typename Traits = DefaultPtrTraits,\n"                           \
    "          typename Index = " index ">\n"                                                      \
    "struct " name " {\n"                                                                          \
    "    T *data_;\n"                                                                              \
    "    Index sizes_[N], strides_[N];\n"                                                          \
    "    __device__ Index size(int i) const { return sizes_[i]; }\n"                               \
    "    __device__ Index stride(int i) const { return strides_[i]; }\n"                           \
    "    __device__ T *data() const { return data_; }\n"                                           \
    "};\n"

const char torch_text[] =
    "namespace torch {\n"
    "struct DefaultPtrTraits {};\n"
    "struct RestrictPtrTraits {};\n"
    VIEW("TensorAccessor", "long long")
    VIEW("PackedTensorAccessor", "long long")
    VIEW("GenericPackedTensorAccessor", "long long")
    VIEW("PackedTensorAccessor32", "int")
    VIEW("PackedTensorAccessor64", "long long")
    "}\n"
    "namespace at { typedef half Half; typedef __nv_bfloat16 BFloat16; }\n";
