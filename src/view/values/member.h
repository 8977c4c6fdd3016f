/* A part of a variable: the whole of it, or a member of a struct as "v.x" names it. What lies
 * behind a pointer or a subscript is a Spot (spot.h). */
#pragma once

#include "view/draw/context.h"

typedef struct Member {
    const Variable *variable;
    const Type *type;      /* of the part */
    Operand operand;       /* of a register or uniform, else OPERAND_NONE */
    uint32_t offset_bytes; /* from where the variable begins in local memory */
} Member;

/* All of a variable. */
Member member_of(const Variable *variable);

/* From a struct to its field of that index; the member must be a struct. */
void member_take(Member *member, int field);

/* Whether it is held where values are read from: in registers, uniforms or local memory. */
bool member_is_held(const Member *member);

/* Bits, as in a register, of one that is held and a scalar or a pointer. */
uint64_t member_bits(const View *view, const Member *member, uint32_t thread);

/* Where a pointer of a type points, in elements from the start of an array: "buf + 16", or "buf + 3
 * B" between elements; a pointer into a buffer, or to nothing, as the sentences have it. */
const char *pointer_text(const View *view, const Type *pointer, uint64_t bits);

/* The value of one that is held: "{x = 1, y = 2}", of its first 16 members; an array in it is "…".
 * In the arena. */
const char *member_text(const View *view, const Member *member, uint32_t thread);
