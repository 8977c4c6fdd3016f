/* Where the 32 lanes of a memory instruction point: tagged addresses made into host pointers. */
#ifndef TILESTEP_VM_ACCESS_H
#define TILESTEP_VM_ACCESS_H

#include "vm/exec.h"

typedef struct Access {
    uint8_t *at[WARP_LANES]; /* for lanes that touch nothing: guard words, not to be written */
    uint32_t inside;         /* active lanes whose bytes lie in memory */
} Access;

/* Works out the addresses of the instruction, fills the step's space, access_bytes, address, arena,
 * outside and faults, and makes the touched bytes present. */
void access_resolve(Exec *exec, uint32_t access_bytes, bool is_write, Access *access);

/* Marks the bytes of a lane as set, if they are shared or per-thread memory. */
void access_note_write(Exec *exec, uint32_t lane);

#endif
