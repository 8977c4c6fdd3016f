/* One buffer: how many elements, how laid out, filled with what. The host's allocation decides, or
 * --arg; one that neither gives a size is left for later (unsized.c). */
#include "load/contents/contents.h"
#include "load/state/number.h"
#include "probe/counting/sectors.h"
#include "probe/rows/length.h"

#include <math.h>
#include <string.h>

enum { TALL = 8 /* times as many rows as columns */ };

#define OFFSET_LIMIT 0x1p40 /* of a pointer into its buffer, in elements */

/* ---- sizes ---- */

bool load_row_length(const Loader *loader, const Buffer *buffer, uint64_t *out)
{
    int64_t length;
    *out = loader->plans[buffer - loader->buffers].row_length;
    if (*out > 0 || buffer->parameter < 0)
        return *out > 0;
    Operand operand = row_length_shown(loader->run->program, buffer->parameter, 0);
    if (!load_uniform(loader, operand, &length) || length < 1)
        return false;
    *out = (uint64_t)length;
    return true;
}

static void set_host_count(Loader *loader, const HostArgument *host, Buffer *buffer)
{
    double count = floor(host->count_bytes / buffer->element_bytes);
    Span span = loader->run->host ? loader->run->host->span : (Span){0};
    if (count >= 1 && host->count_bytes <= (double)LOAD_BYTES_LIMIT) {
        buffer->count = (uint64_t)count;
        return;
    }
    if (count < 1)
        diag_error(loader->diags, span, "look at the sizes it is made of",
                   "buffer %s (%s) is allocated with %.0f bytes, less than one element",
                   buffer->name, host->buffer, host->count_bytes);
    else if (host->count_bytes >= 0x1p63)
        diag_error(loader->diags, span, "give sizes of 1 or more",
                   "buffer %s (%s) has a negative size, which is an endless one for cudaMalloc",
                   buffer->name, host->buffer);
    else
        diag_error(loader->diags, span, "look at the sizes it is made of",
                   "buffer %s (%s) is allocated with %.0f bytes; up to %llu GiB are emulated",
                   buffer->name, host->buffer, host->count_bytes,
                   (unsigned long long)(LOAD_BYTES_LIMIT >> 30));
    load_hint_behind(loader, host->roots);
}

/* ---- shapes and offsets ---- */

/* The row length is one of several whole numbers that the kernel is given: a length of a matrix
 * among others, whatever else has as many elements. */
static bool is_given_length(const Loader *loader, const Buffer *buffer)
{
    const Program *program = loader->run->program;
    int numbers = 0;
    for (int i = 0; i < program->parameter_count; ++i) {
        const Type *type = program->parameters[i].type;
        numbers += type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar);
    }
    Operand operand =
        buffer->parameter < 0 ? OPERAND_NONE : row_length_shown(program, buffer->parameter, 0);
    return numbers > 2 && OPERAND_IS_UNIFORM(operand) &&
           program->uniforms[OPERAND_INDEX(operand)].kind == UNIFORM_PARAMETER;
}

/* Threads in one line: each one's few elements (4 * i + j) lie behind those of its neighbour, and
 * as many elements as blocks have threads are no matrix with a row for each block. */
static bool is_line_of_threads(const Loader *loader, const Buffer *buffer, uint64_t row)
{
    const Launch *launch = &loader->run->launch;
    bool is_line =
        dim3_count(launch->grid) == launch->grid.x && dim3_count(launch->block) == launch->block.x;
    uint64_t bytes = row * buffer->element_bytes;
    return is_line && row > 0 &&
           ((row == launch->block.x && !is_given_length(loader, buffer)) ||
            (bytes <= SECTOR_BYTES && buffer->count / row > TALL * row));
}

/* Sets rows and columns: from --shape, else from the row length that the kernel's indices show,
 * else from the product by which the host allocates. */
static void set_shape(Loader *loader, const HostArgument *host, Buffer *buffer)
{
    uint64_t row, per_element = buffer->element_bytes / scalar_size_bytes(buffer->type);
    if (!load_shape(loader, buffer)) {
        double product = host && host->has_shape ? host->rows * host->columns : 0;
        bool is_typed = loader->plans[buffer - loader->buffers].has_typed_rows;
        if (load_row_length(loader, buffer, &row) && buffer->count % row == 0) {
            if (!is_typed && is_line_of_threads(loader, buffer, row))
                return;
            buffer->rows = buffer->count / row;
            buffer->cols = row;
            buffer->has_sure_rows = is_typed;
        } else if (product == (double)buffer->count &&
                   !is_line_of_threads(loader, buffer, (uint64_t)host->columns)) {
            buffer->rows = (uint64_t)host->rows;
            buffer->cols = (uint64_t)host->columns;
        }
    }
    buffer->cols *= per_element;
    if (buffer->cols <= 1 && buffer->rows > 1)
        buffer->rows = buffer->cols = 0; /* rows of one element each: the buffer is no matrix */
}

