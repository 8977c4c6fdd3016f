/* The hot path is one comparison: the addresses against the shape this instruction had last time.
 * Everything else is a hash table in a flat block. */
#include "probe/counting/shape.h"

#include "base/clones.h"
#include "probe/counting/sectors.h"
#include "vm/page.h"

#include <assert.h>
#include <string.h>

struct ShapeTable {
    uint32_t code_count, capacity, count, bucket_count;
    uint64_t last_at, buckets_at, shapes_at; /* offsets from the start of the table */
};

static uint64_t lay_out_shapes(ShapeTable *table, uint32_t code_count, uint32_t warp_count)
{
    table->code_count = code_count;
    table->count = 0;
    table->capacity = SHAPES_LEAST + SHAPES_PER_WARP * warp_count;
    table->bucket_count = 256;
    while (table->bucket_count < table->capacity * 2)
        table->bucket_count *= 2;
    table->last_at = page_rounded(sizeof *table);
    table->buckets_at = table->last_at + page_rounded(sizeof(uint16_t) * code_count);
    table->shapes_at = table->buckets_at + page_rounded(sizeof(uint16_t) * table->bucket_count);
    return table->shapes_at + page_rounded(sizeof(LaneShape) * table->capacity);
}

uint64_t shape_table_size(uint32_t code_count, uint32_t warp_count)
{
    ShapeTable table;
    return lay_out_shapes(&table, code_count, warp_count);
}

static uint16_t *last_shapes(const ShapeTable *table)
{
    return (uint16_t *)((char *)table + table->last_at);
}

static uint16_t *buckets(const ShapeTable *table)
{
    return (uint16_t *)((char *)table + table->buckets_at);
}

LaneShape *shape_at(const ShapeTable *table, int shape)
{
    return (LaneShape *)((char *)table + table->shapes_at) + shape;
}

static void forget_places(ShapeTable *table)
{
    memset(last_shapes(table), 0xff, sizeof(uint16_t) * table->code_count);
    memset(buckets(table), 0xff, sizeof(uint16_t) * table->bucket_count);
}

void shape_table_start(ShapeTable *table, uint32_t code_count, uint32_t warp_count)
{
    lay_out_shapes(table, code_count, warp_count);
    forget_places(table);
}

uint32_t shape_table_capacity(const ShapeTable *table)
{
    return table->capacity;
}

void shape_table_limit(ShapeTable *table, uint32_t shapes)
{
    if (shapes < table->capacity)
        table->capacity = shapes;
}

void shape_table_keep(ShapeTable *table, uint16_t numbers[SHAPE_LIMIT])
{
    uint32_t count = table->count, mask = table->bucket_count - 1;
    forget_places(table);
    table->count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (numbers[i] == NO_SHAPE)
            continue;
        numbers[i] = (uint16_t)table->count++;
        LaneShape *shape = shape_at(table, numbers[i]);
        if (numbers[i] != i)
            *shape = *shape_at(table, (int)i);
        uint32_t at = shape->hash & mask;
        while (buckets(table)[at] != NO_SHAPE)
            at = (at + 1) & mask;
        buckets(table)[at] = numbers[i];
    }
}

static bool has_all(const LaneShape *shape, const uint64_t address[WARP_LANES], uint64_t first)
{
    uint64_t differs = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        differs |= (address[i] - first) ^ (uint64_t)shape->from_first[i];
    return !differs;
}

static bool is_shape(const LaneShape *shape, const uint64_t address[WARP_LANES], uint32_t active,
                     uint32_t access_bytes)
{
    if (shape->active != active || shape->access_bytes != access_bytes)
        return false;
    uint64_t first = address[__builtin_ctz(active)], differs = 0;
    if (active == 0xffffffffu)
        return has_all(shape, address, first);
    for (; active; active &= active - 1) {
        int lane = __builtin_ctz(active);
        differs |= (address[lane] - first) ^ (uint64_t)shape->from_first[lane];
    }
    return !differs;
}

/* Each lane has a factor of its own, so that all can be taken at once. */
HOST_CLONES static uint32_t hash_of(const uint64_t address[WARP_LANES], uint32_t active,
                                    uint32_t access_bytes)
{
    uint64_t first = address[__builtin_ctz(active)];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint64_t from_first = active >> i & 1 ? address[i] - first : 0;
        sum += ((uint32_t)from_first ^ (uint32_t)(from_first >> 32)) * (2 * i + 1) * 0x85ebca6bu;
    }
    uint64_t hash = ((uint64_t)active << 8 | access_bytes) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(((hash ^ sum) * 0xff51afd7ed558ccdu) >> 32);
}

