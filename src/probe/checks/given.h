/* The sizes that a kernel was given, as evidence of what its buffers hold. */
#ifndef TILESTEP_PROBE_CHECKS_GIVEN_H
#define TILESTEP_PROBE_CHECKS_GIVEN_H

#include "vm/launch.h"

enum { GIVEN_LIMIT = 6 };

/* As an argument, a number, a member of a struct, or the side of a buffer. */
bool size_is_given(const Program *program, const Launch *launch, uint64_t size);

/* Every whole argument is one of these. */
bool sizes_are_all(const Program *program, const Launch *launch, const uint64_t *sizes, int count);

/* The different sizes that the kernel was given as whole arguments; returns how many. */
int sizes_given(const Program *program, const Launch *launch, uint64_t sizes[GIVEN_LIMIT]);

#endif
