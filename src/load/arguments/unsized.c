/* Buffers that neither the host code nor an option gives a size: a dry run of the kernel shows
 * what it touches, and a note says so. Where that cannot tell, the row length of the kernel's
 * index expressions and the grid do. */
#include "load/arguments/arguments.h"
#include "load/contents/contents.h"
#include "load/sizes/assume.h"
#include "load/sizes/dry_run.h"

enum { MEANT_NUMBERS = 8 }; /* of a kernel that are looked at for a length */

/* A count that the grid and the kernel's numbers suggest. */
static uint64_t guess_count(const Loader *loader, const Buffer *buffer)
{
    const Launch *launch = &loader->run->launch;
    uint64_t largest = (uint64_t)load_largest_scalar(loader), row;
    uint64_t rows = (uint64_t)launch->grid.y * launch->block.y;
    uint64_t threads = dim3_count(launch->grid) * dim3_count(launch->block);
    if (load_row_length(loader, buffer, &row))
        return row * (rows > largest ? rows : largest);
    if (rows > 1)
        return largest * largest > threads ? largest * largest : threads;
    return threads > largest ? threads : largest;
}

/* A matrix that is read has as many rows as one of the kernel's numbers says: where the last rows
 * are not read, that is the kernel's mistake, and no shorter matrix. */
static uint64_t rows_meant(const Loader *loader, const Buffer *buffer, uint64_t rows)
{
    const Program *program = loader->run->program;
    uint64_t meant = UINT64_MAX;
    for (int i = 0; i < program->parameter_count && buffer->role == ROLE_INPUT; ++i) {
        const Type *type = program->parameters[i].type;
        uint64_t number = (uint32_t)loader->arguments[i];
        if (type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar) && number >= rows &&
            number < 2 * rows && number < meant)
            meant = number;
    }
    return meant < UINT64_MAX ? meant : rows;
}

/* Likewise a matrix, whatever its rows are, has as many elements as two of the kernel's numbers say
 * if its last row alone is not read to its end. */
static uint64_t product_meant(const Loader *loader, const Buffer *buffer, uint64_t count)
{
    const Program *program = loader->run->program;
    uint64_t numbers[MEANT_NUMBERS];
    int all = 0;
    for (int i = 0; i < program->parameter_count && all < MEANT_NUMBERS; ++i) {
        const Type *type = program->parameters[i].type;
        if (type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar) && loader->arguments[i])
            numbers[all++] = (uint32_t)loader->arguments[i];
    }
    for (int i = 0; i < all && buffer->role == ROLE_INPUT; ++i)
        for (int j = 0; j < i; ++j) {
            uint64_t product = numbers[i] * numbers[j],
                     row = numbers[numbers[i] < numbers[j] ? i : j];
            if (count < product && product - count < row)
                return product;
        }
    return count;
}

/* Whether the last block of the grid has so many elements more than the length. */
static bool is_overhang(const Launch *launch, uint64_t length, uint64_t count, uint64_t each)
{
    return length < count && count - length < (uint64_t)launch->block.x * each;
}

/* Where the host rounds its grid up to cover a length, the threads behind that have no elements:
 * touching some is the kernel's mistake, and no longer array. The length is one of the kernel's
 * numbers or a product of two; each thread may have several elements. */
static uint64_t length_meant(const Loader *loader, uint64_t count)
{
    const Program *program = loader->run->program;
    const Launch *launch = &loader->run->launch;
    uint64_t lengths[MEANT_NUMBERS + 1] = {1}, threads = launch->grid.x * (uint64_t)launch->block.x;
    uint64_t all = dim3_count(launch->grid) * dim3_count(launch->block), each = count / threads;
    int numbers = 1;
    if (!loader->run->is_grid_rounded_up || threads != all || !each || count % threads)
        return count;
    for (int i = 0; i < program->parameter_count && numbers <= MEANT_NUMBERS; ++i) {
        const Type *type = program->parameters[i].type;
        if (type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar))
            lengths[numbers++] = (uint32_t)loader->arguments[i];
    }
    for (int i = 0; i < numbers; ++i)
        for (int j = i + 1; j < numbers; ++j) {
            uint64_t length = lengths[i] * lengths[j];
            if (is_overhang(launch, length, count, each))
                return length;
            if (is_overhang(launch, length, threads, 1))
                return length * each;
        }
    return count;
}

/* Is that what one of the kernel's numbers says? */
static bool is_number(const Loader *loader, uint64_t count)
{
    const Program *program = loader->run->program;
    for (int i = 0; i < program->parameter_count; ++i) {
        const Type *type = program->parameters[i].type;
        if (type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar) &&
            (uint32_t)loader->arguments[i] == count)
            return true;
    }
    return false;
}

