/* What arrays of the host hold, so that a buffer can begin with what the program copies into it.
 * Contents are kept as bytes, since pointers are cast and copies count bytes. Whatever is written
 * and cannot be followed spoils the whole array: it is unknown from then on, never wrong. */
#include "host/run/eval.h"

#include <string.h>

int host_memory_new(HostScan *scan, const HostValue *bytes, bool is_zeroed)
{
    if (scan->memory_count >= HOST_MEMORY_COUNT)
        return 0;
    bool fits = host_is_known(bytes) && !scalar_is_float(bytes->type) && bytes->integer >= 0 &&
                bytes->integer <= HOST_MEMORY_BYTES;
    *ARENA_PUSH(scan->arena, scan->memories, scan->memory_count, scan->memory_capacity) =
        (HostMemory){.size = fits ? bytes->integer : -1, .is_zeroed = is_zeroed};
    return scan->memory_count;
}

/* The array that a value points into, *at bytes from its start; NULL if that is not known. */
static HostMemory *locate(HostScan *scan, const HostValue *value, int64_t *at)
{
    *at = value->memory_at;
    if (value->memory > 0)
        return &scan->memories[value->memory - 1];
    if (value->kind != HOST_DEVICE || (value->offset && !host_element_bytes(&value->element)))
        return NULL;
    HostAllocation *allocation = &scan->allocations[value->object];
    if (!allocation->memory) {
        allocation->memory = host_memory_new(scan, &allocation->bytes, false);
        if (allocation->memory)
            scan->memories[allocation->memory - 1].buffer = value->object + 1;
    }
    if (__builtin_mul_overflow(value->offset, host_element_bytes(&value->element), at))
        return NULL;
    return allocation->memory ? &scan->memories[allocation->memory - 1] : NULL;
}

/* Whether so many bytes more may be kept of what arrays hold; they are taken then. */
static bool take_bytes(HostScan *scan, int64_t bytes)
{
    if (bytes > HOST_CONTENTS_LIMIT - scan->contents_bytes)
        return false;
    scan->contents_bytes += bytes;
    return true;
}

/* Makes the array's bytes if need be; false if the piece does not lie inside the array. */
static bool has_room(HostScan *scan, HostMemory *memory, int64_t at, int64_t size)
{
    if (at < 0 || size < 0 || at > memory->size - size)
        return false;
    if (!memory->bytes && !take_bytes(scan, 2 * memory->size))
        memory->size = -1;
    if (at > memory->size - size)
        return false;
    if (!memory->bytes) {
        memory->capacity = memory->size;
        memory->bytes = ARENA_ARRAY(scan->arena, uint8_t, memory->size + 1);
        memory->known = ARENA_ARRAY(scan->arena, uint8_t, memory->size + 1);
        if (memory->is_zeroed)
            memset(memory->known, 1, (size_t)memory->size);
    }
    return true;
}

void host_memory_spoil(HostScan *scan, const HostValue *value)
{
    int64_t at;
    HostMemory *memory = locate(scan, value, &at);
    if (memory && !scan->dead)
        memory->is_spoiled = true;
    host_history_doubt(scan, value);
}

/* Is a method called that changes how many elements the list at `at` has? */
static bool calls_growing_method(const HostScan *scan, int at)
{
    static const char *const names[] = {"push_back", "emplace_back", "resize",
                                        "insert",    "assign",       NULL};
    return token_is(&scan->tokens[at + 1], ".") && token_is_any(&scan->tokens[at + 2], names);
}

/* Is it an element that is read there, as in int n = sizes[i]? Not where it is bound to a
 * reference. */
static bool is_element_read(const HostScan *scan, int at)
{
    static const char *const before[] = {"=", "+", "-", "*", "/", "%", "==", "!=", "return", NULL};
    static const char *const behind[] = {";", ",", ")", "+", "-", "*", "/", "%", NULL};
    int close = host_is_at(scan, at + 1, "[") ? scan->match[at + 1] : -1;
    bool is_bound = host_is_at(scan, at - 1, "=") && host_is_at(scan, at - 3, "&");
    return at > 0 && close > 0 && !is_bound && token_is_any(&scan->tokens[at - 1], before) &&
           token_is_any(&scan->tokens[close + 1], behind);
}

