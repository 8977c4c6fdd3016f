/* NVRTC, found when the program runs: device text in, code for one GPU out. Private to gpu; runs in
 * the child. */
#pragma once

#include "gpu/exchange.h"
#include "gpu/order.h"

#include <string.h>

/* What one order was compiled to. It lives in the arena that was given. */
typedef struct Code {
    const void *image;  /* a cubin, or PTX with its NUL */
    size_t size;        /* bytes of the image */
    const char *kernel; /* the name to look up in it: mangled, as C++ does */
    const char *const
        *globals;       /* [source.global_count] those of the file's variables, likewise; "": the
                                   compiler left out a static one that nothing changes */
    double compile_ms;  /* or what it took to read the cache */
    bool is_from_cache; /* compiled before, and not now */
} Code;

/* Compiles the order's source for the device that the exchange describes, or takes the code from
 * the cache. On failure false with the problem in the exchange; the compiler's messages are in its
 * log in either case. */
bool compile_order(Arena *arena, const GpuOrder *order, Exchange *exchange, Code *code);

/* Is it a static variable of a function, "function()::variable"? NVRTC is not asked for these. */
static inline bool compiler_is_static(const char *expression)
{
    return strstr(expression, "()::") != NULL;
}

/* What such a variable is called in an image (a cubin or PTX): mangled, in the arena. earlier: how
 * many others of the same expression stand before it. "" if the image has none: the compiler left
 * out a variable that nothing changes; NULL if it has several, of functions of one name. */
const char *compiler_static_name(Arena *arena, const void *image, size_t size,
                                 const char *expression, int earlier);

/* CUDA version of the NVRTC that would be used with a driver for CUDA version driver_cuda, both in
 * the form 13000 for 13.0; 0 if there is none. */
int compiler_version(int driver_cuda);

/* The compiler's log in the arena, with places as FILE:LINE:COLUMN (column 0 where the log does not
 * show one), and its first error in *first_error (NULL if none). */
const char *compiler_log(Arena *arena, const char *log, const char **first_error);

/* Names that host headers give and kernels use: limits, sized integers, std:: mathematics. */
extern const char compiler_prelude[];
#define COMPILER_PRELUDE_NAME "tilestep_prelude.h"
