/* Values of a run as JSON, for all that writes it. Every object is new and the caller's, who gives
 * it up with json_decref. */
#pragma once

#include "load/load.h"

#include <jansson.h>

/* A line of all files (Instr.own_line) in its own file; null for 0. */
json_t *json_line(const Run *run, uint32_t number);

/* Under key, the file of the line, and its cell in a notebook; nothing where it is that which was
 * opened. */
void json_put_file(json_t *object, const char *key, const Run *run, uint32_t number);

/* [x, y, z] */
json_t *json_dim3(Dim3 d);

/* A register value of a type: whole numbers as such, floats as reals (null if not finite). */
json_t *json_value(ScalarType type, uint64_t bits);

/* value, or null where JSON has no such number: infinite, or not a number. */
json_t *json_number(double value);
