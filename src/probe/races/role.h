/* Role: what can be said of a plain load or store before the program runs, so that a race of it
 * may be allowed. Told by where values go and come from in the instructions, not by how the source
 * is written. */
#pragma once

#include "vm/launch.h"

typedef enum Role {
    ROLE_PLAIN,
    /* LOAD: its value goes nowhere but into atomicCAS on the same word, as what the word is
     * compared with and what the new value is made of, or into conditions that decide about
     * nothing else: the compare-and-swap loop. A stale value is found out. */
    ROLE_COMPARED,
    /* STORE: if threads store the same value here, it is not by chance: the value is made of no
     * data but such as all threads load from one place, or of data that differ. */
    ROLE_EQUAL,
    /* LOAD: a flag that is waited for. Its value goes into conditions of loops alone, and all that
     * the program stores through that parameter is one constant; all of it is volatile. Who sees
     * the constant sooner or later waits for shorter or longer, and that is meant. */
    ROLE_POLLED
} Role;

/* Fills roles ([code_count]) for the instructions of a program; all others are ROLE_PLAIN. */
void role_find(uint8_t *roles, const Program *program, const Launch *launch);
