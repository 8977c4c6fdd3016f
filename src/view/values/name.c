/* A term is followed from its variable, spot by spot; subscripts are computed with the VM's own
 * arithmetic from what the thread holds now. The instructions' temporaries are no help, since their
 * registers are soon used for something else. */
#include "view/values/name.h"

#include "vm/lanes/lanes.h"

#include <string.h>

typedef struct Reader {
    const View *view;
    uint32_t thread;
    bool is_taken;   /* by the step shown: variables are alive */
    bool is_asleep;  /* a number on the way is not there */
    NameValue *told; /* takes the subscripts; NULL inside of one */
} Reader;

typedef struct ScalarValue {
    ScalarType type;
    uint64_t bits;
} ScalarValue;

/* ---- values ---- */

static const NameState states[] = {
    [SPOT_KNOWN] = NAME_KNOWN,     [SPOT_ASLEEP] = NAME_ASLEEP, [SPOT_UNSET] = NAME_UNSET,
    [SPOT_OUTSIDE] = NAME_OUTSIDE, [SPOT_NONE] = NAME_NONE,
};

static void read_spot(const View *view, const Spot *spot, uint32_t thread, NameValue *value)
{
    TypeKind kind = spot->type->kind;
    value->state = NAME_NONE;
    value->spot = *spot;
    if (!spot_has_value(spot))
        return;
    value->type = kind == TYPE_SCALAR ? spot->type->scalar : SCALAR_U64;
    value->is_pointer = kind == TYPE_POINTER;
    if (kind == TYPE_STRUCT) {
        value->state = states[spot->state];
        value->members = value->state == NAME_KNOWN ? spot_text(view, spot, thread) : "";
    } else {
        value->state = states[spot_bits(view, spot, thread, &value->bits)];
    }
}

static int64_t whole_number(ScalarValue number)
{
    if (number.type == SCALAR_U32 || scalar_size_bytes(number.type) == 8)
        return (int64_t)number.bits;
    return (int32_t)(uint32_t)number.bits;
}

/* ---- terms ---- */

static bool compute_term(Reader *reader, uint32_t index, ScalarValue *number);

static bool take_element(Reader *reader, uint32_t index, Spot *spot)
{
    Reader inner = *reader;
    ScalarValue number;
    inner.told = NULL;
    if (!compute_term(&inner, index, &number) ||
        !spot_take_index(reader->view, spot, whole_number(number), reader->thread))
        return false;
    reader->is_asleep = inner.is_asleep;
    NameValue *told = reader->told;
    if (told && told->index_count < NAME_INDICES)
        told->indices[told->index_count++] = whole_number(number);
    if (told)
        told->is_element = true;
    return true;
}

static bool follow_term(Reader *reader, uint32_t index, Spot *spot)
{
    const View *view = reader->view;
    const ValueTerm *term = &view->program->terms[index];
    if (term->kind == TERM_VARIABLE) {
        *spot = spot_of(view, &view->program->variables[term->index], reader->thread);
        if (reader->is_taken)
            spot->state = SPOT_KNOWN;
        return true;
    }
    if (term->kind < TERM_VARIABLE || term->kind == TERM_VALUE ||
        !follow_term(reader, term->a, spot))
        return false;
    if (term->kind == TERM_ELEMENT)
        return take_element(reader, term->b, spot);
    if (term->kind != TERM_MEMBER && !spot_take_index(view, spot, 0, reader->thread))
        return false;
    if (term->kind != TERM_STAR)
        spot_take_member(spot, (int)term->index);
    return true;
}

static uint32_t special_value(const View *view, uint32_t index, uint32_t thread)
{
    const Launch *launch = view->launch;
    const Dim3 all[] = {dim3_from_linear(thread, launch->block),
                        dim3_from_linear(view->machine->block, launch->grid), launch->block,
                        launch->grid};
    const uint32_t sides[] = {all[index / 3].x, all[index / 3].y, all[index / 3].z};
    return sides[index % 3];
}

static bool compute_place(Reader *reader, uint32_t index, ScalarValue *number)
{
    Spot spot;
    NameValue value = {.state = NAME_NONE};
    if (!follow_term(reader, index, &spot))
        return false;
    read_spot(reader->view, &spot, reader->thread, &value);
    reader->is_asleep |=
        value.state == NAME_ASLEEP || value.state == NAME_UNSET || value.state == NAME_OUTSIDE;
    *number = (ScalarValue){value.type, value.bits};
    return value.state != NAME_NONE && !value.members;
}

static void set_lane(Lanes *lanes, ScalarValue number)
{
    if (register_words(number.type) == 1)
        lanes->u32[0] = (uint32_t)number.bits;
    else
        lanes->u64[0] = number.bits;
}

static bool is_division(const ValueTerm *term)
{
    return (term->op == OP_DIV || term->op == OP_REM) && !scalar_is_float(term->type);
}

static bool gives_truth(uint8_t op)
{
    return op >= OP_EQ && op <= OP_GE;
}

