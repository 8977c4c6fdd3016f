/* Asynchronous copies in flight: cp.async and what is made of it.
 *
 * A copy is a LOAD from global memory and the STORE to shared memory behind it, both with
 * INSTR_ASYNC. The LOAD begins it, in one step, and the warp goes on behind the STORE. The STORE is
 * a step of its own, made when the copy lands: as late as the rules allow, at the wait that demands
 * it, in the order in which copies were begun. The value is read from global memory then. So a
 * kernel that does not wait sees what shared memory held before.
 *
 * What a thread has begun belongs to a group once the thread commits; a wait for groups names how
 * many of the thread's last ones may stay in flight. A copy that nobody waits for never lands,
 * unless its warp begins more than COPY_MOST others. */
#pragma once

#include "vm/exec.h"

enum { COPY_MOST = 48 };

/* One LOAD and STORE of a warp whose copy has not landed in all lanes. */
typedef struct Copy {
    uint64_t to[WARP_LANES], from[WARP_LANES]; /* addresses with the object */
    uint32_t group[WARP_LANES];                /* commits that each lane had made before */
    uint32_t lanes;                            /* in which it is still in flight */
    uint32_t pc;                               /* of the STORE */
    uint64_t low, high;                        /* its bytes of shared memory: [low, high) */
    uint64_t interval;                         /* barriers that the block had released before */
} Copy;

/* Of one warp, the oldest first. */
typedef struct CopyQueue {
    Copy copies[COPY_MOST];
    uint32_t committed[WARP_LANES]; /* groups of each lane */
    uint64_t count;
} CopyQueue;

static inline CopyQueue *machine_copies(const Machine *machine, uint32_t warp)
{
    return (CopyQueue *)((char *)machine + machine->copies_at) + warp;
}

/* One byte per byte of shared memory: copies that are on their way to it. */
static inline uint8_t *machine_flight(const Machine *machine)
{
    return (uint8_t *)machine + machine->flight_at;
}

/* After exec_load: the copy that it began is on its way. */
void copy_issue(Exec *exec);

/* Whether a copy has to land before the warp's next instruction may run; and its landing, as the
 * step that is made. */
bool copy_is_due(const Exec *exec);
void copy_land(Exec *exec);

/* Of some lanes of a step in shared memory, those whose bytes a copy is on its way to: one that the
 * thread began itself, or another one before the last barrier. With one that another thread began
 * since then it races, which is found elsewhere. */
uint32_t copy_lanes_in_flight(const Exec *exec, uint32_t lanes);

/* Whether the copy that is on its way to a byte of shared memory belongs to a group of its thread;
 * and the line that began it, which is 0 where there is none. */
bool copy_is_committed(const Machine *machine, const Program *program, uint64_t at, uint32_t *line);