void host_memory_spoil_named(HostScan *scan, int at, int end, bool of_device)
{
    host_history_doubt_named(scan, at, end);
    for (; at < end; ++at) {
        const Token *name = &scan->tokens[at];
        int var = name->kind == TOKEN_NAME ? host_var_find(scan, name->text, name->length) : -1;
        if (var < 0 || (!of_device && scan->vars[var].value.kind == HOST_DEVICE) ||
            is_element_read(scan, at))
            continue;
        host_memory_spoil(scan, &scan->vars[var].value);
        if (calls_growing_method(scan, at))
            scan->vars[var].value =
                host_unknown(phrase_new(scan->arena, "%s.size(), which cannot be followed here",
                                        scan->vars[var].name),
                             0);
    }
}

/* ---- pointers in arrays ---- */

static HostKept *find_pointer(const HostMemory *memory, int64_t at)
{
    for (int i = memory->pointer_count - 1; i >= 0; --i)
        if (memory->pointers[i].at == at)
            return &memory->pointers[i];
    return NULL;
}

/* Forgets the pointers that lie in a piece. */
static void drop_pointers(HostMemory *memory, int64_t at, int64_t size)
{
    int kept = 0;
    for (int i = 0; i < memory->pointer_count; ++i) {
        int64_t from = memory->pointers[i].at;
        if (from + 8 <= at || from >= at + size)
            memory->pointers[kept++] = memory->pointers[i];
    }
    memory->pointer_count = kept;
}

static void keep_pointer(HostScan *scan, HostMemory *memory, int64_t at, HostValue value)
{
    HostKept *old = find_pointer(memory, at);
    value.var = value.component = -1;
    value.is_element = false;
    if (!old)
        old = ARENA_PUSH(scan->arena, memory->pointers, memory->pointer_count,
                         memory->pointer_capacity);
    *old = (HostKept){at, value};
}

static void copy_pointers(HostScan *scan, HostMemory *to, int64_t at, const HostMemory *from,
                          int64_t start, int64_t size)
{
    int count = from->pointer_count;
    if (!count || !take_bytes(scan, count * (int64_t)sizeof(HostKept))) {
        to->is_spoiled |= count > 0;
        drop_pointers(to, at, size);
        return;
    }
    HostKept *copy = arena_copy(scan->arena, from->pointers, sizeof *copy * (size_t)count);
    drop_pointers(to, at, size);
    for (int i = 0; i < count; ++i)
        if (copy[i].at >= start && copy[i].at + 8 <= start + size)
            *ARENA_PUSH(scan->arena, to->pointers, to->pointer_count, to->pointer_capacity) =
                (HostKept){copy[i].at - start + at, copy[i].value};
}

/* What elements are that a pointer points at which is itself an element. */
static HostElement pointee(HostElement element)
{
    element.pointers--;
    element.is_scalar = !element.pointers && element.is_base_scalar;
    element.size_bytes = element.pointers    ? 8
                         : element.is_scalar ? scalar_size_bytes(element.scalar)
                                             : element.pointee_bytes;
    return element;
}

static HostValue load_pointer(const HostMemory *memory, int64_t at, const HostValue *place)
{
    const HostKept *kept = find_pointer(memory, at);
    HostValue value = host_null();
    if (kept)
        value = kept->value;
    else
        for (int i = 0; i < 8; ++i)
            if (memory->bytes[at + i])
                return host_unknown(NULL, 0);
    HostElement element = pointee(place->element);
    if (element.is_scalar || element.pointers || element.structure)
        value.element = element;
    return value;
}

static bool is_pointer_value(const HostValue *value)
{
    bool is_zero = value->kind == HOST_NUMBER && !scalar_is_float(value->type) && !value->integer;
    return value->kind == HOST_DEVICE || value->kind == HOST_NULL || is_zero ||
           (value->kind == HOST_UNKNOWN && value->memory && !value->is_element);
}

/* ---- elements ---- */

static bool is_whole_element(const HostElement *element)
{
    return element->is_scalar || element->pointers || element->structure;
}

static HostValue load_element(HostScan *scan, const HostValue *place)
{
    int64_t at;
    HostMemory *memory = locate(scan, place, &at);
    uint32_t size = place->element.size_bytes;
    int64_t integer = 0;
    float single;
    double real;
    if (!memory || memory->is_spoiled || !has_room(scan, memory, at, size) ||
        memchr(memory->known + at, 0, size))
        return host_unknown(NULL, 0);
    switch (place->element.scalar) {
    case SCALAR_F16:
    case SCALAR_BF16: return host_unknown(NULL, 0);
    case SCALAR_F32: memcpy(&single, memory->bytes + at, 4); return host_real(single, SCALAR_F32);
    case SCALAR_F64: memcpy(&real, memory->bytes + at, 8); return host_real(real, SCALAR_F64);
    default: break;
    }
    memcpy(&integer, memory->bytes + at, size);
    return host_integer(integer, place->element.scalar);
}

