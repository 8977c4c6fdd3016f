/* What the headers of other libraries bring to device code. */
#pragma once

/* NUL terminated CUDA C that stands for a header which is not read: of PyTorch the views of tensors
 * that kernels take, of raylib its plain structs. NULL: nothing is known of the header. *library
 * gets the name that all headers of the library share.
 *
 * The members of a view have the names and the order of PyTorch's (ATen/core/TensorAccessor.h);
 * a[i][j] is read by lang/parse/accessor.c. */
const char *library_text(const char *header, const char **library);
