/* A reader of subscripts: names, whole numbers, + - * / % and brackets, worked out with the values that
 * the thread holds now. The instructions' own temporaries are no help, since their registers are soon
 * used for something else. What is not understood is not guessed. */
#include "view/evaluate.h"

#include "view/member.h"
#include "view/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 16 };

typedef struct Reader {
    const View *view;
    uint32_t thread;
    const char *at, *end;
    bool is_broken, is_asleep;
} Reader;

/* ---- names ---- */

static const char *const builtin_names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
enum { BUILTINS = 4 };

static int word_length(const char *at, const char *end)
{
    int length = 0;
    while (at + length < end && (isalnum((unsigned char)at[length]) || at[length] == '_'))
        ++length;
    return length && !isdigit((unsigned char)*at) ? length : 0;
}

static bool is_word(const char *text, int length, const char *word)
{
    return (int)strlen(word) == length && memcmp(text, word, (size_t)length) == 0;
}

/* Which builtin and axis "threadIdx.x" is, as 3 * builtin + axis; -1 if none. */
static int builtin_at(const char *at, const char *end, int *length)
{
    int word = word_length(at, end);
    for (int i = 0; i < BUILTINS; ++i)
        if (is_word(at, word, builtin_names[i]) && at + word + 1 < end && at[word] == '.' &&
            at[word + 1] >= 'x' && at[word + 1] <= 'z' && !word_length(at + word + 2, end)) {
            *length = word + 2;
            return 3 * i + (at[word + 1] - 'x');
        }
    return -1;
}

static int64_t builtin_value(const View *view, int which, uint32_t thread)
{
    const Launch *launch = view->launch;
    const Dim3 all[BUILTINS] = {dim3_from_linear(thread, launch->block),
                                dim3_from_linear(view->machine->block, launch->grid), launch->block,
                                launch->grid};
    const uint32_t sides[] = {all[which / 3].x, all[which / 3].y, all[which / 3].z};
    return sides[which % 3];
}

bool evaluate_builtin(const View *view, const char *text, uint32_t thread, int *length,
                      int64_t *value)
{
    int which = builtin_at(text, text + strlen(text), length);
    if (which >= 0)
        *value = builtin_value(view, which, thread);
    return which >= 0;
}

static bool is_seen_on_line(const Program *program, const Variable *variable, uint32_t line)
{
    for (uint32_t pc = variable->first_pc; pc < variable->end_pc && pc < program->code_count; ++pc)
        if (program->code[pc].line == line)
            return true;
    return false;
}

/* Of the variables called so that are declared before, the last one that this line sees. */
static const Variable *variable_at(const View *view, const char *text, int length)
{
    const Program *program = view->program;
    const SourceFile *file = &program->sources->files[0];
    uint32_t offset = (uint32_t)(text - file->text);
    uint32_t line = (uint32_t)source_line(program->sources, (Span){0, offset, 1});
    const Variable *found = NULL;
    for (int i = 0; i < program->variable_count; ++i) {
        const Variable *variable = &program->variables[i];
        if (!is_word(text, length, variable->name) || variable->span.file != 0 ||
            variable->span.start > offset)
            continue;
        bool is_declared_here = variable->span.start + variable->span.length > offset;
        bool is_seen = variable->storage != STORAGE_REGISTER || is_declared_here ||
                       is_seen_on_line(program, variable, line);
        if (is_seen)
            found = variable;
    }
    return found;
}

/* ---- values ---- */

static bool is_alive(const View *view, const Variable *variable, uint32_t thread)
{
    if (variable->storage != STORAGE_REGISTER && variable->storage != STORAGE_LOCAL)
        return true;
    const Warp *warp = &machine_warps(view->machine)[thread / WARP_LANES];
    return warp->status != WARP_DONE && warp->pc >= variable->first_pc &&
           warp->pc < variable->end_pc;
}

static NameValue value_of_part(const View *view, const Member *part, uint32_t thread)
{
    NameValue value = {.state = NAME_NONE};
    TypeKind kind = part->type->kind;
    if (!member_is_held(part) ||
        (kind != TYPE_SCALAR && kind != TYPE_POINTER && kind != TYPE_STRUCT))
        return value;
    value.type = kind == TYPE_SCALAR ? part->type->scalar : SCALAR_U64;
    value.is_pointer = kind == TYPE_POINTER;
    value.state = is_alive(view, part->variable, thread) ? NAME_KNOWN : NAME_ASLEEP;
    if (kind == TYPE_STRUCT)
        value.members = value.state == NAME_KNOWN ? member_text(view, part, thread) : "";
    else if (value.state == NAME_KNOWN)
        value.bits = member_bits(view, part, thread);
    return value;
}

/* A variable, or the member that stands behind it. */
static NameValue read_part(Reader *reader, const Variable *variable)
{
    Member part = member_of(variable);
    reader->at = member_follow(&part, reader->at, reader->end);
    return value_of_part(reader->view, &part, reader->thread);
}

