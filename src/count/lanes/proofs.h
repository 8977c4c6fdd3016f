/* Proofs: keys of what was proved of some interval before, and so holds of one with the same key. A
 * key that many others have followed is forgotten, and proved again when it is needed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PROOF_SLOTS = 1 << 10, PROOF_WAYS = 8 };

typedef struct Proofs {
    uint64_t keys[PROOF_SLOTS];
} Proofs;

/* The places where a key may be kept: PROOF_WAYS of them, the last one that came first. */
static inline uint64_t *proofs_of(Proofs *proofs, uint64_t key)
{
    return &proofs->keys[(key >> 20) * PROOF_WAYS & (PROOF_SLOTS - 1)];
}

static inline bool proofs_have(Proofs *proofs, uint64_t key)
{
    const uint64_t *keys = proofs_of(proofs, key);
    bool is_there = false;
    for (int i = 0; i < PROOF_WAYS; ++i)
        is_there |= keys[i] == key;
    return is_there;
}

static inline void proofs_keep(Proofs *proofs, uint64_t key)
{
    uint64_t *keys = proofs_of(proofs, key);
    memmove(keys + 1, keys, (PROOF_WAYS - 1) * sizeof *keys);
    keys[0] = key;
}
