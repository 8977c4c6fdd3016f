/* Shuffles and votes, lane by lane. */
#include "vm/exchange.h"

enum { LANES = 32 };

static uint32_t defined_width(uint32_t width)
{
    return width && width < LANES && !(width & (width - 1)) ? width : LANES;
}

uint32_t exchange_source(ShuffleMode mode, uint32_t lane, uint32_t by, uint32_t width)
{
    width = defined_width(width);
    uint32_t first = lane & ~(width - 1), last = first + width - 1, source = lane;
    switch (mode) {
    case SHUFFLE_INDEX: source = first + (by & (width - 1)); break;
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