static bool compute_value(Reader *reader, const ValueTerm *term, ScalarValue *number)
{
    const uint32_t operands[] = {term->a, term->b, term->c};
    Lanes lanes[3] = {{{0}}}, out;
    for (int i = 0; i < 3 && operands[i] != TERM_NONE; ++i) {
        if (!compute_term(reader, operands[i], number))
            return false;
        set_lane(&lanes[i], *number);
    }
    if (is_division(term) && number->bits == 0)
        return false;
    Instr instr = {.op = term->op, .type = term->type, .type2 = term->type2, .imm = term->imm};
    lanes_compute(&instr, 1, &out, &lanes[0], &lanes[1], &lanes[2]);
    number->type = gives_truth(term->op) ? SCALAR_BOOL : (ScalarType)term->type;
    number->bits = register_words(number->type) == 1 ? out.u32[0] : out.u64[0];
    return true;
}

static bool compute_term(Reader *reader, uint32_t index, ScalarValue *number)
{
    const ValueTerm *term = &reader->view->program->terms[index];
    switch (term->kind) {
    case TERM_CONSTANT: *number = (ScalarValue){(ScalarType)term->type, term->bits}; return true;
    case TERM_SPECIAL:
        *number =
            (ScalarValue){SCALAR_U32, special_value(reader->view, term->index, reader->thread)};
        return true;
    case TERM_VALUE:
        if (term->op != OP_SELECT)
            return compute_value(reader, term, number);
        return compute_term(reader, term->a, number) &&
               compute_term(reader, number->bits ? term->b : term->c, number);
    default: return compute_place(reader, index, number);
    }
}

NameValue name_of_mention(const View *view, const Mention *mention, uint32_t thread, bool is_taken)
{
    const ValueTerm *term = &view->program->terms[mention->term];
    NameValue value = {.state = NAME_NONE};
    Reader reader = {.view = view, .thread = thread, .is_taken = is_taken, .told = &value};
    Spot spot;
    ScalarValue number;
    if (term->kind < TERM_VARIABLE && compute_term(&reader, mention->term, &number)) {
        value.state = NAME_KNOWN;
        value.type = number.type;
        value.bits = number.bits;
    } else if (follow_term(&reader, mention->term, &spot)) {
        read_spot(view, &spot, thread, &value);
        if (reader.is_asleep && value.state != NAME_NONE)
            value.state = NAME_ASLEEP;
    }
    return value;
}

bool name_number(const View *view, uint32_t term, uint32_t thread, int64_t *number)
{
    Reader reader = {.view = view, .thread = thread, .is_taken = true};
    ScalarValue found;
    if (term == TERM_NONE || !compute_term(&reader, term, &found) || reader.is_asleep ||
        scalar_is_float(found.type))
        return false;
    *number = whole_number(found);
    return true;
}

/* ---- names of the source ---- */

/* A constant has its value in the source. */
static bool is_asked(const View *view, const Mention *mention)
{
    return view->program->terms[mention->term].kind != TERM_CONSTANT;
}

bool name_next(const View *view, uint32_t first, uint32_t end, Span *name)
{
    int count;
    const Mention *mentions = mentions_within(view->program, (Span){0, first, end - first}, &count);
    for (int i = 0; i < count; ++i) {
        *name = mentions[i].name;
        if (is_asked(view, &mentions[i]))
            return true;
    }
    return false;
}

/* The mention in the copy of the function where the thread's warp stands; else that of the last
 * copy, for which the thread has no value. */
static const Mention *mention_at(const View *view, uint32_t offset, uint32_t thread)
{
    int count;
    uint32_t pc = machine_warps(view->machine)[thread / WARP_LANES].pc;
    const Mention *copies = mentions_within(view->program, (Span){0, offset, 1}, &count);
    const Mention *found = mention_of_copy(copies, count, pc);
    return found || !count ? found : &copies[count - 1];
}

int name_at(const View *view, uint32_t offset)
{
    const Mention *mention = mention_at(view, offset, 0);
    return mention && is_asked(view, mention) ? (int)mention->name.length : 0;
}

NameValue name_value(const View *view, uint32_t offset, uint32_t thread)
{
    const Mention *mention = mention_at(view, offset, thread);
    return mention ? name_of_mention(view, mention, thread, false)
                   : (NameValue){.state = NAME_NONE};
}

/* The name ends before subscripts that follow it; they are told with their values all the same. */
const char *name_path(const View *view, uint32_t offset, const NameValue *value)
{
    const Mention *mention = mention_at(view, offset, 0);
    const char *file = view->program->sources->files[0].text, *text = "";
    int depth = 0, index = 0;
    if (!mention)
        return text;
    uint32_t end = mention->name.start + mention->name.length;
    for (uint32_t at = mention->whole.start; at < end; ++at) {
        bool is_subscript = file[at] == '[' && depth == 0 && index < value->index_count;
        depth += file[at] == '[';
        if (is_subscript)
            text = arena_printf(view->arena, "%s[%lld]", text, (long long)value->indices[index++]);
        else if (depth == 0)
            text = arena_printf(view->arena, "%s%c", text, file[at]);
        depth -= file[at] == ']';
    }
    while (index < value->index_count)
        text = arena_printf(view->arena, "%s[%lld]", text, (long long)value->indices[index++]);
    return text;
}
