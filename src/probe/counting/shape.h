/* LaneShape: how the lanes of a request stand to each other, whatever address the first one has.
 *
 * In a loop the same shape comes again and again at other addresses, so whatever follows from the
 * shape alone (sectors, bank turns, extent) is worked out once. A ShapeTable is flat: it names
 * shapes by number and remembers, for each instruction, the one it had last.
 */
#ifndef TILESTEP_PROBE_COUNTING_SHAPE_H
#define TILESTEP_PROBE_COUNTING_SHAPE_H

#include "probe/counting/cost.h"
#include "vm/step.h"

/* A shape costs the same in the banks, and as words, wherever it starts; in sectors and lines, by
 * where in a line it starts, in words. Those that start within a word are not kept. */
enum { SHAPE_STARTS = 32, SHAPE_COSTS = SHAPE_STARTS + MEMORY_KINDS - 1 };

typedef struct LaneShape {
    uint32_t active, access_bytes, lanes;
    uint32_t hash;
    int64_t from_first[WARP_LANES]; /* bytes from the first active lane; 0 for inactive lanes */
    int64_t low, high;    /* from_first of the lowest byte, and of the one after the last */
    uint64_t grain;       /* greatest common divisor of from_first; 0: all on one address */
    uint32_t most_on_one; /* most lanes with the same address */
    bool overlaps;        /* two lanes touch one byte */
    uint64_t known;       /* bit set: which costs have been worked out */
    uint16_t cost[SHAPE_COSTS][COUNTER_PARTS];
} LaneShape;

typedef struct ShapeTable ShapeTable;

uint64_t shape_table_size(uint32_t code_count, uint32_t warp_count);
void shape_table_start(ShapeTable *table, uint32_t code_count, uint32_t warp_count);

/* The most shapes that a table of a block of 1024 threads holds. */
enum { SHAPES_LEAST = 64, SHAPES_PER_WARP = 32, SHAPE_LIMIT = SHAPES_LEAST + SHAPES_PER_WARP * 32 };
#define NO_SHAPE 0xffff

/* How many it holds; and holds no more than so many. */
uint32_t shape_table_capacity(const ShapeTable *table);
void shape_table_limit(ShapeTable *table, uint32_t shapes);

/* Forgets the shapes whose number in numbers is NO_SHAPE; the others get new numbers there. */
void shape_table_keep(ShapeTable *table, uint16_t numbers[SHAPE_LIMIT]);

/* Number of the shape of the active lanes' addresses at an instruction; -1 if the table is full. */
int shape_find(ShapeTable *table, uint32_t pc, const uint64_t address[WARP_LANES], uint32_t active,
               uint32_t access_bytes);

LaneShape *shape_at(const ShapeTable *table, int shape);

/* What it costs (counting/cost.h) when the first active lane is at the address first. */
MemoryCount shape_cost(LaneShape *shape, uint64_t first, MemoryKind memory);

#endif
