/* Filling numbers into formulas. A formula is true right after its instruction; later only if every
 * register in it is written in one place, which is looked up in the code. */
#include "view/values/formula.h"

#include "view/values/name.h"

#include "probe/time/stop.h"

#include <string.h>

enum { EXPRESSION_MOST = 90 }; /* bytes of source in one line below the sentence */

static const char *piece_value(View *view, const FormulaPiece *piece, uint32_t thread)
{
    uint64_t bits = machine_value(view->machine, piece->operand, piece->type, thread);
    const char *text = machine_value_text(view->arena, view->launch, piece->type, bits, false);
    return *text == '-' ? arena_printf(view->arena, "(%s)", text) : text;
}

static const char *fill_in(View *view, const Formula *formula, uint32_t thread)
{
    const char *names = "", *numbers = "";
    bool has_operand = false;
    for (int i = 0; i < formula->piece_count; ++i) {
        const FormulaPiece *piece = &formula->pieces[i];
        bool is_operand = piece->operand != OPERAND_NONE;
        has_operand |= is_operand;
        names = arena_printf(view->arena, "%s%s", names, piece->text);
        numbers = arena_printf(view->arena, "%s%s", numbers,
                               is_operand ? piece_value(view, piece, thread) : piece->text);
    }
    int64_t number;
    if (!has_operand)
        return NULL;
    if (formula->variable < 0)
        return name_number(view, formula->term, thread, &number)
                   ? arena_printf(view->arena, "%s  →  %s  →  %lld", names, numbers,
                                  (long long)number)
                   : arena_printf(view->arena, "%s  →  %s", names, numbers);
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

/* A number that the step has taken, and not changed: in a register or uniform, or an element that
 * it computed with. */
static bool is_number_of_step(const View *view, const NameValue *value, uint32_t thread)
{
    const Instr *instr = view->step->instr;
    const Spot *spot = &value->spot;
    if (value->state != NAME_KNOWN || value->is_pointer || value->members)
        return false;
    if (value->is_element)
        return opcode_info[instr->op].class == CLASS_VALUE && value->type == instr->type &&
               is_operand(view, value, thread);
    return !spot->type || (spot->space == SPACE_GENERIC && spot->part.operand != instr->dst);
}

/* What a name in the step's source is as a number; *end is where what it replaces ends. */
static const char *mention_text(View *view, const Mention *mention, uint32_t thread, uint32_t *end)
{
    NameValue value = name_of_mention(view, mention, thread, true);
    Span replaced = value.is_element ? mention->whole : mention->name;
    *end = replaced.start + replaced.length;
    return mention->whole.start == mention->name.start && is_number_of_step(view, &value, thread)
               ? machine_value_text(view->arena, view->launch, value.type, value.bits, false)
               : NULL;
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

/* "Row < j" as "1 < 4"; NULL where no number can be put in. *is_name: it is a name and nothing
 * else. */
static const char *with_numbers(View *view, const char *text, Span span, uint32_t thread,
                                bool *is_name)
{
    const char *result = "";
    uint32_t at = span.start, end;
    int count;
    const Mention *mentions = mentions_within(view->program, span, &count);
    bool has_number = false;
    *is_name = false;
    if (changes_something(text))
        return NULL;
    for (int i = 0, copies; i < count; i += copies) {
        uint32_t start = mentions[i].name.start;
        for (copies = 1; i + copies < count && mentions[i + copies].name.start == start;)
            ++copies;
        const Mention *mention = mention_of_copy(&mentions[i], copies, view->step->pc);
        const char *value =
            mention && start >= at ? mention_text(view, mention, thread, &end) : NULL;
        if (!value)
            continue;
        *is_name = start == span.start && mention->name.length == span.length;
        result = arena_printf(view->arena, *value == '-' ? "%s%.*s(%s)" : "%s%.*s%s", result,
                              (int)(start - at), text + (at - span.start), value);
        has_number = true;
        at = end;
    }
    return has_number ? arena_printf(view->arena, "%s%s", result, text + (at - span.start)) : NULL;
}

/* How much of "part[t] += part[t + half]" stands before the sign, which also reads what it changes;
 * all of it where there is none. */
static uint32_t before_sign(const char *text)
{
    for (const char *at = text; *at; ++at) {
        if (*at != '=' || at == text || at[1] == '=' || !strchr("+-*/%&|^<>", at[-1]))
            continue;
        bool is_shift = strchr("<>", at[-1]) != NULL;
        if (is_shift && (at - text < 2 || at[-2] != at[-1]))
            continue; /* it compares */
        const char *end = at - (is_shift ? 2 : 1);
        while (end > text && end[-1] == ' ')
            --end;
        return (uint32_t)(end - text);
    }
    return (uint32_t)strlen(text);
}

/* What the step worked out, as the source writes it: "ph * TILE_WIDTH + tx  →  1 * 2 + 0  →  2". */
static const char *expression_of_step(View *view, uint32_t thread)
{
    const Instr *instr = view->step->instr;
    Span span = instr->span;
    const char *text = span_text(view, span);
    if (text && instr->op == OP_LOAD) {
        span.length = before_sign(text);
        text = span_text(view, span);
    }
    bool has_value = opcode_info[instr->op].class == CLASS_VALUE || instr->op == OP_LOAD, is_name;
    if (!text || !has_value || instr->width > 1 || !OPERAND_IS_REGISTER(instr->dst))
        return NULL;
    bool is_comparison = instr->op >= OP_EQ && instr->op <= OP_GE;
    ScalarType type = is_comparison ? SCALAR_BOOL : (ScalarType)instr->type;
    uint64_t bits = machine_value(view->machine, instr->dst, type, thread);
    const char *value = machine_value_text(view->arena, view->launch, type, bits, false);
    const char *numbers = with_numbers(view, text, span, thread, &is_name);
    if (numbers && is_name && strcmp(numbers, value) != 0)
        return NULL; /* the name is only where the expression ends */
    if (numbers && !is_name)
        return arena_printf(view->arena, "%s  →  %s  →  %s", text, numbers, value);
    return arena_printf(view->arena, "%s  →  %s", text, value);
}

/* The address arithmetic that belongs to the step, one formula after another; NULL if there is
 * none. */
static const char *arithmetic_of_stop(View *view, uint32_t thread)
{
    const Accumulators *known = &view->slot->accumulators;
    const Stops stops = {view->program, known->definitions, known->accumulations};
    const Formula *formulas[STOP_FORMULAS];
    int count = stop_formulas(&stops, view->step->pc, formulas);
    const char *all = NULL;
    for (int i = 0; i < count; ++i) {
        const char *text = fill_in(view, formulas[i], thread);
        if (text)
            all = all ? arena_printf(view->arena, "%s      %s", all, text) : text;
    }
    return all;
}

const char *formula_of_step(View *view, uint32_t thread)
{
    const Step *step = view->step;
    if (!step || step->warp != thread / WARP_LANES || !(step->active >> thread % WARP_LANES & 1))
        return NULL;
    const char *arithmetic = arithmetic_of_stop(view, thread);
    if (arithmetic)
        return arithmetic;
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
