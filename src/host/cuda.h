/* Calls of the CUDA runtime, and launches. */
#ifndef TILESTEP_HOST_CUDA_H
#define TILESTEP_HOST_CUDA_H

#include "host/scan.h"

/* ---- cuda.c ---- */

/* True if name is a runtime call that is modelled; *result gets its value. */
bool host_cuda_call(HostScan *scan, const Token *name, int open, const HostValue *arguments,
                    int count, HostValue *result);
bool host_cuda_is_name(const Token *name); /* of a call that allocates or copies */

/* A new allocation; what its size depends on are sizes. */
int host_allocate(HostScan *scan, const char *name, HostValue bytes);

/* The listed variables with these bits are sizes that a user may want to change. */
void host_mark_sizes(HostScan *scan, uint64_t roots);

/* ---- symbol.c ---- */

/* cudaMemcpyToSymbol(symbol, from, bytes, offset ...), its bracket at `open`. */
void host_symbol_copy(HostScan *scan, int open, const HostValue *arguments, int count);

/* ---- launch.c ---- */

/* name<...><<<...>>>(...), the chevrons at that token; moves the cursor behind it. */
void host_launch(HostScan *scan, int name, int chevrons);

/* Of a null pointer: does nothing in the file give its variable a value later, or take its
 * address? */
bool host_null_is_settled(const HostScan *scan, const HostValue *value);

#endif
