/* Calls of the CUDA runtime, and launches. What cannot be followed becomes unknown; nothing here
 * fails. */
#pragma once

#include "host/scan.h"

/* ---- cuda.c ---- */

/* True if name is a runtime call that is modelled: it has happened then, and *result gets its
 * value. The arguments, `count` of them, are evaluated; open: the token of its bracket. */
bool host_cuda_call(HostScan *scan, const Token *name, int open, const HostValue *arguments,
                    int count, HostValue *result);
bool host_cuda_is_name(const Token *name); /* allocates, copies, frees */

/* Index in HostScan.allocations of a new one; the variables that its size depends on become
 * sizes. */
int host_allocate(HostScan *scan, const char *name, HostValue bytes);

/* The variables of HostScan.listed with these bits (HostValue.roots) are sizes that a user may want
 * to change. */
void host_mark_sizes(HostScan *scan, uint64_t roots);

/* ---- transfer.c ---- */

/* cudaMemcpy, cudaMemset and their kin; false if it is none of them, and nothing has happened. */
bool host_transfer(HostScan *scan, const Token *name, int open, const HostValue *arguments,
                   int count);

/* Whether what is read is surely run. */
bool host_is_sure(const HostScan *scan);

/* A copy that is wrong, or may be; its bracket at `open`. Each place of the file tells a fault once
 * of a buffer. */
void host_tell_copy(HostScan *scan, int open, HostBadCopy bad);

/* What the host has there is what the call has brought from the device: unknown. */
void host_copy_back(HostScan *scan, const Token *call, const HostValue *target);

/* ---- symbol.c ---- */

/* cudaMemcpyFromSymbol(to, symbol, bytes, offset ...), its bracket at `open`. */
void host_symbol_copy_back(HostScan *scan, int open, const HostValue *arguments, int count);

/* cudaMemcpyToSymbol(symbol, from, bytes, offset ...), its bracket at `open`. */
void host_symbol_copy(HostScan *scan, int open, const HostValue *arguments, int count);

/* The launch is given the variables of the device as they are now. */
void host_symbols_keep(HostScan *scan, HostLaunch *launch);

/* What pointers in contents that were taken before lead to is as it is now (launch.c). */
void host_pointees_renew(HostScan *scan, const HostContents *contents);

/* At a launch: what the __managed__ variables of the file hold is what its kernel finds. */
void host_symbol_managed(HostScan *scan);

/* ---- launch.c ---- */

/* kernel<<<...>>>(...), which begins at the token start, the chevrons at theirs; moves the cursor
 * behind it. kernel: the value that was launched, or NULL where start is a name and what
 * HostScan.template_at says. */
void host_launch(HostScan *scan, const HostValue *kernel, int start, int chevrons);

/* cudaLaunchKernel(kernel, grid, block, pointers, shared), its bracket at `open`. */
void host_launch_call(HostScan *scan, int open, const HostValue *arguments, int count);

/* Template arguments in [at, end) as a compiler would want them; NULL if there are none. *missing:
 * as in HostLaunch. */
const char *host_template_text(HostScan *scan, int at, int end, const Phrase **missing);

/* Of a null pointer: does nothing in the file give its variable a value later, or take its
 * address? */
bool host_null_is_settled(const HostScan *scan, const HostValue *value);

/* ---- pointer.c ---- */

/* What the way that the program has gone proves of a pointer, whatever it is called. */
HostPointerFault host_value_fault(HostScan *scan, const HostValue *value);

/* Of the value of an argument that begins with the name at that token, while the launch in
 * [launch, launch_end) is read. */
HostPointerFault host_pointer_fault(HostScan *scan, const HostValue *value, int name, int launch,
                                    int launch_end);
