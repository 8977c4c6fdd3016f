/* The nearest known name to a mistyped one, for "did you mean" behind the message about it: a
 * command, an option. */
#pragma once

#include <stddef.h>

/* Letters (bytes) to insert, drop, change or swap with a neighbour to get from a to b; INT_MAX if
 * either has 64 or more. */
int suggest_distance(const char *a, const char *b);

/* The nearest of names to word, or NULL if none is near enough to be meant: within three changes,
 * and for short names fewer. */
const char *suggest_name(const char *word, const char *const *names, size_t count);
