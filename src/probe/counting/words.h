/* Words: what one request asks constant memory for. */
#ifndef TILESTEP_PROBE_COUNTING_WORDS_H
#define TILESTEP_PROBE_COUNTING_WORDS_H

#include <stdint.h>

/* Different addresses of the active lanes. */
uint32_t words_count(const uint64_t address[32], uint32_t active);

#endif