int64_t load_start(Loader *loader, const Pointer *pointer, const Buffer *buffer)
{
    const LoadOptions *options = &loader->run->options;
    const char *text = load_pair(options->offsets, options->offset_count, pointer->name);
    int64_t size = pointer->element->size_bytes ? pointer->element->size_bytes : 1;
    BufferPlan *plan = &loader->plans[buffer - loader->buffers];
    int64_t most = plan->is_unsized ? INT32_MAX : (int64_t)buffer_bytes(buffer) / size;
    int64_t elements = 0, unit = size;
    if (text && !load_integer(text, -most, most, &elements)) {
        diag_error_plain(loader->diags, NULL,
                         "--offset %s=%s: it takes a number of elements from %lld to %lld",
                         pointer->name, text, (long long)-most, (long long)most);
        diag_hint(loader->diags, phrase_new(loader->arena, "as in --offset %s=3", pointer->name));
        elements = 0;
    } else if (!text && pointer->host && fabs(pointer->host->offset_elements) < OFFSET_LIMIT) {
        elements = (int64_t)pointer->host->offset_elements;
        unit = pointer->host->element_bytes ? pointer->host->element_bytes : size;
    }
    plan->is_stretched |= text && elements > 0 && !plan->is_unsized && !plan->given;
    return elements * unit;
}

/* ---- one buffer a pointer ---- */

/* Lays what cudaMemset has set, and what nothing has, over the buffer's fill, as far as the file
 * makes it. */
static void lay_pieces(Arena *arena, Buffer *buffer, const HostArgument *host)
{
    const HostHistory *history = &host->history;
    bool is_sized = host->has_count && host->count_bytes < (double)LOAD_BYTES_LIMIT;
    uint64_t limit = is_sized ? (uint64_t)host->count_bytes : LOAD_BYTES_LIMIT;
    BufferPiece *pieces = ARENA_ARRAY(arena, BufferPiece, history->count + 1);
    for (int i = 0; i < history->count; ++i) {
        const HostPiece *from = &history->pieces[i];
        uint64_t begin = (uint64_t)from->from, end = (uint64_t)from->to;
        bool is_byte = from->by == HOST_SET_BYTE;
        end = end < limit ? end : limit;
        if ((is_byte || from->by == HOST_SET_NEVER) && begin < end)
            pieces[buffer->piece_count++] =
                (BufferPiece){begin, end, is_byte ? PIECE_BYTE : PIECE_UNSET, from->byte};
    }
    buffer->pieces = pieces;
}

/* Is it the same for all of the buffer's bytes? */
static bool is_in_one_piece(const HostHistory *history, const HostArgument *host)
{
    return history->count == 1 ||
           (host->has_count && (double)history->pieces[0].to >= host->count_bytes);
}

/* Does the file say all that happens before the launch? One that only sketches it does not: nothing
 * is copied anywhere, and no main comes by. */
static bool is_program(const Run *run)
{
    return run->scan->copies || (run->scan->has_main && run->host && run->host->is_reached);
}

void load_set_default_fill(Loader *loader, int index)
{
    Buffer *buffer = &loader->buffers[index];
    BufferPlan *plan = &loader->plans[index];
    const HostArgument *host = plan->host;
    const HostHistory *history = host ? &host->history : NULL;
    bool is_known = history && history->count;
    bool is_open = !is_known;
    for (int i = 0; is_known && i < history->count; ++i)
        is_open |= history->pieces[i].by == HOST_SET_OPEN;
    buffer->fill = buffer->role == ROLE_OUTPUT ? FILL_POISON : FILL_INTS;
    buffer->piece_count = 0;
    plan->is_sketched = false;
    if (host && host->is_zeroed && is_open && buffer->role != ROLE_INPUT)
        buffer->fill = FILL_ZEROS;
    if (!is_known)
        return;
    const HostPiece *first = &history->pieces[0];
    bool is_whole = is_in_one_piece(history, host);
    if (is_whole && first->by == HOST_SET_NEVER && is_program(loader->run))
        buffer->fill = FILL_POISON;
    else if (is_whole && first->by == HOST_SET_NEVER)
        plan->is_sketched = true;
    else if (is_whole && first->by == HOST_SET_BYTE && !first->byte)
        buffer->fill = FILL_ZEROS;
    else
        lay_pieces(loader->arena, buffer, host);
}

