/* Latency: how many bytes have to be on their way so that memory is never idle, and who asks for
 * them. A model, not a count: it knows no caches, and takes a warp for one that waits after every
 * request.
 *
 * Little's law        bytes in flight = latency * bandwidth
 * warps needed        those bytes, shared among the multiprocessors, over the bytes of one request
 * a channel of DRAM   a bank takes ratio times as long to find its row as to hand over a piece, so
 *                     ratio + 1 banks in turn keep the channel busy
 * interleaving        consecutive pieces of memory lie in consecutive channels, and behind the last
 *                     channel in the next bank of the first
 *
 * The last two are those of PMPP, section 6.2, with its ratio; chips scatter addresses by functions
 * that are not published.
 */
#pragma once

#include "probe/models/device.h"

/* Of the picture of DRAM: a piece is what one bank hands over at a time. */
enum { LATENCY_CHANNELS = 4, LATENCY_PIECE_BYTES = 64, LATENCY_RATIO = 20 };

/* What a launch asks for, as counted. */
typedef struct LatencyDemand {
    uint64_t requests, sectors; /* global loads of the whole grid, and their sectors */
    uint64_t warps;             /* of the whole grid */
    int warps_per_sm;           /* that a multiprocessor could hold: occupancy.h */
} LatencyDemand;

typedef struct Latency {
    bool is_known;        /* the device's latency is; else all others are 0 */
    double ns;            /* of a load from DRAM */
    double bytes;         /* in flight, for the whole device */
    double bytes_per_sm;  /* of a multiprocessor's share of them */
    double request_bytes; /* that a request of a warp brings on the average; 0: there are none */
    int warps_needed;     /* in a multiprocessor; 0: no requests */
    int warps_held;       /* that are there: what fits, if the grid has so many */
    double busy;          /* share of the time that memory can be busy with them, 0 to 1 */
} Latency;

Latency latency_compute(const DeviceModel *device, const LatencyDemand *demand);

/* Banks that keep a channel busy, if finding a row takes ratio times a transfer. */
int latency_banks(int ratio);

/* The share of the time that a channel hands over pieces, with so many banks. */
double latency_channel_busy(int ratio, int banks);

/* Where interleaving puts a byte of memory. */
typedef struct LatencyPlace {
    uint32_t channel, bank;
} LatencyPlace;

LatencyPlace latency_place(uint64_t address, int channels, int banks);
