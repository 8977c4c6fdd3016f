/* Reaching definitions, by a rule that is quick and nearly exact. Code is straight where every
 * instruction can only be reached from the one before it: looking back there, the last writer is
 * the definition. The body of an IF or of a loop's test is reached only from above, so looking back
 * passes through those. Beyond, a slot may have several writers, but only those in the scope of the
 * variable that lives in it count: slots are used again and again. */
#include "program/flow/definitions.h"

/* Adds one to counts[slot] for every writer, or places the writers at counts[slot]. */
static void visit_writers(const Program *program, uint32_t *counts, uint32_t *writers)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        uint32_t first = program->code[pc].dst, slots = instr_written_words(&program->code[pc]);
        for (uint32_t slot = first; slot < first + slots && slot < program->slot_count; ++slot) {
            if (writers)
                writers[counts[slot]] = pc;
            ++counts[slot];
        }
    }
}

static bool joins_lanes(const Instr *instr)
{
    switch (instr->op) {
    case OP_ELSE:
    case OP_ENDIF:
    case OP_LOOP:
    case OP_LOOP_NEXT:
    case OP_LOOP_BACK:
    case OP_LOOP_END:
    case OP_SCOPE_END: return true;
    default: return false;
    }
}

static const uint32_t *find_straight(Arena *arena, const Program *program)
{
    uint32_t *straight = ARENA_ARRAY(arena, uint32_t, program->code_count + 1);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        straight[pc + 1] = joins_lanes(&program->code[pc]) ? pc + 1 : straight[pc];
    return straight;
}

static void visit_variables(const Program *program, uint32_t *counts, uint32_t *variables)
{
    for (int i = 0; i < program->variable_count; ++i) {
        const Variable *variable = &program->variables[i];
        if (variable->storage != STORAGE_REGISTER || variable->operand >= program->slot_count)
            continue;
        if (variables)
            variables[counts[variable->operand]] = (uint32_t)i;
        ++counts[variable->operand];
    }
}

typedef void VisitFunction(const Program *program, uint32_t *counts, uint32_t *items);

/* What visit finds for each slot, slot after slot; *first gets where those of a slot begin. */
static uint32_t *sort_by_slot(Arena *arena, const Program *program, VisitFunction *visit,
                              const uint32_t **first)
{
    uint32_t *counts = ARENA_ARRAY(arena, uint32_t, program->slot_count + 1);
    uint32_t *starts = ARENA_ARRAY(arena, uint32_t, program->slot_count + 1);
    visit(program, counts, NULL);
    for (uint32_t slot = 0; slot < program->slot_count; ++slot) {
        starts[slot + 1] = starts[slot] + counts[slot];
        counts[slot] = starts[slot];
    }
    uint32_t *items = ARENA_ARRAY(arena, uint32_t, starts[program->slot_count] + 1);
    visit(program, counts, items);
    *first = starts;
    return items;
}

/* Puts the variables of each slot into the order in which they begin, as they nearly are. */
static void sort_scopes(const Program *program, const uint32_t *first, uint32_t *sorted)
{
    const Variable *variables = program->variables;
    for (uint32_t slot = 0; slot < program->slot_count; ++slot)
        for (uint32_t i = first[slot]; i < first[slot + 1]; ++i) {
            uint32_t moved = sorted[i], at = i;
            for (;
                 at > first[slot] && variables[sorted[at - 1]].first_pc > variables[moved].first_pc;
                 --at)
                sorted[at] = sorted[at - 1];
            sorted[at] = moved;
        }
}

static const uint32_t *find_furthest(Arena *arena, const Definitions *definitions)
{
    const Program *program = definitions->program;
    const uint32_t *first = definitions->first_variable;
    uint32_t *furthest = ARENA_ARRAY(arena, uint32_t, first[program->slot_count] + 1);
    for (uint32_t slot = 0; slot < program->slot_count; ++slot)
        for (uint32_t i = first[slot], end = 0; i < first[slot + 1]; ++i) {
            uint32_t here = program->variables[definitions->variables[i]].end_pc;
            furthest[i] = end = here > end ? here : end;
        }
    return furthest;
}

Definitions definitions_of(Arena *arena, const Program *program)
{
    Definitions definitions = {.program = program, .straight = find_straight(arena, program)};
    definitions.writers = sort_by_slot(arena, program, visit_writers, &definitions.first);
    uint32_t *variables =
        sort_by_slot(arena, program, visit_variables, &definitions.first_variable);
    sort_scopes(program, definitions.first_variable, variables);
    definitions.variables = variables;
    definitions.furthest = find_furthest(arena, &definitions);
    return definitions;
}