/* The buffer of an earlier pointer into the same allocation, or -1. */
static int shared_with(const Loader *loader, const Pointer *pointer)
{
    const HostArgument *host = pointer->host;
    if (!host || host->allocation < 0)
        return -1;
    for (int i = 0; i < loader->buffer_count; ++i) {
        const HostArgument *other = loader->plans[i].host;
        if (other && other->allocation == host->allocation)
            return i;
    }
    return -1;
}

void load_set_layout(Loader *loader, int index)
{
    set_shape(loader, loader->plans[index].host, &loader->buffers[index]);
}

/* Takes note that one more pointer points into a buffer. */
static void share_buffer(Loader *loader, const Pointer *pointer, int index, int64_t start_bytes)
{
    Buffer *buffer = &loader->buffers[index];
    const LoadOptions *options = &loader->run->options;
    if (buffer->role != pointer->role) {
        buffer->role = ROLE_IN_OUT;
        bool is_default = buffer->fill == FILL_POISON || buffer->fill == FILL_INTS;
        if (is_default && !loader->plans[index].given)
            load_set_default_fill(loader, index);
    }
    if (pointer->parameter >= 0 && pointer->role != ROLE_INPUT)
        buffer->parameter = pointer->parameter;
    load_give_shared(loader, pointer, index, start_bytes);
    if (load_pair(options->shapes, options->shape_count, pointer->name))
        diag_error_plain(loader->diags, NULL, "--shape %s: %s points into %s; give %s the shape",
                         pointer->name, pointer->name, buffer->name, buffer->name);
    int64_t size = pointer->element->size_bytes ? pointer->element->size_bytes : 1;
    if (start_bytes)
        load_note(loader, "%s points into %s, %lld elements in", pointer->name, buffer->name,
                  (long long)(start_bytes / size));
}

static bool is_null_pointer(const Loader *loader, const Pointer *pointer)
{
    return pointer->host &&
           (pointer->host->is_null || (pointer->host->is_known && pointer->host->value == 0)) &&
           !load_argument_text(loader, pointer->name);
}

/* A pointer that leads to no array has nothing to lay out or to begin elsewhere in. */
static void refuse_options(Loader *loader, const char *name)
{
    const LoadOptions *options = &loader->run->options;
    bool has_shape = load_pair(options->shapes, options->shape_count, name) != NULL;
    if (!has_shape && !load_pair(options->offsets, options->offset_count, name))
        return;
    diag_error_plain(loader->diags, NULL, "--%s %s: the file gives %s no array",
                     has_shape ? "shape" : "offset", name, name);
    load_hint_option(loader, arena_printf(loader->arena, "--arg %s=ints:16", name));
}

/* Notes why a pointer leads to no array of the device, if it does not. */
static bool leads_nowhere(Loader *loader, const Pointer *pointer)
{
    HostPointerFault fault = pointer->host ? pointer->host->fault : HOST_POINTER_GOOD;
    if (load_argument_text(loader, pointer->name))
        return false;
    if (!is_null_pointer(loader, pointer) && fault != HOST_POINTER_FREED &&
        fault != HOST_POINTER_HOST)
        return false;
    refuse_options(loader, pointer->name);
    if (is_null_pointer(loader, pointer))
        load_note(loader, "%s is a null pointer: it points at no array", pointer->name);
    else if (fault == HOST_POINTER_FREED)
        load_note(loader,
                  "%s is given %s, which cudaFree has given back before the launch: it points at "
                  "no array; free it after its last use",
                  pointer->name, pointer->host->text);
    else
        load_note(loader,
                  "%s is given %s, memory of the host, which a GPU reaches only where the system "
                  "maps it for the device: allocate with cudaMalloc, and copy with cudaMemcpy",
                  pointer->name, pointer->host->text);
    return true;
}

/* The type of the elements that a buffer counts: of float (*A)[16] it is float, and *row gets
 * 16. */
static const Type *single_element(const Type *type, uint64_t *row)
{
    for (; type->kind == TYPE_ARRAY && type->length; type = type->element)
        *row = type->length;
    return type;
}

/* The size of a buffer that no --arg fills. */
static void set_size(Loader *loader, const Pointer *pointer, int index)
{
    const HostArgument *host = pointer->host;
    Buffer *buffer = &loader->buffers[index];
    BufferPlan *plan = &loader->plans[index];
    if (host && host->has_count) {
        set_host_count(loader, host, buffer);
        plan->is_stretched = load_raised(loader, host, buffer->element_bytes) != NULL;
    } else {
        buffer->count = load_shape_count(loader, pointer->name);
        plan->is_stretched = buffer->count > 0;
        plan->is_unsized = !plan->is_stretched;
    }
}

