/* Values of the 32 lanes of a warp, and the functions that compute on all of them at once.
 *
 * Lane functions know no mask: they compute every lane, active or not, and the caller keeps what
 * it wants. So they are plain loops over 32 elements, which compilers turn into vector code. */
#pragma once

#include "program/program.h"
#include "vm/lanes/warp.h"

/* A register of a warp: lane i is element i, of 32 bits or, over two slots, of 64. BOOL and narrow
 * integers are widened, F16 and BF16 are their bits in u32 (program/instr.h). */
typedef union Lanes {
    _Alignas(64) uint32_t u32[WARP_LANES];
    int32_t i32[WARP_LANES];
    float f32[WARP_LANES];
    uint64_t u64[WARP_LANES];
    int64_t i64[WARP_LANES];
    double f64[WARP_LANES];
} Lanes;

/* The NaN of a device: its bits are 0x7fffffff. */
#define LANE_NAN __builtin_nanf("0x3fffff")

/* A result in single precision as a device gives it. It knows one NaN, whose bits are 0x7fffffff,
 * and makes it of all others ("Floating-Point Standard" in the CUDA C++ Programming Guide). */
static inline float lane_float(float result)
{
    return result == result ? result : LANE_NAN;
}

/* A result in double precision. There a NaN keeps its payload, and which of two stays is said here:
 * processors and compilers differ in it. Of none that was an operand a new one is made. */
#define LANE_NEW_NAN (-__builtin_nan(""))
static inline double lane_double(double result, double first, double second)
{
    double of_first = first + first, of_second = second + second; /* quiet, where they are NaN */
    double nan = of_first != of_first     ? of_first
                 : of_second != of_second ? of_second
                                          : LANE_NEW_NAN;
    return result == result ? result : nan;
}

/* One operation on 32 lanes. Operands that the opcode does not use are not looked at. */
typedef void LaneFunction(Lanes *restrict out, const Lanes *a, const Lanes *b, const Lanes *c);

/* Arithmetic and comparisons by opcode, in each type that computes, in their order; NULL where an
 * opcode has no meaning in the type. */
enum { LANE_I32, LANE_U32, LANE_I64, LANE_U64, LANE_INTEGERS };
enum { LANE_F16, LANE_BF16, LANE_F32, LANE_F64, LANE_FLOATS };
extern LaneFunction *const lane_integer[LANE_INTEGERS][OP_COUNT];
extern LaneFunction *const lane_floating[LANE_FLOATS][OP_COUNT];

/* The index that a limit is of, in a lane; lanes: what its operand holds. */
static inline int64_t lanes_limited_index(const IndexLimit *limit, const Lanes *lanes, int lane)
{
    bool is_wide = register_words(limit->type) == 2, is_signed = scalar_is_signed(limit->type);
    int64_t narrow = is_signed ? (int64_t)lanes->i32[lane] : (int64_t)lanes->u32[lane];
    return (int64_t)((is_wide ? lanes->u64[lane] : (uint64_t)narrow) + (uint64_t)limit->added);
}

/* Those of a type; narrow integers compute as I32, as C promotes them. */
static inline LaneFunction *const *lane_functions(ScalarType type)
{
    return type >= SCALAR_F16   ? lane_floating[type - SCALAR_F16]
           : type >= SCALAR_I32 ? lane_integer[type - SCALAR_I32]
                                : lane_integer[LANE_I32];
}

/* The quotients of all lanes, or the rests, in 32 bits; false, and nothing done, unless they all
 * divide by one number for which a product does as well: not 0, nor -1 with a sign. */
bool lanes_divide(bool is_signed, bool is_rest, Lanes *restrict out, const Lanes *a,
                  const Lanes *b);

/* The same of 64 bits, with a sign or without, where all numbers are below 2^32. */
bool lanes_divide_wide(bool is_rest, Lanes *restrict out, const Lanes *a, const Lanes *b);

/* In place, cuts I32 results down to BOOL or a narrow integer type, widened as in a register; lanes
 * of other types stay as they are. */
void lanes_narrow(ScalarType type, Lanes *lanes);

/* Register values of one type as another, by C's rules with one rounding to nearest even. Floats to
 * integers round to zero and saturate; float and double to 8 and 16 bits do so to 32, of which the
 * low ones stay. NaN gives 0, or the highest bit alone where either type has 64 bits. A NaN keeps
 * what fits of its payload. */
void lanes_convert(Lanes *restrict out, const Lanes *a, ScalarType from, ScalarType to);

/* The lanes whose float or double, cut to a whole number, an integer type does not hold, or that
 * are NaN. */
uint32_t lanes_beyond(const Lanes *a, ScalarType from, ScalarType to);

/* A MathFunction of the active lanes alone, as it is slow; b only where it has two arguments. The
 * numbers are those of the host's C library in double precision, rounded once: the functions of a
 * GPU differ in the last places (CUDA C++ Programming Guide, "Mathematical Functions"). */
void lanes_math(Lanes *restrict out, const Lanes *a, const Lanes *b, MathFunction function,
                ScalarType type, uint32_t active);

/* Any VALUE instruction, rounded as it says, all lanes at once: operands and result lie as in
 * registers, and out is none of the operands. MATH computes the active lanes only and leaves the
 * others of out alone. */
void lanes_compute(const Instr *instr, uint32_t active, Lanes *restrict out, const Lanes *a,
                   const Lanes *b, const Lanes *c);
