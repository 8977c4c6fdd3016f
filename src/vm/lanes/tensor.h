/* What a tensor core computes: d = a b + c for matrices that the lanes of a warp hold together, and
 * how rows of 16 bytes are handed out to them. The layouts are those of the PTX manual ("Matrix
 * Fragments for mma", "ldmatrix").
 *
 * A sum of floats is one fused sum over all products of an instruction, as an H200 makes it: the
 * terms are cut to 25 bits behind the point of the largest one, and added exactly. Other
 * generations keep other numbers of bits, and Ampere sums up halves of k one after the other. */
#pragma once

#include "vm/lanes/lanes.h"

enum { TENSOR_WORDS = 4 }; /* slots that an operand has, at most */

/* d of all lanes: operands are as many slots as the row of mma.def says, of 32 lanes each. No array
 * of d may be one of the others. imm is that of an MMA. */
void tensor_multiply(int32_t imm, uint32_t *const d[TENSOR_WORDS],
                     const uint32_t *const a[TENSOR_WORDS], const uint32_t *const b[TENSOR_WORDS],
                     const uint32_t *const c[TENSOR_WORDS]);

/* A MATRIX of all lanes, likewise; imm is its own. */
void tensor_move(int32_t imm, uint32_t *const to[TENSOR_WORDS],
                 const uint32_t *const from[TENSOR_WORDS]);

/* The lane that slot `word` of a lane of dst comes from (of two the first), and its slot. */
uint32_t tensor_source(int32_t imm, uint32_t lane, uint32_t word, uint32_t *slot);

/* Where element `part` of word `word` of a lane lies in an operand of an MMA, 'a', 'b', 'c' or 'd';
 * a is m x k, b k x 8, c and d m x 8. Products are computed with the same places. */
typedef struct TensorPlace {
    uint32_t row, column;
} TensorPlace;
TensorPlace tensor_place(int32_t imm, char operand, uint32_t lane, uint32_t word, uint32_t part);

/* Rows and columns of such an operand, and elements that a word of it holds. */
TensorPlace tensor_extent(int32_t imm, char operand);
uint32_t tensor_word_elements(int32_t imm, char operand);
