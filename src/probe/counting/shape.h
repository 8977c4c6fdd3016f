/* LaneShape: how the lanes of a request stand to each other, whatever address the first one has.
 *
 * In a loop the same shape comes again and again at other addresses, so whatever follows from the
 * shape alone (sectors, wavefronts of the banks, extent) is worked out once. A ShapeTable is flat:
 * it names shapes by number and remembers, for each instruction, the one it had last. Its bytes are
 * the caller's; a number stands for the same shape until shape_table_keep.
 */
#pragma once

#include "probe/counting/cost.h"
#include "vm/step.h"

/* What a shape costs in banks and in words is the same wherever it starts, and is kept once for
 * shared and once for constant memory. In sectors and lines it depends on the word of a line that
 * it starts at, 32 of them. The cost of one that starts within a word is not kept. */
enum { SHAPE_STARTS = 32, SHAPE_COSTS = SHAPE_STARTS + MEMORY_KINDS - 1 };

typedef struct LaneShape {
    uint32_t active;                /* lanes that have an address */
    uint32_t access_bytes;          /* of each lane */
    uint32_t lanes;                 /* how many are active */
    uint32_t hash;                  /* of all that makes it this shape */
    int64_t from_first[WARP_LANES]; /* bytes from the first active lane; 0 for inactive lanes */
    int64_t low, high;    /* from_first of the lowest byte, and of the one after the last */
    uint64_t grain;       /* greatest common divisor of from_first; 0: all on one address */
    uint32_t most_on_one; /* most lanes with the same address */
    bool overlaps;        /* two lanes touch one byte */
    bool is_row;          /* active lanes lie side by side, as their numbers do */
    uint64_t known;       /* bit set: which costs have been worked out */
    uint16_t cost[SHAPE_COSTS][COUNTER_PARTS];
} LaneShape;

typedef struct ShapeTable ShapeTable;

/* Bytes of a table for a program of so many instructions and a block of so many warps; and an empty
 * one in as many zeroed bytes at table. */

uint64_t shape_table_size(uint32_t code_count, uint32_t warp_count);
void shape_table_start(ShapeTable *table, uint32_t code_count, uint32_t warp_count);

/* The most shapes that a table of a block of 1024 threads holds. */
enum { SHAPES_LEAST = 64, SHAPES_PER_WARP = 32, SHAPE_LIMIT = SHAPES_LEAST + SHAPES_PER_WARP * 32 };
#define NO_SHAPE 0xffff /* in place of a shape's number: none */

/* How many shapes the table has room for; and takes room away until it is so many. */
uint32_t shape_table_capacity(const ShapeTable *table);
void shape_table_limit(ShapeTable *table, uint32_t shapes);

/* Makes room: forgets every shape i for which numbers[i] is NO_SHAPE. The others move together in
 * their order, and numbers[i] becomes the new number of shape i. */
void shape_table_keep(ShapeTable *table, uint16_t numbers[SHAPE_LIMIT]);

/* Number of the shape of the active lanes' addresses, in bytes, at the instruction pc; added to the
 * table if it is new, -1 if there is no room for it. active is not 0. */
int shape_find(ShapeTable *table, uint32_t pc, const uint64_t address[WARP_LANES], uint32_t active,
               uint32_t access_bytes);

/* The shape of a number, inside the table. */
LaneShape *shape_at(const ShapeTable *table, int shape);

/* What a request of the shape costs (counting/cost.h) when its first active lane is at the byte
 * address first. Keeps the cost in the shape for the next time. */
MemoryCount shape_cost(LaneShape *shape, uint64_t first, MemoryKind memory);

uint64_t shape_common_divisor(uint64_t a, uint64_t b); /* the greatest; a if b is 0 */
