/* A part of a variable: the whole of it, or a member of a struct as "v.x" names it. */
#ifndef TILESTEP_VIEW_VALUES_MEMBER_H
#define TILESTEP_VIEW_VALUES_MEMBER_H

#include "view/draw/context.h"

typedef struct Member {
    const Variable *variable;
    const Type *type;
    Operand operand;       /* of a register or uniform, else OPERAND_NONE */
    uint32_t offset_bytes; /* from where the variable begins in local memory */
} Member;

Member member_of(const Variable *variable);

/* From a struct to a field of it. */
void member_take(Member *member, int field);

/* It is held where values are read from: in registers, uniforms or local memory. */
bool member_is_held(const Member *member);

/* Bits of one that is held and a scalar or a pointer. */
uint64_t member_bits(const View *view, const Member *member, uint32_t thread);

/* Where a pointer of a type points, in elements from the start of an array: "buf + 16". */
const char *pointer_text(const View *view, const Type *pointer, uint64_t bits);

/* Of one that is held: "{x = 1, y = 2}"; an array in it is "…". */
const char *member_text(const View *view, const Member *member, uint32_t thread);

#endif
