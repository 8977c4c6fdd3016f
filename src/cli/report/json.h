/* A Result as JSON, in the shape that scripts rely on. */
#ifndef TILESTEP_CLI_REPORT_JSON_H
#define TILESTEP_CLI_REPORT_JSON_H

#include "cli/report/result.h"

/* All of `run --json` but the GPU. */
json_t *json_result(Arena *arena, const Result *result);

/* The counters alone: the same names and nesting. */
json_t *json_counters(const Counters *counters);

/* a / b for every number of two counters objects; null where b is 0. */
json_t *json_ratios(const json_t *a, const json_t *b);

json_t *json_dim3(Dim3 d);

/* A register value of a type: whole numbers as such, floats as reals (null if not finite). */
json_t *json_value(ScalarType type, uint64_t bits);

/* value, or null where JSON has no such number. */
json_t *json_number(double value);

#endif
