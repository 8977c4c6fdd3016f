/* What buffers begin with. Inputs are generated, small whole numbers, so that mistakes show. The
 * host code's own contents are taken where generated ones would be beside the point: contents that
 * the file lists number by number, those of variables of the device, those that steer the kernel
 * (as an index, a loop's bound, a condition), and those of one-dimensional buffers that the kernel
 * writes as well, or of all one-dimensional ones if the kernel is steered. But an input that the
 * host fills with one number hides mistakes, and is not taken. Where the host code does not say,
 * indices that are generated are kept inside what they index, and a note tells of them. */
#include "load/contents/contents.h"
#include "load/contents/flow.h"
#include "load/sizes/dry_run.h"

#include <string.h>

enum { ELEMENT_LIMIT = 1 << 22, FIRST_LIMIT = 256 };

/* ---- the host's contents ---- */

static const HostSymbol *find_symbol(const HostSymbol *symbols, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(symbols[i].name, name) == 0)
            return &symbols[i];
    return NULL;
}

const HostSymbol *load_symbol(const Run *run, const char *name)
{
    const HostLaunch *host = run->host;
    if (host && host->is_reached)
        return find_symbol(host->symbols, host->symbol_count, name);
    return find_symbol(run->scan->symbols, run->scan->symbol_count, name);
}

bool load_symbol_is_late(const Run *run, const char *name)
{
    return !load_symbol(run, name) &&
           find_symbol(run->scan->symbols, run->scan->symbol_count, name);
}

const HostContents *load_host_contents(const Loader *loader, int index)
{
    const Buffer *buffer = &loader->buffers[index];
    const HostArgument *host = loader->plans[index].host;
    const HostSymbol *symbol = buffer->global >= 0 ? load_symbol(loader->run, buffer->name) : NULL;
    return symbol ? &symbol->contents : host ? &host->contents : NULL;
}

static bool is_one_number(const Buffer *buffer, const HostContents *contents)
{
    const char *bytes = contents->bytes;
    uint64_t size = buffer->element_bytes, count = contents->byte_count / size;
    return count > 1 && memcmp(bytes, bytes + size, (count - 1) * size) == 0;
}

/* Is it known what the host copies to the variables of the device? Where pointers in them lead to
 * is told only then, since what the kernel does there hangs on the others as well. */
static bool knows_symbols(const Loader *loader)
{
    for (int i = 0; i < loader->buffer_count; ++i) {
        const HostContents *contents =
            loader->buffers[i].global >= 0 ? load_host_contents(loader, i) : NULL;
        if (contents && (!contents->bytes || contents->is_partial))
            return false;
    }
    return true;
}

static bool should_take(const Loader *loader, int index, uint64_t steering)
{
    const Buffer *buffer = &loader->buffers[index];
    const HostContents *contents = load_host_contents(loader, index);
    bool is_symbol = buffer->global >= 0;
    if (contents && contents->pointer_count && !loader->plans[index].given)
        return !is_symbol || knows_symbols(loader);
    if (!contents || !contents->bytes || buffer->role == ROLE_OUTPUT ||
        (buffer->fill == FILL_BYTES && !is_symbol) || loader->plans[index].is_unsized ||
        loader->plans[index].given)
        return false;
    if (buffer->role == ROLE_INPUT && !contents->is_listed && is_one_number(buffer, contents))
        return false;
    bool is_line = buffer->rows == 0 && (buffer->role == ROLE_IN_OUT || steering);
    return contents->is_listed || is_line || is_symbol || (steering & load_flow_bit(index));
}

static uint64_t integers(const Loader *loader)
{
    uint64_t bits = 0;
    for (int i = 0; i < loader->buffer_count; ++i)
        bits |= scalar_is_float(loader->buffers[i].type) ? 0 : load_flow_bit(i);
    return bits;
}

/* Fills a buffer with the host's contents. Of a variable with an initial value, what was not copied
 * keeps that value. */
