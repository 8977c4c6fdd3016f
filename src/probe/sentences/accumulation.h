/* An accumulation in numbers and in words: a value to which terms are added or multiplied, or whose
 * maximum or minimum is kept (probe/accumulations/sum.h). Texts live in the arena. */
#pragma once

#include "base/language.h"
#include "probe/accumulations/sum.h"

/* "41 + 9 · 4 = 77", "12 + 5 = 17", "max(3, 7) = 7": the numbers as machine_value_text writes them,
 * negative ones behind a sign in brackets. "41 → 77" where the term is not known. Needs no
 * language. */
const char *accumulation_numbers(Arena *arena, const Launch *launch,
                                 const Accumulated *accumulated);

/* "Thread (1, 0) adds Mds[0][0] · Nds[0][1] to Pvalue: 0 + 4 · 6 = 24." thread: linear in its
 * block. What has no place in memory is told by its number. */
const char *accumulation_sentence(Arena *arena, Language language, const Program *program,
                                  const Launch *launch, uint32_t thread,
                                  const Accumulated *accumulated);

/* "4 · 8 + 3 · 3 + 9 · 4 + 5 · 7 = 112", "max(3, 7, 2) = 7", "2 · 3 · 4 = 24": a sum with so many
 * of its terms (most: 2 at least), the first ones and the last one, an ellipsis between; the last
 * one is left out, too, if the sum has more terms than it keeps (SUM_TERMS_KEPT). A start other
 * than 0 (of factors: 1; a maximum always has one) stands in front. Needs no language. */
const char *sum_text(Arena *arena, const Launch *launch, const Sum *sum, int most);
