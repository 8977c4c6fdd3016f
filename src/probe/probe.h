/* Probe: folds Steps into a Report and remembers, for the picture, where every value came from.
 *
 * A Probe is flat like a Machine: the caller owns its probe_size bytes, a copy of them is a
 * checkpoint, and there is nothing to free. It follows one block at a time; the Report, and the
 * per-word read and write counts where they are kept, run on from block to block, or are those of
 * another Probe where blocks take turns (probe_start_beside). Program, Launch
 * and detail are the same from probe_start to the end. Probes of different blocks may be on
 * different threads; their Reports are merged (report_merge).
 *
 * A "word" of shared or global memory has 4 bytes, or as many as the smallest access of the program
 * if that is less (history_word_bits). Threads are linear in the block.
 */
#pragma once

#include "probe/record/race_pair.h"
#include "probe/record/report.h"
#include "probe/record/rows_meant.h"
#include "probe/record/word.h"
#include "vm/walk.h"

typedef struct Probe Probe;

typedef enum ProbeDetail {
    PROBE_COUNT,  /* report only: whole grids */
    PROBE_PICTURE /* and the histories that pictures and questions need; arenas of up to 2^20 words
                     keep counts of each, larger ones do not */
} ProbeDetail;

/* Bytes of a Probe. */
uint64_t probe_size(const Program *program, const Launch *launch, ProbeDetail detail);

/* Makes probe (probe_size bytes of zeros, 64-byte aligned) empty. Tables that may not be needed are
 * not touched. */
void probe_start(Probe *probe, const Program *program, const Launch *launch, ProbeDetail detail);

/* The same of a Probe whose Report, and counts of global words, are those of another one of the
 * same program, launch and detail: both follow blocks that take turns. It has probe_beside_size
 * bytes and finds the other one by where it lies, so that a checkpoint is a copy of a piece of
 * memory that has both. */
uint64_t probe_beside_size(const Program *program, const Launch *launch, ProbeDetail detail);
void probe_start_beside(Probe *probe, const Program *program, const Launch *launch,
                        ProbeDetail detail, const Probe *other);

/* Makes room for no more different requests of a barrier interval, and no more shapes of requests
 * (2 at least), than so many: races are then looked for in fewer words. For tests; right after
 * probe_start. Limits above the usual ones change nothing. */
void probe_limit(Probe *probe, uint32_t requests, uint32_t shapes);

/* Looks for races inside blocks in no other words than those on which threads meet (NULL: in all);
 * they must outlive the steps. Right after probe_start. */
typedef struct Meetings Meetings;
void probe_look_at(Probe *probe, const Meetings *meetings);

/* Looks for less, so that what the rest costs can be measured: not at operations of warps; at no
 * rule that allows a race. Right after probe_start. */
void probe_leave_out(Probe *probe, bool warps, bool notes);

/* Reports nothing but faults, accesses outside and what is read unset; nothing is counted. Right
 * after probe_start. */
void probe_only_faults(Probe *probe, bool only_faults);

/* Call before the first step of each block, with the machine at its start. Blocks may come in any
 * order. */
void probe_begin_block(Probe *probe, const Program *program, const Launch *launch,
                       const Machine *machine);

/* Folds one step, of those of the block in their order; machine is the state after it. */
void probe_fold(Probe *probe, const Program *program, const Launch *launch, const Machine *machine,
                const Step *step);

/* Call when the block has ended: closes its last barrier interval. */
void probe_end_block(Probe *probe, const Program *program, const Launch *launch,
                     const Machine *machine);

/* Does all three for a walk: call it with whatever walk_next tells. */
void probe_follow(Probe *probe, const Walk *walk, const Step *step);

/* The Report so far, inside the probe. Race findings of the open barrier interval are in it
 * already. */
const Report *probe_report(const Probe *probe);
Report *probe_report_mutable(Probe *probe);

/* The races that the step folded last shows, inside the probe; NULL without PROBE_PICTURE. */
const RacesNow *probe_races(const Probe *probe);

/* A barrier of the block has opened without the thread. */
bool probe_missed_barrier(const Probe *probe, uint32_t thread);

/* The lanes of the step folded last that reach a matrix in another row than they meant, and where
 * they meant to go; machine is the state after it. */
RowsMeant probe_rows_meant(const Probe *probe, const Machine *machine, const Step *step);

/* Where the value of the shared word at a byte offset, or in a register slot of a thread, came
 * from; ORIGIN_NONE without PROBE_PICTURE, or where there is no such word. */
Origin probe_shared_origin(const Probe *probe, uint32_t offset_bytes);
Origin probe_register_origin(const Probe *probe, uint32_t slot, uint32_t thread);

/* Who wrote and read the shared word at a byte offset in this block; nobody where it is not
 * known. */
WordHistory probe_shared_history(const Probe *probe, uint32_t offset_bytes);

/* How often the global word at an arena offset was loaded and stored, in all steps folded so far;
 * false, with both left alone, if there are no counts of it. */
bool probe_global_counts(const Probe *probe, uint64_t at, uint32_t *loads, uint32_t *stores);
