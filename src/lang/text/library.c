/* Views of tensors are structs of a pointer, sizes and strides; host code that makes them is not
 * compiled, so nothing else of PyTorch is needed. */
#include "lang/text/library.h"

#include <stddef.h>
#include <string.h>

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

static const char torch_text[] =
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

static const char raylib_text[] =
    "struct Color { unsigned char r, g, b, a; };\n"
    "struct Vector2 { float x, y; };\n"
    "struct Vector3 { float x, y, z; };\n"
    "struct Vector4 { float x, y, z, w; };\n"
    "struct Rectangle { float x, y, width, height; };\n";
/* clang-format on */

const char *library_text(const char *header, const char **library)
{
    static const struct {
        const char *start, *name, *text;
    } libraries[] = {{"torch/", "PyTorch", torch_text},
                     {"ATen/", "PyTorch", torch_text},
                     {"c10/", "PyTorch", torch_text},
                     {"raylib.h", "raylib", raylib_text}};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i)
        if (strncmp(header, libraries[i].start, strlen(libraries[i].start)) == 0) {
            *library = libraries[i].name;
            return libraries[i].text;
        }
    return NULL;
}