static void take_contents(Loader *loader, Buffer *buffer, const HostContents *contents)
{
    uint64_t room = buffer_bytes(buffer);
    uint64_t count = contents->byte_count < room ? contents->byte_count : room;
    if (buffer->fill == FILL_BYTES && (contents->set || count < buffer->byte_count)) {
        uint8_t *bytes = arena_copy(loader->arena, buffer->bytes, (size_t)buffer->byte_count);
        const uint8_t *from = contents->bytes;
        for (uint64_t i = 0; i < count; ++i)
            if (!contents->set || contents->set[i])
                bytes[i] = from[i];
        buffer->bytes = bytes;
        return;
    }
    buffer->fill = FILL_BYTES;
    buffer->bytes = contents->bytes;
    buffer->byte_count = count;
}

void load_contents(Loader *loader)
{
    LoadFlow *flow = ARENA_NEW(loader->arena, LoadFlow);
    load_follow(loader, flow);
    loader->run->flow = flow;
    loader->indices = flow->all_indices;
    uint64_t steering = flow->all_indices | (flow->all_conditions & integers(loader));
    for (int i = 0; i < loader->buffer_count; ++i) {
        if (!should_take(loader, i, steering))
            continue;
        const HostContents *contents = load_host_contents(loader, i);
        take_contents(loader, &loader->buffers[i], contents);
        loader->plans[i].is_free = !(steering & load_flow_bit(i)) && !contents->pointer_count;
    }
    load_order(loader, flow);
}

void load_take_contents(Loader *loader, int index)
{
    Buffer *buffer = &loader->buffers[index];
    if (buffer->fill == FILL_BYTES || !should_take(loader, index, 0))
        return;
    take_contents(loader, buffer, load_host_contents(loader, index));
    loader->plans[index].is_free = !load_host_contents(loader, index)->pointer_count;
}

/* ---- indices that are generated ---- */

static bool is_generated(const Loader *loader, int index)
{
    const Buffer *buffer = &loader->buffers[index];
    return (loader->indices & load_flow_bit(index)) && !scalar_is_float(buffer->type) &&
           (buffer->fill == FILL_INTS || buffer->fill == FILL_RANDOM ||
            loader->plans[index].order) &&
           buffer->role != ROLE_OUTPUT && buffer->count <= ELEMENT_LIMIT &&
           !loader->plans[index].given;
}

/* Does an access whose place the contents of `indices` decide go outside? */
static bool goes_outside(const Loader *loader, const LoadFlow *flow, uint64_t indices)
{
    const Program *program = loader->run->program;
    bool *watched = ARENA_ARRAY(loader->arena, bool, program->code_count + 1);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        watched[pc] = (flow->indices[pc] & indices) != 0;
    return load_dry_run_outside(loader, watched);
}

/* The number of elements of the smallest buffer that the contents of this one index. */
static uint64_t room_behind(const Loader *loader, const LoadFlow *flow, int index)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t pc = 0; pc < loader->run->program->code_count; ++pc)
        for (int i = 0; (flow->indices[pc] & load_flow_bit(index)) && i < loader->buffer_count; ++i)
            if ((flow->buffers[pc] & load_flow_bit(i)) && loader->buffers[i].count < least)
                least = loader->buffers[i].count;
    return least;
}

/* The numbers that would fill the buffer, without their signs. */
static const uint64_t *numbers_of(Loader *loader, const Buffer *buffer)
{
    Launch launch = {.buffers = arena_copy(loader->arena, buffer, sizeof *buffer),
                     .buffer_count = 1};
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t count = buffer_bytes(buffer) / size;
    uint64_t *numbers = ARENA_ARRAY(loader->arena, uint64_t, count + 1);
    uint8_t *bytes = arena_alloc(loader->arena, buffer_bytes(buffer) + 8);
    launch_layout(&launch);
    launch_fill(&launch, launch.buffers[0].offset_bytes, bytes, buffer_bytes(buffer));
    for (uint64_t i = 0; i < count; ++i) {
        memcpy(&numbers[i], bytes + i * size, size);
        if (scalar_is_signed(buffer->type) && numbers[i] >> (8 * size - 1))
            numbers[i] = (uint64_t)(-(int64_t)(numbers[i] | ~UINT64_C(0) << (8 * size - 1)));
    }
    return numbers;
}

/* Leaves a buffer that nothing sets as it is where that would lead an access outside: no sketch
 * means what chance would do. */
