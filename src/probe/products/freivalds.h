/* Freivalds' test (R. Freivalds, "Probabilistic machines can use less running time", 1977): whether
 * rows of a product are right, without computing it. What holds for C = A B holds for C r = A (B r)
 * with any r, in as many steps as there are elements. Here all numbers are whole and the arithmetic
 * is modulo 2^64, with odd numbers in r: one wrong cell in a row is always found, and several
 * that are wrong cancel out in one row of 2^29 at most. */
#pragma once

#include "probe/products/reading.h"

/* holds[row] becomes 1 for each row of the result that is exactly what the reading says, by this
 * test; 0 if it is not, or cannot be told so. left and right are stored by rows. False, and nothing
 * is told, if the numbers are not whole or are too large. */
bool freivalds_rows(const Product *product, const Reading *reading, const Values *left,
                    const Values *right, uint8_t *holds);