HostValue host_memory_index(HostScan *scan, HostValue pointer, int64_t index)
{
    HostValue out = host_unknown(NULL, 0);
    HostElement element = pointer.element;
    int64_t whole = host_element_bytes(&element), step = 0, at = 0;
    bool is_row = element.inner_count > 0;
    if (pointer.kind == HOST_DEVICE) { /* its offset counts elements */
        out = host_binary(BINARY_ADD, pointer, host_integer(index, SCALAR_I64));
        out.is_element = !is_row && is_whole_element(&element);
        return out;
    }
    if (is_row) {
        element.inner_count--;
        memmove(element.inner, element.inner + 1, sizeof *element.inner * (HOST_INNER_LIMIT - 1));
    }
    if (__builtin_mul_overflow(index, whole, &step) ||
        __builtin_add_overflow(pointer.memory_at, step, &at))
        return out;
    out.memory = pointer.memory;
    out.memory_at = at;
    out.element = element;
    out.is_element = !is_row && is_whole_element(&element);
    if (!out.is_element || !element.is_scalar)
        return out;
    HostValue value = load_element(scan, &out);
    value.memory = out.memory;
    value.memory_at = at;
    value.element = element;
    value.is_element = true;
    return value;
}

HostValue host_pointer_read(HostScan *scan, HostValue value)
{
    int64_t at;
    if (!value.is_element || !value.element.pointers)
        return value;
    HostMemory *memory = locate(scan, &value, &at);
    bool is_good = memory && !memory->is_spoiled && has_room(scan, memory, at, 8) &&
                   !memchr(memory->known + at, 0, 8);
    return is_good ? load_pointer(memory, at, &value) : host_unknown(NULL, 0);
}

HostValue host_value_read(HostScan *scan, HostValue value)
{
    bool is_struct = value.is_element && value.element.structure && !value.element.pointers;
    return is_struct ? host_struct_load(scan, &value) : host_pointer_read(scan, value);
}

bool host_memory_place(HostScan *scan, const HostValue *value, HostValue *out)
{
    int64_t at;
    const HostMemory *memory = locate(scan, value, &at);
    if (!memory)
        return false;
    *out = *value;
    out->kind = HOST_UNKNOWN;
    out->memory = (int)(memory - scan->memories) + 1;
    out->memory_at = at;
    return true;
}

/* Gives back the steps and operands since the last store: a loop that fills an array may go on as
 * long as elements are kept. */
static void grant_steps(HostScan *scan)
{
    int steps = scan->steps - scan->store_steps, work = scan->work - scan->store_work;
    steps = steps < 0 ? 0 : steps > HOST_STORE_STEPS ? HOST_STORE_STEPS : steps;
    work = work < 0 ? 0 : work > 64 ? 64 : work;
    scan->stores_left--;
    scan->steps -= steps;
    scan->work -= work;
    if (scan->loop_steps_left > 0)
        scan->loop_steps_left += steps;
    scan->store_steps = scan->steps;
    scan->store_work = scan->work;
}

static void store_pointer(HostScan *scan, const HostValue *place, const HostValue *value)
{
    int64_t at;
    HostMemory *memory = locate(scan, place, &at);
    bool is_good =
        is_pointer_value(value) && !scan->uncertain && scan->stores_left > 0 && memory->size >= 0;
    memory->is_spoiled |= !is_good;
    if (!is_good || !has_room(scan, memory, at, 8))
        return;
    memset(memory->bytes + at, 0, 8);
    memset(memory->known + at, 1, 8);
    if (value->kind == HOST_DEVICE || value->kind == HOST_UNKNOWN)
        keep_pointer(scan, memory, at, *value);
    else
        drop_pointers(memory, at, 8);
    grant_steps(scan);
}

/* number NULL: it is not known. */
static void store_number(HostScan *scan, HostMemory *memory, int64_t at, const HostElement *element,
                         const HostNumber *number)
{
    HostNumber value = number ? *number : (HostNumber){SCALAR_I32, 0, 0};
    uint32_t size = element->size_bytes;
    bool is_good = element->is_scalar && number && !scan->uncertain &&
                   !host_number_convert(&value, element->scalar) && !scalar_is_half(value.type) &&
                   scan->stores_left > 0 && !memory->is_spoiled && memory->size >= 0;
    if (!is_good) {
        memory->is_spoiled = true;
        return;
    }
    if (!has_room(scan, memory, at, size))
        return; /* outside the array: it changes nothing in it */
    float single = (float)value.real;
    const void *bits = value.type == SCALAR_F32   ? (const void *)&single
                       : value.type == SCALAR_F64 ? (const void *)&value.real
                                                  : (const void *)&value.integer;
    memcpy(memory->bytes + at, bits, size);
    memset(memory->known + at, 1, size);
    grant_steps(scan);
}