static bool is_left_unset(Loader *loader, const LoadFlow *flow, int index)
{
    Buffer *buffer = &loader->buffers[index];
    Buffer before = *buffer;
    if (!loader->plans[index].is_sketched)
        return false;
    buffer->fill = FILL_POISON;
    if (goes_outside(loader, flow, load_flow_bit((uint64_t)index)))
        return true;
    *buffer = before;
    return false;
}

void load_tell_made_up(Loader *loader)
{
    for (int i = 0; i < loader->buffer_count && i < LOAD_FLOW_LIMIT; ++i) {
        const Buffer *buffer = &loader->buffers[i];
        bool is_generated = buffer->fill == FILL_INTS || loader->plans[i].is_numbered;
        if (is_generated && buffer->role != ROLE_OUTPUT && !loader->plans[i].given &&
            !loader->run->options.data)
            loader->run->made_up |= load_flow_bit((uint64_t)i);
    }
}

static void note_generated(Loader *loader, const Buffer *buffer, uint64_t limit)
{
    const Phrase *below = NULL;
    if (limit)
        below = phrase_new(loader->arena, ", kept below %llu", (unsigned long long)limit);
    load_note(loader,
              "the contents of %s are generated%p: the kernel uses them as indices, and what the "
              "host code puts there cannot be followed; --arg %s=@FILE gives yours",
              buffer->name, below, buffer->name);
}

static void keep_inside(Loader *loader, const LoadFlow *flow, int index)
{
    Buffer *buffer = &loader->buffers[index];
    const uint64_t *numbers = numbers_of(loader, buffer);
    uint64_t limit = room_behind(loader, flow, index);
    if (limit > FIRST_LIMIT && !loader->plans[index].order)
        limit = FIRST_LIMIT;
    for (; limit; limit /= 2) {
        load_keep_below(loader, index, numbers, limit);
        if (limit == 1 || !goes_outside(loader, flow, load_flow_bit(index)))
            break;
    }
    note_generated(loader, buffer, limit);
}

/* Are the places that the kernel accesses in a buffer known? made_up: buffers whose contents are
 * not. What a kernel writes itself (a counter that it takes places from) is its own affair. */
static void doubt_places(Loader *loader, const LoadFlow *flow, int index, uint64_t made_up)
{
    const Program *program = loader->run->program;
    Buffer *buffer = &loader->buffers[index];
    uint64_t bit = load_flow_bit((uint64_t)index);
    bool is_read = false, is_spread = false;
    uint32_t first = program->code_count;
    for (uint32_t pc = program->code_count; pc-- > 0;) {
        const Instr *instr = &program->code[pc];
        uint64_t doubtful = flow->indices[pc] & made_up;
        if (!(flow->buffers[pc] & bit))
            continue;
        if (!doubtful)
            return;
        is_read |= instr->op != OP_STORE;
        is_spread |= (flow->spread[pc] & doubtful) != 0;
        first = instr->op == OP_STORE ? pc : first;
    }
    if (first == program->code_count || (is_read && is_spread))
        return;
    buffer->places = is_spread ? PLACES_OF_THREADS : PLACES_OF_BLOCKS;
    buffer->places_from = __builtin_ctzll(flow->indices[first] & made_up);
    buffer->places_line = program->code[first].own_line;
}

void load_indices(Loader *loader)
{
    LoadFlow flow;
    uint64_t made_up = 0;
    load_follow(loader, &flow);
    for (int i = 0; i < loader->buffer_count && i < LOAD_FLOW_LIMIT; ++i) {
        if (!is_generated(loader, i) || is_left_unset(loader, &flow, i))
            continue;
        loader->run->is_data_generated = true;
        if (goes_outside(loader, &flow, load_flow_bit(i)))
            keep_inside(loader, &flow, i);
        else
            note_generated(loader, &loader->buffers[i], 0);
        if (loader->buffers[i].role == ROLE_INPUT)
            made_up |= load_flow_bit((uint64_t)i);
    }
    for (int i = 0; i < loader->buffer_count && made_up; ++i)
        doubt_places(loader, &flow, i, made_up);
}
