/* Machine: one thread block in flight. A flat value without interior pointers: a checkpoint is a
 * copy of machine_size bytes, equality is a hash.
 *
 * Warps run a SIMT stack: lanes that disagree at a frame (if, loop, scope) wait and come back
 * together at the frame's end. A barrier opens when every warp that has not ended has arrived; when
 * none can run and some never arrive, it opens all the same with FAULT_BARRIER: nothing hangs.
 * Once a warp has reached the step limit, the whole block ends, and the launch with it.
 */
#ifndef TILESTEP_VM_MACHINE_H
#define TILESTEP_VM_MACHINE_H

#include "vm/launch.h"
#include "vm/memory.h"
#include "vm/step.h"

typedef enum WarpStatus { WARP_READY, WARP_AT_BARRIER, WARP_DONE } WarpStatus;

typedef struct Frame {
    uint32_t saved;  /* lanes that come back at the frame's end */
    uint32_t other;  /* IF: lanes for the else; LOOP: lanes that said continue */
    uint32_t passes; /* LOOP: begun, so at least 1; 0 for others */
} Frame;

typedef struct Warp {
    uint32_t pc, active, exited, lanes; /* lanes: those that exist */
    uint32_t depth, phase;
    uint64_t status; /* WarpStatus */
    uint64_t steps;
} Warp;

typedef struct Machine {
    uint64_t size_bytes;
    uint64_t step_count; /* steps done in this block */
    uint64_t schedule;   /* state of the warp schedule */
    uint32_t block;      /* linear index in the grid */
    uint32_t thread_count, warp_count;
    uint32_t padded_threads; /* thread_count rounded up to 32 */
    uint32_t interval;       /* barriers released */
    uint32_t warps_done;
    uint32_t slot_count, frame_depth, shared_bytes, local_bytes;
    /* offsets of the parts from the start of the Machine */
    uint32_t uniforms_at, warps_at, frames_at;
    uint32_t is_stopped; /* a warp reached the step limit: the others end where they stand */
    uint64_t registers_at, unset_at, shared_at, shared_set_at, local_at, local_set_at;
} Machine;

/* Bytes of a Machine for this program and launch. */
uint64_t machine_size(const Program *program, const Launch *launch);

/* Makes machine (machine_size bytes, 64-byte aligned) the start of the given block. Shared and
 * per-thread memory start as the poison word, not set; registers as zeros. */
void machine_start(Machine *machine, const Program *program, const Launch *launch, uint32_t block);

/* Runs the next warp instruction of the schedule and fills step. Returns false, with step left
 * alone, when the block has ended. Never fails otherwise: what went wrong stands in the step. */
bool machine_step(Machine *machine, const Program *program, const Launch *launch, Memory *memory,
                  Step *step);

static inline bool machine_is_done(const Machine *machine)
{
    return machine->warps_done == machine->warp_count;
}

/* Warp that machine_step would run next; warp_count when the block has ended. */
uint32_t machine_next_warp(const Machine *machine, const Launch *launch);

uint64_t machine_hash(const Machine *machine);

static inline Warp *machine_warps(const Machine *machine)
{
    return (Warp *)((char *)machine + machine->warps_at);
}

static inline Frame *machine_frames(const Machine *machine, uint32_t warp)
{
    return (Frame *)((char *)machine + machine->frames_at) + (size_t)warp * machine->frame_depth;
}

/* The 32 words of a slot in one warp, one per lane; a 64-bit value is 32 uint64_t over this slot
 * and the next. Each warp has its registers to itself, since slots are used again for values of
 * another size while other warps still hold the old ones. */
static inline uint32_t *machine_slot(const Machine *machine, uint32_t slot, uint32_t warp)
{
    return (uint32_t *)((char *)machine + machine->registers_at) +
           ((size_t)warp * machine->slot_count + slot) * WARP_LANES;
}

/* Values of the uniforms, in the order of Program.uniforms. */
static inline uint64_t *machine_uniforms(const Machine *machine)
{
    return (uint64_t *)((char *)machine + machine->uniforms_at);
}

/* The value that a uniform has in the block with this index. */
uint64_t machine_uniform_value(const Launch *launch, const Uniform *uniform, Dim3 block);

static inline uint8_t *machine_shared(const Machine *machine)
{
    return (uint8_t *)machine + machine->shared_at;
}

/* One byte per byte of shared memory: 1 once it was written. */
static inline uint8_t *machine_shared_set(const Machine *machine)
{
    return (uint8_t *)machine + machine->shared_set_at;
}

/* Per-thread memory of one thread, local_bytes long. */
static inline uint8_t *machine_local(const Machine *machine, uint32_t thread)
{
    return (uint8_t *)machine + machine->local_at + (size_t)thread * machine->local_bytes;
}

/* One bit per byte of a thread's per-thread memory: 1 once it was written. */
static inline uint8_t *machine_local_set(const Machine *machine, uint32_t thread)
{
    return (uint8_t *)machine + machine->local_set_at + (size_t)thread * (machine->local_bytes / 8);
}

/* One word for each watched register of a warp (see Program.watches): its unset lanes. */
static inline uint32_t *machine_unset(const Machine *machine, const Program *program, uint32_t warp)
{
    return (uint32_t *)((char *)machine + machine->unset_at) + (size_t)warp * program->watch_count;
}

/* Where a lane of a warp stands: its next instruction, or that of the frame it waits in. */
typedef enum LaneState {
    LANE_RUNNING,
    LANE_WAITING_AT_BARRIER,
    LANE_INACTIVE,
    LANE_DONE,
    LANE_ABSENT
} LaneState;
LaneState machine_lane_state(const Machine *machine, uint32_t warp, uint32_t lane);

/* Value of an operand for a thread, widened to 64 bits as in a register. */
uint64_t machine_value(const Machine *machine, Operand operand, ScalarType type, uint32_t thread);

/* Writes the value of a type as a person would read it ("3", "-1.5", "true", "M + 12"). */
const char *machine_value_text(Arena *arena, const Launch *launch, ScalarType type, uint64_t bits,
                               bool is_pointer);

#endif