/* The host writes an element of a buffer by itself. */
static void open_history(HostScan *scan, const HostMemory *memory)
{
    HostValue buffer = host_unknown(NULL, 0);
    if (!memory || !memory->buffer)
        return;
    buffer.kind = HOST_DEVICE;
    buffer.object = memory->buffer - 1;
    host_history_doubt(scan, &buffer);
}

void host_memory_store(HostScan *scan, const HostValue *place, const HostValue *given)
{
    int64_t at;
    HostMemory *memory = locate(scan, place, &at);
    open_history(scan, memory);
    if (memory && !scan->dead && place->element.pointers) {
        store_pointer(scan, place, given);
        return;
    }
    if (memory && !scan->dead && !scan->uncertain && place->element.structure &&
        host_struct_store(scan, place, place->element.structure, given))
        return;
    HostNumber number = host_number(given);
    if (memory && !scan->dead)
        store_number(scan, memory, at, &place->element, host_is_known(given) ? &number : NULL);
}

void host_memory_put(HostScan *scan, const HostValue *array, int64_t index,
                     const HostNumber *number)
{
    int64_t at, step;
    HostMemory *memory = locate(scan, array, &at);
    open_history(scan, memory);
    if (memory && !scan->dead &&
        !__builtin_mul_overflow(index, host_element_bytes(&array->element), &step) &&
        !__builtin_add_overflow(at, step, &at))
        store_number(scan, memory, at, &array->element, number);
}

/* ---- lists ---- */

int64_t host_list_length(HostScan *scan, int at, int end)
{
    int64_t count = 0;
    for (; at < end; ++count)
        at = host_find(scan, at, end, ",") + 1;
    return count;
}

int64_t host_memory_list(HostScan *scan, const HostValue *place, int open)
{
    int close = scan->match[open], at = open + 1;
    int64_t row = 1, count = 0;
    HostValue flat = *place;
    int64_t at_of_list;
    HostMemory *memory = locate(scan, place, &at_of_list);
    bool is_good = place->element.is_scalar || place->element.pointers;
    if (close < 0 || !memory || !is_good || scan->depth >= HOST_DEPTH_LIMIT)
        return 0;
    scan->depth++;
    for (int i = 0; i < place->element.inner_count; ++i)
        row *= place->element.inner[i];
    flat.element.inner_count = 0;
    while (at < close) {
        int comma = host_find(scan, at, close, ",");
        if (token_is(&scan->tokens[at], "{") && place->element.inner_count) {
            HostValue part = host_memory_index(scan, *place, row ? count / row : 0);
            host_memory_list(scan, &part, at);
            count += row;
        } else {
            HostValue element = host_memory_index(scan, flat, count++);
            HostValue value = host_evaluate(scan, at, comma);
            host_memory_store(scan, &element, &value);
        }
        at = comma + 1;
    }
    scan->depth--;
    memory->is_listed |= count > 1;
    return count;
}

/* ---- whole pieces ---- */

/* The array whose bytes behind a pointer are to be written; NULL, and the array spoiled, if that
 * cannot be followed. */
static HostMemory *writable_piece(HostScan *scan, const HostValue *to, const HostValue *bytes,
                                  int64_t *at)
{
    HostMemory *memory = locate(scan, to, at);
    if (!memory || scan->dead)
        return NULL;
    bool is_good = host_is_known(bytes) && !scalar_is_float(bytes->type) && !scan->uncertain;
    if (is_good && has_room(scan, memory, *at, bytes->integer)) {
        if (*at == 0 && bytes->integer == memory->size)
            memory->is_spoiled = memory->is_listed = false;
        drop_pointers(memory, *at, bytes->integer);
        return memory;
    }
    memory->is_spoiled = true;
    return NULL;
}

void host_memory_set(HostScan *scan, const HostValue *to, const HostValue *byte,
                     const HostValue *bytes)
{
    int64_t at;
    HostMemory *memory = writable_piece(scan, to, bytes, &at);
    if (memory && !host_is_known(byte))
        memory->is_spoiled = true;
    if (!memory || memory->is_spoiled)
        return;
    memset(memory->bytes + at, (int)host_convert(*byte, SCALAR_I64).integer,
           (size_t)bytes->integer);
    memset(memory->known + at, 1, (size_t)bytes->integer);
}

