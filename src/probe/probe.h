/* Probe: folds Steps into a Report and remembers, for the picture, where every value came from.
 *
 * A Probe is flat like a Machine. It follows one block at a time; the Report, and the per-word
 * read and write counts where they are kept, run on from block to block.
 */
#ifndef TILESTEP_PROBE_PROBE_H
#define TILESTEP_PROBE_PROBE_H

#include "probe/record/race_pair.h"
#include "probe/record/report.h"
#include "probe/record/word.h"
#include "vm/machine.h"

typedef struct Probe Probe;

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

/* The races that the step folded last shows; NULL without PROBE_PICTURE. */
const RacesNow *probe_races(const Probe *probe);

/* Origin of the shared word (4 bytes) at a byte offset, and of a register word of a thread. */
Origin probe_shared_origin(const Probe *probe, uint32_t offset_bytes);
Origin probe_register_origin(const Probe *probe, uint32_t slot, uint32_t thread);

WordHistory probe_shared_history(const Probe *probe, uint32_t offset_bytes);

/* How often the global word at an arena offset was loaded and stored, in all steps folded so far;
 * false if the arena is too large for per-word counts. */
bool probe_global_counts(const Probe *probe, uint64_t at, uint32_t *loads, uint32_t *stores);

#endif
