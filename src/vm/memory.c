/* Global memory as reserved address space whose pages get their first content when touched.
 * The hard idea: each page has a state word that readers look at without a lock; whoever claims a
 * page first fills it, and the lock is taken only to note a page's first write, so threads hardly
 * ever meet. */
#include "vm/memory.h"
#include "base/hash.h"
#include "vm/page.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAGE_PRESENT = 1, /* filled */
    PAGE_WRITTEN = 2, /* may differ from the initial content; is in the list of written pages */
    PAGE_DIRTY = 4,   /* differs from its last copy, if it has one */
    PAGE_CLAIMED = 8, /* somebody is filling it; alone */
    PAGE_WRITABLE = PAGE_PRESENT | PAGE_WRITTEN | PAGE_DIRTY
};

enum {
    POPULATE_BYTES = 4 * PAGE_BYTES,
    LARGE_PAGE_BYTES = 1 << 21,
    PART_BYTES = 16 * PAGE_BYTES, /* of which memory_read_parts makes all pages present at once */
    KEPT_PAGES = 1 << 16          /* an arena of no more keeps its pages when it is reset */
};

struct Memory {
    const Launch *launch;
    uint8_t *base;  /* at the start of a large page */
    bool is_backed; /* the system has given pages for what was touched before a reset */
    uint64_t page_count;
    uint8_t *reserved; /* the address space with base and the tables in it */
    uint64_t reserved_bytes;
    _Atomic uint8_t *states;
    _Atomic uint8_t *parts; /* [part] whether all of its pages are present for certain */
    uint64_t part_count;
    _Atomic uint64_t present_parts;
    PageCopy **copies; /* [page] the copy that equals it unless dirty, or NULL */
    uint64_t *written; /* page numbers, in order of their first write */
    uint64_t written_count, written_capacity;
    _Atomic uint64_t present_count; /* pages; the written ones among them */
    pthread_mutex_t lock;
    MemoryWatch *watch;
    void *watch_context;
};

typedef struct SavedPage {
    uint64_t page;
    PageCopy *copy;
} SavedPage;

struct MemorySaved {
    uint64_t count;
    SavedPage pages[];
};

static_assert((int)MEMORY_PAGE_BYTES == (int)PAGE_BYTES, "one page size");

void memory_watch(Memory *memory, MemoryWatch *watch, void *context)
{
    memory->watch = watch;
    memory->watch_context = context;
}

bool memory_allows(const Memory *memory, const Step *step)
{
    return !memory->watch || memory->watch(memory->watch_context, step);
}