static int64_t whole_number(NameValue value)
{
    if (value.type == SCALAR_U32 || scalar_size_bytes(value.type) == 8)
        return (int64_t)value.bits;
    return (int32_t)(uint32_t)value.bits;
}

/* ---- expressions ---- */

static void skip_space(Reader *reader)
{
    while (reader->at < reader->end && isspace((unsigned char)*reader->at))
        ++reader->at;
}

static bool take(Reader *reader, char sign)
{
    skip_space(reader);
    if (reader->at >= reader->end || *reader->at != sign)
        return false;
    ++reader->at;
    return true;
}

static int64_t read_sum(Reader *reader, int depth);

bool evaluate_macro(const View *view, const char *text, int length, int64_t *out)
{
    const Preprocessed *file = &view->slot->run->unit->text;
    for (int i = 0; i < file->macro_count; ++i) {
        if (!is_word(text, length, file->macros[i].name))
            continue;
        char *end;
        *out = strtoll(file->macros[i].value, &end, 0);
        return end != file->macros[i].value && !*end;
    }
    return false;
}

static int64_t read_word(Reader *reader)
{
    const char *text = reader->at;
    int length = word_length(text, reader->end), builtin_length;
    int builtin = builtin_at(text, reader->end, &builtin_length);
    int64_t value = 0;
    if (builtin >= 0) {
        reader->at += builtin_length;
        return builtin_value(reader->view, builtin, reader->thread);
    }
    reader->at += length;
    const Variable *variable = variable_at(reader->view, text, length);
    if (variable) {
        NameValue found = read_part(reader, variable);
        reader->is_asleep |= found.state == NAME_ASLEEP;
        reader->is_broken |=
            found.state == NAME_NONE || found.members || scalar_is_float(found.type);
        return whole_number(found);
    }
    reader->is_broken |= !evaluate_macro(reader->view, text, length, &value);
    return value;
}

static int64_t read_factor(Reader *reader, int depth)
{
    if (depth > DEPTH_MOST) {
        reader->is_broken = true;
        return 0;
    }
    if (take(reader, '(')) {
        int64_t value = read_sum(reader, depth + 1);
        reader->is_broken |= !take(reader, ')');
        return value;
    }
    if (take(reader, '-')) {
        int64_t value = read_factor(reader, depth + 1);
        reader->is_broken |= __builtin_sub_overflow(0, value, &value);
        return value;
    }
    skip_space(reader);
    if (reader->at < reader->end && isdigit((unsigned char)*reader->at)) {
        char *end;
        int64_t value = strtoll(reader->at, &end, 0);
        reader->at = end;
        return value;
    }
    if (word_length(reader->at, reader->end))
        return read_word(reader);
    reader->is_broken = true;
    return 0;
}

static int64_t read_product(Reader *reader, int depth)
{
    int64_t value = read_factor(reader, depth);
    while (!reader->is_broken) {
        char sign = take(reader, '*') ? '*' : take(reader, '/') ? '/' : take(reader, '%') ? '%' : 0;
        if (!sign)
            break;
        int64_t right = read_factor(reader, depth);
        if (sign == '*')
            reader->is_broken |= __builtin_mul_overflow(value, right, &value);
        else if (right == 0 || (right == -1 && value == INT64_MIN))
            reader->is_broken = true;
        else
            value = sign == '/' ? value / right : value % right;
    }
    return value;
}

static int64_t read_sum(Reader *reader, int depth)
{
    reader->is_broken |= depth > DEPTH_MOST;
    int64_t value = reader->is_broken ? 0 : read_product(reader, depth);
    while (!reader->is_broken) {
        char sign = take(reader, '+') ? '+' : take(reader, '-') ? '-' : 0;
        if (!sign)
            break;
        int64_t right = read_product(reader, depth);
        reader->is_broken |= sign == '+' ? __builtin_add_overflow(value, right, &value)
                                         : __builtin_sub_overflow(value, right, &value);
    }
    return value;
}

bool evaluate_numbers(const View *view, const char *text, int64_t *value)
{
    size_t length = strlen(text);
    if (!length || strspn(text, "0123456789 +-*/%()") != length)
        return false;
    Reader reader = {.view = view, .at = text, .end = text + length};
    *value = read_sum(&reader, 0);
    skip_space(&reader);
    return !reader.is_broken && reader.at == reader.end;
}

/* ---- elements ---- */

static NameValue global_element(const View *view, uint64_t address, const Type *element,
                                int64_t index, NameValue value)
{
    unsigned object = address_object(address);
    if (address_space(address) != SPACE_GLOBAL || object >= (unsigned)view->launch->buffer_count) {
        value.state = NAME_NONE;
        return value;
    }
    const Buffer *buffer = &view->launch->buffers[object];
    int64_t offset;
    value.state = NAME_OUTSIDE;
    if (__builtin_mul_overflow(index, (int64_t)element->size_bytes, &offset) ||
        __builtin_add_overflow(offset, address_offset_bytes(address), &offset) || offset < 0 ||
        offset > (int64_t)buffer_bytes(buffer) - (int64_t)element->size_bytes)
        return value;
    bool is_set =
        buffer_value(view, (int)object, offset / buffer_scalar_bytes(buffer), &value.bits);
    value.state = is_set ? NAME_KNOWN : NAME_UNSET;
    return value;
}

