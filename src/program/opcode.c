/* The tables behind opcode.def and math.def. */
#include "program/opcode.h"

#include "program/type.h"

const OpcodeInfo opcode_info[OP_COUNT] = {
#define OPCODE(name, mnemonic, class, run, flops, operands)                                        \
    [OP_##name] = {#name, mnemonic, operands, CLASS_##class, flops},
#include "program/opcode.def"
};

#define WORDS(cells, type)                                                                         \
    (SCALAR_##type == SCALAR_I8 || SCALAR_##type == SCALAR_U8      ? (cells) / 128                 \
     : SCALAR_##type == SCALAR_F16 || SCALAR_##type == SCALAR_BF16 ? (cells) / 64                  \
                                                                   : (cells) / 32)
const MmaInfo mma_info[MMA_SHAPES] = {
#define MMA(name, text, m, k, ab, cd)                                                              \
    [MMA_##name] = {text,                                                                          \
                    m,                                                                             \
                    k,                                                                             \
                    SCALAR_##ab,                                                                   \
                    SCALAR_##cd,                                                                   \
                    WORDS((m) * (k), ab),                                                          \
                    WORDS(8 * (k), ab),                                                            \
                    WORDS(8 * (m), cd)},
#include "program/mma.def"
};

const MathInfo math_info[MATH_COUNT] = {
#define MATH_FUNCTION(name, arguments) [MATH_##name] = {#name, arguments},
#include "program/math.def"
};
