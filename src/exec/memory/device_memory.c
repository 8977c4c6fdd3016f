/* Places in the file are given out upwards and, once freed, given back to the system as holes, so
 * that an address space of many times the device's memory is all that is ever used up. */
#include "exec/memory/device_memory.h"
#include "program/address.h"
#include "vm/page.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The address space that is asked for, and the least that will do. */
#define SPACE_BYTES       ((uint64_t)1 << 42)
#define SPACE_LEAST_BYTES ((uint64_t)1 << 36)

static uint64_t pages_of(uint64_t bytes)
{
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

bool device_memory_open(DeviceMemory *memory, uint64_t limit, const char **reason)
{
    *memory = (DeviceMemory){.limit = limit};
    memory->file = memfd_create("tilestep device memory", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    if (memory->file < 0) {
        *reason = "the system gives no file for the device's memory";
        return false;
    }
    void *bytes = MAP_FAILED;
    for (uint64_t size = SPACE_BYTES; bytes == MAP_FAILED && size >= SPACE_LEAST_BYTES; size /= 2) {
        bytes =
            mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory->file, 0);
        memory->space_bytes = size;
    }
    if (bytes != MAP_FAILED &&
        fcntl(memory->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0) { /* against SIGBUS */
        memory->bytes = bytes;
        return true;
    }
    close(memory->file);
    *reason = "the device's memory does not fit into the address space";
    return false;
}

void device_memory_close(DeviceMemory *memory)
{
    for (int i = 0; i < memory->count; ++i) {
        free(memory->items[i].pages);
        free(memory->items[i].changed);
    }
    free(memory->items);
    munmap(memory->bytes, memory->space_bytes);
    close(memory->file);
}

static int new_number(DeviceMemory *memory)
{
    if (memory->count == memory->capacity) {
        int capacity = memory->capacity ? 2 * memory->capacity : DEVICE_NUMBERS;
        Allocation *grown = page_alloc((uint64_t)capacity * sizeof *grown);
        if (memory->items)
            memcpy(grown, memory->items, (size_t)memory->count * sizeof *grown);
        free(memory->items);
        memory->items = grown;
        memory->capacity = capacity;
    }
    return memory->count++;
}

/* One that was never used, or the one that was freed first; -1 if all are in use. */
static int free_number(DeviceMemory *memory)
{
    int best = -1;
    bool is_early = memory->count < DEVICE_NUMBERS || memory->freed_count < DEVICE_FREED;
    if (is_early && memory->count < LAUNCH_BUFFER_LIMIT)
        return new_number(memory);
    for (int i = 0; i < memory->count; ++i)
        if (memory->items[i].is_freed &&
            (best < 0 || memory->items[i].freed_when < memory->items[best].freed_when))
            best = i;
    memory->freed_count -= best >= 0;
    return best;
}

int device_memory_add(DeviceMemory *memory, ExecMemoryKind kind, uint64_t bytes, uint64_t caller)
{
    uint64_t whole = pages_of(bytes) * PAGE_BYTES;
    if (bytes > memory->limit - memory->used_bytes || memory->end + whole > memory->space_bytes ||
        ftruncate(memory->file, (off_t)(memory->end + whole)) != 0)
        return -1;
    int number = free_number(memory);
    if (number < 0)
        return -1;
    Allocation *item = &memory->items[number];
    free(item->pages);
    free(item->changed);
    *item = (Allocation){.kind = kind,
                         .bytes = bytes,
                         .place = memory->end,
                         .place_bytes = whole,
                         .caller = caller,
                         .pages = page_alloc(pages_of(bytes)),
                         .changed = page_alloc(pages_of(bytes)),
                         .unhashed = 2};
    if (kind != EXEC_MEMORY_DEVICE) /* the system's zeros are its content */
        memset(item->pages, PAGE_SET, pages_of(bytes));
    memory->end += whole;
    memory->used_bytes += bytes;
    return number;
}

void device_memory_free(DeviceMemory *memory, int number, uint64_t caller)
{
    Allocation *item = &memory->items[number];
    item->is_freed = true;
    item->freed_by = caller;
    item->freed_when = ++memory->frees;
    ++memory->freed_count;
    memory->used_bytes -= item->bytes;
    madvise(memory->bytes + item->place, item->place_bytes, MADV_REMOVE);
}

/* A variable that both sides see, and memory of the program's own, have neighbours. */
static uint64_t mapped_bytes(const Allocation *item)
{
    bool has_neighbours =
        item->kind == EXEC_MEMORY_VARIABLE || item->kind == EXEC_MEMORY_REGISTERED;
    return has_neighbours ? item->bytes : item->place_bytes;
}

int device_memory_find(const DeviceMemory *memory, uint64_t pointer, int64_t *offset)
{
    if (address_space(pointer) == SPACE_GLOBAL) {
        *offset = address_offset_bytes(pointer);
        return (int)address_object(pointer) < memory->count ? (int)address_object(pointer) : -1;
    }
    for (int i = 0; i < memory->count; ++i) {
        const Allocation *item = &memory->items[i];
        if (item->mapped_at && pointer >= item->mapped_at &&
            pointer - item->mapped_at < mapped_bytes(item) && !item->is_freed) {
            *offset = (int64_t)(pointer - item->mapped_at);
            return i;
        }
    }
    return -1;
}

bool device_memory_was_mapped(const DeviceMemory *memory, uint64_t pointer)
{
    for (int i = 0; i < memory->count; ++i) {
        const Allocation *item = &memory->items[i];
        if (item->is_freed && item->mapped_at && pointer >= item->mapped_at &&
            pointer - item->mapped_at < item->bytes)
            return true;
    }
    return false;
}

uint64_t device_memory_pointer(const DeviceMemory *memory, int number)
{
    const Allocation *item = &memory->items[number];
    return item->mapped_at ? item->mapped_at : address_make(SPACE_GLOBAL, (unsigned)number, 0);
}

static void fill_unset(uint8_t *bytes, uint64_t size)
{
    uint32_t word = EXEC_UNSET_WORD;
    for (uint64_t i = 0; i < size; i += sizeof word)
        memcpy(bytes + i, &word, sizeof word);
}

/* Gives EXEC_UNSET_WORD to pages that nobody has written; from and to are pages. */
static void fill_pages(DeviceMemory *memory, Allocation *item, uint64_t from, uint64_t to)
{
    for (uint64_t page = from; page < to; ++page)
        if (item->pages[page] == PAGE_EMPTY) {
            fill_unset(memory->bytes + item->place + page * PAGE_BYTES, PAGE_BYTES);
            item->pages[page] = PAGE_MIXED;
            item->changed[page] = 2;
        }
}

void device_memory_expect_read(DeviceMemory *memory, int number, uint64_t at, uint64_t size)
{
    if (size)
        fill_pages(memory, &memory->items[number], at / PAGE_BYTES, pages_of(at + size));
}

void device_memory_expect_write(DeviceMemory *memory, int number, uint64_t at, uint64_t size)
{
    Allocation *item = &memory->items[number];
    item->unhashed = 2;
    for (uint64_t page = at / PAGE_BYTES; size && page < pages_of(at + size); ++page) {
        uint64_t start = page * PAGE_BYTES, end = start + PAGE_BYTES;
        end = end < item->bytes ? end : item->bytes;
        if (at <= start && at + size >= end)
            item->pages[page] = PAGE_SET;
        else
            fill_pages(memory, item, page, page + 1);
        item->changed[page] = 2;
    }
}

static bool holds_unset(const uint8_t *bytes, uint64_t size)
{
    uint32_t unset = EXEC_UNSET_WORD;
    for (uint64_t i = 0; i + sizeof unset <= size; i += sizeof unset)
        if (memcmp(bytes + i, &unset, sizeof unset) == 0)
            return true;
    return false;
}

void device_memory_settle(DeviceMemory *memory, int number, uint64_t at, uint64_t size)
{
    Allocation *item = &memory->items[number];
    for (uint64_t page = at / PAGE_BYTES; size && page < pages_of(at + size); ++page) {
        uint64_t start = page * PAGE_BYTES, rest = item->bytes - start;
        bool is_set = !holds_unset(memory->bytes + item->place + start,
                                   rest < PAGE_BYTES ? rest : PAGE_BYTES);
        item->pages[page] = is_set ? PAGE_SET : PAGE_MIXED;
    }
}

/* Has somebody set all of the pages that the bytes lie in? */
static bool is_set(const Allocation *item, uint64_t at, uint64_t size)
{
    for (uint64_t page = at / PAGE_BYTES; page < pages_of(at + size); ++page)
        if (item->pages[page] != PAGE_SET)
            return false;
    return true;
}

bool device_memory_has_unset(const DeviceMemory *memory, int number)
{
    return !is_set(&memory->items[number], 0, memory->items[number].bytes);
}

int device_memory_pieces(const DeviceMemory *memory, int number, Arena *arena,
                         const BufferPiece **out)
{
    static const PieceKind kinds[] = {[PAGE_EMPTY] = PIECE_UNSET, [PAGE_MIXED] = PIECE_LEFT};
    const Allocation *item = &memory->items[number];
    BufferPiece *pieces = NULL;
    int count = 0, capacity = 0;
    uint64_t pages = item->is_freed ? 0 : pages_of(item->bytes);
    for (uint64_t page = 0, end; page < pages; page = end) {
        uint8_t fill = item->pages[page];
        for (end = page + 1; end < pages && item->pages[end] == fill;)
            ++end;
        uint64_t to = end * PAGE_BYTES;
        if (fill != PAGE_SET)
            *ARENA_PUSH(arena, pieces, count, capacity) = (BufferPiece){
                page * PAGE_BYTES, to < item->bytes ? to : item->bytes, kinds[fill], 0};
    }
    *out = pieces;
    return count;
}

/* Makes words (of double: pairs) unset again that are so in the other result and zero in this. */
static void keep_unset(const Buffer *buffer, uint8_t *bytes, Memory *result, uint64_t at,
                       uint64_t size)
{
    static const uint32_t unset[2] = {EXEC_UNSET_WORD, EXEC_UNSET_WORD}, zero[2];
    uint64_t step = scalar_size_bytes(buffer->type) == sizeof unset ? sizeof unset : sizeof *unset;
    uint8_t other[PAGE_BYTES];
    memory_copy_out(result, at, other, size);
    for (uint64_t i = 0; i + step <= size; i += step)
        if (memcmp(other + i, unset, step) == 0 && memcmp(bytes + i, zero, step) == 0)
            memcpy(bytes + i, unset, step);
}

/* What of a page of the result lies in buffers. */
static void commit_page(DeviceMemory *memory, const Launch *launch, const Memory *result,
                        Memory *unset, uint64_t at, uint64_t *written)
{
    const uint8_t *page = memory_base((Memory *)(uintptr_t)result) + at;
    uint64_t end = at + PAGE_BYTES;
    for (int i = launch_buffers_before(launch, end) - 1; i >= 0; --i) {
        const Buffer *buffer = &launch->buffers[i];
        uint64_t from = buffer->offset_bytes > at ? buffer->offset_bytes : at;
        uint64_t to = buffer->offset_bytes + buffer_bytes(buffer);
        to = to < end ? to : end;
        if (!buffer_bytes(buffer))
            continue;
        if (from >= to)
            return;
        uint64_t offset = from - buffer->offset_bytes;
        uint8_t *bytes = memory->bytes + memory->items[i].place + offset;
        written[i / 64] |= (uint64_t)1 << i % 64;
        bool was_set = is_set(&memory->items[i], offset, to - from);
        device_memory_expect_write(memory, i, offset, to - from);
        memcpy(bytes, page + (from - at), to - from);
        if (unset && !was_set)
            keep_unset(buffer, bytes, unset, from, to - from);
        if (!was_set)
            device_memory_settle(memory, i, offset, to - from);
    }
}

void device_memory_commit(DeviceMemory *memory, const Launch *launch, const Memory *result,
                          Memory *unset, uint64_t *written)
{
    uint64_t count;
    const uint64_t *pages = memory_written(result, &count);
    for (uint64_t i = 0; i < count; ++i)
        commit_page(memory, launch, result, unset, pages[i] * PAGE_BYTES, written);
}
