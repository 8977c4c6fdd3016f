/* What an earlier launch has left in a buffer, with what the host has done to it since. */
#include "load/contents/contents.h"

#include <string.h>

bool load_is_launched(const HostArgument *host)
{
    bool is_launched = false;
    for (int i = 0; host && i < host->history.count; ++i)
        is_launched |=
            host->history.pieces[i].by == HOST_SET_LAUNCH &&
            (!host->has_count || (double)host->history.pieces[i].from < host->count_bytes);
    return is_launched;
}

static const LoadLeft *left_for(const Loader *loader, const HostArgument *host)
{
    const LoadAttempt *attempt = &loader->attempt;
    for (int i = attempt->left_count - 1; load_is_launched(host) && i >= 0; --i)
        if (attempt->left[i].visit == host->history.visit &&
            attempt->left[i].allocation == host->allocation)
            return attempt->left[i].is_plain ? NULL : &attempt->left[i];
    return NULL;
}

/* Is a scalar that nothing has written the same in both types, and none that kernels compute? */
static bool tells_unset(const Buffer *buffer, ScalarType type)
{
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t mask = size == 8 ? UINT64_MAX : UINT32_MAX;
    return size >= 4 && size == scalar_size_bytes(type) &&
           (launch_poison(buffer->type) & mask) == (launch_poison(type) & mask);
}

/* The bytes of a piece, from where they lie in the buffer. */
static void put(uint8_t *bytes, const HostPiece *piece, const void *from, uint64_t count)
{
    uint64_t begin = (uint64_t)piece->from, end = (uint64_t)piece->to;
    end = end < count ? end : count;
    if (from && begin < end)
        memcpy(bytes + begin, (const uint8_t *)from + begin, (size_t)(end - begin));
}

/* What the buffer would begin with. */
static uint8_t *begun(Loader *loader, const Buffer *buffer)
{
    Launch launch = {.buffers = arena_copy(loader->arena, buffer, sizeof *buffer),
                     .buffer_count = 1};
    uint8_t *bytes = arena_alloc(loader->arena, buffer_bytes(buffer) + 8);
    launch_layout(&launch);
    launch_fill(&launch, launch.buffers[0].offset_bytes, bytes, buffer_bytes(buffer));
    return bytes;
}

/* Over that lies what was left, and what the host has copied there since, as far as it is known. */
static void take(Loader *loader, int index, const LoadLeft *left)
{
    Buffer *buffer = &loader->buffers[index];
    const HostArgument *host = loader->plans[index].host;
    const HostHistory *history = &host->history;
    uint64_t count = buffer_bytes(buffer);
    uint8_t *bytes = begun(loader, buffer);
    BufferPiece *pieces = ARENA_ARRAY(loader->arena, BufferPiece, history->count + 1);
    bool is_told = tells_unset(buffer, left->type);
    buffer->piece_count = 0;
    for (int i = 0; i < history->count; ++i) {
        const HostPiece *piece = &history->pieces[i];
        uint64_t from = (uint64_t)piece->from, to = (uint64_t)piece->to;
        to = to < count ? to : count;
        if (piece->by == HOST_SET_COPY)
            put(bytes, piece, host->contents.bytes,
                count < host->contents.byte_count ? count : host->contents.byte_count);
        if (piece->by == HOST_SET_LAUNCH)
            put(bytes, piece, left->bytes, count < left->byte_count ? count : left->byte_count);
        if (piece->by == HOST_SET_LAUNCH && is_told && from < to)
            pieces[buffer->piece_count++] = (BufferPiece){from, to, PIECE_LEFT, 0};
    }
    buffer->pieces = pieces;
    buffer->fill = FILL_BYTES;
    buffer->bytes = bytes;
    buffer->byte_count = count;
    loader->plans[index].order = ORDER_NONE;
    loader->plans[index].is_free = false;
}

void load_take_left(Loader *loader)
{
    for (int i = 0; i < loader->buffer_count; ++i) {
        const LoadLeft *left = left_for(loader, loader->plans[i].host);
        if (left && !loader->plans[i].given && loader->buffers[i].role != ROLE_OUTPUT)
            take(loader, i, left);
    }
}
