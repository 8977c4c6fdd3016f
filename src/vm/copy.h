/* Asynchronous copies in flight: cp.async and what is made of it.
 *
 * A copy is a LOAD from global memory and the STORE to shared memory behind it, both with
 * INSTR_ASYNC. The LOAD begins it, in one step, and the warp goes on behind the STORE. The STORE is
 * a step of its own, made when the copy lands: as late as the rules allow, at the wait that demands
 * it, in the order in which copies were begun. The value is read from global memory then. So a
 * kernel that does not wait sees what shared memory held before.
 *
 * What a thread has begun belongs to a group once the thread commits; a wait for groups names how
 * many of the thread's last ones may stay in flight. Where an mbarrier counts a thread's copies,
 * they land when nobody in the block can go on without them. A copy that nobody waits for never
 * lands, unless its warp begins more than COPY_MOST others. */
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
    uint64_t is_arrival; /* no copy, but an arrival at the mbarriers at the places to, which is made
                            when the copies before it have landed; pc is of the MBARRIER */
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

/* Whether a copy has to land before the warp's next instruction may run, or what a warp that cannot
 * run has begun has to be done since others wait for it; and its landing, as the step that is
 * made. */
bool copy_is_due(const Exec *exec);
void copy_land(Exec *exec);

/* Lanes of the warp that have copies on their way; and arrivals of theirs behind these, at the
 * mbarriers at the places in Step.arena. */
uint32_t copy_lanes_begun(const Exec *exec);
void copy_issue_arrival(Exec *exec, uint32_t lanes);

/* The first warp with an arrival of copies that another warp waits for; warp_count: none. */
uint32_t copy_awaited_warp(const Machine *machine);

/* Of some lanes of a step in shared memory, those whose bytes a copy is on its way to: one that the
 * thread began itself, or another one before the last barrier. With one that another thread began
 * since then it races, which is found elsewhere. */
uint32_t copy_lanes_in_flight(const Exec *exec, uint32_t lanes);

/* Whether the copy that is on its way to a byte of shared memory belongs to a group of its thread;
 * and the line that began it, which is 0 where there is none. */
bool copy_is_committed(const Machine *machine, const Program *program, uint64_t at, uint32_t *line);

/* ---- mbarriers ---- */

/* Mbarriers: objects of 8 bytes in shared memory that count arrivals, phase after phase. What is
 * in their bytes is nobody's business, so the machine keeps what it knows of them beside them.
 *
 * A warp that waits for a phase makes one step, and stands there until its lanes' phases have
 * completed. One that only asks goes on, but where it is told no, it rests until something happens
 * at some mbarrier, or nobody else can run: so loops that ask again and again do not fill a run.
 *
 * Arrivals that copies make belong to the queue of copies (vm/copy.h) and happen behind the copies
 * before them, as late as the rules allow: when nobody in the block can go on without them. If
 * there is none either, the block is in a deadlock and ends. */
enum { MBARRIER_MOST = 128, MBARRIER_ARRIVALS_MOST = (1 << 20) - 1, MBARRIER_BYTES = 8 };
enum { MBARRIER_WARPS = LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES };

/* A wait by tokens, at one place in program order, and the phase that its first thread waited
 * for. */
typedef struct MbarrierMeeting {
    uint64_t phase;
    uint32_t pc, thread, passes, is_used; /* passes: a hash of those of the loops around it */
} MbarrierMeeting;

enum { MBARRIER_MEETINGS = 4 };

typedef struct Mbarrier {
    uint64_t at;                /* 1 + its place in shared memory; 0: the entry is free */
    uint64_t phase;             /* phases that have completed */
    uint32_t expected, pending; /* arrivals of a phase, and those that are missing in this one */
    uint32_t copies;            /* of these, arrivals that copies on their way will make */
    uint32_t came;              /* arrivals in this phase */
    uint32_t pc, thread;        /* of its initialisation, */
    uint32_t interval;          /* and the barriers that the block had passed before */
    uint32_t waiting;           /* warps that were told that this phase has not completed */
    MbarrierMeeting meetings[MBARRIER_MEETINGS]; /* the last ones, [0] the latest */
    uint32_t arrived[MBARRIER_WARPS]; /* threads that came in this phase: [warp], a bit a lane */
} Mbarrier;

typedef struct MbarrierTable {
    uint32_t count;   /* entries in use or free again */
    uint32_t resting; /* warps that asked and were told no: a bit each */
    uint32_t idle;    /* times that they were woken without any arrival in between */
    /* Of the last FAULT_MBARRIER_COUNT: what was said, and what was missing; of a deadlock: of the
     * mbarrier at which the first thread waits, how many came and how many are expected. */
    uint32_t wrong, right;
    uint32_t other; /* of the last FAULT_MBARRIER_EARLY: a thread that waited for another phase */
    uint32_t stuck[MBARRIER_WARPS]; /* lanes that wait in a deadlock */
    uint32_t rested;                /* warps that asked again and again in a deadlock, a bit each */
    uint32_t passed[MBARRIER_WARPS]; /* of a warp on a wait, lanes whose phase was over meanwhile */
    Mbarrier items[MBARRIER_MOST];
} MbarrierTable;

static inline MbarrierTable *machine_mbarriers(const Machine *machine)
{
    return (MbarrierTable *)((char *)machine + machine->mbarriers_at);
}

/* The mbarrier that lies at a place of shared memory, or whose bytes hold it; NULL: none. */
Mbarrier *mbarrier_at(const Machine *machine, uint64_t place);
Mbarrier *mbarrier_over(const Machine *machine, uint64_t low, uint64_t high);

/* Where an address points in shared memory; all bits set: elsewhere. */
uint64_t mbarrier_place(const Program *program, uint64_t address);

/* A pointer or token that a lane of a warp with these registers has. */
uint64_t mbarrier_operand(const Machine *machine, const uint32_t *registers, Operand operand,
                          uint32_t lane);

/* Of lanes on a wait at pc, those whose phase has not completed, and where each waits. */
uint32_t mbarrier_lanes_waiting(const Machine *machine, const Program *program, uint32_t pc,
                                uint32_t lanes, const uint32_t *registers,
                                uint64_t places[WARP_LANES]);

/* Whether a lane that stands on a wait by token waits for a phase that has completed, as has the
 * one behind it: it waits for ever unless a third one completes. */
bool mbarrier_is_missed(const Machine *machine, const Program *program, uint32_t pc,
                        const uint32_t *registers, uint32_t lane);

/* Some warp waits for a phase of the mbarrier that has not completed. */
bool mbarrier_is_awaited(const Machine *machine, uint64_t place);

/* The copies before an arrival have landed: fills the step, which is of the MBARRIER. places: those
 * of the mbarriers. */
void mbarrier_arrive_late(Exec *exec, const uint64_t places[WARP_LANES]);

/* After each step: where nobody can go on, those that rest are woken, or there is a deadlock. */
void mbarrier_settle(Exec *exec);
