/* Where the 32 lanes of a memory instruction point: addresses with their object (program/address.h)
 * made into host pointers. */
#pragma once

#include "vm/exec.h"

/* The places of one warp access, for as long as its instruction runs. */
typedef struct Access {
    /* For lanes that touch nothing: guard words, not to be written. */
    _Alignas(64) uint8_t *at[WARP_LANES];
    uint32_t inside; /* active lanes whose bytes lie in memory */
} Access;

/* Works out the addresses of exec->instr, fills the step's space, access_bytes, address, arena,
 * outside, fault and fault_lanes, and makes the touched bytes of global memory present, for writing
 * if is_write. access_bytes are those of one lane, a power of two. Never fails: lanes that point
 * into no memory get the guard words. */
void access_resolve(Exec *exec, uint32_t access_bytes, bool is_write, Access *access);

/* The same where the addresses stand in the step already, those of lanes that are not active as one
 * of those that are. */
void access_place(Exec *exec, uint32_t access_bytes, bool is_write, Access *access);

/* After access_resolve: the content at the access in the rows of Step.before or Step.after; and the
 * bytes of the lanes, which an access has written, as set. */
void access_record(Exec *exec, const Access *access, uint32_t rows[][WARP_LANES]);
void access_note_writes(Exec *exec, uint32_t lanes);

/* Marks the bytes that an inside lane has written as set, if they are shared or per-thread memory.
 * After access_resolve. */
void access_note_write(Exec *exec, uint32_t lane);
