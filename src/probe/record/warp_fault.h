/* What is wrong with an operation of a warp. */
#pragma once

#include <stdint.h>

/* What is wrong with a shuffle, a vote or a __syncwarp. A source is the lane that a shuffle takes
 * its value from; a value from one of these is used. */
typedef enum WarpReason {
    WARP_FINE,
    WARP_SOURCE_ABSENT,    /* the block has no such thread */
    WARP_SOURCE_ENDED,     /* it has returned */
    WARP_SOURCE_ELSEWHERE, /* it is in another branch, or has left a loop */
    WARP_SOURCE_UNNAMED,   /* it comes, but the mask of who reads does not name it */
    WARP_CALLER_UNNAMED,   /* lanes: come and do not name themselves */
    WARP_MASKS_DIFFER,     /* the other thread is named, but comes with the mask `lanes` */
    WARP_LANES_MISSING,    /* lanes: are named, and go on elsewhere */
    WARP_LANES_PARTED,     /* lanes: come to one like it on the other line */
    WARP_ODD_WIDTH         /* a shuffle's segments have `mask` lanes, which CUDA does not define */
} WarpReason;

typedef struct FindingWarp {
    WarpReason reason;
    uint32_t mask, lanes; /* as the first thread gives it; as the reason says */
} FindingWarp;
