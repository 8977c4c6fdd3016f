/* Machine: one thread block in flight. A flat value without interior pointers: a checkpoint is a
 * copy of machine_size bytes, equality is a hash.
 *
 * Warps run a SIMT stack: lanes that disagree at a frame (if, loop, scope) wait and come back
 * together at the frame's end. A barrier opens when every warp that has not ended has arrived; when
 * none can run and some never arrive, it opens all the same with FAULT_BARRIER: nothing hangs.
 * Once a warp has reached the step limit, the whole block ends, and the launch with it.
 *
 * The caller owns the memory of a Machine; Program, Launch and Memory given to these functions are
 * the same from machine_start to the end. Machines of different blocks may run on different threads
 * over one Memory. Slots, warps, lanes and threads count from 0; warp w has threads 32 w to 32 w +
 * 31 of the block, numbered as by dim3_linear.
 */
#pragma once

#include "vm/launch.h"
#include "vm/memory.h"
#include "vm/step.h"

/* At a barrier warp->pc stays on the barrier, so that it can be seen who waits where. At an
 * mbarrier (vm/copy.h) too, but where the warp has only asked it. */
typedef enum WarpStatus { WARP_READY, WARP_AT_BARRIER, WARP_DONE, WARP_AT_MBARRIER } WarpStatus;

/* An IF, LOOP or SCOPE that a warp is in: one entry of its stack. Lanes are bits of a word. */
typedef struct Frame {
    uint32_t saved;  /* lanes that come back at the frame's end */
    uint32_t other;  /* IF: lanes for the else; LOOP: lanes that said continue */
    uint32_t passes; /* LOOP: begun, so at least 1; 0 for others */
    uint32_t since;  /* LOOP: steps of the warp before it, modulo 2^32; 0 for others */
} Frame;

/* Where a warp stands. Sets of lanes are bits of a word. */
typedef struct Warp {
    uint32_t pc;     /* index in Program.code of the instruction that runs next */
    uint32_t active; /* lanes that will run it */
    uint32_t exited; /* lanes that have ended */
    uint32_t lanes;  /* lanes that exist: fewer than 32 in a block's last warp, perhaps */
    uint32_t depth;  /* frames on its stack */
    uint32_t phase;  /* passes begun of the loop of phases (INSTR_PHASE); 0 before the first */
    uint64_t status; /* WarpStatus */
    uint64_t steps;  /* made so far */
    /* The clock: what it is ahead of the steps, and the last reading: the pc behind it, the warp's
     * steps then, and how many readings on end came of a loop that only waits. */
    uint64_t ahead, read_step;
    uint32_t read_pc, waits;
} Warp;

typedef struct Machine {
    uint64_t size_bytes; /* of everything, this header included */
    uint64_t step_count; /* steps done in this block */
    uint64_t schedule;   /* state of the warp schedule: as Launch.order needs it */
    uint32_t block;      /* linear index in the grid */
    uint32_t thread_count, warp_count;
    uint32_t padded_threads; /* thread_count rounded up to 32 */
    uint32_t interval;       /* barriers released */
    uint32_t warps_done;
    uint32_t slot_count, frame_depth; /* the program's */
    uint32_t shared_bytes;            /* of the block, dynamic ones included */
    uint32_t local_bytes;             /* of each thread, rounded up to 16 */
    /* offsets of the parts from the start of the Machine */
    uint32_t uniforms_at, warps_at, frames_at;
    /* At barriers with a vote: threads whose predicate was true and threads that came, at the one
     * that is not open yet and at the last one that was opened. */
    uint32_t yes, voters, last_yes, last_voters;
    uint32_t stopped_by; /* 1 + the warp that reached the step limit: the others end where they
                              stand; 0: none did */
    uint64_t registers_at, unset_at, shared_at, shared_set_at, local_at, local_set_at;
    uint64_t copies_at,
        flight_at;         /* asynchronous copies (vm/copy.h); both 0 where there are none */
    uint64_t mbarriers_at; /* vm/copy.h, too; 0 where the program has none */
    /* lanes on ways of their own (vm/parts/parts.h); 0 where none may wait */
    uint64_t parts_at, part_frames_at, part_registers_at;
} Machine;

/* Bytes of a Machine for this program and launch: the same for all blocks. */
uint64_t machine_size(const Program *program, const Launch *launch);

/* Makes machine (machine_size bytes, 64-byte aligned) the start of a block, given by its linear
 * index in the grid. Shared and per-thread memory start as the poison word, not set; registers as
 * zeros. */
void machine_start(Machine *machine, const Program *program, const Launch *launch, uint32_t block);

/* Runs the next warp instruction of the schedule and fills step. Returns false, with step left
 * alone, when the block has ended. Never fails otherwise: what went wrong stands in the step. The
 * step points to the program's instruction. */
bool machine_step(Machine *machine, const Program *program, const Launch *launch, Memory *memory,
                  Step *step);

/* All warps of the block have ended. */
static inline bool machine_is_done(const Machine *machine)
{
    return machine->warps_done == machine->warp_count;
}

/* Warp that machine_step would run next; warp_count when the block has ended. */
uint32_t machine_next_warp(const Machine *machine, const Launch *launch);

/* Equal for machines of one program and launch that have done the same. */
uint64_t machine_hash(const Machine *machine);

/* The warps of the block, warp_count of them. */
static inline Warp *machine_warps(const Machine *machine)
{
    return (Warp *)((char *)machine + machine->warps_at);
}

/* A warp's stack of frames, outermost first; the first Warp.depth of them are open. */
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

/* The value that a uniform has in the block with this index, widened as in a register; of a pointer
 * its address with the object (program/address.h). */
uint64_t machine_uniform_value(const Launch *launch, const Uniform *uniform, Dim3 block);

/* Shared memory of the block, shared_bytes long: the static variables, then the dynamic part. */
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

/* What a lane of a warp is doing between two steps. */
typedef enum LaneState {
    LANE_RUNNING,            /* active: runs the warp's next instruction */
    LANE_WAITING_AT_BARRIER, /* has arrived at the barrier at which the warp waits */
    LANE_INACTIVE,           /* waits in a frame until the warp's other lanes come there */
    LANE_DONE,               /* has ended, or does not exist */
    LANE_ABSENT,             /* has not arrived at the barrier at which the warp waits */
    LANE_WAITING_AT_MBARRIER /* waits for the arrivals of an mbarrier */
} LaneState;
LaneState machine_lane_state(const Machine *machine, uint32_t warp, uint32_t lane);

/* Value of an operand for a thread of the block, as the bits of a register: types of up to 4 bytes
 * in the low half, the upper one 0. 0 for OPERAND_NONE. */
uint64_t machine_value(const Machine *machine, Operand operand, ScalarType type, uint32_t thread);

/* The bits of a register of a type as a person would read them ("3", "-1.5", "true", "M + 12"), in
 * the arena or a literal; floats in the fewest digits that read back as the same number.
 * is_pointer: the bits are an address, which is told by its buffer and offset. */
const char *machine_value_text(Arena *arena, const Launch *launch, ScalarType type, uint64_t bits,
                               bool is_pointer);

/* The letters at an address, as printf's %s has them: up to the 0 behind them, at most limit of
 * them and as far as their object goes; in the arena. NULL if it points to no memory. thread: whose
 * memory one of its own would be in. */
const char *machine_letters(Arena *arena, const Program *program, const Launch *launch,
                            Memory *memory, const Machine *machine, uint32_t thread,
                            uint64_t address, size_t limit);
