/* What the host has done to the buffers of the device, in the order in which it did it: which bytes
 * nothing has set, which cudaMemset has, which were copied, which a kernel may have written. What
 * cannot be followed is open from then on: nobody is accused of it, and no old value stays. */
#pragma once

#include "host/launch_scan.h"
#include "host/value/value.h"

typedef struct HostScan HostScan;

enum { HOST_PIECE_LIMIT = 2048 }; /* of one buffer; with more it is open */

/* A new buffer (its index) is all unset. One that the host reaches by itself, or that is made where
 * it is not known whether the program comes by, is open. */
void host_history_begin(HostScan *scan, int allocation, bool is_plain);

/* So many bytes, at the place that a pointer leads to, are set; byte: of HOST_SET_BYTE. Rows of
 * them, if there are several, lie `pitch` bytes apart. Nothing where it leads to no buffer. */
typedef struct HostExtent {
    const HostValue *bytes, *pitch, *rows; /* the last two NULL: one row */
} HostExtent;

void host_history_set(HostScan *scan, const HostValue *to, HostExtent extent, HostSetBy by,
                      uint8_t byte);

/* The same of bytes that are copied: what is known of another buffer's is known of these. */
void host_history_copy(HostScan *scan, const HostValue *to, const HostValue *from,
                       HostExtent extent);

/* Is it certain that the extent goes past the end of the buffer? Up to which byte, and how many
 * there are. */
bool host_history_overruns(const HostScan *scan, const HostValue *to, HostExtent extent,
                           int64_t *end, int64_t *size);

/* A kernel that may write there was given the value; visit: the index of its launch plus 1. */
void host_history_launched(HostScan *scan, const HostValue *value, int visit);

/* Something that is not followed was given the value: all that can be reached from it is open.
 * The same of the variables that [at, end) names, and of all buffers. */
void host_history_doubt(HostScan *scan, const HostValue *value);
void host_history_doubt_named(HostScan *scan, int at, int end);
void host_history_doubt_all(HostScan *scan);

/* What is known of the buffer now; no pieces where nothing is. */
HostHistory host_history_told(HostScan *scan, int allocation);
