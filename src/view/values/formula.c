/* Filling numbers into formulas. A formula is true right after its instruction; later only if every
 * register in it is written in one place, which is looked up in the code. */
#include "view/values/formula.h"

#include "view/values/evaluate.h"
#include "view/values/member.h"

#include <ctype.h>
#include <string.h>

static const char NAME_LETTERS[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
enum { EXPRESSION_MOST = 90 }; /* bytes of source in one line below the sentence */

static const char *piece_value(View *view, const FormulaPiece *piece, uint32_t thread)
{
    uint64_t bits = machine_value(view->machine, piece->operand, piece->type, thread);
    const char *text = machine_value_text(view->arena, view->launch, piece->type, bits, false);
    return *text == '-' ? arena_printf(view->arena, "(%s)", text) : text;
}

static const char *constants_filled_in(View *view, Span span, const char *text)
{
    int64_t value;
    return evaluate_constant(view, span.start, text, (int)strlen(text), &value)
               ? arena_printf(view->arena, "%lld", (long long)value)
               : text;
}

/* A subscript, its numbers, and what they come to. */
static const char *with_result(View *view, const char *names, const char *numbers)
{
    int64_t value;
    if (!evaluate_numbers(view, numbers, &value))
        return arena_printf(view->arena, "%s  →  %s", names, numbers);
    return arena_printf(view->arena, "%s  →  %s  →  %lld", names, numbers, (long long)value);
}

static const char *fill_in(View *view, const Formula *formula, uint32_t thread)
{
    const char *names = "", *numbers = "";
    bool has_operand = false;
    for (int i = 0; i < formula->piece_count; ++i) {
        const FormulaPiece *piece = &formula->pieces[i];
        const char *number =
            constants_filled_in(view, view->program->code[formula->pc].span, piece->text);
        if (piece->operand != OPERAND_NONE) {
            has_operand = true;
            number = piece_value(view, piece, thread);
        }
        names = arena_printf(view->arena, "%s%s", names, piece->text);
        numbers = arena_printf(view->arena, "%s%s", numbers, number);
    }
    if (!has_operand)
        return NULL;
    if (formula->variable < 0)
        return with_result(view, names, numbers);
    const Variable *variable = &view->program->variables[formula->variable];
    const char *value = variable_text(view, variable, thread);
    bool is_told = value && strcmp(value, numbers) != 0; /* by = blockIdx.y = 0, not = 0 = 0 */
    return arena_printf(view->arena, "%s = %s = %s%s%s", variable->name, names, numbers,
                        is_told ? " = " : "", is_told ? value : "");
}

/* The source text of a span, if it stands on one line. */
static const char *span_text(View *view, Span span)
{
    const SourceFile *file = &view->program->sources->files[span.file];
    if (!span.length || span.length > EXPRESSION_MOST || span.start + span.length > file->length)
        return NULL;
    const char *text = arena_text(view->arena, file->text + span.start, span.length);
    return strchr(text, '\n') ? NULL : text;
}

/* The variable of a name where the warp stands; the innermost one. NULL if there is none. */
static const Variable *variable_named(const View *view, const char *name, size_t length)
{
    const Variable *found = NULL;
    for (int i = 0; i < view->program->variable_count; ++i) {
        const Variable *variable = &view->program->variables[i];
        if (strlen(variable->name) == length && memcmp(variable->name, name, length) == 0 &&
            view->step->pc >= variable->first_pc && view->step->pc < variable->end_pc)
            found = variable;
    }
    return found;
}

static size_t word_length(const char *text)
{
    return isdigit((unsigned char)*text) ? 0 : strspn(text, NAME_LETTERS);
}

/* The value of the variable or member that a text begins with, and how long its name is; NULL if it has
 * none, or if the step has just changed it. */
static const char *name_text(View *view, const char *text, uint32_t thread, size_t *length)
{
    const Variable *variable = variable_named(view, text, *length);
    if (!variable)
        return NULL;
    Member part = member_of(variable);
    *length = (size_t)(member_follow(&part, text + *length, text + strlen(text)) - text);
    bool is_value = part.type->kind == TYPE_SCALAR && part.operand != OPERAND_NONE &&
                    part.operand != view->step->instr->dst &&
                    (variable->storage == STORAGE_UNIFORM || variable->storage == STORAGE_REGISTER);
    return is_value ? member_text(view, &part, thread) : NULL;
}

/* What a text begins with as a number: threadIdx.x, a variable, v.x, a macro; NULL if it is none of
 * these. Members that no number stands for belong to the name: theirs are no variables. */
static const char *word_text(View *view, const char *text, uint32_t thread, size_t *length)
{
    int64_t number;
    int builtin;
    const char *value = NULL;
    if (evaluate_builtin(view, text, thread, &builtin, &number)) {
        *length = (size_t)builtin;
        value = arena_printf(view->arena, "%lld", (long long)number);
    } else {
        value = name_text(view, text, thread, length);
        if (!value &&
            evaluate_constant(view, view->step->instr->span.start, text, (int)*length, &number))
            value = arena_printf(view->arena, "%lld", (long long)number);
    }
    for (const char *end = text + *length; !value; end = text + *length) {
        size_t sign = *end == '.' ? 1 : strncmp(end, "->", 2) == 0 ? 2 : 0;
        if (!sign || !word_length(end + sign))
            break;
        *length += sign + word_length(end + sign);
    }
    return value;
}

/* Behind so many subscripts; NULL where a member follows, or one is not closed. */
static const char *behind_subscripts(const char *at, int count)
{
    for (; count > 0 && *at == '['; --count) {
        int depth = 0;
        do
            depth += (*at == '[') - (*at == ']');
        while (*at++ && depth > 0);
        if (depth > 0)
            return NULL;
    }
    return count || *at == '[' || *at == '.' || strncmp(at, "->", 2) == 0 ? NULL : at;
}

/* Whether the instruction took this value: memory may have changed since it was loaded. */
static bool is_operand(const View *view, const NameValue *value, uint32_t thread)
{
    const Instr *instr = view->step->instr;
    const Operand operands[] = {instr->a, instr->b, instr->c};
    for (int i = 0; i < 3; ++i)
        if (operands[i] != OPERAND_NONE && operands[i] != instr->dst &&
            machine_value(view->machine, operands[i], value->type, thread) == value->bits)
            return true;
    return false;
}

/* The element that the source has at an offset, if the step took it: "y[i]" as "12". */
static const char *element_text(View *view, uint32_t offset, const char *text, uint32_t thread,
                                size_t *length)
{
    const Instr *instr = view->step->instr;
    if (opcode_info[instr->op].class != CLASS_VALUE || text[*length] != '[')
        return NULL;
    NameValue value = name_value(view, offset, thread);
    const char *end = behind_subscripts(text + *length, value.index_count);
    if (value.state != NAME_KNOWN || !value.is_element || value.is_pointer || value.members ||
        value.type != instr->type || !end || !is_operand(view, &value, thread))
        return NULL;
    *length = (size_t)(end - text);
    return machine_value_text(view->arena, view->launch, value.type, value.bits, false);
}

static bool changes_something(const char *text)
{
    for (const char *at = text; *at; ++at) {
        bool compares = at[1] == '=' || (at > text && strchr("=<>!", at[-1]));
        if ((*at == '=' && !compares) || strncmp(at, "++", 2) == 0 || strncmp(at, "--", 2) == 0)
            return true;
    }
    return strpbrk(text, "\"'") != NULL;
}

/* "Row < j" as "1 < 4"; NULL where no number can be put in. */
static const char *with_numbers(View *view, const char *text, uint32_t thread)
{
    const char *result = "", *start = text;
    Span span = view->step->instr->span;
    bool has_number = false;
    if (changes_something(text))
        return NULL;
    while (*text) {
        size_t length = word_length(text);
        const char *value = length ? word_text(view, text, thread, &length) : NULL;
        if (length && !value && span.file == 0)
            value =
                element_text(view, span.start + (uint32_t)(text - start), text, thread, &length);
        if (!length)
            length = strspn(text, NAME_LETTERS);
        length = length ? length : 1;
        result = value ? arena_printf(view->arena, *value == '-' ? "%s(%s)" : "%s%s", result, value)
                       : arena_printf(view->arena, "%s%.*s", result, (int)length, text);
        has_number |= value != NULL;
        text += length;
        if (*text == '.' && value)
            return NULL;
    }
    return has_number ? result : NULL;
}

/* The letters of a name with its members: "v", "threadIdx.x". */
static size_t name_length(const char *text)
{
    size_t length = word_length(text);
    while (length && text[length] == '.' && word_length(text + length + 1))
        length += 1 + word_length(text + length + 1);
    return length;
}

/* What the step worked out, as the source writes it: "ph * TILE_WIDTH + tx = 2". */
static const char *expression_of_step(View *view, uint32_t thread)
{
    const Instr *instr = view->step->instr;
    const char *text = span_text(view, instr->span);
    bool has_value = opcode_info[instr->op].class == CLASS_VALUE || instr->op == OP_LOAD;
    if (!text || !has_value || instr->width > 1 || !OPERAND_IS_REGISTER(instr->dst))
        return NULL;
    bool is_comparison = instr->op >= OP_EQ && instr->op <= OP_GE;
    ScalarType type = is_comparison ? SCALAR_BOOL : (ScalarType)instr->type;
    uint64_t bits = machine_value(view->machine, instr->dst, type, thread);
    const char *value = machine_value_text(view->arena, view->launch, type, bits, false);
    const char *numbers = with_numbers(view, text, thread);
    bool is_name = numbers && text[name_length(text)] == 0;
    if (is_name && strcmp(numbers, value) != 0)
        return NULL; /* the name is only where the expression ends */
    if (numbers && !is_name)
        return arena_printf(view->arena, "%s  →  %s  →  %s", text, numbers, value);
    return arena_printf(view->arena, "%s  →  %s", text, value);
}

const char *formula_of_step(View *view, uint32_t thread)
{
    const Step *step = view->step;
    if (!step || step->warp != thread / WARP_LANES || !(step->active >> thread % WARP_LANES & 1))
        return NULL;
    for (int i = view->program->formula_count - 1; i >= 0; --i)
        if (view->program->formulas[i].pc == step->pc)
            return fill_in(view, &view->program->formulas[i], thread);
    return expression_of_step(view, thread);
}

static int writes_of(const Program *program, Operand operand)
{
    int writes = 0;
    if (OPERAND_IS_UNIFORM(operand) || operand < SLOT_FIRST_FREE)
        return 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        writes += program->code[pc].dst == operand;
    return writes;
}

static bool is_lasting(const View *view, const Formula *formula)
{
    const Variable *variable = &view->program->variables[formula->variable];
    if (variable->storage != STORAGE_REGISTER || writes_of(view->program, variable->operand) > 1)
        return false;
    for (int i = 0; i < formula->piece_count; ++i)
        if (formula->pieces[i].operand != OPERAND_NONE &&
            writes_of(view->program, formula->pieces[i].operand) > 1)
            return false;
    return true;
}

const char *formula_of_variable(View *view, int variable, uint32_t thread)
{
    for (int i = 0; i < view->program->formula_count; ++i) {
        const Formula *formula = &view->program->formulas[i];
        if (formula->variable == variable && is_lasting(view, formula))
            return fill_in(view, formula, thread);
    }
    return NULL;
}

const char *variable_text(View *view, const Variable *variable, uint32_t thread)
{
    Member part = member_of(variable);
    bool has_text = variable->type->kind != TYPE_ARRAY && variable->type->kind != TYPE_VOID;
    return has_text && variable->storage != STORAGE_LOCAL && member_is_held(&part)
               ? member_text(view, &part, thread)
               : NULL;
}
