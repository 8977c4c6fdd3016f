/* Instructions by which lanes of a warp act together (wide_warp.c). */
#ifndef TILESTEP_COUNT_WIDE_WARP_H
#define TILESTEP_COUNT_WIDE_WARP_H

#include "count/wide_value.h"

/* WARP_SYNC, SHUFFLE and VOTE; they give up where some lane of a warp does not take part. */
WideOperation wide_warp_sync, wide_shuffle, wide_vote;

#endif
