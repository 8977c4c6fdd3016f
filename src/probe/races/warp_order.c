/* Lanes that meet are known by the lowest of them. Who is reached from a lane is found by going
 * through the meetings in their order: whoever meets a lane that is reached is reached, too. */
#include "probe/races/warp_order.h"

#include <string.h>

void warp_order_begin(WarpOrder *order)
{
    order->now = (WarpMoment){0, 0};
    order->meeting_count = 0;
}

/* Lanes meet if they come together, and each names itself and the others with one mask. */
static void find_leaders(const Step *step, uint8_t leader[WARP_LANES])
{
    memset(leader, NO_LEADER, WARP_LANES);
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t others = step->masks[lane] & step->active; others; others &= others - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(others);
            if (step->masks[other] != step->masks[lane] || !(step->masks[lane] >> lane & 1))
                continue;
            leader[lane] = (uint8_t)other;
            break;
        }
    }
}

static bool is_of_all(const Step *step, const uint8_t leader[WARP_LANES])
{
    uint8_t first = (uint8_t)__builtin_ctz(step->live);
    for (uint32_t left = step->live; left; left &= left - 1)
        if (leader[__builtin_ctz(left)] != first)
            return false;
    return true;
}

void warp_order_sync(WarpOrder *order, const Step *step)
{
    uint8_t leader[WARP_LANES];
    Meeting *last = order->meeting_count ? &order->meetings[order->meeting_count - 1] : NULL;
    find_leaders(step, leader);
    bool is_repeated = last && memcmp(last->leader, leader, sizeof leader) == 0;
    if (is_of_all(step, leader) || (!is_repeated && order->meeting_count == WARP_MEETINGS)) {
        ++order->now.whole;
        order->now.partial = order->meeting_count = 0;
        return;
    }
    if (!is_repeated) {
        last = &order->meetings[order->meeting_count++];
        last->first = order->now.partial;
        memcpy(last->leader, leader, sizeof leader);
    }
    last->last = order->now.partial++;
}

static uint32_t reached_through(const Meeting *meeting, uint32_t reached)
{
    uint32_t leaders = 0, more = reached;
    for (uint32_t left = reached; left; left &= left - 1) {
        uint8_t leader = meeting->leader[__builtin_ctz(left)];
        leaders |= leader == NO_LEADER ? 0 : 1u << leader;
    }
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        if (meeting->leader[lane] != NO_LEADER && leaders >> meeting->leader[lane] & 1)
            more |= 1u << lane;
    return more;
}

bool warp_order_has(const WarpOrder *order, WarpMoment at_a, uint32_t a, WarpMoment at_b,
                    uint32_t b)
{
    if (at_a.whole != at_b.whole)
        return true;
    bool a_first = at_a.partial < at_b.partial;
    uint32_t from = a_first ? at_a.partial : at_b.partial;
    uint32_t to = a_first ? at_b.partial : at_a.partial;
    uint32_t reached = 1u << (a_first ? a : b);
    for (uint32_t i = 0; i < order->meeting_count; ++i)
        if (order->meetings[i].first < to && order->meetings[i].last >= from)
            reached = reached_through(&order->meetings[i], reached);
    return from != to && reached >> (a_first ? b : a) & 1;
}
