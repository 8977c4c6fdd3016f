/* Parts of a warp: lanes that go their own way while others of their warp cannot go on.
 *
 * A warp runs a stack of frames, and of its branches one after the other; so lanes that wait for
 * what another branch of their own warp does would wait for ever. Since Volta each lane gets on:
 * where the lanes that run come to nothing by themselves, they are put aside as a part of the
 * warp, with what concerns them of the frames, and the rest runs as if they had left. A part that
 * was put aside runs again when the other one waits or has ended, and parts that come to one
 * instruction are one again.
 *
 * Lanes come to nothing by themselves where a loop leaves their registers as they were, pass after
 * pass, or where they wait at an mbarrier and nobody else in the block can go on. Before a barrier,
 * a shuffle and the like a part waits for those whom it names. A warp whose lanes never wait for
 * each other has no parts. */
#pragma once

#include "vm/exec.h"

enum { PARTS_MOST = 4 };

typedef struct Part {
    uint32_t pc, active, depth, phase;
    uint64_t status;  /* WarpStatus: READY or AT_MBARRIER */
    uint32_t passed;  /* lanes of active whose phase was over meanwhile (MbarrierTable.passed) */
    uint32_t is_open; /* all of them: it goes on behind its wait */
} Part;

/* Of one warp: those that were put aside, the longest one first. Their frames lie beside, and their
 * registers: slots are used again for values of other sizes, which lie otherwise, where no lane is
 * expected to need the old ones any more. */
typedef struct Parts {
    uint32_t count;
    uint32_t seen_pc; /* of a loop that was looked at, and a hash of the registers there */
    uint64_t seen;
    Part parts[PARTS_MOST];
} Parts;

static inline Parts *machine_parts(const Machine *machine, uint32_t warp)
{
    return (Parts *)((char *)machine + machine->parts_at) + warp;
}

/* Bytes that all warps' parts take, without frames, and frames of a warp. */
static inline uint64_t parts_bytes(const Machine *machine)
{
    return machine->warp_count * sizeof(Parts);
}
static inline uint64_t parts_frame_count(const Machine *machine)
{
    return (uint64_t)PARTS_MOST * machine->frame_depth;
}

/* Registers of a part, as machine_slot has those of the warp. */
static inline uint32_t *parts_registers(const Machine *machine, uint32_t warp, uint32_t part)
{
    return (uint32_t *)((char *)machine + machine->part_registers_at) +
           ((size_t)warp * PARTS_MOST + part) * machine->slot_count * WARP_LANES;
}

/* The warp has gone on, with a step or without: another part of it runs if this one has to wait or
 * has ended. came_from: the step's pc, of which a smaller one is a pass of a loop; 0: no step. */
void parts_settle(const Exec *exec, uint32_t warp, uint32_t came_from);

/* Where nobody in the block can go on: in each warp that waits at an mbarrier another part takes
 * its turn. False: there is none. */
bool parts_turn(const Exec *exec);

/* A phase of an mbarrier has completed: those that were put aside while waiting look, too. */
void parts_look_again(const Exec *exec);

/* Lanes that were put aside; and of these, the ones that wait at an mbarrier. */
uint32_t parts_lanes(const Machine *machine, uint32_t warp);
uint32_t parts_lanes_waiting(const Machine *machine, uint32_t warp);