static uint64_t rounded_to(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* Takes one piece of address space for the arena and the tables behind it; false if there is none.
 * The tables may share pages, since a reset leaves zeros in all of them. */
static bool reserve(Memory *memory)
{
    uint64_t arena = rounded_to(memory->page_count * PAGE_BYTES, LARGE_PAGE_BYTES);
    uint64_t states_at = arena + LARGE_PAGE_BYTES;
    uint64_t parts_at = states_at + page_rounded(memory->page_count);
    uint64_t copies_at = parts_at + page_rounded(memory->part_count);
    memory->reserved_bytes =
        LARGE_PAGE_BYTES + copies_at + memory->page_count * sizeof *memory->copies;
    memory->reserved = page_reserve(memory->reserved_bytes);
    if (!memory->reserved)
        return false;
    madvise(memory->reserved, memory->reserved_bytes, MADV_NOHUGEPAGE);
    memory->base = memory->reserved + (-(uintptr_t)memory->reserved & (LARGE_PAGE_BYTES - 1));
    memory->states = (_Atomic uint8_t *)(memory->base + states_at);
    memory->parts = (_Atomic uint8_t *)(memory->base + parts_at);
    memory->copies = (PageCopy **)(memory->base + copies_at);
    return true;
}

Memory *memory_new(const Launch *launch, const char **reason)
{
    Memory *memory = page_alloc(sizeof *memory);
    memory->launch = launch;
    memory->page_count = (launch->arena_bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    memory->part_count = (launch->arena_bytes + PART_BYTES - 1) / PART_BYTES;
    if (!reserve(memory)) {
        *reason = "the buffers of this launch do not fit into the address space";
        free(memory);
        return NULL;
    }
    pthread_mutex_init(&memory->lock, NULL);
    return memory;
}

static void drop_copies(Memory *memory)
{
    for (uint64_t i = 0; i < memory->written_count; ++i) {
        page_copy_release(memory->copies[memory->written[i]]);
        memory->copies[memory->written[i]] = NULL;
    }
    memory->written_count = 0;
}

void memory_expect_all(Memory *memory)
{
    uint64_t size = memory->page_count * PAGE_BYTES;
    if (size >= LARGE_PAGE_BYTES) /* what is behind the end of the arena is reserved, too */
        madvise(memory->base, rounded_to(size, LARGE_PAGE_BYTES), MADV_HUGEPAGE);
}

/* No part is certain to be present any more. */
static void forget_parts(Memory *memory)
{
    memset((void *)memory->parts, 0, memory->present_parts ? memory->part_count : 0);
    memory->present_parts = 0;
}

void memory_free(Memory *memory)
{
    if (!memory)
        return;
    drop_copies(memory);
    page_unreserve(memory->reserved, memory->reserved_bytes);
    pthread_mutex_destroy(&memory->lock);
    free(memory->written);
    free(memory);
}

void memory_reset(Memory *memory)
{
    drop_copies(memory);
    forget_parts(memory);
    memory->present_count = 0;
    memory->is_backed = memory->page_count <= KEPT_PAGES;
    if (memory->is_backed) {
        memset((void *)memory->states, 0, memory->page_count);
        return;
    }
    madvise(memory->base, memory->page_count * PAGE_BYTES, MADV_DONTNEED);
    madvise((void *)memory->states, memory->page_count, MADV_DONTNEED);
}

/* Bytes of a page that lie in the arena. */
static uint64_t page_used_bytes(const Memory *memory, uint64_t page)
{
    uint64_t rest = memory->launch->arena_bytes - page * PAGE_BYTES;
    return rest < PAGE_BYTES ? rest : PAGE_BYTES;
}

static void fill_page(Memory *memory, uint64_t page)
{
    launch_fill(memory->launch, page * PAGE_BYTES, memory->base + page * PAGE_BYTES,
                page_used_bytes(memory, page));
}

static void note_written(Memory *memory, uint64_t page)
{
    if (memory->written_count == memory->written_capacity) {
        uint64_t capacity = memory->written_capacity ? 2 * memory->written_capacity : 64;
        uint64_t *grown = page_alloc(capacity * sizeof *grown);
        if (memory->written)
            memcpy(grown, memory->written, memory->written_count * sizeof *grown);
        free(memory->written);
        memory->written = grown;
        memory->written_capacity = capacity;
    }
    memory->written[memory->written_count++] = page;
}

static uint8_t page_state(const Memory *memory, uint64_t page)
{
    return atomic_load_explicit(&memory->states[page], memory_order_acquire);
}

static void set_page_state(Memory *memory, uint64_t page, uint8_t state)
{
    atomic_store_explicit(&memory->states[page], state, memory_order_release);
}

static void make_present(Memory *memory, uint64_t page)
{
    uint8_t state = 0;
    if (atomic_compare_exchange_strong(&memory->states[page], &state, PAGE_CLAIMED)) {
        fill_page(memory, page);
        set_page_state(memory, page, PAGE_PRESENT);
        atomic_fetch_add_explicit(&memory->present_count, 1, memory_order_relaxed);
    }
    while (!(page_state(memory, page) & PAGE_PRESENT))
        sched_yield();
}

static void touch_page(Memory *memory, uint64_t page, uint8_t wanted)
{
    make_present(memory, page);
    if (wanted == PAGE_PRESENT)
        return;
    pthread_mutex_lock(&memory->lock);
    uint8_t state = page_state(memory, page);
    if (wanted & ~state & PAGE_WRITTEN)
        note_written(memory, page);
    set_page_state(memory, page, state | wanted);
    pthread_mutex_unlock(&memory->lock);
}

/* Asks the system for all pages of a long piece at once, which costs less than a page fault for
 * each. */
static void back_with_pages(Memory *memory, uint64_t at, uint64_t size)
{
#ifdef MADV_POPULATE_WRITE
    uint64_t start = at / PAGE_BYTES * PAGE_BYTES;
    if (size >= POPULATE_BYTES && !memory->is_backed && !page_state(memory, at / PAGE_BYTES))
        madvise(memory->base + start, at + size - start, MADV_POPULATE_WRITE);
#else
    (void)memory;
    (void)at;
    (void)size;
#endif
}

static uint8_t *touch_pages(Memory *memory, uint64_t at, uint64_t size, uint8_t wanted)
{
    assert(at <= memory->launch->arena_bytes && size <= memory->launch->arena_bytes - at);
    back_with_pages(memory, at, size);
    if (size)
        for (uint64_t page = at / PAGE_BYTES; page <= (at + size - 1) / PAGE_BYTES; ++page)
            if ((page_state(memory, page) & wanted) != wanted)
                touch_page(memory, page, wanted);
    return memory->base + at;
}

const uint8_t *memory_read(Memory *memory, uint64_t at, uint64_t size)
{
    return touch_pages(memory, at, size, PAGE_PRESENT);
}

uint8_t *memory_write(Memory *memory, uint64_t at, uint64_t size)
{
    return touch_pages(memory, at, size, PAGE_WRITABLE);
}

static void make_part_present(Memory *memory, uint64_t part)
{
    uint64_t at = part * PART_BYTES, rest = memory->launch->arena_bytes - at;
    memory_read(memory, at, rest < PART_BYTES ? rest : PART_BYTES);
    if (!atomic_exchange(&memory->parts[part], 1))
        atomic_fetch_add(&memory->present_parts, 1);
}

const uint8_t *memory_read_parts(Memory *memory, uint64_t at, uint64_t size)
{
    uint64_t present = atomic_load_explicit(&memory->present_parts, memory_order_acquire);
    if (size && present < memory->part_count)
        for (uint64_t part = at / PART_BYTES; part <= (at + size - 1) / PART_BYTES; ++part)
            if (!atomic_load_explicit(&memory->parts[part], memory_order_acquire))
                make_part_present(memory, part);
    return memory->base + at;
}

void memory_trim(Memory *memory, uint64_t most_pages)
{
    if (memory->present_count - memory->written_count <= most_pages)
        return;
    for (uint64_t page = 0; page < memory->page_count; ++page)
        if (page_state(memory, page) == PAGE_PRESENT) {
            madvise(memory->base + page * PAGE_BYTES, PAGE_BYTES, MADV_DONTNEED);
            set_page_state(memory, page, 0);
        }
    memory->present_count = memory->written_count;
    forget_parts(memory);
}

uint8_t *memory_base(Memory *memory)
{
    return memory->base;
}

/* Whether those bits of the states of all pages of a piece are as they should be. */
static bool has_states(const Memory *memory, uint64_t at, uint64_t size, uint8_t bits,
                       uint8_t wanted)
{
    if (size)
        for (uint64_t page = at / PAGE_BYTES; page <= (at + size - 1) / PAGE_BYTES; ++page)
            if ((page_state(memory, page) & bits) != wanted)
                return false;
    return true;
}

bool memory_is_present(const Memory *memory, uint64_t at, uint64_t size)
{
    return has_states(memory, at, size, PAGE_PRESENT, PAGE_PRESENT);
}

bool memory_is_unwritten(const Memory *memory, uint64_t at, uint64_t size)
{
    return has_states(memory, at, size, PAGE_WRITABLE, PAGE_PRESENT);
}

void memory_copy_out(Memory *memory, uint64_t at, void *out, uint64_t size)
{
    uint8_t *to = out;
    while (size) {
        uint64_t page = at / PAGE_BYTES, rest = PAGE_BYTES - at % PAGE_BYTES;
        uint64_t take = rest < size ? rest : size;
        if (page_state(memory, page) & PAGE_PRESENT)
            memcpy(to, memory->base + at, take);
        else
            launch_fill(memory->launch, at, to, take);
        at += take;
        to += take;
        size -= take;
    }
}

/* Makes copy the one that the page equals; NULL: none. */
static void keep_copy(Memory *memory, uint64_t page, PageCopy *copy)
{
    page_copy_hold(copy);
    page_copy_release(memory->copies[page]);
    memory->copies[page] = copy;
}

MemorySaved *memory_save(Memory *memory)
{
    uint64_t count = memory->written_count;
    MemorySaved *saved = page_alloc(sizeof *saved + count * sizeof saved->pages[0]);
    saved->count = count;
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t page = memory->written[i];
        if (page_state(memory, page) & PAGE_DIRTY) {
            keep_copy(memory, page, page_copy_new(memory->base + page * PAGE_BYTES, PAGE_BYTES));
            set_page_state(memory, page, PAGE_PRESENT | PAGE_WRITTEN);
        }
        saved->pages[i] = (SavedPage){page, page_copy_save(memory->copies[page])};
    }
    return saved;
}

/* Gives the page the content of a copy. */
static void restore_page(Memory *memory, const SavedPage *saved)
{
    uint64_t page = saved->page;
    uint8_t state = page_state(memory, page);
    if ((state & PAGE_DIRTY) || !(state & PAGE_WRITTEN) || memory->copies[page] != saved->copy) {
        memcpy(memory->base + page * PAGE_BYTES, saved->copy->bytes, PAGE_BYTES);
        keep_copy(memory, page, saved->copy);
    }
    set_page_state(memory, page, PAGE_PRESENT);
}

void memory_restore(Memory *memory, const MemorySaved *saved)
{
    for (uint64_t i = 0; i < saved->count; ++i)
        restore_page(memory, &saved->pages[i]); /* which takes WRITTEN off: pages that keep it were
                                                   written after the save */
    for (uint64_t i = 0; i < memory->written_count; ++i) {
        uint64_t page = memory->written[i];
        if (page_state(memory, page) & PAGE_WRITTEN) {
            fill_page(memory, page);
            keep_copy(memory, page, NULL);
            set_page_state(memory, page, PAGE_PRESENT);
        }
    }
    memory->written_count = 0;
    for (uint64_t i = 0; i < saved->count; ++i) {
        set_page_state(memory, saved->pages[i].page, PAGE_PRESENT | PAGE_WRITTEN);
        note_written(memory, saved->pages[i].page);
    }
}

void memory_saved_free(MemorySaved *saved)
{
    if (!saved)
        return;
    for (uint64_t i = 0; i < saved->count; ++i)
        page_copy_unsave(saved->pages[i].copy);
    free(saved);
}

size_t memory_saved_bytes(const MemorySaved *saved)
{
    size_t bytes = sizeof *saved + saved->count * sizeof saved->pages[0];
    for (uint64_t i = 0; i < saved->count; ++i)
        bytes += page_copy_own_bytes(saved->pages[i].copy);
    return bytes;
}

const uint64_t *memory_written(const Memory *memory, uint64_t *count)
{
    *count = memory->written_count;
    return memory->written;
}

uint64_t memory_hash(const Memory *memory)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < memory->written_count; ++i) {
        uint64_t page = memory->written[i], used = page_used_bytes(memory, page);
        uint8_t initial[PAGE_BYTES];
        launch_fill(memory->launch, page * PAGE_BYTES, initial, used);
        const uint8_t *bytes = memory->base + page * PAGE_BYTES;
        if (memcmp(initial, bytes, used) != 0)
            sum += hash_bytes(hash_u64(HASH_START, page), bytes, used);
    }
    return sum;
}