/* Copies the variable whose address `from` is, a number, a pointer or a struct; false if nothing is
 * known of it. */
static bool copy_variable(HostScan *scan, const HostValue *to, const HostValue *from)
{
    if (from->kind != HOST_ADDRESS || from->object >= scan->var_count)
        return false;
    HostValue place = *to, value = scan->vars[from->object].value;
    int structure = scan->vars[from->object].type.structure;
    place.element = (HostElement){.size_bytes = 8, .pointers = 1};
    if (host_is_known(&value))
        place.element = (HostElement){
            .is_scalar = true, .scalar = value.type, .size_bytes = scalar_size_bytes(value.type)};
    else if (!is_pointer_value(&value)) {
        value = host_struct_of(scan, from->object, value);
        return host_struct_store(scan, to, structure, &value);
    }
    host_memory_store(scan, &place, &value);
    return true;
}

void host_memory_copy(HostScan *scan, const HostValue *to, const HostValue *from,
                      const HostValue *bytes)
{
    int64_t at, start;
    bool is_variable = from->kind == HOST_ADDRESS && from->object < scan->var_count;
    if (is_variable && scan->vars[from->object].array_count >= 0) /* &array is the array */
        from = &scan->vars[from->object].value;
    HostMemory *target = writable_piece(scan, to, bytes, &at), *source = locate(scan, from, &start);
    if (!target || (!source && copy_variable(scan, to, from)))
        return;
    bool is_good = source && !source->is_spoiled && source->size >= 0 &&
                   has_room(scan, source, start, bytes->integer);
    target->is_spoiled |= !is_good;
    if (!is_good)
        return;
    memmove(target->bytes + at, source->bytes + start, (size_t)bytes->integer);
    memmove(target->known + at, source->known + start, (size_t)bytes->integer);
    copy_pointers(scan, target, at, source, start, bytes->integer);
    target->is_listed |= source->is_listed;
}

bool host_memory_resize(HostScan *scan, const HostValue *list, const HostValue *count)
{
    int64_t at, size;
    HostMemory *memory = locate(scan, list, &at);
    bool over = __builtin_mul_overflow(count->integer, host_element_bytes(&list->element), &size);
    if (over || size < 0)
        return false;
    if (!memory || memory->size < 0 || size > HOST_MEMORY_BYTES ||
        (size > memory->capacity && !take_bytes(scan, 4 * size))) {
        if (memory)
            memory->size = -1;
        return true;
    }
    has_room(scan, memory, 0, 0);
    if (size > memory->capacity) {
        int64_t capacity = 2 * size;
        uint8_t *bytes = ARENA_ARRAY(scan->arena, uint8_t, capacity + 1);
        uint8_t *known = ARENA_ARRAY(scan->arena, uint8_t, capacity + 1);
        memcpy(bytes, memory->bytes, (size_t)memory->size);
        memcpy(known, memory->known, (size_t)memory->size);
        memory->bytes = bytes;
        memory->known = known;
        memory->capacity = capacity;
    }
    if (size > memory->size) {
        memset(memory->bytes + memory->size, 0, (size_t)(size - memory->size));
        memset(memory->known + memory->size, 1, (size_t)(size - memory->size));
    }
    memory->size = size;
    return true;
}

HostContents host_memory_contents(HostScan *scan, const HostValue *value)
{
    HostContents out = {0};
    int64_t at;
    HostMemory *memory = locate(scan, value, &at);
    if (!memory || memory->is_spoiled || !memory->bytes || memory->size < 0 ||
        !memchr(memory->known, 1, (size_t)memory->size))
        return out;
    bool is_same = memory->copy && memory->copy_size == memory->size &&
                   memcmp(memory->copy, memory->bytes, (size_t)memory->size) == 0;
    if (!is_same && !take_bytes(scan, memory->size))
        return out;
    if (!is_same)
        memory->copy = arena_copy(scan->arena, memory->bytes, (size_t)memory->size);
    memory->copy_size = memory->size;
    out.bytes = memory->copy;
    out.byte_count = (uint64_t)memory->size;
    out.is_listed = memory->is_listed;
    if (memory->pointer_count) {
        if (!take_bytes(scan, memory->pointer_count * (int64_t)sizeof(HostPointer)))
            return (HostContents){0};
        host_pointers_told(scan, memory, &out);
    }
    return out;
}
