/* Kept: what device memory held when each launch of a program began. A page is kept once for as
 * long as it does not change. One thread keeps while another one looks. */
#pragma once

#include "exec/exec.h"
#include "load/image/image.h"

typedef struct Kept Kept;

/* limit_bytes: launches are kept as long as their pages take no more. only: the one launch that is
 * kept, whatever it takes; 0: all. Freed with kept_free (NULL is allowed). */
Kept *kept_new(uint64_t limit_bytes, int only);
void kept_free(Kept *kept);

/* Before a launch. */
void kept_take(Kept *kept, const ExecStart *start);

bool kept_has(Kept *kept, int number);

/* The launch of that number, with what it can reach, and one holder; NULL: it is not kept, or more
 * buffers are reached than a launch may have. */
const LaunchImage *kept_image(Kept *kept, int number);

/* A hash of all launches up to this one with what they were given: two runs that have the same went
 * the same way. 0: there was no such launch. */
uint64_t kept_way(Kept *kept, int number);
