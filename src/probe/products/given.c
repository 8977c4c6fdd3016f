/* Whole arguments may be sizes of parts; members of structs, numbers in the kernel and the shapes
 * of buffers only confirm a size. */
#include "probe/products/given.h"

#include "vm/machine.h"

#include <ctype.h>
#include <string.h>

/* A number, a parameter, or a member of one. */
static bool is_size(const Uniform *uniform)
{
    return (uniform->kind == UNIFORM_CONSTANT || uniform->kind == UNIFORM_PARAMETER) &&
           !scalar_is_float(uniform->type);
}

bool size_is_given(const Program *program, const Launch *launch, uint64_t size)
{
    for (int i = 0; i < program->parameter_count; ++i)
        if (program->parameters[i].type->kind == TYPE_SCALAR &&
            (uint32_t)launch->arguments[i] == size)
            return true;
    for (int i = 0; i < program->uniform_count; ++i)
        if (is_size(&program->uniforms[i]) &&
            (uint32_t)machine_uniform_value(launch, &program->uniforms[i], (Dim3){0}) == size)
            return true;
    for (int i = 0; i < launch->buffer_count; ++i)
        if (launch->buffers[i].rows == size || launch->buffers[i].cols == size)
            return true;
    return false;
}

static bool is_one_of(uint64_t value, const uint64_t *sizes, int count)
{
    for (int i = 0; i < count; ++i)
        if (value == sizes[i])
            return true;
    return false;
}

bool sizes_are_all(const Program *program, const Launch *launch, const uint64_t *sizes, int count)
{
    for (int i = 0; i < program->parameter_count; ++i) {
        const Type *type = program->parameters[i].type;
        if (type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar) &&
            !is_one_of((uint32_t)launch->arguments[i], sizes, count))
            return false;
    }
    return true;
}

int sizes_given(const Program *program, const Launch *launch, uint64_t sizes[GIVEN_LIMIT])
{
    int count = 0;
    for (int i = 0; i < program->parameter_count && count < GIVEN_LIMIT; ++i) {
        const Type *type = program->parameters[i].type;
        uint64_t size = (uint32_t)launch->arguments[i];
        bool is_new = type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar) && size > 1;
        for (int known = 0; known < count && is_new; ++known)
            is_new = sizes[known] != size;
        if (is_new)
            sizes[count++] = size;
    }
    return count;
}

/* Is one of the words in the name? Letters of the name are small, and there is nothing else. */
static bool has_word(const char *name, const char *const *words)
{
    for (; *words; ++words)
        if (strstr(name, *words))
            return true;
    return false;
}

bool name_says_product(const char *name)
{
    static const char *const product[] = {"matmul",     "matmult", "matrixmul", "matrixproduct",
                                          "gemm",       "mmul",    "mulmat",    "multiplymat",
                                          "productmat", "matprod", NULL};
    static const char *const more[] = {
        "relu",  "gelu",  "silu", "swiglu",   "sigmoid", "tanh", "soft", "bias",  "scale",
        "act",   "fuse",  "mask", "causal",   "atten",   "attn", "norm", "quant", "complex",
        "batch", "split", "part", "chunk",    "stream",  "add",  "plus", "int8",  "bool",
        "mod",   "min",   "max",  "distance", "grad",    "back", NULL};
    char letters[128];
    size_t count = 0;
    for (; *name && count + 1 < sizeof letters; ++name)
        if (isalnum((unsigned char)*name))
            letters[count++] = (char)tolower((unsigned char)*name);
    letters[count] = 0;
    return has_word(letters, product) && !has_word(letters, more);
}
