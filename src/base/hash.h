/* Hashing of bytes: equality of states is told by these 64 bits. */
#ifndef TILESTEP_BASE_HASH_H
#define TILESTEP_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Start value of a hash. */
#define HASH_START 0x9e3779b97f4a7c15u

/* Mixes size bytes into hash; the result depends on order and content, not on addresses. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Mixes one word into hash. */
static inline uint64_t hash_u64(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

#endif
