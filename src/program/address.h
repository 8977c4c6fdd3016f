/* Addresses as the emulator sees them: a 64-bit word that says what it points into.
 *
 * Bits 63..56 Space, 55..48 object, 47..0 2^47 + byte offset from the object's start. Arithmetic on
 * the low bits keeps the object, so an access outside names the array it was meant for. Objects:
 * global = buffer number, shared = shared variable, local = local variable. 0 is NULL. */
#ifndef TILESTEP_PROGRAM_ADDRESS_H
#define TILESTEP_PROGRAM_ADDRESS_H

#include <stdint.h>

typedef enum Space {
    SPACE_GENERIC, /* told by the address when it runs */
    SPACE_GLOBAL,  /* also __constant__ and __device__ variables: they are buffers */
    SPACE_SHARED,
    SPACE_LOCAL /* per-thread arrays, and variables whose address is taken */
} Space;

/* What stands for Program.texts[i] in a register: TEXT_ADDRESS + i. It points into no memory. */
#define TEXT_ADDRESS (UINT64_C(0x54) << 56)

#define ADDRESS_BIAS ((uint64_t)1 << 47)

static inline uint64_t address_make(Space space, unsigned object, int64_t offset_bytes)
{
    return (uint64_t)space << 56 | (uint64_t)object << 48 |
           ((ADDRESS_BIAS + (uint64_t)offset_bytes) & (((uint64_t)1 << 48) - 1));
}

static inline Space address_space(uint64_t address)
{
    return (Space)(address >> 56);
}

static inline unsigned address_object(uint64_t address)
{
    return (unsigned)(address >> 48 & 0xff);
}

/* Byte offset from the start of the object; negative when before it. */
static inline int64_t address_offset_bytes(uint64_t address)
{
    return (int64_t)(address & (((uint64_t)1 << 48) - 1)) - (int64_t)ADDRESS_BIAS;
}

#endif
