/* A reader of subscripts and of what leads to a value: names, whole numbers, + - * / % and brackets, worked out with the values that
 * the thread holds now. The instructions' own temporaries are no help, since their registers are soon
 * used for something else. What is not understood is not guessed. */
#include "view/values/evaluate.h"

#include "view/values/values.h"

#include "load/template_value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 16, BACK_MOST = 200, NAME_TEXT_MOST = 120 };

typedef struct Reader {
    const View *view;
    uint32_t thread;
    const char *at, *end;
    bool is_broken, is_asleep;
    int depth; /* of subscripts in subscripts */
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

static const NameState states[] = {
    [SPOT_KNOWN] = NAME_KNOWN,     [SPOT_ASLEEP] = NAME_ASLEEP, [SPOT_UNSET] = NAME_UNSET,
    [SPOT_OUTSIDE] = NAME_OUTSIDE, [SPOT_NONE] = NAME_NONE,
};

static NameValue value_of(const View *view, const Spot *spot, uint32_t thread)
{
    NameValue value = {.state = NAME_NONE, .spot = *spot};
    if (!spot_has_value(spot))
        return value;
    TypeKind kind = spot->type->kind;
    value.type = kind == TYPE_SCALAR ? spot->type->scalar : SCALAR_U64;
    value.is_pointer = kind == TYPE_POINTER;
    if (kind == TYPE_STRUCT) {
        value.state = states[spot->state];
        value.members = value.state == NAME_KNOWN ? spot_text(view, spot, thread) : "";
    } else {
        value.state = states[spot_bits(view, spot, thread, &value.bits)];
    }
    return value;
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

static bool macro_value(const View *view, const char *text, int length, int64_t *out)
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

bool evaluate_constant(const View *view, uint32_t place, const char *name, int length,
                       int64_t *value)
{
    return macro_value(view, name, length, value) ||
           template_value(view->slot->run, view->slot->template_parameters,
                          view->slot->template_count, place, name, length, value);
}

/* ".x" or "->x" behind a spot; false if there is none. */
static bool take_member(Reader *reader, Spot *spot)
{
    const char *at = reader->at;
    bool is_arrow = at + 1 < reader->end && at[0] == '-' && at[1] == '>';
    if (!is_arrow && (at >= reader->end || *at != '.'))
        return false;
    at += is_arrow ? 2 : 1;
    int length = word_length(at, reader->end);
    Spot next = *spot;
    if (!length || (is_arrow && next.type->kind != TYPE_POINTER) ||
        (is_arrow && !spot_take_index(reader->view, &next, 0, reader->thread)) ||
        !spot_take_member(&next, at, (size_t)length))
        return false;
    *spot = next;
    reader->at = at + length;
    return true;
}

/* "[index]" behind a spot; false if there is none that can be understood. */
static bool take_index(Reader *reader, Spot *spot, NameValue *told)
{
    Reader inner = *reader;
    if (!take(&inner, '[') || ++inner.depth > DEPTH_MOST)
        return false;
    int64_t index = read_sum(&inner, 0);
    if (inner.is_broken || !take(&inner, ']') ||
        !spot_take_index(reader->view, spot, index, reader->thread))
        return false;
    --inner.depth;
    *reader = inner;
    if (told->index_count < NAME_INDICES)
        told->indices[told->index_count++] = index;
    told->is_element = true;
    return true;
}

/* All that leads on from a spot: members before limit, subscripts wherever they stand. */
static void take_all(Reader *reader, Spot *spot, const char *limit, NameValue *told)
{
    while ((reader->at < limit && take_member(reader, spot)) || take_index(reader, spot, told))
        ;
}

/* A variable, "*p" in brackets, and what leads on from there. */
static bool read_spot(Reader *reader, Spot *spot, const char *limit, NameValue *told)
{
    bool is_star = false, is_bracket = take(reader, '(');
    if (is_bracket)
        is_star = take(reader, '*');
    skip_space(reader);
    int length = word_length(reader->at, reader->end);
    const Variable *variable = length ? variable_at(reader->view, reader->at, length) : NULL;
    if (!variable)
        return false;
    reader->at += length;
    *spot = spot_of(reader->view, variable, reader->thread);
    if (is_bracket)
        take_all(reader, spot, reader->end, told);
    if (is_star && (spot->type->kind != TYPE_POINTER ||
                    !spot_take_index(reader->view, spot, 0, reader->thread)))
        return false;
    if (is_bracket && !take(reader, ')'))
        return false;
    take_all(reader, spot, limit, told);
    return true;
}

static NameValue read_value(Reader *reader, const char *limit)
{
    NameValue told = {.state = NAME_NONE};
    Spot spot;
    if (!read_spot(reader, &spot, limit, &told))
        return told;
    NameValue value = value_of(reader->view, &spot, reader->thread);
    memcpy(value.indices, told.indices, sizeof value.indices);
    value.index_count = told.index_count;
    value.is_element = told.is_element;
    if (reader->is_asleep && value.state != NAME_NONE)
        value.state = NAME_ASLEEP;
    return value;
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
    if (variable_at(reader->view, text, length)) {
        NameValue found = read_value(reader, reader->end);
        reader->is_asleep |=
            found.state == NAME_ASLEEP || found.state == NAME_UNSET || found.state == NAME_OUTSIDE;
        reader->is_broken |=
            found.state == NAME_NONE || found.members || scalar_is_float(found.type);
        return whole_number(found);
    }
    reader->at += length;
    const SourceFile *file = &reader->view->program->sources->files[0];
    reader->is_broken |=
        !evaluate_constant(reader->view, (uint32_t)(text - file->text), text, length, &value);
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

/* ---- names of the source ---- */

static Reader reader_at(const View *view, const char *at, uint32_t thread)
{
    const SourceFile *file = &view->program->sources->files[0];
    return (Reader){.view = view, .thread = thread, .at = at, .end = file->text + file->length};
}

static const char *back_over_space(const char *start, const char *at)
{
    while (at > start && isspace((unsigned char)at[-1]))
        --at;
    return at;
}

/* From behind a closing bracket to its opening one; NULL if that is not near. */
static const char *back_over_brackets(const char *start, const char *at, char open, char close)
{
    int depth = 0;
    for (const char *first = at - start > BACK_MOST ? at - BACK_MOST : start; at > first;) {
        --at;
        depth += *at == close;
        depth -= *at == open;
        if (depth == 0)
            return at;
    }
    return NULL;
}

static const char *back_over_word(const char *start, const char *at)
{
    while (at > start && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
        --at;
    return at;
}

/* The sign before a member: length of "." or "->"; 0 if there is none. */
static int member_sign(const char *start, const char *at)
{
    if (at - start >= 1 && at[-1] == '.')
        return 1;
    return at - start >= 2 && at[-2] == '-' && at[-1] == '>' ? 2 : 0;
}

/* Where the expression begins of which the name at a place is a member, as "a[i].x"; the place itself
 * if it is none, NULL if it is one of what is no name. */
static const char *owner_of(const char *start, const char *at)
{
    for (int sign; (sign = member_sign(start, at)) > 0;) {
        at = back_over_space(start, at - sign);
        while (at && at > start && at[-1] == ']')
            at = back_over_brackets(start, at, '[', ']');
        if (!at || at == start)
            return NULL;
        const char *before = at;
        at = at[-1] == ')' ? back_over_brackets(start, at, '(', ')') : back_over_word(start, at);
        bool is_call =
            at && at > start && *at == '(' && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (!at || at == before || is_call)
            return NULL;
    }
    return at;
}

/* Reads from the name's owner to the end of the name and the members that follow it directly. */
static bool read_name(const View *view, uint32_t offset, uint32_t thread, Reader *reader,
                      const char **limit)
{
    const SourceFile *file = &view->program->sources->files[0];
    if (offset >= file->length)
        return false;
    const char *name = file->text + offset, *owner = owner_of(file->text, name);
    if (!owner)
        return false;
    *reader = reader_at(view, owner, thread);
    int length = word_length(name, reader->end);
    *limit = name + length;
    while (**limit == '.' || (**limit == '-' && (*limit)[1] == '>')) {
        const char *next = *limit + (**limit == '.' ? 1 : 2);
        int more = word_length(next, reader->end);
        if (!more)
            break;
        *limit = next + more;
    }
    return length > 0;
}

int name_at(const View *view, uint32_t offset)
{
    Reader reader;
    const char *limit, *name = view->program->sources->files[0].text + offset;
    int builtin_length;
    if (!read_name(view, offset, 0, &reader, &limit))
        return 0;
    if (builtin_at(name, reader.end, &builtin_length) >= 0)
        return builtin_length;
    const char *first = name + word_length(name, reader.end);
    NameValue told = {.state = NAME_NONE};
    Spot spot;
    reader.end = limit;
    if (!read_spot(&reader, &spot, limit, &told) || reader.at < first)
        return 0;
    return (int)(reader.at - name);
}

NameValue name_value(const View *view, uint32_t offset, uint32_t thread)
{
    Reader reader;
    const char *limit;
    int builtin_length, builtin;
    if (!read_name(view, offset, thread, &reader, &limit))
        return (NameValue){.state = NAME_NONE};
    builtin = builtin_at(reader.at, reader.end, &builtin_length);
    if (builtin >= 0)
        return (NameValue){.state = NAME_KNOWN,
                           .type = SCALAR_U32,
                           .bits = (uint64_t)builtin_value(view, builtin, thread)};
    return read_value(&reader, limit);
}

const char *name_path(const View *view, uint32_t offset, const NameValue *value)
{
    Reader reader;
    const char *limit, *text = "";
    int depth = 0, index = 0;
    if (!read_name(view, offset, 0, &reader, &limit))
        return text;
    for (const char *at = reader.at; at < reader.end && at < reader.at + NAME_TEXT_MOST; ++at) {
        bool begins = *at == '[' && depth == 0;
        if (at >= limit && depth == 0 && !(begins && index < value->index_count))
            break;
        depth += *at == '[';
        if (begins && index < value->index_count)
            text = arena_printf(view->arena, "%s[%lld]", text, (long long)value->indices[index++]);
        else if (depth == 0)
            text = arena_printf(view->arena, "%s%c", text, *at);
        depth -= *at == ']';
    }
    return text;
}
