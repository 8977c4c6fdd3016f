/* Every page of every allocation has a list of what it held, from which launch on. What may have
 * changed since the launch before is marked (Allocation.changed), so that a launch costs what is
 * new; memory that the program itself has mapped is compared as a whole. */
#include "exec/kept.h"
#include "base/hash.h"
#include "exec/memory/device_memory.h"
#include "program/address.h"
#include "vm/page.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_WORDS = PAGE_BYTES / sizeof(uint64_t) };

/* What a page held from a launch on. */
typedef struct Version {
    int launch;
    PageFill fill;
    uint8_t *bytes; /* [PAGE_BYTES]; NULL: nothing was there yet */
} Version;

typedef struct Page {
    Version *versions;
    int count, capacity;
} Page;

/* From when on an allocation was called so. */
typedef struct Called {
    int launch;
    const char *name;   /* a copy, */
    const void *source; /* and of which text */
} Called;

/* An allocation, from one launch to before another one. */
typedef struct Area {
    int number, from, to;
    uint64_t place, bytes;
    Page *pages;
    Called *names;
    int name_count, name_capacity;
} Area;

typedef struct Taken {
    LaunchImage launch; /* without buffers */
    const uint32_t *pointers;
    int pointer_count;
    bool is_kept;
    bool *is_variable; /* [number] of the kernel */
    int count;         /* of numbers */
    uint64_t way;
} Taken;

struct Kept {
    pthread_mutex_t lock;
    Arena *arena; /* but for pages and lists */
    uint64_t bytes, limit_bytes;
    int only;
    bool is_full;
    Area **areas; /* in the order of their first launches */
    int area_count, area_capacity;
    Area **now; /* [number] of the last launch; NULL: freed */
    int now_count, now_capacity;
    Taken *launches;
    int launch_count, launch_capacity;
};

/* A list on the heap, with room for one more. */
static void *grown(void *items, size_t size, int count, int *capacity)
{
    if (count < *capacity)
        return items;
    *capacity = 2 * *capacity + 1;
    void *more = realloc(items, size * (size_t)*capacity);
    if (!more)
        abort();
    return more;
}

