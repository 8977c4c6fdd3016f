/* Hashing of bytes: that two states are equal is told by these 64 bits. Quick, not cryptographic.
 * Share codes and the files of the GPU's cache hold such numbers, so the functions stay as they
 * are; words are read in the machine's byte order. A hash is built up part by part:
 *
 *     hash = hash_bytes(HASH_START, a, sizeof a);
 *     hash = hash_u64(hash, b); */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What the first part is mixed into, and what every word is multiplied with. */
#define HASH_START  0x9e3779b97f4a7c15u
#define HASH_FACTOR 0xff51afd7ed558ccdu

/* Mixes size bytes into hash and returns the new one, which depends on the content of the parts and
 * their order, not on addresses. bytes need no alignment. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Mixes one word into hash and returns the new one: in a few instructions and without a call, for
 * keys that are one number. */
static inline uint64_t hash_u64(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * HASH_FACTOR;
    return hash ^ hash >> 32;
}
