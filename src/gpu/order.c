/* Orders as bytes. One walk describes the form for both directions: every wire_ function writes its
 * argument or reads it, as the Wire says, so the two can never disagree. */
#include "gpu/order.h"

#include <string.h>

typedef struct Wire {
    Arena *arena;
    uint8_t *bytes;
    size_t at, size;
    bool is_reading, is_broken;
} Wire;

static void make_room(Wire *wire, size_t size)
{
    if (wire->at + size <= wire->size)
        return;
    size_t larger = 2 * (wire->at + size) + 4096;
    uint8_t *bytes = arena_alloc(wire->arena, larger);
    if (wire->at)
        memcpy(bytes, wire->bytes, wire->at);
    wire->bytes = bytes;
    wire->size = larger;
}

static void wire_bytes(Wire *wire, void *data, size_t size)
{
    if (!wire->is_reading) {
        make_room(wire, size);
        memcpy(wire->bytes + wire->at, data, size);
    } else if (wire->is_broken || size > wire->size - wire->at) {
        wire->is_broken = true;
        memset(data, 0, size);
        return;
    } else {
        memcpy(data, wire->bytes + wire->at, size);
    }
    wire->at += size;
}

#define WIRE(wire, field) wire_bytes((wire), &(field), sizeof(field))

/* A count that its items, of at least one byte each, must be able to follow. */
static void wire_count(Wire *wire, int *count)
{
    WIRE(wire, *count);
    if (wire->is_reading && (*count < 0 || (size_t)*count > wire->size - wire->at)) {
        wire->is_broken = true;
        *count = 0;
    }
}

/* Travels as a byte: bytes from outside may hold anything, which a bool may not. */
static void wire_flag(Wire *wire, bool *flag)
{
    uint8_t byte = *flag;
    WIRE(wire, byte);
    *flag = byte != 0;
}

/* A block of memory that may be NULL; a NUL byte follows it when read. */
static void wire_block(Wire *wire, const void **data, uint64_t *size)
{
    bool is_there = *data != NULL;
    wire_flag(wire, &is_there);
    if (!is_there)
        return;
    WIRE(wire, *size);
    if (!wire->is_reading) {
        wire_bytes(wire, (void *)(uintptr_t)*data, *size);
    } else if (*size > wire->size - wire->at) {
        wire->is_broken = true;
    } else {
        void *copy = arena_alloc(wire->arena, *size + 1);
        wire_bytes(wire, copy, *size);
        *data = copy;
    }
}

static void wire_text(Wire *wire, const char **text)
{
    uint64_t length = *text ? strlen(*text) : 0;
    const void *data = *text;
    wire_block(wire, &data, &length);
    *text = data;
}

static void wire_texts(Wire *wire, const char *const **texts, int *count)
{
    wire_count(wire, count);
    const char **items = ARENA_ARRAY(wire->arena, const char *, *count + 1);
    for (int i = 0; i < *count; ++i) {
        if (!wire->is_reading)
            items[i] = (*texts)[i];
        wire_text(wire, &items[i]);
    }
    *texts = items;
}

static void wire_headers(Wire *wire, DeviceSource *source)
{
    wire_count(wire, &source->header_count);
    DeviceHeader *headers = ARENA_ARRAY(wire->arena, DeviceHeader, source->header_count + 1);
    for (int i = 0; i < source->header_count; ++i) {
        if (!wire->is_reading)
            headers[i] = source->headers[i];
        wire_text(wire, &headers[i].name);
        wire_text(wire, &headers[i].text);
    }
    source->headers = headers;
}

static void wire_source(Wire *wire, DeviceSource *source)
{
    wire_text(wire, &source->name);
    wire_text(wire, &source->text);
    wire_text(wire, &source->kernel);
    wire_headers(wire, source);
    wire_texts(wire, &source->globals, &source->global_count);
    wire_texts(wire, &source->defines, &source->define_count);
}

