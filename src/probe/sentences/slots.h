/* Slots: what stands in {braces} in the texts of finding.def. Private to sentences. */
#pragma once

#include "probe/sentences/words.h"

/* The text with its slots filled, by what slot.def says of the finding. In the arena. */
const char *slots_fill(const Words *words, const char *text);

/* How many bytes were copied to the start of the buffer that a finding is about; 0: none, or it is
 * about no buffer. */
uint64_t copied_bytes(const Launch *launch, const Finding *finding);