static NameValue shared_element(const View *view, int variable, int64_t offset, uint32_t size,
                                NameValue value)
{
    const SharedVariable *shared = &view->program->shared[variable];
    int64_t rows, columns;
    shared_shape(view, variable, &rows, &columns);
    value.state = NAME_OUTSIDE;
    if (offset < 0 ||
        offset > rows * columns * (int64_t)scalar_size_bytes(shared_scalar(shared)) - (int64_t)size)
        return value;
    uint32_t at = shared->offset_bytes + (uint32_t)offset;
    value.state = machine_shared_set(view->machine)[at] ? NAME_KNOWN : NAME_UNSET;
    value.bits = value_bits(value.type, machine_shared(view->machine) + at);
    return value;
}

static NameValue local_element(const View *view, int variable, int64_t offset, uint32_t thread,
                               NameValue value)
{
    const LocalVariable *local = &view->program->locals[variable];
    value.state = NAME_OUTSIDE;
    if (offset < 0 || offset >= local->type->size_bytes)
        return value;
    value.state = NAME_KNOWN;
    value.bits =
        value_bits(value.type, machine_local(view->machine, thread) + local->offset_bytes + offset);
    return value;
}

/* Follows [..][..] behind an array or pointer. */
static NameValue read_element(Reader *reader, const Variable *variable)
{
    const View *view = reader->view;
    NameValue value = {.state = NAME_NONE, .is_element = true}, base = {.state = NAME_KNOWN};
    const Type *type = variable->type;
    int64_t offset = 0;
    bool is_pointer = type->kind == TYPE_POINTER;
    if (is_pointer)
        base = read_part(reader, variable);
    while (value.index_count < 3 && (type->kind == TYPE_ARRAY || type->kind == TYPE_POINTER) &&
           take(reader, '[')) {
        int64_t index = read_sum(reader, 0);
        if (reader->is_broken || !take(reader, ']'))
            return value;
        bool is_beyond =
            type->kind == TYPE_ARRAY && type->length && (index < 0 || index >= type->length);
        value.state = is_beyond ? NAME_OUTSIDE : value.state;
        type = type->element;
        value.indices[value.index_count++] = index;
        if (__builtin_mul_overflow(index, (int64_t)type->size_bytes, &index) ||
            __builtin_add_overflow(offset, index, &offset))
            return value;
        if (is_pointer)
            break;
    }
    if (!value.index_count || type->kind != TYPE_SCALAR)
        return (NameValue){.state = NAME_NONE};
    value.type = type->scalar;
    if (reader->is_asleep || base.state != NAME_KNOWN)
        value.state = NAME_ASLEEP;
    else if (is_pointer)
        return global_element(view, base.bits, type, value.indices[0], value);
    else if (value.state != NAME_OUTSIDE && variable->storage == STORAGE_SHARED)
        return shared_element(view, variable->index, offset, type->size_bytes, value);
    else if (value.state != NAME_OUTSIDE && variable->storage == STORAGE_LOCAL)
        return local_element(view, variable->index, offset, reader->thread, value);
    return value;
}

static Reader reader_at(const View *view, uint32_t offset, uint32_t thread)
{
    const SourceFile *file = &view->program->sources->files[0];
    const char *end = file->text + file->length;
    return (Reader){view, thread, offset < file->length ? file->text + offset : end,
                    end,  false,  false};
}

int name_at(const View *view, uint32_t offset)
{
    Reader reader = reader_at(view, offset, 0);
    int length = word_length(reader.at, reader.end), builtin_length;
    if (builtin_at(reader.at, reader.end, &builtin_length) >= 0)
        return builtin_length;
    const Variable *variable = length ? variable_at(view, reader.at, length) : NULL;
    if (!variable)
        return 0;
    Member part = member_of(variable);
    return (int)(member_follow(&part, reader.at + length, reader.end) - reader.at);
}

NameValue name_value(const View *view, uint32_t offset, uint32_t thread)
{
    Reader reader = reader_at(view, offset, thread);
    int length = word_length(reader.at, reader.end), builtin_length;
    int builtin = builtin_at(reader.at, reader.end, &builtin_length);
    if (builtin >= 0)
        return (NameValue){.state = NAME_KNOWN,
                           .type = SCALAR_U32,
                           .bits = (uint64_t)builtin_value(view, builtin, thread)};
    const Variable *variable = variable_at(view, reader.at, length);
    if (!variable)
        return (NameValue){.state = NAME_NONE};
    reader.at += length;
    if (variable->type->kind == TYPE_ARRAY || variable->type->kind == TYPE_POINTER) {
        Reader subscripts = reader;
        NameValue element = read_element(&subscripts, variable);
        if (element.state != NAME_NONE)
            return element;
    }
    return read_part(&reader, variable);
}