static void set_dry_count(Loader *loader, Buffer *buffer, const DryUse *use, bool is_ended)
{
    uint64_t guess = guess_count(loader, buffer), row;
    bool is_told = is_ended && !use->is_beyond && use->count;
    bool is_least = !use->is_beyond && use->count > guess;
    buffer->count = is_told || is_least ? use->count : guess;
    buffer->is_count_assumed = true;
    uint64_t meant = is_told ? length_meant(loader, buffer->count) : buffer->count;
    if (meant < buffer->count) {
        buffer->count = meant;
        buffer->is_count_assumed = false; /* somebody thought of what is left over */
        load_note(loader,
                  "%s: %llu elements, which the grid is rounded up to cover: the file does not "
                  "allocate it; --arg %s=ints:COUNT gives it another size",
                  buffer->name, (unsigned long long)meant, buffer->name);
        return;
    }
    bool is_length = is_told && is_number(loader, buffer->count); /* whatever its last row has */
    if (load_row_length(loader, buffer, &row) && row <= buffer->count && !is_length)
        buffer->count = rows_meant(loader, buffer, (buffer->count + row - 1) / row) * row;
    if (is_told && !is_length)
        buffer->count = product_meant(loader, buffer, buffer->count);
    load_note(loader,
              "%s: %llu elements, from %p: the file does not allocate it, so accesses outside it "
              "cannot be told; --arg %s=ints:COUNT gives it a size",
              buffer->name, (unsigned long long)buffer->count,
              PHRASE_KEY(is_told ? "a dry run" : "the grid and the sizes"), buffer->name);
}

/* What the file leaves unset may well be what it does not use. */
static void forget_unset(Loader *loader, Buffer *buffer)
{
    BufferPiece *kept = ARENA_ARRAY(loader->arena, BufferPiece, buffer->piece_count + 1);
    int count = 0;
    for (int i = 0; i < buffer->piece_count; ++i)
        if (buffer->pieces[i].kind != PIECE_UNSET)
            kept[count++] = buffer->pieces[i];
    buffer->pieces = kept;
    buffer->piece_count = count;
}

/* A buffer of the file's size that an option lets the kernel use further than the file does, by a
 * larger number or an offset: what lies behind the file's end is nobody's fault. */
static void stretch(Loader *loader, Buffer *buffer, const DryUse *use)
{
    uint64_t before = buffer->count;
    buffer->is_count_assumed = true;
    forget_unset(loader, buffer);
    if (use->is_beyond || use->count <= before)
        return;
    buffer->count = use->count;
    load_note(loader,
              "%s: %llu elements, from a dry run: %llu are too few for what the options say; --arg "
              "%s=ints:COUNT gives it another size",
              buffer->name, (unsigned long long)buffer->count, (unsigned long long)before,
              buffer->name);
}

/* A buffer that is written before it is read is no input, whatever the code looks like. */
static void set_dry_role(Loader *loader, int index, const DryUse *use)
{
    Buffer *buffer = &loader->buffers[index];
    if (loader->plans[index].is_open && !use->is_written)
        buffer->role = ROLE_INPUT;
    if (buffer->role == ROLE_IN_OUT && use->is_written && !use->is_read_first &&
        !loader->attempt.visit)
        buffer->role = ROLE_OUTPUT;
    if (buffer->fill != FILL_BYTES || buffer->role == ROLE_OUTPUT)
        load_set_default_fill(loader, index);
}

/* As much dynamic shared memory as the kernel uses, where nobody says how much there is. */
static void set_dry_shared(Loader *loader, uint64_t used)
{
    Run *run = loader->run;
    uint32_t most = load_most_shared(run);
    if (!run->is_shared_assumed)
        return;
    if (used)
        run->launch.dynamic_shared_bytes = used < most ? (uint32_t)used : most;
    load_assume(loader, "shared", "shared",
                arena_printf(loader->arena, "%u", run->launch.dynamic_shared_bytes));
}

static bool needs_dry_run(const Loader *loader)
{
    if (loader->run->is_shared_assumed)
        return true;
    for (int i = 0; i < loader->buffer_count; ++i)
        if (load_is_open_ended(&loader->plans[i]) || loader->plans[i].is_open)
            return true;
    return false;
}

void load_unsized(Loader *loader)
{
    if (loader->buffer_count > LAUNCH_BUFFER_LIMIT || !needs_dry_run(loader))
        return;
    DryUse *uses = ARENA_ARRAY(loader->arena, DryUse, loader->buffer_count + 1);
    load_set_addresses(loader);
    uint64_t shared_bytes;
    bool is_ended = load_dry_run(loader, uses, &shared_bytes);
    set_dry_shared(loader, shared_bytes);
    for (int i = 0; i < loader->buffer_count; ++i) {
        const BufferPlan *plan = &loader->plans[i];
        if (plan->is_unsized)
            set_dry_count(loader, &loader->buffers[i], &uses[i], is_ended);
        if (is_ended && (plan->is_unsized || plan->is_open))
            set_dry_role(loader, i, &uses[i]);
        if (plan->is_stretched)
            stretch(loader, &loader->buffers[i], &uses[i]);
        if (load_is_open_ended(plan))
            load_set_layout(loader, i);
    }
}