/* What a launch that is run for what it leaves does not write stays as it was. */
static BufferRole role_of(const Loader *loader, const Pointer *pointer)
{
    bool is_kept = loader->attempt.visit && pointer->role == ROLE_OUTPUT;
    return is_kept ? ROLE_IN_OUT : pointer->role;
}

static int make_buffer(Loader *loader, const Pointer *pointer)
{
    const HostArgument *host = pointer->host;
    int index = loader->buffer_count;
    uint64_t row = pointer->row_length;
    const Type *element = single_element(pointer->element, &row);
    Buffer *buffer = &loader->buffers[index];
    BufferPlan *plan = &loader->plans[index];
    loader->buffer_count++;
    *buffer = (Buffer){.name = pointer->name,
                       .seed = (uint64_t)index + 1,
                       .role = role_of(loader, pointer),
                       .parameter = pointer->parameter,
                       .global = -1};
    buffer_set_element(buffer, element);
    *plan = (BufferPlan){
        .host = host, .row_length = row, .has_typed_rows = element != pointer->element};
    load_set_default_fill(loader, index);
    if (!load_give(loader, index, pointer->name) && !loader->diags->error_count) {
        plan->is_open = pointer->parameter < 0 && pointer->role == ROLE_IN_OUT;
        set_size(loader, pointer, index);
    }
    if (!loader->diags->error_count && !plan->is_unsized)
        load_set_layout(loader, index);
    return index;
}

/* The number of a pointer that leads to no memory of the device; beyond the limit it is a null
 * pointer. */
static int add_lost(Loader *loader, const Pointer *pointer)
{
    Launch *launch = &loader->run->launch;
    if (launch->lost_count >= LAUNCH_LOST_LIMIT)
        return -1;
    *ARENA_PUSH(loader->arena, loader->lost, launch->lost_count, loader->lost_capacity) =
        (LostPointer){pointer->name, pointer->host->fault == HOST_POINTER_FREED};
    launch->lost = loader->lost;
    return LAUNCH_BUFFER_LIMIT + launch->lost_count - 1;
}

int load_add_buffer(Loader *loader, const Pointer *pointer, int64_t *start_bytes)
{
    *start_bytes = 0;
    if (leads_nowhere(loader, pointer))
        return is_null_pointer(loader, pointer) ? -1 : add_lost(loader, pointer);
    int same = shared_with(loader, pointer);
    int index = same >= 0 ? same : make_buffer(loader, pointer);
    *start_bytes = load_start(loader, pointer, &loader->buffers[index]);
    *ARENA_PUSH(loader->arena, loader->uses, loader->use_count, loader->use_capacity) =
        (PointerUse){pointer->name, index, *start_bytes};
    if (same >= 0)
        share_buffer(loader, pointer, same, *start_bytes);
    return index;
}

/* ---- __device__ and __constant__ variables ---- */

void load_set_global_layout(Loader *loader, int index)
{
    Buffer *buffer = &loader->buffers[index];
    const Type *type = loader->run->program->globals[buffer->global].type;
    if (load_shape(loader, buffer)) {
        buffer->cols *= buffer->element_bytes / scalar_size_bytes(buffer->type);
    } else if (type->kind == TYPE_ARRAY && type->element->kind == TYPE_ARRAY && type->length) {
        buffer->rows = type->length;
        buffer->cols = type->size_bytes / type->length / scalar_size_bytes(buffer->type);
    }
}

void load_add_global(Loader *loader, int index)
{
    const GlobalVariable *global = &loader->run->program->globals[index];
    const Type *type = global->type, *inner = type;
    Buffer *buffer = &loader->buffers[loader->buffer_count];
    while (inner->kind == TYPE_ARRAY)
        inner = inner->element;
    *buffer = (Buffer){.name = global->name,
                       .seed = (uint64_t)loader->buffer_count + 1,
                       .role = global->is_constant ? ROLE_INPUT : ROLE_IN_OUT,
                       .is_constant = global->is_constant,
                       .parameter = -1,
                       .global = index};
    buffer_set_element(buffer, inner);
    uint64_t count = type->size_bytes / buffer->element_bytes;
    if (global->initial) {
        buffer->fill = FILL_BYTES;
        buffer->bytes = global->initial;
        buffer->byte_count = type->size_bytes;
    } else if ((global->is_constant && !load_symbol_is_late(loader->run, global->name)) ||
               load_symbol(loader->run, global->name)) {
        buffer->fill = FILL_INTS;
    }
    loader->plans[loader->buffer_count] = (BufferPlan){0};
    if (load_give(loader, loader->buffer_count, buffer->name) && buffer->count != count)
        diag_error_plain(loader->diags, NULL, "--arg %s: the file declares it with %llu elements",
                         buffer->name, (unsigned long long)count);
    buffer->count = count;
    load_set_global_layout(loader, loader->buffer_count++);
}
