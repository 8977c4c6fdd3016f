/* Shuffles and votes, lane by lane. */
#include "vm/lanes/exchange.h"

enum { LANES = 32 };

uint32_t exchange_source(ShuffleMode mode, uint32_t lane, uint32_t by, uint32_t width)
{
    uint32_t segment = (LANES - width) & (LANES - 1), within = ~segment & (LANES - 1);
    uint32_t first = lane & segment, last = first | within, source = lane;
    switch (mode) {
    case SHUFFLE_INDEX: source = first | (by & within); break;
    case SHUFFLE_UP: source = by <= lane - first ? lane - by : lane; break;
    case SHUFFLE_DOWN: source = by <= last - lane ? lane + by : lane; break;
    case SHUFFLE_XOR: source = lane ^ (by & (LANES - 1)); break;
    }
    return source > last ? lane : source;
}

uint32_t exchange_vote(VoteMode mode, uint32_t yes, uint32_t voters)
{
    switch (mode) {
    case VOTE_ANY: return yes != 0;
    case VOTE_ALL: return yes == voters;
    case VOTE_BALLOT: return yes;
    default: return voters;
    }
}

uint32_t exchange_block_vote(VoteMode mode, uint32_t yes, uint32_t voters)
{
    switch (mode) {
    case VOTE_BLOCK_COUNT: return yes;
    case VOTE_BLOCK_AND: return yes == voters;
    default: return yes != 0;
    }
}

static uint32_t reduce_two(VoteMode mode, bool is_signed, uint32_t x, uint32_t y)
{
    bool is_less = is_signed ? (int32_t)x < (int32_t)y : x < y;
    switch (mode) {
    case VOTE_REDUCE_ADD: return x + y;
    case VOTE_REDUCE_MIN: return is_less ? x : y;
    case VOTE_REDUCE_MAX: return is_less ? y : x;
    case VOTE_REDUCE_AND: return x & y;
    case VOTE_REDUCE_OR: return x | y;
    default: return x ^ y;
    }
}

/* The voters that have the same bits as a lane. */
static uint32_t equal_lanes(const Lanes *values, bool is_wide, uint32_t voters, uint32_t lane)
{
    uint32_t same = 0;
    for (uint32_t left = voters; left; left &= left - 1) {
        int other = __builtin_ctz(left);
        bool is_equal = is_wide ? values->u64[other] == values->u64[lane]
                                : values->u32[other] == values->u32[lane];
        same |= (uint32_t)is_equal << other;
    }
    return same;
}

uint32_t exchange_values(const Instr *instr, const Lanes *values, uint32_t voters, uint32_t lane)
{
    VoteMode mode = (VoteMode)instr->imm;
    bool is_signed = scalar_is_signed(instr->type);
    if (mode == VOTE_MATCH_ANY || mode == VOTE_MATCH_ALL) {
        uint32_t same = equal_lanes(values, register_words(instr->type) == 2, voters, lane);
        return mode == VOTE_MATCH_ANY ? same : same == voters ? voters : 0;
    }
    uint32_t total = voters ? values->u32[__builtin_ctz(voters)] : 0;
    for (uint32_t left = voters & (voters - 1); left; left &= left - 1)
        total = reduce_two(mode, is_signed, total, values->u32[__builtin_ctz(left)]);
    return total;
}
