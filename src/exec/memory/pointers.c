/* Where the type of an allocation is known, only its pointers are looked at; otherwise every pair
 * of words that could be one. */
#include "exec/memory/pointers.h"
#include "program/address.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 8, MASK_WORDS = 64 };

/* Memory that both sides see, as the program has it. */
typedef struct Shared {
    uint64_t from, to;
    unsigned number;
} Shared;

typedef struct Search {
    DeviceMemory *memory;
    Shared *shared; /* in the order of addresses; NULL: towards the program */
    int count;
} Search;

/* Does the kernel load or store anything that may be a pointer? */
static bool moves_pointers(const Program *program)
{
    for (uint32_t i = 0; i < program->code_count; ++i) {
        const Instr *instr = &program->code[i];
        bool is_access = opcode_info[instr->op].class == CLASS_MEMORY &&
                         (instr->space == SPACE_GLOBAL || instr->space == SPACE_GENERIC);
        if (is_access && (instr->type == SCALAR_U64 || instr->type == SCALAR_I64))
            return true;
    }
    return false;
}

/* Bit set of the words of a type that may hold pointers, of the first MASK_WORDS. */
static uint64_t pointers_in(const Type *type, uint32_t at)
{
    uint64_t mask = 0;
    if (type->kind == TYPE_POINTER || (type->kind == TYPE_STRUCT && type->is_union))
        for (uint32_t i = 0; i < type->size_bytes; i += WORD)
            mask |= (uint64_t)1 << (at + i) / WORD % MASK_WORDS;
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length; ++i)
        mask |= pointers_in(type->element, at + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && !type->is_union && i < type->field_count; ++i)
        mask |= pointers_in(type->fields[i].type, at + type->fields[i].offset_bytes);
    return mask;
}

/* Words of an allocation after which the mask of its pointers begins anew. */
static uint32_t period_of(const Allocation *item, uint64_t *mask)
{
    const Type *type = item->element;
    *mask = UINT64_MAX;
    if (!type || type->kind == TYPE_VOID || !type->size_bytes)
        return 1;
    if (type->kind == TYPE_SCALAR) {
        *mask = scalar_size_bytes(type->scalar) > 1 ? 0 : UINT64_MAX; /* bytes may be anything */
        return 1;
    }
    if (type->size_bytes > MASK_WORDS * WORD)
        return 1;
    *mask = pointers_in(type, 0);
    return *mask && type->size_bytes % WORD == 0 ? type->size_bytes / WORD : 1;
}

static int compare_shared(const void *a, const void *b)
{
    uint64_t x = ((const Shared *)a)->from, y = ((const Shared *)b)->from;
    return (x > y) - (x < y);
}

static bool to_device(const Search *search, uint64_t *word)
{
    int low = 0, high = search->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (search->shared[middle].from <= *word)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || *word >= search->shared[low - 1].to)
        return false;
    *word = address_make(SPACE_GLOBAL, search->shared[low - 1].number,
                         (int64_t)(*word - search->shared[low - 1].from));
    return true;
}

static bool to_program(const Search *search, uint64_t *word)
{
    if (address_space(*word) != SPACE_GLOBAL ||
        address_object(*word) >= (unsigned)search->memory->count)
        return false;
    const Allocation *item = &search->memory->items[address_object(*word)];
    int64_t offset = address_offset_bytes(*word);
    if (!item->mapped_at || item->is_freed || offset < 0 || (uint64_t)offset > item->bytes)
        return false;
    *word = item->mapped_at + (uint64_t)offset;
    return true;
}

static void move_in_page(const Search *search, Allocation *item, uint64_t page, uint64_t mask,
                         uint32_t period)
{
    uint64_t end = (page + 1) * PAGE_BYTES < item->bytes ? (page + 1) * PAGE_BYTES : item->bytes;
    uint8_t *bytes = search->memory->bytes + item->place;
    for (uint64_t at = page * PAGE_BYTES; at + WORD <= end; at += WORD) {
        uint64_t word;
        memcpy(&word, bytes + at, WORD);
        if (!(mask >> at / WORD % period & 1) ||
            !(search->shared ? to_device(search, &word) : to_program(search, &word)))
            continue;
        memcpy(bytes + at, &word, WORD);
        item->changed[page] = item->unhashed = 2;
    }
}

static void move_all(const Search *search)
{
    for (int i = 0; i < search->memory->count; ++i) {
        Allocation *item = &search->memory->items[i];
        uint64_t mask;
        uint32_t period = period_of(item, &mask);
        for (uint64_t page = 0; mask && !item->is_freed && page * PAGE_BYTES < item->bytes; ++page)
            if (item->pages[page] != PAGE_EMPTY)
                move_in_page(search, item, page, mask, period);
    }
}

bool pointers_to_device(DeviceMemory *memory, const Program *program)
{
    Search search = {.memory = memory,
                     .shared = page_alloc(((uint64_t)memory->count + 1) * sizeof(Shared))};
    for (int i = 0; i < memory->count && moves_pointers(program); ++i) {
        const Allocation *item = &memory->items[i];
        if (item->mapped_at && !item->is_freed)
            search.shared[search.count++] =
                (Shared){item->mapped_at, item->mapped_at + item->bytes, (unsigned)i};
    }
    qsort(search.shared, (size_t)search.count, sizeof *search.shared, compare_shared);
    if (search.count)
        move_all(&search);
    free(search.shared);
    return search.count > 0;
}

void pointers_to_program(DeviceMemory *memory)
{
    move_all(&(Search){.memory = memory});
}
