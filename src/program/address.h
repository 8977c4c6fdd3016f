/* Addresses as the emulator sees them: a 64-bit word that says what it points into.
 *
 * Bits 63..56 Space, 55..42 object, 41..0 2^41 + byte offset from the object's start. Arithmetic on
 * the low bits keeps the object, so an access outside names the array it was meant for, while the
 * offset stays within 2^41 bytes, many times what any device has. Objects are numbered from 0: in
 * global memory a buffer of the launch, in shared and local memory an index into Program.shared or
 * Program.locals. 0 is NULL. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Which memory an address or an access is of. */
typedef enum Space {
    SPACE_GENERIC, /* told by the address when it runs */
    SPACE_GLOBAL,  /* also __constant__ and __device__ variables: they are buffers */
    SPACE_SHARED,
    SPACE_LOCAL /* per-thread arrays, and variables whose address is taken */
} Space;

/* What stands for Program.texts[i] in a register: TEXT_ADDRESS + i. It points into no memory. */
#define TEXT_ADDRESS (UINT64_C(0x54) << 56)

enum { ADDRESS_OFFSET_BITS = 42, ADDRESS_OBJECTS = 1 << (56 - ADDRESS_OFFSET_BITS) };
#define ADDRESS_OFFSET_MASK (((uint64_t)1 << ADDRESS_OFFSET_BITS) - 1)

/* Added to the offset, so that one before the object's start does not borrow from the object. */
#define ADDRESS_BIAS ((uint64_t)1 << (ADDRESS_OFFSET_BITS - 1))

/* The address of a byte of an object below ADDRESS_OBJECTS; the byte may lie outside of it. */
static inline uint64_t address_make(Space space, unsigned object, int64_t offset_bytes)
{
    return (uint64_t)space << 56 | (uint64_t)object << ADDRESS_OFFSET_BITS |
           ((ADDRESS_BIAS + (uint64_t)offset_bytes) & ADDRESS_OFFSET_MASK);
}

/* What cvta.to.shared makes of an address of shared memory: 32 bits, the object above the offset,
 * so that adding to it and turning its low bits about stay what they are in a block's memory; and
 * the address again. */
enum { SHARED_OFFSET_BITS = 20 };
static inline uint32_t address_to_shared(uint64_t address)
{
    uint32_t object = (uint32_t)(address >> ADDRESS_OFFSET_BITS) & (ADDRESS_OBJECTS - 1);
    return (object << SHARED_OFFSET_BITS) + (uint32_t)address;
}
static inline uint64_t address_of_shared(uint32_t number)
{
    /* an offset before the array's start borrows from the object: the upper half of what an object
     * has room for is such */
    uint32_t object = (number + (1u << (SHARED_OFFSET_BITS - 1))) >> SHARED_OFFSET_BITS;
    return address_make(SPACE_SHARED, object & (ADDRESS_OBJECTS - 1),
                        (int32_t)(number - (object << SHARED_OFFSET_BITS)));
}

/* SPACE_GENERIC is what NULL and other small numbers that are no address have. */
static inline Space address_space(uint64_t address)
{
    return (Space)(address >> 56);
}

/* Whether there is such an object is the caller's to check. */
static inline unsigned address_object(uint64_t address)
{
    return (unsigned)(address >> ADDRESS_OFFSET_BITS & (ADDRESS_OBJECTS - 1));
}

/* Do two addresses name the same object of the same space? */
static inline bool address_is_same_object(uint64_t a, uint64_t b)
{
    return (a ^ b) >> ADDRESS_OFFSET_BITS == 0;
}

/* Byte offset from the start of the object; negative when before it. */
static inline int64_t address_offset_bytes(uint64_t address)
{
    return (int64_t)(address & ADDRESS_OFFSET_MASK) - (int64_t)ADDRESS_BIAS;
}