static void wire_argument(Wire *wire, OrderArgument *argument)
{
    const void *bytes = argument->bytes;
    wire_block(wire, &bytes, &argument->size);
    argument->bytes = (void *)(uintptr_t)bytes;
    wire_count(wire, &argument->pointer_count);
    if (wire->is_reading)
        argument->pointers = ARENA_ARRAY(wire->arena, OrderPointer, argument->pointer_count + 1);
    for (int i = 0; i < argument->pointer_count; ++i)
        WIRE(wire, argument->pointers[i]);
}

/* Pieces that are not in their order break the order. */
static void wire_pieces(Wire *wire, Buffer *buffer)
{
    const void *pieces = wire->is_reading ? NULL : buffer->pieces;
    uint64_t size = wire->is_reading ? 0 : (uint64_t)buffer->piece_count * sizeof(BufferPiece);
    wire_block(wire, &pieces, &size);
    buffer->pieces = pieces;
    buffer->piece_count = (int)(size / sizeof(BufferPiece));
    for (int i = 0; i < buffer->piece_count; ++i) {
        const BufferPiece *piece = &buffer->pieces[i];
        wire->is_broken |= piece->from >= piece->to || (i && piece->from < piece[-1].to);
    }
}

static void wire_buffer(Wire *wire, Buffer *buffer)
{
    const void *bytes = buffer->bytes;
    wire_bytes(wire, buffer, sizeof *buffer);
    if (wire->is_reading) {
        uint8_t flag;
        memcpy(&flag, &buffer->is_constant, 1);
        buffer->is_constant = flag != 0;
        buffer->bytes = NULL;
        buffer->element = NULL;
    }
    buffer->name = "";
    wire_block(wire, &bytes, &buffer->byte_count);
    buffer->bytes = bytes;
    wire_pieces(wire, buffer);
}

static void wire_launch(Wire *wire, Launch *launch)
{
    WIRE(wire, launch->grid);
    WIRE(wire, launch->block);
    WIRE(wire, launch->dynamic_shared_bytes);
    WIRE(wire, launch->guard_bytes);
    WIRE(wire, launch->arena_bytes);
    wire_count(wire, &launch->buffer_count);
    Buffer *buffers = ARENA_ARRAY(wire->arena, Buffer, launch->buffer_count + 1);
    for (int i = 0; i < launch->buffer_count; ++i) {
        if (!wire->is_reading)
            buffers[i] = launch->buffers[i];
        wire_buffer(wire, &buffers[i]);
    }
    launch->buffers = buffers;
}

static void wire_order(Wire *wire, GpuOrder *order)
{
    wire_flag(wire, &order->is_query);
    wire_flag(wire, &order->fmad);
    wire_flag(wire, &order->unoptimised);
    wire_flag(wire, &order->separate);
    wire_flag(wire, &order->is_together);
    WIRE(wire, order->launches);
    WIRE(wire, order->repeats);
    WIRE(wire, order->m);
    WIRE(wire, order->k);
    WIRE(wire, order->n);
    WIRE(wire, order->factor);
    WIRE(wire, order->sum);
    if (order->is_query)
        return;
    wire_source(wire, &order->source);
    wire_count(wire, &order->argument_count);
    if (wire->is_reading)
        order->arguments = ARENA_ARRAY(wire->arena, OrderArgument, order->argument_count + 1);
    for (int i = 0; i < order->argument_count; ++i)
        wire_argument(wire, &order->arguments[i]);
    wire_launch(wire, &order->launch);
}

void *order_write(Arena *arena, const GpuOrder *order, size_t *size)
{
    Wire wire = {.arena = arena};
    GpuOrder copy = *order;
    wire_order(&wire, &copy);
    *size = wire.at;
    return wire.bytes;
}

bool order_read(Arena *arena, const void *bytes, size_t size, GpuOrder *order)
{
    Wire wire = {arena, (uint8_t *)(uintptr_t)bytes, 0, size, true, false};
    memset(order, 0, sizeof *order);
    wire_order(&wire, order);
    return !wire.is_broken && wire.at == size;
}
