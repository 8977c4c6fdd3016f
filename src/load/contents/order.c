/* Contents that are made up must not break what a kernel rests on: a search and a merge rest on
 * numbers that ascend, so do the rows of a sparse matrix. Names tell them. Nor may they hide what
 * is wrong: what is written through an index comes more than once. */
#include "load/contents/contents.h"
#include "load/sizes/guess.h"

#include <string.h>

enum {
    UNSIZED_ELEMENTS = 1 << 16, /* given to a buffer that has no size yet */
    ELEMENT_LIMIT = 1 << 22,
    ROW_LENGTH = 3, /* elements of a row of a sparse matrix */
    GROUP = 8       /* places that are mixed while it is not known how many there are */
};

static bool has_row_name(const Buffer *buffer)
{
    return load_name_has(buffer->name, "row_ptr row_ptrs rowptr rowptrs row_offset row_offsets "
                                       "row_start row_starts row_index row_pointers rows_ptr "
                                       "indptr xadj csr_row csr_row_ptr ptr_row src_ptrs");
}

/* What a kernel called sorted writes itself, it is about to sort. */
static bool has_sorted_name(const Program *program, const Buffer *buffer)
{
    return load_name_has(program->name,
                         "merge search bisect bsearch lower_bound upper_bound co_rank corank") ||
           (buffer->role == ROLE_INPUT && load_name_has(program->name, "sorted")) ||
           load_name_has(buffer->name, "sorted ascending");
}

/* Does the kernel only load through the buffer's contents, in global memory? What is written
 * through them may be a bin, which comes more than once. */
static bool is_only_index(const Program *program, const LoadFlow *flow, uint64_t bit)
{
    bool any = false;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (!(flow->indices[pc] & bit))
            continue;
        if (instr->space == SPACE_SHARED || !flow->buffers[pc] || instr->op != OP_LOAD)
            return false;
        any = true;
    }
    return any;
}

static ContentsOrder order_of(const Loader *loader, const LoadFlow *flow, int index)
{
    const Buffer *buffer = &loader->buffers[index];
    const Program *program = loader->run->program;
    bool is_whole = !scalar_is_float(buffer->type);
    uint64_t bit = load_flow_bit((uint64_t)index);
    if (!((flow->all_indices | flow->all_conditions) & bit))
        return ORDER_NONE;
    if ((is_whole && has_row_name(buffer)) || has_sorted_name(program, buffer) ||
        loader->attempt.is_sorted)
        return ORDER_ASCENDING;
    bool is_index = is_whole && scalar_size_bytes(buffer->type) >= 4 &&
                    buffer->role == ROLE_INPUT && is_only_index(program, flow, bit);
    return is_index ? ORDER_MIXED : ORDER_NONE;
}

/* ---- numbers ---- */

static void put_number(const Buffer *buffer, uint8_t *at, uint64_t number)
{
    float single = (float)number;
    double real = (double)number;
    if (buffer->type == SCALAR_F32)
        memcpy(at, &single, sizeof single);
    else if (buffer->type == SCALAR_F64)
        memcpy(at, &real, sizeof real);
    else
        memcpy(at, &number, scalar_size_bytes(buffer->type));
}

static void set_numbers(Loader *loader, int index, uint8_t *bytes, uint64_t count)
{
    Buffer *buffer = &loader->buffers[index];
    loader->plans[index].is_numbered = true;
    buffer->fill = FILL_BYTES;
    buffer->bytes = bytes;
    buffer->byte_count = count * scalar_size_bytes(buffer->type);
}

static uint64_t scalar_count(const Buffer *buffer)
{
    return buffer_bytes(buffer) / scalar_size_bytes(buffer->type);
}

/* The i-th of count numbers that are each less than count, every one of them once and near its
 * place: warps read neighbours in another order. */
static uint64_t near(uint64_t i, uint64_t count)
{
    uint64_t first = i / GROUP * GROUP;
    uint64_t group = count - first < GROUP ? count - first : GROUP;
    return first + ((i - first) * (group % 3 ? 3 : 1) + 1) % group;
}

/* Numbers of a buffer while its size, or what it indexes, may not be known yet. */
static void give_order(Loader *loader, int index, uint64_t count)
{
    Buffer *buffer = &loader->buffers[index];
    uint32_t size = scalar_size_bytes(buffer->type);
    bool is_ascending = loader->plans[index].order == ORDER_ASCENDING;
    uint64_t most = size < 4 ? ((uint64_t)1 << (8 * size - 1)) - 1 : UINT32_MAX;
    bool is_row = has_row_name(buffer);
    uint64_t step = is_row ? ROW_LENGTH : 1 + (uint64_t)index % 3, repeat = is_row ? 1 : 4;
    uint8_t *bytes = arena_alloc(loader->arena, count * size + 8);
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t number = is_ascending ? i * step / repeat : near(i, count);
        put_number(buffer, bytes + i * size, number < most ? number : most);
    }
    set_numbers(loader, index, bytes, count);
}

/* The i-th of count numbers that are each less than count, every one of them once. */
static uint64_t mixed(uint64_t i, uint64_t count)
{
    static const uint64_t primes[] = {61, 67, 71, 73};
    uint64_t factor = 1;
    for (int p = 0; p < 4 && factor == 1; ++p)
        factor = count % primes[p] ? primes[p] : 1;
    return (i * factor + 1) % count;
}

void load_keep_below(Loader *loader, int index, const uint64_t *numbers, uint64_t limit)
{
    Buffer *buffer = &loader->buffers[index];
    ContentsOrder order = loader->plans[index].order;
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t count = buffer_bytes(buffer) / size;
    uint8_t *bytes = arena_alloc(loader->arena, buffer_bytes(buffer) + 8);
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t number = numbers[i] % limit;
        if (order == ORDER_ASCENDING)
            number = i * limit / count;
        else if (order == ORDER_MIXED && count <= limit)
            number = mixed(i, count);
        put_number(buffer, bytes + i * size, number);
    }
    set_numbers(loader, index, bytes, count);
}

void load_order(Loader *loader, const LoadFlow *flow)
{
    for (int i = 0; i < loader->buffer_count && i < LOAD_FLOW_LIMIT; ++i) {
        const Buffer *buffer = &loader->buffers[i];
        bool is_generated = buffer->role != ROLE_OUTPUT && buffer->fill == FILL_INTS &&
                            buffer->global < 0 && !buffer->is_mixed && !loader->run->options.data &&
                            !scalar_is_half(buffer->type) &&
                            !load_argument_text(loader, buffer->name);
        bool is_large = !loader->plans[i].is_unsized && buffer->count > ELEMENT_LIMIT;
        if (!is_generated || is_large)
            continue;
        uint64_t bit = load_flow_bit((uint64_t)i);
        loader->run->is_data_generated |= (flow->all_indices & bit) || (flow->all_conditions & bit);
        loader->plans[i].order = order_of(loader, flow, i);
        if (loader->plans[i].order)
            give_order(loader, i,
                       loader->plans[i].is_unsized ? UNSIZED_ELEMENTS : scalar_count(buffer));
    }
}

void load_order_sized(Loader *loader)
{
    for (int i = 0; i < loader->buffer_count; ++i)
        if (loader->plans[i].order && loader->plans[i].is_unsized)
            give_order(loader, i, scalar_count(&loader->buffers[i]));
}
