/* NVRTC, found when the program runs: device text in, code for one GPU out. Private to gpu. */
#ifndef TILESTEP_GPU_COMPILER_H
#define TILESTEP_GPU_COMPILER_H

#include "gpu/exchange.h"
#include "gpu/order.h"

typedef struct Code {
    const void *image; /* a cubin, or PTX with its NUL */
    size_t size;
    const char *kernel;         /* the name to look up in it */
    const char *const *globals; /* [source.global_count] */
    double compile_ms;
    bool is_from_cache;
} Code;

/* Compiles the order's source for the device that the exchange describes. On failure false with the
 * problem in the exchange; messages are in its log in either case. */
bool compile_order(Arena *arena, const GpuOrder *order, Exchange *exchange, Code *code);

/* CUDA version of the NVRTC that would be used, 13000 for 13.0; 0 if there is none. */
int compiler_version(int driver_cuda);

/* The compiler's log with places as FILE:LINE:COLUMN, and its first error in *first_error (NULL if
 * none). */
const char *compiler_log(Arena *arena, const char *log, const char **first_error);

/* Names that host headers give and kernels use: limits, sized integers, std:: mathematics. */
extern const char compiler_prelude[];
#define COMPILER_PRELUDE_NAME "tilestep_prelude.h"

#endif
