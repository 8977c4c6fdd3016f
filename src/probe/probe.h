/* Probe: folds Steps into a Report and remembers, for the picture, where every value came from.
 *
 * A Probe is flat like a Machine. It follows one block at a time; the Report, and the per-word
 * read and write counts where they are kept, run on from block to block.
 */
#ifndef TILESTEP_PROBE_PROBE_H
#define TILESTEP_PROBE_PROBE_H

#include "probe/record/report.h"
#include "vm/machine.h"

typedef struct Probe Probe;

/* Where a value came from. */
typedef enum OriginKind {
    ORIGIN_NONE,     /* never written */
    ORIGIN_COMPUTED, /* by arithmetic from more than one thing */
    ORIGIN_CONSTANT, /* a literal: zero padding is one */
    ORIGIN_GLOBAL    /* loaded from global memory, carried along unchanged */
} OriginKind;

typedef struct Origin {
    OriginKind kind;
    uint64_t at; /* GLOBAL: arena byte offset of the word; CONSTANT: its bits */
    /* Of what a thread holds: byte offset of the shared word that it was loaded from last, unless it
     * has been computed with since; or ORIGIN_NOT_SHARED. */
    uint32_t shared;
} Origin;
#define ORIGIN_NOT_SHARED 0xffffffffu

typedef enum ProbeDetail {
    PROBE_COUNT,  /* report only: whole grids */
    PROBE_PICTURE /* and the histories that pictures and questions need; arenas up to 4 MiB keep
                     per-word counts, larger ones do not */
} ProbeDetail;

uint64_t probe_size(const Program *program, const Launch *launch, ProbeDetail detail);

/* Makes probe (probe_size bytes, 64-byte aligned) empty. */
void probe_start(Probe *probe, const Program *program, const Launch *launch, ProbeDetail detail);

/* Remembers no more different requests of a barrier interval, and no more shapes of requests (2 at
 * least), than so many: races are then looked for in fewer words. */
void probe_limit(Probe *probe, uint32_t requests, uint32_t shapes);

/* Call before the first step of each block. */
void probe_begin_block(Probe *probe, const Program *program, const Launch *launch,
                       const Machine *machine);

/* Folds one step; machine is the state after it. */
void probe_fold(Probe *probe, const Program *program, const Launch *launch, const Machine *machine,
                const Step *step);

/* Call when the block has ended: closes its last barrier interval. */
void probe_end_block(Probe *probe, const Program *program, const Launch *launch,
                     const Machine *machine);

/* The Report so far. Race findings of the open barrier interval are in it already. */
const Report *probe_report(const Probe *probe);
Report *probe_report_mutable(Probe *probe);

/* Two threads that race for a word, as race.h tells them; the place as in Finding. */
typedef struct RacePair {
    FindingKind kind;
    Space space;
    int buffer;
    uint32_t line, other_line, thread, other_thread;
    int64_t element;
    uint32_t within;
} RacePair;

/* The races that the step folded last shows, those that its barrier interval had shown before left
 * out. The first PROBE_RACES of them in the order of report.h. */
enum { PROBE_RACES = 64 };
typedef struct RacesNow {
    uint64_t all;
    int count;
    RacePair pairs[PROBE_RACES];
} RacesNow;
/* NULL without PROBE_PICTURE. */
const RacesNow *probe_races(const Probe *probe);

/* What a Finding of that race alone would be. */
Finding probe_race_finding(const RacePair *pair, const Step *step);

/* Origin of the shared word (4 bytes) at a byte offset, and of a register word of a thread. */
Origin probe_shared_origin(const Probe *probe, uint32_t offset_bytes);
Origin probe_register_origin(const Probe *probe, uint32_t slot, uint32_t thread);

/* What happened to a shared word in this block. Threads are linear, 0xffffffff: none. */
typedef struct WordHistory {
    uint32_t writer; /* thread of the last write */
    uint32_t writer_pc;
    uint64_t writer_step; /* of the block */
    uint32_t reads;       /* since that write */
    uint32_t last_reader;
} WordHistory;
WordHistory probe_shared_history(const Probe *probe, uint32_t offset_bytes);

/* How often the global word at an arena offset was loaded and stored, in all steps folded so far;
 * false if the arena is too large for per-word counts. */
bool probe_global_counts(const Probe *probe, uint64_t at, uint32_t *loads, uint32_t *stores);

#endif
