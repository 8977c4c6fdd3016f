/* Values of the 32 lanes of a warp, and the functions that compute on all of them at once.
 *
 * Lane functions know no mask: they compute every lane, active or not, and the caller keeps what
 * it wants. So they are plain loops over 32 elements, which compilers turn into vector code. */
#ifndef TILESTEP_VM_LANES_H
#define TILESTEP_VM_LANES_H

#include "vm/step.h"

typedef union Lanes {
    _Alignas(64) uint32_t u32[WARP_LANES];
    int32_t i32[WARP_LANES];
    float f32[WARP_LANES];
    uint64_t u64[WARP_LANES];
    int64_t i64[WARP_LANES];
    double f64[WARP_LANES];
} Lanes;

typedef void LaneFunction(Lanes *restrict out, const Lanes *a, const Lanes *b, const Lanes *c);

/* Arithmetic and comparisons by opcode, in each type that computes; NULL where an opcode has no
 * meaning in the type. Narrow integers compute as I32, as C promotes them. */
extern LaneFunction *const lane_i32[OP_COUNT], *const lane_u32[OP_COUNT];
extern LaneFunction *const lane_i64[OP_COUNT], *const lane_u64[OP_COUNT];
extern LaneFunction *const lane_f16[OP_COUNT], *const lane_f32[OP_COUNT];
extern LaneFunction *const lane_f64[OP_COUNT];

/* Cuts I32 results down to a narrow type, widened as in a register; other types stay. */
void lanes_narrow(ScalarType type, Lanes *lanes);

/* Register values of one type as another, by C's rules; floats to integers saturate, NaN gives 0. */
void lanes_convert(Lanes *restrict out, const Lanes *a, ScalarType from, ScalarType to);

/* A MathFunction of the active lanes; b only where it has two arguments. */
void lanes_math(Lanes *restrict out, const Lanes *a, const Lanes *b, MathFunction function,
                ScalarType type, uint32_t active);

/* Any VALUE instruction, all lanes at once: operands and result lie as in registers. MATH looks at
 * the active lanes only. */
void lanes_compute(const Instr *instr, uint32_t active, Lanes *restrict out, const Lanes *a,
                   const Lanes *b, const Lanes *c);

#endif
