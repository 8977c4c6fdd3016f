/* Arguments, and a checksum of results, for a GPU's program (tests/gpu/proof/numbers.cu) and for
 * the test that compares the emulator with what that has recorded. */
#pragma once

#include <stdint.h>
#include <string.h>

enum {
    NUMBERS_LEAST = -70000,
    NUMBERS_WHOLE = 140001,
    NUMBERS_SPECIAL = 48,
    NUMBERS = NUMBERS_WHOLE + NUMBERS_SPECIAL, /* that are converted */
    NUMBERS_ROUNDED = 1 << 15,
    NAN_OPERATIONS = 16
};

static inline uint64_t numbers_hash(uint64_t hash, uint64_t bits)
{
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static inline uint64_t numbers_bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t numbers_bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The special numbers of a type: ends of the integers and what lies beside them, infinities, NaNs,
 * the least and the largest. */
static inline uint64_t numbers_special(char kind, int bytes, int index)
{
    static const double reals[24] = {
        0.5,          0.99999,      255.5,        300.7,
        32767.5,      65535.99,     2147483520.0, 2147483647.0,
        2147483648.0, 4294967040.0, 4294967295.0, 4294967296.0,
        4294967551.0, 1e10,         3e9,          9223371487098961920.0,
        0x1p63,       0x1p64,       1e19,         1e30,
        65504,        65519.99,     65520,        1e-7};
    static const uint64_t singles[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f812345,
                                       0x7fffffff, 1,          0x80000001, 0x7f7fffff, 0x80000000};
    static const uint64_t doubles[] = {0x7ff0000000000000u,
                                       0xfff0000000000000u,
                                       0x7ff8000000000000u,
                                       0xfff8000000000000u,
                                       0x7ff0123456789abcu,
                                       0x7ff8123456789abcu,
                                       1,
                                       0x8000000000000001u,
                                       0x7fefffffffffffffu,
                                       0x8000000000000000u};
    static const uint64_t wholes[24] = {0x7f,
                                        0x80,
                                        0xff,
                                        0x7fff,
                                        0x8000,
                                        0xffff,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x7fffffffffffffff,
                                        0x8000000000000000u,
                                        0xffffffffffffffffu,
                                        0x1000001,
                                        0x20000000000001,
                                        0x4040000000000000,
                                        0x4040000000000001,
                                        0x40c0000000000000,
                                        0x8080008000000000u,
                                        0x8080008000000001u,
                                        0x123456789abcdef0,
                                        0x7fffffbf,
                                        0xffffff7f,
                                        65519,
                                        65520};
    double sign = index >= 24 ? -1 : 1;
    if (kind != 'f')
        return index < 24 ? wholes[index] : 0 - wholes[index - 24];
    if (bytes == 4)
        return index < 10 ? singles[index]
                          : numbers_bits_of_float((float)(sign * reals[index % 24]));
    return index < 10 ? doubles[index] : numbers_bits_of_double(sign * reals[index % 24]);
}

static inline uint64_t numbers_argument(char kind, int bytes, int index)
{
    int64_t whole = NUMBERS_LEAST + index;
    if (kind == 'b')
        return (uint64_t)index % 2;
    if (kind == 'f' && bytes == 2) /* all there are */
        return (uint64_t)index & 0xffff;
    if (index >= NUMBERS_WHOLE)
        return numbers_special(kind, bytes, index - NUMBERS_WHOLE);
    if (kind == 'f')
        return bytes == 4 ? numbers_bits_of_float((float)whole)
                          : numbers_bits_of_double((double)whole);
    return (uint64_t)whole;
}

/* Any number, and often one near 1, near an end, of few digits, or special. digits: of the float;
 * 0: an integer. which: of the operands. */
static inline uint64_t numbers_random(int digits, int bytes, int index, int which)
{
    uint64_t seed = numbers_hash(numbers_hash(77, (uint64_t)index), (uint64_t)which);
    uint64_t bits = numbers_hash(numbers_hash(seed, 1), 2), choice = numbers_hash(bits, 3);
    choice = numbers_hash(choice, 4);
    if (digits == 0) {
        bits >>= choice & 1 ? choice >> 8 & 63 : 0;
        return choice & 2 ? bits & ~(uint64_t)0 << (choice >> 16 & 63) : bits;
    }
    int width = 8 * bytes - 1 - digits, all = (1 << width) - 1;
    uint64_t mantissa = bits & (((uint64_t)1 << digits) - 1),
             exponent = bits >> digits & (uint64_t)all;
    int near = all / 2 + (int)(choice >> 8 & 7) - 4, far = all / 2 + (int)(choice >> 8 & 63) - 32;
    switch (choice & 7) {
    case 0: exponent = (uint64_t)(choice >> 8 & 1); break;
    case 1: exponent = (uint64_t)(all - (int)(choice >> 8 & 1)); break;
    case 2:
    case 3: exponent = (uint64_t)near; break;
    case 4: exponent = (uint64_t)(far < 0 ? 0 : far > all ? all : far); break;
    default: break;
    }
    if (choice >> 16 & 1)
        mantissa &= ~(uint64_t)0 << (choice >> 20 & 63) % (uint64_t)(digits + 1);
    if ((choice >> 32 & 31) == 0)
        exponent = mantissa = 0;
    return (bits >> 63) << (digits + width) | exponent << digits | mantissa;
}

/* The numbers of which three at a time are tried: NaNs that differ, and others. */
enum { NAN_NUMBERS = 8, NAN_TRIPLES = NAN_NUMBERS * NAN_NUMBERS * NAN_NUMBERS };
static inline uint64_t numbers_nan(int triple, int which)
{
    static const uint64_t numbers[NAN_NUMBERS] = {
        0x3ff8000000000000u, 0xc004000000000000u, 0x7ff0000000000000u, 0x0000000000000000u,
        0x7ff8000000000000u, 0xfff8000000000111u, 0x7ff0000000000222u, 0xfff0000000000333u};
    return numbers[triple >> 3 * which & 7];
}
