/* Only pages that were written are kept; all of them together have a limit. */
#include "exec/repeats.h"
#include "base/hash.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

/* What is kept of all launches together, and hashed in a second. */
#define KEPT_LIMIT_BYTES  ((uint64_t)1 << 28)
#define HASHED_PER_SECOND ((double)((uint64_t)1 << 31))

static uint64_t bytes_to_hash(const DeviceMemory *memory)
{
    uint64_t bytes = 0;
    for (int i = 0; i < memory->count; ++i) {
        const Allocation *item = &memory->items[i];
        bytes += !item->is_freed && (item->unhashed || item->mapped_at) ? item->bytes : 0;
    }
    return bytes;
}

static uint64_t content_hash(const DeviceMemory *memory, const Allocation *item)
{
    uint64_t hash = HASH_START, pages = (item->bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    for (uint64_t page = 0; page < pages; ++page) {
        uint64_t at = page * PAGE_BYTES, rest = item->bytes - at;
        hash = hash_u64(hash, item->pages[page]);
        if (item->pages[page] != PAGE_EMPTY)
            hash = hash_bytes(hash, memory->bytes + item->place + at,
                              rest < PAGE_BYTES ? rest : PAGE_BYTES);
    }
    return hash;
}

static void hash_allocation(DeviceMemory *memory, Allocation *item)
{
    item->hash = content_hash(memory, item);
    item->unhashed -= item->unhashed > 0;
}

/* Of what an allocation is, with its content as it was when that was hashed last. */
static uint64_t allocation_hash(uint64_t from, const Allocation *item)
{
    return hash_u64(hash_u64(from, item->bytes), item->is_freed ? 1 : item->hash);
}

uint64_t repeats_key(Repeats *repeats, uint64_t what, DeviceMemory *memory, double run_seconds)
{
    uint64_t key = what;
    if (repeats->waiting) {
        --repeats->waiting;
        return 0;
    }
    if ((double)bytes_to_hash(memory) / HASHED_PER_SECOND > run_seconds)
        return 0;
    for (int i = 0; i < memory->count; ++i) {
        Allocation *item = &memory->items[i];
        if (!item->is_freed && (item->unhashed || item->mapped_at))
            hash_allocation(memory, item);
        key = allocation_hash(key, item);
    }
    return key ? key : 1;
}

/* A prime, so that each launch of a short cycle has its turn. */
#define LAUNCHES_BETWEEN 61

const Repeat *repeats_find(Repeats *repeats, uint64_t key)
{
    for (int i = 0; i < REPEATS && key; ++i)
        if (repeats->items[i].key == key) {
            repeats->missed = 0;
            return &repeats->items[i];
        }
    if (key && ++repeats->missed >= REPEATS_MISSED)
        repeats->waiting = LAUNCHES_BETWEEN - 1;
    return NULL;
}

static bool is_left_so(const Repeat *repeat, const DeviceMemory *memory)
{
    bool is_so = repeat->before && repeat->allocation_count == memory->count;
    for (int i = 0; i < memory->count && is_so; ++i) {
        uint64_t now = allocation_hash(HASH_START, &memory->items[i]);
        is_so = now == repeat->before[i] || (repeat->after[i] && now == repeat->after[i]);
    }
    return is_so;
}

const Repeat *repeats_find_left(Repeats *repeats, uint64_t what, const DeviceMemory *memory)
{
    for (int i = 0; i < REPEATS; ++i)
        if (repeats->items[i].key && repeats->items[i].what == what &&
            is_left_so(&repeats->items[i], memory)) {
            repeats->missed = 0;
            return &repeats->items[i];
        }
    return NULL;
}

static void forget(Repeats *repeats, Repeat *repeat)
{
    repeats->bytes -= repeat->page_count * MEMORY_PAGE_BYTES;
    free(repeat->places);
    free(repeat->contents);
    free(repeat->text);
    free(repeat->before);
    free(repeat->after);
    page_free_aligned(repeat->report);
    *repeat = (Repeat){0};
}

/* The last page of a launch's arena is not whole. */
static uint64_t page_size(const Launch *launch, uint64_t page)
{
    uint64_t rest = launch->arena_bytes - page * MEMORY_PAGE_BYTES;
    return rest < MEMORY_PAGE_BYTES ? rest : MEMORY_PAGE_BYTES;
}

Repeat *repeats_keep(Repeats *repeats, uint64_t key, int number, const Launch *launch,
                     Memory *memory, const Report *report, uint64_t report_bytes, const char *text,
                     int error)
{
    uint64_t count, bytes;
    if (!key)
        return NULL;
    const uint64_t *places = memory_written(memory, &count);
    Repeat *repeat = &repeats->items[repeats->next];
    forget(repeats, repeat);
    bytes = count * MEMORY_PAGE_BYTES;
    if (bytes > KEPT_LIMIT_BYTES - repeats->bytes)
        return NULL;
    repeats->next = (repeats->next + 1) % REPEATS;
    repeats->bytes += bytes;
    *repeat = (Repeat){.key = key,
                       .number = number,
                       .places = malloc(count * sizeof *places + 1),
                       .contents = malloc(bytes + 1),
                       .page_count = count,
                       .report = page_alloc_aligned(report_bytes),
                       .text = strdup(text),
                       .error = error};
    if (!repeat->places || !repeat->contents || !repeat->text)
        abort();
    memcpy(repeat->report, report, report_bytes);
    for (uint64_t i = 0; i < count; ++i) {
        repeat->places[i] = places[i];
        memcpy(repeat->contents + i * MEMORY_PAGE_BYTES,
               memory_base(memory) + places[i] * MEMORY_PAGE_BYTES, page_size(launch, places[i]));
    }
    return repeat;
}

void repeats_note_left(Repeat *repeat, uint64_t what, const DeviceMemory *memory)
{
    const BufferCount *counts = report_buffers(repeat->report);
    int count = memory->count;
    if (repeat->report->finding_count || repeat->error || *repeat->text)
        return;
    repeat->what = what;
    repeat->allocation_count = count;
    repeat->before = malloc((size_t)count * sizeof *repeat->before + 1);
    repeat->after = calloc((size_t)count + 1, sizeof *repeat->after);
    if (!repeat->before || !repeat->after)
        abort();
    for (int i = 0; i < count; ++i) {
        Allocation left = memory->items[i];
        repeat->before[i] = allocation_hash(HASH_START, &left);
        if (left.is_freed || buffer_loads(&counts[i]) || counts[i].atomics || !counts[i].stores)
            continue;
        left.hash = content_hash(memory, &left);
        repeat->after[i] = allocation_hash(HASH_START, &left);
    }
}

void repeats_apply(const Repeat *repeat, const Launch *launch, Memory *memory)
{
    for (uint64_t i = 0; i < repeat->page_count; ++i) {
        uint64_t at = repeat->places[i] * MEMORY_PAGE_BYTES;
        uint64_t size = page_size(launch, repeat->places[i]);
        memcpy(memory_write(memory, at, size), repeat->contents + i * MEMORY_PAGE_BYTES, size);
    }
}

void repeats_close(Repeats *repeats)
{
    for (int i = 0; i < REPEATS; ++i)
        forget(repeats, &repeats->items[i]);
}
