/* Values are not kept. A store tells whether it changed what memory held, so all stores after the
 * first one store the first one's value if none of them changed anything. */
#include "probe/races/verdict.h"

static uint64_t end_of(const ShapeTable *shapes, const LoggedRequest *access, int lane)
{
    return race_lane_at(shapes, access, lane) + shape_at(shapes, access->shape)->access_bytes;
}

Verdict verdict_of(const ShapeTable *shapes, const LoggedRequest *a, int lane_a,
                   const LoggedRequest *b, int lane_b)
{
    const LoggedRequest *read = a->kind == ACCESS_READ ? a : b;
    if (read->role == ROLE_COMPARED && (a->kind == ACCESS_ATOMIC || b->kind == ACCESS_ATOMIC))
        return VERDICT_COMPARED;
    if (read->role == ROLE_POLLED && (a->role == ROLE_EQUAL || b->role == ROLE_EQUAL))
        return VERDICT_POLLED;
    bool is_equal = a->role == ROLE_EQUAL && b->role == ROLE_EQUAL &&
                    race_lane_at(shapes, a, lane_a) == race_lane_at(shapes, b, lane_b) &&
                    end_of(shapes, a, lane_a) == end_of(shapes, b, lane_b);
    return is_equal ? VERDICT_IF_EQUAL : VERDICT_RACE;
}

Bytes verdict_bytes(const ShapeTable *shapes, const LoggedRequest *access, int lane)
{
    return (Bytes){race_lane_at(shapes, access, lane), end_of(shapes, access, lane),
                   access->is_global};
}

/* The lanes of a request that write some of the bytes, in order; false if one stores another value
 * than is there already, *is_first if nobody has stored any, or not to all of them. */
static bool add_stores(const ShapeTable *shapes, const LoggedRequest *access, const Bytes *bytes,
                       bool *is_first)
{
    bool has_any = false;
    uint32_t changed = *is_first ? access->mixed : access->mixed | access->changed;
    if (access->kind == ACCESS_READ || access->is_global != bytes->is_global ||
        access->high <= bytes->start || access->low >= bytes->end)
        return true;
    /* All lanes that store to one place stand for each other, as with a flag. */
    const LaneShape *shape = shape_at(shapes, access->shape);
    bool is_one_place = access->high - access->low == shape->access_bytes;
    uint32_t asked = access->lanes;
    if (is_one_place && asked)
        asked = changed & asked ? changed & asked : asked & -asked;
    for (uint32_t lanes = asked; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint64_t start = race_shape_lane_at(shape, access, lane);
        uint64_t end = start + shape->access_bytes;
        if (end <= bytes->start || start >= bytes->end)
            continue;
        if (access->role != ROLE_EQUAL || start != bytes->start || end != bytes->end ||
            changed >> lane & 1)
            return false;
        has_any = true;
    }
    *is_first &= !has_any;
    return true;
}

bool verdict_is_equal(const RaceLog *log, const ShapeTable *shapes, const LoggedRequest *also,
                      const Bytes *bytes)
{
    bool is_first = true;
    for (uint32_t i = 0; i < log->count; ++i)
        if (!add_stores(shapes, race_access(log, i), bytes, &is_first))
            return false;
    return !also || add_stores(shapes, also, bytes, &is_first);
}