static uint64_t page_count(const Area *area)
{
    return (area->bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

Kept *kept_new(uint64_t limit_bytes, int only)
{
    Kept *kept = page_alloc(sizeof *kept);
    pthread_mutex_init(&kept->lock, NULL);
    kept->arena = arena_new();
    kept->limit_bytes = only ? UINT64_MAX : limit_bytes;
    kept->only = only;
    return kept;
}

void kept_free(Kept *kept)
{
    if (!kept)
        return;
    for (int i = 0; i < kept->area_count; ++i) {
        Area *area = kept->areas[i];
        for (uint64_t p = 0; p < page_count(area); ++p) {
            for (int v = 0; v < area->pages[p].count; ++v)
                free(area->pages[p].versions[v].bytes);
            free(area->pages[p].versions);
        }
        free(area->pages);
        free(area->names);
    }
    free(kept->areas);
    free(kept->now);
    free(kept->launches);
    arena_free(kept->arena);
    pthread_mutex_destroy(&kept->lock);
    free(kept);
}

/* ---- before a launch ---- */

/* The area of an allocation that is in use, new or known. */
static Area *area_of(Kept *kept, int number, const Allocation *item, int launch)
{
    while (kept->now_count <= number) {
        kept->now = grown(kept->now, sizeof(Area *), kept->now_count, &kept->now_capacity);
        kept->now[kept->now_count++] = NULL;
    }
    Area *area = kept->now[number];
    if (area && !item->is_freed && area->place == item->place && area->bytes == item->bytes)
        return area;
    if (area)
        area->to = launch;
    kept->now[number] = NULL;
    if (item->is_freed || item->kind == EXEC_MEMORY_UNKNOWN)
        return NULL;
    area = ARENA_NEW(kept->arena, Area);
    *area = (Area){.number = number,
                   .from = launch,
                   .to = INT32_MAX,
                   .place = item->place,
                   .bytes = item->bytes};
    area->pages = page_alloc((page_count(area) + 1) * sizeof(Page));
    kept->areas = grown(kept->areas, sizeof(Area *), kept->area_count, &kept->area_capacity);
    kept->areas[kept->area_count++] = kept->now[number] = area;
    return area;
}

/* Keeps a page, if it has changed. */
static void take_page(Kept *kept, Page *page, PageFill fill, const uint8_t *bytes, int launch)
{
    const Version *last = page->count ? &page->versions[page->count - 1] : NULL;
    bool is_empty = fill == PAGE_EMPTY;
    if (last && last->fill == fill && (is_empty || memcmp(last->bytes, bytes, PAGE_BYTES) == 0))
        return;
    page->versions = grown(page->versions, sizeof *last, page->count, &page->capacity);
    Version *version = &page->versions[page->count++];
    *version = (Version){launch, fill, is_empty ? NULL : malloc(PAGE_BYTES)};
    kept->bytes += sizeof *version + (is_empty ? 0 : PAGE_BYTES);
    if (is_empty)
        return;
    if (!version->bytes)
        abort();
    memcpy(version->bytes, bytes, PAGE_BYTES);
}

static void take_name(Kept *kept, Area *area, const char *name, int launch)
{
    const void *last = area->name_count ? area->names[area->name_count - 1].source : NULL;
    if (name == last)
        return;
    area->names = grown(area->names, sizeof(Called), area->name_count, &area->name_capacity);
    area->names[area->name_count++] =
        (Called){launch, name ? arena_text(kept->arena, name, strlen(name)) : NULL, name};
}

/* What two runs of a program do alike goes into the way, whatever is kept of them. */
static void take_area(Kept *kept, Area *area, Allocation *item, const uint8_t *bytes, Taken *taken)
{
    int launch = taken->launch.number;
    bool is_first = area->from == launch, is_missing = area->pages[0].count == 0;
    take_name(kept, area, item->name, launch);
    for (uint64_t p = 0; p < page_count(area); ++p, bytes += PAGE_BYTES) {
        PageFill fill = (PageFill)item->pages[p];
        bool may_differ = is_first || item->changed[p] || item->mapped_at;
        if (may_differ)
            taken->way = hash_u64(hash_u64(taken->way, p), fill);
        if (may_differ && fill != PAGE_EMPTY)
            taken->way = hash_bytes(taken->way, bytes, PAGE_BYTES);
        if (taken->is_kept && (may_differ || is_missing))
            take_page(kept, &area->pages[p], fill, bytes, launch);
        item->changed[p] -= item->changed[p] > 0;
        taken->is_kept &= kept->bytes <= kept->limit_bytes;
    }
}

/* The launch itself, without memory. */
static Taken copy_launch(const Kept *kept, const ExecStart *start)
{
    Arena *arena = kept->arena;
    const LaunchImage *launch = start->image;
    Taken taken = {
        .launch = *launch, .pointer_count = start->pointer_count, .count = launch->buffer_count};
    taken.launch.path = arena_text(arena, launch->path, strlen(launch->path));
    taken.launch.kernel = arena_text(arena, launch->kernel, strlen(launch->kernel));
    taken.launch.arguments = arena_copy(arena, launch->arguments, launch->argument_bytes);
    taken.pointers =
        arena_copy(arena, start->pointers, (size_t)start->pointer_count * sizeof(uint32_t));
    taken.is_variable = ARENA_ARRAY(arena, bool, launch->buffer_count + 1);
    for (int i = 0; i < launch->buffer_count; ++i)
        taken.is_variable[i] = launch->buffers[i].is_variable;
    return taken;
}

static uint64_t way_of(const Kept *kept, const LaunchImage *launch)
{
    uint64_t way =
        kept->launch_count ? kept->launches[kept->launch_count - 1].way : (uint64_t)HASH_START;
    way = hash_bytes(way, launch->kernel, strlen(launch->kernel));
    way = hash_bytes(way, &launch->grid, sizeof launch->grid);
    way = hash_bytes(way, &launch->block, sizeof launch->block);
    way = hash_u64(way, launch->shared_bytes);
    return hash_bytes(way, launch->arguments, launch->argument_bytes);
}

void kept_take(Kept *kept, const ExecStart *start)
{
    const LaunchImage *launch = start->image;
    DeviceMemory *memory = start->memory;
    pthread_mutex_lock(&kept->lock);
    Taken taken = copy_launch(kept, start);
    taken.way = way_of(kept, launch);
    taken.is_kept = kept->only ? launch->number == kept->only : !kept->is_full;
    for (int i = 0; i < memory->count; ++i) {
        Allocation *item = &memory->items[i];
        Area *area = area_of(kept, i, item, launch->number);
        if (area && area->bytes)
            take_area(kept, area, item, memory->bytes + item->place, &taken);
    }
    kept->is_full |= !kept->only && !taken.is_kept;
    kept->launches =
        grown(kept->launches, sizeof taken, kept->launch_count, &kept->launch_capacity);
    kept->launches[kept->launch_count++] = taken;
    pthread_mutex_unlock(&kept->lock);
}

/* ---- afterwards ---- */

static const Taken *taken_of(const Kept *kept, int number)
{
    for (int i = kept->launch_count - 1; i >= 0; --i)
        if (kept->launches[i].launch.number == number)
            return &kept->launches[i];
    return NULL;
}

bool kept_has(Kept *kept, int number)
{
    pthread_mutex_lock(&kept->lock);
    const Taken *taken = taken_of(kept, number);
    bool has = taken && taken->is_kept;
    pthread_mutex_unlock(&kept->lock);
    return has;
}

uint64_t kept_way(Kept *kept, int number)
{
    pthread_mutex_lock(&kept->lock);
    const Taken *taken = taken_of(kept, number);
    uint64_t way = taken ? taken->way : 0;
    pthread_mutex_unlock(&kept->lock);
    return way;
}

/* What a page held when a launch began; NULL: nothing. */
static const Version *version_at(const Page *page, int launch)
{
    int low = 0, high = page->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (page->versions[middle].launch <= launch)
            low = middle + 1;
        else
            high = middle;
    }
    return low && page->versions[low - 1].bytes ? &page->versions[low - 1] : NULL;
}

/* The image under construction: which allocations are reached, and their indices there. */
typedef struct Builder {
    const Kept *kept;
    const Taken *taken;
    Area **areas; /* [number]; NULL: not in use then */
    int *index;   /* [number]; -1: not reached */
    int *queue;   /* numbers whose contents are still to be looked at */
    int queued;
} Builder;

/* The number of the allocation that an address leads to, or just behind; -1: it is none. */
static int target_of(const Builder *b, uint64_t address)
{
    int number = (int)address_object(address);
    int64_t offset = address_offset_bytes(address);
    bool is_one = address_space(address) == SPACE_GLOBAL && number < b->taken->count &&
                  b->areas[number] && offset >= 0 && (uint64_t)offset <= b->areas[number]->bytes;
    return is_one ? number : -1;
}

static void reach(Builder *b, int number)
{
    if (number < 0 || b->index[number] >= 0)
        return;
    b->index[number] = 0;
    b->queue[b->queued++] = number;
}

/* An address that a parameter has; it may lie outside, where the kernel goes wrong. */
static void reach_argument(Builder *b, uint64_t address)
{
    unsigned number = address_object(address);
    if (address_space(address) == SPACE_GLOBAL && (int)number < b->taken->count)
        reach(b, (int)number);
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static void reach_all(Builder *b)
{
    const LaunchImage *launch = &b->taken->launch;
    for (int i = 0; i < b->taken->pointer_count; ++i)
        reach_argument(b, word_at(launch->arguments + b->taken->pointers[i]));
    for (int i = 0; i < b->taken->count; ++i)
        if (b->taken->is_variable[i])
            reach(b, i);
    while (b->queued) {
        const Area *area = b->areas[b->queue[--b->queued]];
        for (uint64_t p = 0; area && p < page_count(area); ++p) {
            const Version *version = version_at(&area->pages[p], launch->number);
            for (int w = 0; version && w < PAGE_WORDS; ++w)
                reach(b, target_of(b, word_at(version->bytes + (size_t)w * sizeof(uint64_t))));
        }
    }
}

/* The same address with the index of the image for the allocation's number. */
static uint64_t renumbered(const Builder *b, uint64_t address, int number)
{
    return address_make(SPACE_GLOBAL, (unsigned)b->index[number], address_offset_bytes(address));
}

/* Copies a page of an area, with its addresses; what nobody has set holds what it holds in other
 * launches. */
static void copy_page(const Builder *b, const Version *version, uint8_t *out, uint64_t size)
{
    static const uint32_t unset = EXEC_UNSET_WORD, poison = LAUNCH_POISON_WORD;
    memcpy(out, version->bytes, size);
    for (uint64_t at = 0; version->fill == PAGE_MIXED && at + 4 <= size; at += 4)
        if (memcmp(out + at, &unset, sizeof unset) == 0)
            memcpy(out + at, &poison, sizeof poison);
    for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
        uint64_t word = word_at(out + at);
        int number = target_of(b, word);
        if (number < 0)
            continue;
        word = renumbered(b, word, number);
        memcpy(out + at, &word, sizeof word);
    }
}

static void fill_content(const Builder *b, const Area *area, uint8_t *out)
{
    for (uint64_t p = 0; p < page_count(area); ++p) {
        const Version *version = version_at(&area->pages[p], b->taken->launch.number);
        uint64_t at = p * PAGE_BYTES, rest = area->bytes - at;
        if (version)
            copy_page(b, version, out + at, rest < PAGE_BYTES ? rest : PAGE_BYTES);
    }
}

/* What of it nobody has filled. */
static const BufferPiece *pieces_of(Arena *arena, const Area *area, int launch, int *count)
{
    BufferPiece *pieces = NULL;
    int capacity = 0;
    *count = 0;
    for (uint64_t p = 0; p < page_count(area); ++p) {
        const Version *version = version_at(&area->pages[p], launch);
        uint64_t from = p * PAGE_BYTES, to = from + PAGE_BYTES;
        PieceKind kind = version ? PIECE_LEFT : PIECE_UNSET;
        to = to < area->bytes ? to : area->bytes;
        if (version && version->fill == PAGE_SET)
            continue;
        if (*count && pieces[*count - 1].to == from && pieces[*count - 1].kind == kind)
            pieces[*count - 1].to = to;
        else
            *ARENA_PUSH(arena, pieces, *count, capacity) = (BufferPiece){from, to, kind, 0};
    }
    return pieces;
}

static ImageBuffer buffer_of(const Builder *b, Arena *arena, int number)
{
    const Area *area = b->areas[number];
    ImageBuffer buffer = {.is_variable = b->taken->is_variable[number]};
    if (!area)
        return buffer;
    buffer.bytes = area->bytes;
    for (int i = 0; i < area->name_count; ++i)
        if (area->names[i].launch <= b->taken->launch.number)
            buffer.name = area->names[i].name;
    buffer.pieces = pieces_of(arena, area, b->taken->launch.number, &buffer.piece_count);
    return buffer;
}

/* The arguments with the indices of the image. */
static const uint8_t *arguments_of(const Builder *b, Arena *arena)
{
    const LaunchImage *launch = &b->taken->launch;
    uint8_t *bytes = arena_copy(arena, launch->arguments, launch->argument_bytes);
    for (int i = 0; i < b->taken->pointer_count; ++i) {
        uint8_t *at = bytes + b->taken->pointers[i];
        uint64_t word = word_at(at);
        int number = (int)address_object(word);
        if (address_space(word) != SPACE_GLOBAL || number >= b->taken->count)
            continue;
        word = renumbered(b, word, number);
        memcpy(at, &word, sizeof word);
    }
    return bytes;
}

static const LaunchImage *build(Builder *b, Arena *arena)
{
    LaunchImage image = b->taken->launch;
    ImageBuffer *buffers = ARENA_ARRAY(arena, ImageBuffer, b->taken->count + 1);
    int *numbers = ARENA_ARRAY(arena, int, b->taken->count + 1);
    for (int i = 0; i < b->taken->count; ++i)
        b->index[i] = -1;
    reach_all(b);
    image.buffer_count = 0;
    for (int i = 0; i < b->taken->count; ++i)
        if (b->index[i] >= 0) {
            b->index[i] = image.buffer_count;
            numbers[image.buffer_count] = i;
            buffers[image.buffer_count++] = buffer_of(b, arena, i);
        }
    if (image.buffer_count > LAUNCH_BUFFER_LIMIT)
        return NULL;
    image.buffers = buffers;
    image.arguments = arguments_of(b, arena);
    LaunchImage *made = image_start(&image);
    for (int i = 0; i < image.buffer_count; ++i)
        if (b->areas[numbers[i]])
            fill_content(b, b->areas[numbers[i]], (uint8_t *)(uintptr_t)made->buffers[i].content);
    return image_end(made);
}

const LaunchImage *kept_image(Kept *kept, int number)
{
    pthread_mutex_lock(&kept->lock);
    Arena *arena = arena_new();
    Builder b = {.kept = kept, .taken = taken_of(kept, number)};
    const LaunchImage *image = NULL;
    if (b.taken && b.taken->is_kept) {
        b.areas = ARENA_ARRAY(arena, Area *, b.taken->count + 1);
        b.index = ARENA_ARRAY(arena, int, b.taken->count + 1);
        b.queue = ARENA_ARRAY(arena, int, b.taken->count + 1);
        for (int i = 0; i < kept->area_count; ++i) {
            Area *area = kept->areas[i];
            if (area->from <= number && number < area->to)
                b.areas[area->number] = area;
        }
        image = build(&b, arena);
    }
    arena_free(arena);
    pthread_mutex_unlock(&kept->lock);
    return image;
}
