/* The nearest known name to a mistyped one. */
#ifndef TILESTEP_CLI_TERMINAL_SUGGEST_H
#define TILESTEP_CLI_TERMINAL_SUGGEST_H

#include <stddef.h>

/* Letters to insert, drop, change or swap with a neighbour to get from a to b. */
int suggest_distance(const char *a, const char *b);

/* The nearest of names to word, or NULL if none is near enough to be meant. */
const char *suggest_name(const char *word, const char *const *names, size_t count);

#endif
