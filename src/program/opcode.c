/* The tables behind opcode.def and math.def. */
#include "program/opcode.h"

const OpcodeInfo opcode_info[OP_COUNT] = {
#define OPCODE(name, mnemonic, class, run, flops, operands)                                        \
    [OP_##name] = {#name, mnemonic, operands, CLASS_##class, flops},
#include "program/opcode.def"
};

const MathInfo math_info[MATH_COUNT] = {
#define MATH_FUNCTION(name, arguments) [MATH_##name] = {#name, arguments},
#include "program/math.def"
};
