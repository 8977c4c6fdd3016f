/* A race between blocks, or a note on what looks like one, in a sentence: both threads with their
 * blocks and lines, the word, what may go wrong, and what to do. */
#ifndef TILESTEP_PROBE_SENTENCES_BETWEEN_H
#define TILESTEP_PROBE_SENTENCES_BETWEEN_H

#include "base/language.h"
#include "probe/record/report.h"

/* Without the full stop; for findings and notes of SCOPE_GRID. In the arena. */
const char *sentence_between(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const Finding *finding);

/* Whether the order of blocks shows in what they leave (Report.orders), in few words and without
 * the full stop: "blocks in reverse order: 3 of 128 elements of a differ". "" if none was tried. */
const char *sentence_block_orders(Arena *arena, Language language, const Launch *launch,
                                  const BlockOrders *orders);

#endif
