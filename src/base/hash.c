/* A multiply-and-fold hash, eight bytes at a time: quick enough to run over a whole machine state
 * at every step of a test. */
#include "base/hash.h"

#include <string.h>

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (; size >= 8; at += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = hash_u64(hash, word);
    }
    uint64_t tail = size;
    for (size_t i = 0; i < size; ++i)
        tail = tail << 8 | at[i];
    return hash_u64(hash, tail);
}
