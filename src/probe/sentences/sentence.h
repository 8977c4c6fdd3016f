/* Sentences: what a step, a word or a finding means, in plain words of the chosen language.
 * Everything said is read from the record; nothing is assumed of the kernel. Texts live in the
 * arena. */
#pragma once

#include "base/language.h"
#include "probe/probe.h"

/* One sentence for a step: "Warp 0: 4 threads load M[0][0..1] ...", with what went wrong in it. The
 * step is all that is looked at: no Machine is asked for values. */
const char *sentence_step(Arena *arena, Language language, const Program *program,
                          const Launch *launch, const Step *step);

/* A linear index inside an extent as "(1, 0)", or "(1, 0, 2)", or "1": as many numbers as the
 * extent has directions of more than 1. */
const char *sentence_coordinates(Arena *arena, uint64_t linear, Dim3 extent);

/* The file (0: that which was opened) and the line in it that Finding.line stands for. */
int sentence_line_of(const Program *program, uint32_t number, uint32_t *file);
/* "line 12", or "line 12 of tiles.cuh" for one of an included file. */
const char *sentence_line(Arena *arena, Language language, const Program *program, uint32_t number);

/* One plain sentence that names a finding's buffer, element, lines, block, threads and what it
 * means; of a finding that counts several, those of the first one. */
const char *sentence_finding(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const Finding *finding);

/* The same in few words, "Line 37: not all threads reach the barrier", for a list in which another
 * one is told in full. */
const char *sentence_finding_brief(Arena *arena, Language language, const Program *program,
                                   const Launch *launch, const Finding *finding);

/* The scalar at a byte offset: "M[1][2]" for one in the arena (guard words and neighbours named as
 * such), "Mds[0][1]" for one in the block's shared memory, "shared[4]" where no variable lies. */
const char *sentence_global_place(Arena *arena, Language language, const Launch *launch,
                                  uint64_t at);
const char *sentence_shared_place(Arena *arena, const Program *program, const Launch *launch,
                                  uint32_t offset_bytes);

/* Whether the order of blocks shows in what they leave (Report.orders), in few words and without
 * the full stop: "blocks in reverse order: 3 of 128 elements of a differ". "" if none was tried. */
const char *sentence_block_orders(Arena *arena, Language language, const Launch *launch,
                                  const BlockOrders *orders);
