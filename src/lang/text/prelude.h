/* What CUDA's headers bring that can be said in CUDA C itself. */
#pragma once

#include "lang/text/token.h"

/* NUL terminated CUDA C without directives; a declaration in the file wins over one here. Functions
 * whose names begin with two underscores and that CUDA does not have are what its built-in methods
 * are made of (lang/check/group.c).
 *
 * Each declaration begins in the first column, and its other lines do not, but for a closing brace:
 * prelude_pick.c relies on it. Behind a comment that names a type stands what belongs to the type:
 * it is of use only where somebody means that. */
extern const char prelude_text[];
extern const char prelude_wmma[];  /* its second part: tensor cores */
extern const char prelude_async[]; /* and its third: atomics, barriers, pipelines of CUDA C++ */

/* In the tokens of a file, cuda::barrier and its like get the names that they have in
 * prelude_async, so that a type of the file may have theirs: cuda::__cuda_barrier. */
void prelude_name_cuda(Arena *arena, TokenList *tokens);

/* The declarations of it, in their order, that a file of these tokens can mean: what it or the text
 * more (may be NULL) names, what that needs, and what the compiler calls by itself. In arena, NUL
 * terminated. */
const char *prelude_for(Arena *arena, const TokenList *text, const char *more);

/* The names that it declares, [*count], in arena; one with several meanings stands there as often.
 */
const char *const *prelude_names(Arena *arena, int *count);
