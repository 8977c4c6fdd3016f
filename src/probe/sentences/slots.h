/* Slots: what stands in {braces} in the texts of finding.def. Private to sentences. */
#pragma once

#include "probe/sentences/words.h"

/* The text with its slots filled, by what slot.def says of the finding. In the arena. */
const char *slots_fill(const Words *words, const char *text);

/* What a finding of another kind would say of the same, without its remedy. */
const char *finding_in_short(const Words *words, FindingKind kind);
const char *finding_in_full(const Words *words, FindingKind kind);

/* The host's copy that the finding tells of. */
const LaunchCopy *copy_of(const Launch *launch, const Finding *finding);

/* How many bytes the start of the buffer that a finding is about has, all of them set, before the
 * first that is not, where the finding is; 0: none. And: were the last of them set by cudaMemset,
 * not copied? Or is it between parts that are set? */
uint64_t copied_bytes(const Launch *launch, const Finding *finding);
bool is_cleared_in_part(const Launch *launch, const Finding *finding);
bool is_between_rows(const Launch *launch, const Finding *finding);
