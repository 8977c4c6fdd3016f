/* Findings about operations of a warp, in one sentence each: who, which lanes, and what to write
 * instead. */
#ifndef TILESTEP_PROBE_SENTENCES_WARP_H
#define TILESTEP_PROBE_SENTENCES_WARP_H

#include "base/language.h"
#include "probe/record/report.h"

/* Of a finding of kind WARP_SYNC, without the full stop; begins with "line 4:". In the arena. */
const char *warp_finding_text(Arena *arena, Language language, const Program *program,
                              const Launch *launch, const Finding *finding);

#endif