/* The index of the first writer of slot at pc or later, in definitions->writers. */
static uint32_t writer_from(const Definitions *definitions, uint32_t slot, uint32_t pc)
{
    uint32_t low = definitions->first[slot], high = definitions->first[slot + 1];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (definitions->writers[middle] < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last writer of slot in the straight code before pc, in definitions->writers; NULL where that
 * code has none. */
static const uint32_t *last_writer(const Definitions *definitions, uint32_t slot, uint32_t pc)
{
    uint32_t next = writer_from(definitions, slot, pc);
    if (next == definitions->first[slot] ||
        definitions->writers[next - 1] < definitions->straight[pc])
        return NULL;
    return &definitions->writers[next - 1];
}

/* Where the branches, loops or scopes begin that end right before pc, the start of a variable's
 * scope: its initial value may come out of them, as that of c ? a : b does. */
static uint32_t before_frames(const Program *program, uint32_t pc)
{
    int depth = 0;
    while (pc > 0) {
        uint8_t op = program->code[pc - 1].op;
        depth += op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END;
        if (depth == 0)
            break;
        depth -= op == OP_IF || op == OP_LOOP || op == OP_SCOPE;
        --pc;
    }
    return pc;
}

/* The last UNSET of the slot between from and to, or from if there is none: what the slot held
 * before that declaration was another variable's. */
static uint32_t behind_mark(const Program *program, uint32_t slot, uint32_t from, uint32_t to)
{
    for (uint32_t pc = to; pc-- > from;)
        if (program->code[pc].op == OP_UNSET &&
            program->unsets[program->code[pc].imm].slot == (Operand)slot)
            return pc;
    return from;
}

/* The variables of a slot from *from up to *to, among which are all that exist at pc. */
static void find_variables(const Definitions *definitions, uint32_t slot, uint32_t pc,
                           uint32_t *from, uint32_t *to)
{
    const Variable *variables = definitions->program->variables;
    uint32_t low = definitions->first_variable[slot], high = definitions->first_variable[slot + 1];
    while (low < high) { /* halves until low is the first one that begins behind pc */
        uint32_t middle = (low + high) / 2;
        if (variables[definitions->variables[middle]].first_pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    for (*from = *to = low;
         *from > definitions->first_variable[slot] && definitions->furthest[*from - 1] > pc;)
        --*from;
}

/* The instructions that can have written what a slot holds at pc: from *first up to *end. A
 * variable that nothing writes for, inside the scope of another one of the slot, is a second name
 * of that: a parameter of an inlined function. */
static void find_scope(const Definitions *definitions, uint32_t slot, uint32_t pc, uint32_t *first,
                       uint32_t *end)
{
    const Program *program = definitions->program;
    uint32_t from, to;
    bool is_named = false;
    *first = 0;
    *end = program->code_count;
    find_variables(definitions, slot, pc, &from, &to);
    for (uint32_t i = from; i < to; ++i) {
        const Variable *variable = &program->variables[definitions->variables[i]];
        if (pc < variable->first_pc || pc >= variable->end_pc || variable->first_pc < *first)
            continue;
        const uint32_t *initial = last_writer(definitions, slot, variable->first_pc);
        uint32_t begin = initial ? *initial : before_frames(program, variable->first_pc);
        begin = behind_mark(program, slot, begin, variable->first_pc);
        if (is_named && writer_from(definitions, slot, begin) ==
                            writer_from(definitions, slot, variable->end_pc))
            continue;
        *first = begin;
        *end = variable->end_pc;
        is_named = true;
    }
}

uint32_t definition_writers(const Definitions *definitions, uint32_t slot, uint32_t pc,
                            const uint32_t **writers)
{
    uint32_t first, end;
    find_scope(definitions, slot, pc, &first, &end);
    first = writer_from(definitions, slot, first);
    end = writer_from(definitions, slot, end);
    if (end <= first)
        return 0;
    *writers = &definitions->writers[first];
    return end - first;
}

/* The only writer of the slot in its scope at pc; *count gets how many there are. */
static int only_writer(const Definitions *definitions, uint32_t slot, uint32_t pc, uint32_t *count)
{
    const uint32_t *writers;
    *count = definition_writers(definitions, slot, pc, &writers);
    return *count == 1 ? (int)writers[0] : DEFINITION_UNKNOWN;
}

uint32_t definition_sources(const Definitions *definitions, uint32_t slot, uint32_t pc,
                            const uint32_t **writers)
{
    const uint32_t *last = last_writer(definitions, slot, pc);
    if (!last)
        return definition_writers(definitions, slot, pc, writers);
    *writers = last;
    return 1;
}

int definition_reaching(const Definitions *definitions, uint32_t slot, uint32_t pc)
{
    const uint32_t *writers;
    return definition_sources(definitions, slot, pc, &writers) == 1 && *writers < pc
               ? (int)*writers
               : DEFINITION_UNKNOWN;
}

uint8_t definition_join(const Definitions *definitions, const uint8_t *results, Operand operand,
                        uint32_t pc)
{
    if (!OPERAND_IS_REGISTER(operand))
        return 0;
    const uint32_t *last = last_writer(definitions, operand, pc);
    uint32_t first = 0, end = 0; /* the scope; end 0: not looked for yet */
    uint8_t all = last ? results[*last] : 0;
    for (uint32_t i = definitions->first[operand]; !last && i < definitions->first[operand + 1];
         ++i) {
        uint32_t at = definitions->writers[i];
        if (!(results[at] & ~all))
            continue;
        if (!end)
            find_scope(definitions, operand, pc, &first, &end);
        if (at >= first && at < end)
            all |= results[at];
    }
    return all;
}

DefinitionMarks definition_marks(Arena *arena, const Definitions *definitions)
{
    const Program *program = definitions->program;
    uint32_t writers = definitions->first[program->slot_count];
    return (DefinitionMarks){ARENA_ARRAY(arena, uint8_t, program->code_count + 1),
                             ARENA_ARRAY(arena, uint32_t, writers + 1),
                             ARENA_ARRAY(arena, uint8_t, writers + 1)};
}

bool definition_spread(const Definitions *definitions, DefinitionMarks *marks, Operand operand,
                       uint32_t pc, uint8_t bits)
{
    const uint32_t *writers;
    bool is_changed = false;
    if (!bits || !OPERAND_IS_REGISTER(operand))
        return false;
    uint32_t count = definition_sources(definitions, operand, pc, &writers);
    if (!count)
        return false;
    uint32_t *most = &marks->counts[writers - definitions->writers];
    uint8_t *common = &marks->common[writers - definitions->writers];
    if (count <= *most && !(bits & ~*common))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        is_changed |= (marks->results[writers[i]] & bits) != bits;
        marks->results[writers[i]] |= bits;
    }
    if (count >= *most) {
        *common = count == *most ? *common | bits : bits;
        *most = count;
    }
    return is_changed;
}

bool definition_is_straight(const Definitions *definitions, uint32_t earlier, uint32_t later)
{
    for (uint32_t pc = earlier; pc < later; ++pc)
        if (joins_lanes(&definitions->program->code[pc]))
            return false;
    return earlier <= later;
}

bool definition_is_stable(const Definitions *definitions, uint32_t slot, uint32_t earlier,
                          uint32_t later)
{
    uint32_t count;
    int only = only_writer(definitions, slot, later, &count);
    bool is_never_written = definitions->first[slot] == definitions->first[slot + 1];
    if (is_never_written || (count == 1 && only < (int)earlier))
        return true;
    if (!definition_is_straight(definitions, earlier, later))
        return false;
    for (uint32_t pc = earlier; pc < later; ++pc)
        if (instr_writes(&definitions->program->code[pc], slot))
            return false;
    return true;
}

bool definition_same_uniform(const Program *program, Operand a, Operand b)
{
    if (!OPERAND_IS_UNIFORM(a) || !OPERAND_IS_UNIFORM(b))
        return false;
    const Uniform *x = &program->uniforms[OPERAND_INDEX(a)];
    const Uniform *y = &program->uniforms[OPERAND_INDEX(b)];
    if (x->kind != y->kind)
        return false;
    return x->kind == UNIFORM_CONSTANT ? x->value == y->value
                                       : x->index == y->index && x->part == y->part;
}

bool dependence_of(const Dependence *dependence, Operand operand, uint32_t pc)
{
    const Definitions *definitions = dependence->definitions;
    return OPERAND_IS_REGISTER(operand)
               ? definition_join(definitions, dependence->results, operand, pc)
               : definition_same_uniform(definitions->program, operand, dependence->uniform);
}

static bool stores_dependent(const Dependence *dependence)
{
    const Program *program = dependence->definitions->program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_STORE && dependence_of(dependence, program->code[pc].c, pc))
            return true;
    return false;
}

static bool result_depends(const Dependence *dependence, uint32_t pc, bool stored)
{
    const Instr *instr = &dependence->definitions->program->code[pc];
    if (!instr_written_words(instr) || opcode_is_comparison(instr->op))
        return false;
    if (instr->op == OP_LOAD)
        return stored && !scalar_is_float((ScalarType)instr->type);
    return dependence_of(dependence, instr->a, pc) || dependence_of(dependence, instr->b, pc) ||
           dependence_of(dependence, instr->c, pc);
}

static Dependence spread_dependence(const Definitions *definitions, Operand uniform,
                                    uint8_t *results)
{
    const Program *program = definitions->program;
    Dependence dependence = {definitions, uniform, results};
    for (bool changed = true; changed;) {
        changed = false;
        bool stored = stores_dependent(&dependence);
        for (uint32_t pc = 0; pc < program->code_count; ++pc)
            if (!results[pc] && result_depends(&dependence, pc, stored)) {
                results[pc] = 1;
                changed = true;
            }
    }
    return dependence;
}

Dependence dependence_on(Arena *arena, const Definitions *definitions, Operand uniform)
{
    return spread_dependence(definitions, uniform,
                             ARENA_ARRAY(arena, uint8_t, definitions->program->code_count + 1));
}

Dependence dependence_on_results(const Definitions *definitions, uint8_t *results)
{
    return spread_dependence(definitions, OPERAND_NONE, results);
}