uint64_t shape_common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Compares all pairs of lanes: once per shape. */
HOST_CLONES static void compare_lanes(LaneShape *shape)
{
    int64_t places[WARP_LANES];
    uint64_t reach = shape->access_bytes - 1; /* two places so far apart share a byte */
    uint32_t count = 0, most = 0, nearest = 0;
    for (uint32_t rest = shape->active; rest; rest &= rest - 1)
        places[count++] = shape->from_first[__builtin_ctz(rest)];
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t same = 0, near = 0;
        for (uint32_t j = 0; j < count; ++j) {
            uint64_t distance = (uint64_t)(places[j] - places[i]);
            same += distance == 0;
            near += distance + reach <= 2 * reach;
        }
        most = same > most ? (uint32_t)same : most;
        nearest = near > nearest ? (uint32_t)near : nearest;
    }
    shape->most_on_one = most;
    shape->overlaps = nearest > 1; /* each is near itself */
}

static bool is_row(const LaneShape *shape)
{
    int first = __builtin_ctz(shape->active);
    for (uint32_t rest = shape->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        if (shape->from_first[lane] != (lane - first) * (int64_t)shape->access_bytes)
            return false;
    }
    return true;
}

static void describe_shape(LaneShape *shape, const uint64_t address[WARP_LANES])
{
    uint64_t first = address[__builtin_ctz(shape->active)];
    shape->lanes = (uint32_t)__builtin_popcount(shape->active);
    shape->high = shape->access_bytes;
    for (uint32_t rest = shape->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int64_t at = (int64_t)(address[lane] - first);
        shape->from_first[lane] = at;
        shape->low = at < shape->low ? at : shape->low;
        if (at + (int64_t)shape->access_bytes > shape->high)
            shape->high = at + (int64_t)shape->access_bytes;
        shape->grain = shape_common_divisor(shape->grain, (uint64_t)(at < 0 ? -at : at));
    }
    shape->is_row = is_row(shape);
    compare_lanes(shape);
}

static int shape_add(ShapeTable *table, const uint64_t address[WARP_LANES], uint32_t active,
                     uint32_t access_bytes, uint32_t hash)
{
    if (table->count == table->capacity)
        return -1;
    LaneShape *shape = shape_at(table, (int)table->count);
    memset(shape, 0, sizeof *shape);
    shape->active = active;
    shape->access_bytes = access_bytes;
    shape->hash = hash;
    describe_shape(shape, address);
    return (int)table->count++;
}

static int look_up(ShapeTable *table, const uint64_t address[WARP_LANES], uint32_t active,
                   uint32_t access_bytes)
{
    uint32_t hash = hash_of(address, active, access_bytes), mask = table->bucket_count - 1;
    uint16_t *bucket = buckets(table);
    uint32_t at = hash & mask;
    for (; bucket[at] != NO_SHAPE; at = (at + 1) & mask) {
        const LaneShape *shape = shape_at(table, bucket[at]);
        if (shape->hash == hash && is_shape(shape, address, active, access_bytes))
            return bucket[at];
    }
    int added = shape_add(table, address, active, access_bytes, hash);
    if (added >= 0)
        bucket[at] = (uint16_t)added;
    return added;
}

int shape_find(ShapeTable *table, uint32_t pc, const uint64_t address[WARP_LANES], uint32_t active,
               uint32_t access_bytes)
{
    uint16_t *last = &last_shapes(table)[pc];
    if (*last != NO_SHAPE && is_shape(shape_at(table, *last), address, active, access_bytes))
        return *last;
    int shape = look_up(table, address, active, access_bytes);
    if (shape >= 0)
        *last = (uint16_t)shape;
    return shape;
}

static void place_lanes(const LaneShape *shape, uint64_t first, uint64_t address[WARP_LANES])
{
    for (int i = 0; i < WARP_LANES; ++i)
        address[i] = first + (uint64_t)shape->from_first[i];
}

static_assert(MEMORY_GLOBAL == 0 && SHAPE_STARTS * 4 == LINE_BYTES && SHAPE_COSTS <= 64,
              "how costs are kept");

MemoryCount shape_cost(LaneShape *shape, uint64_t first, MemoryKind memory)
{
    unsigned at = memory == MEMORY_GLOBAL ? (unsigned)(first % LINE_BYTES / 4)
                                          : SHAPE_STARTS - 1 + (unsigned)memory;
    uint16_t *kept = shape->cost[at];
    MemoryCount cost;
    uint64_t *parts = (uint64_t *)&cost;
    if (first % 4 == 0 && shape->known >> at & 1) {
        for (int i = 0; i < COUNTER_PARTS; ++i)
            parts[i] = kept[i];
        return cost;
    }
    uint64_t address[WARP_LANES];
    place_lanes(shape, first, address);
    cost = cost_of_lanes(address, shape->active, shape->access_bytes, memory);
    if (first % 4 == 0) {
        shape->known |= (uint64_t)1 << at;
        for (int i = 0; i < COUNTER_PARTS; ++i)
            kept[i] = (uint16_t)parts[i];
    }
    return cost;
}
