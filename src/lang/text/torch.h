/* What PyTorch's headers bring to device code. */
#ifndef TILESTEP_LANG_TEXT_TORCH_H
#define TILESTEP_LANG_TEXT_TORCH_H

#include <stdbool.h>

/* A header of PyTorch, such as torch/extension.h. */
bool torch_is_header(const char *name);

/* NUL terminated CUDA C that stands for all of them: the views of tensors that kernels take. Their
 * members have the names and the order of PyTorch's (ATen/core/TensorAccessor.h); a[i][j] is read
 * by lang/parse/accessor.c. */
extern const char torch_text[];

#endif
