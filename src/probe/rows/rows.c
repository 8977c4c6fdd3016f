/* Running the plans: a few vector operations over the lanes of a request. */
#include "probe/rows/rows.h"

#include "base/clones.h"
#include "probe/rows/plan.h"
#include "vm/page.h"

#include <string.h>

struct RowTable {
    uint32_t code_count;
    uint64_t plans_at;
};

enum { NO_PLAN = 0xffff };

typedef struct Lanes {
    uint32_t value[WARP_LANES];
} Lanes;

static uint32_t access_count(const Program *program)
{
    uint32_t count = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        count += opcode_info[program->code[pc].op].class == CLASS_MEMORY;
    return count;
}

static uint16_t *plan_numbers(const RowTable *table)
{
    return (uint16_t *)(table + 1);
}

static uint64_t plans_at(const Program *program)
{
    return page_rounded(sizeof(RowTable) + sizeof(uint16_t) * program->code_count);
}

static RowPlan *plan_at(const RowTable *table, uint32_t number)
{
    return (RowPlan *)((char *)table + table->plans_at) + number;
}

uint64_t rows_size(const Program *program)
{
    return plans_at(program) + page_rounded(sizeof(RowPlan) * access_count(program));
}

void rows_start(RowTable *table, const Program *program, const Launch *launch)
{
    table->code_count = program->code_count;
    table->plans_at = plans_at(program);
    memset(plan_numbers(table), 0xff, sizeof(uint16_t) * program->code_count);
    Arena *arena = arena_new();
    Definitions definitions = definitions_of(arena, program);
    const RowLength *lengths = row_lengths(arena, &definitions, launch);
    uint32_t count = 0;
    for (uint32_t pc = 0; pc < program->code_count && count < NO_PLAN; ++pc) {
        RowPlan plan = row_plan_make(&definitions, launch, lengths, pc);
        if (!plan.op_count)
            continue;
        *plan_at(table, count) = plan;
        plan_numbers(table)[pc] = (uint16_t)count++;
    }
    arena_free(arena);
}

static void load(const Machine *machine, uint32_t warp, const RowOp *op, Lanes *lanes)
{
    if (op->kind == ROW_UNIFORM) {
        uint32_t value = (uint32_t)machine_uniforms(machine)[op->operand];
        for (int i = 0; i < WARP_LANES; ++i)
            lanes->value[i] = value;
    } else if (op->kind == ROW_SLOT) {
        memcpy(lanes->value, machine_slot(machine, op->operand, warp), sizeof lanes->value);
    } else {
        const uint32_t *words = machine_slot(machine, op->operand, warp);
        for (int i = 0; i < WARP_LANES; ++i)
            lanes->value[i] = words[2 * i];
    }
}

static void combine(RowOpKind kind, Lanes *a, const Lanes *b)
{
    for (int i = 0; i < WARP_LANES; ++i)
        a->value[i] = kind == ROW_ADD   ? a->value[i] + b->value[i]
                      : kind == ROW_SUB ? a->value[i] - b->value[i]
                                        : a->value[i] * b->value[i];
}

static bool run_plan(const Machine *machine, uint32_t warp, const RowPlan *plan, Lanes *result)
{
    Lanes stack[ROW_STACK];
    int depth = 0;
    for (uint32_t i = 0; i < plan->op_count; ++i) {
        const RowOp *op = &plan->ops[i];
        if (op->kind < ROW_ADD) {
            if (depth == ROW_STACK)
                return false;
            load(machine, warp, op, &stack[depth++]);
        } else {
            --depth;
            combine((RowOpKind)op->kind, &stack[depth - 1], &stack[depth]);
        }
    }
    *result = stack[0];
    return true;
}

/* The column that a lane means; one that is not of the row is too large as an unsigned number. */
static uint32_t meant_column(const RowPlan *plan, const Step *step, const Lanes *result, int lane)
{
    uint32_t index = (uint32_t)(address_offset_bytes(step->address[lane]) >> plan->scale_shift);
    return plan->is_column ? result->value[lane] + (uint32_t)plan->offset
                           : index - plan->start - result->value[lane] * plan->length;
}

/* Lanes whose column is not one of the row's. */
static uint32_t wrong_lanes(const RowPlan *plan, const Step *step, const Lanes *result)
{
    uint32_t wrong = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        wrong |= (uint32_t)(meant_column(plan, step, result, i) >= plan->length) << i;
    return wrong;
}

RowsMeant rows_meant(const RowTable *table, const Machine *machine, const Step *step)
{
    RowsMeant meant = {.lanes = 0};
    uint16_t number = plan_numbers(table)[step->pc];
    Lanes result;
    if (number == NO_PLAN || step->space != SPACE_GLOBAL)
        return meant;
    const RowPlan *plan = plan_at(table, number);
    if (!run_plan(machine, step->warp, plan, &result))
        return meant;
    meant.lanes = wrong_lanes(plan, step, &result) & step->active & ~step->outside;
    for (int i = 0; i < WARP_LANES; ++i) {
        int64_t index = address_offset_bytes(step->address[i]) >> plan->scale_shift;
        meant.column[i] = (int32_t)meant_column(plan, step, &result, i);
        meant.row[i] = (index - plan->start - meant.column[i]) / plan->length;
    }
    return meant;
}

static void find_wrong_row(const Fold *fold, int lane)
{
    bool is_read = fold->step->instr->op == OP_LOAD;
    Finding finding = fold_finding(fold, is_read ? FINDING_WRONG_ROW_READ : FINDING_WRONG_ROW_WRITE,
                                   (uint32_t)1 << lane);
    finding.landed = (int64_t)fold->step->arena[lane];
    report_find(fold->report, &finding);
}

HOST_CLONES void rows_check(const RowTable *table, const Fold *fold, const Request *request,
                            uint32_t inside)
{
    uint16_t number = plan_numbers(table)[fold->step->pc];
    if (number == NO_PLAN || !request->is_one_object)
        return;
    const RowPlan *plan = plan_at(table, number);
    Lanes result;
    if (!run_plan(fold->machine, fold->step->warp, plan, &result))
        return;
    for (uint32_t rest = wrong_lanes(plan, fold->step, &result) & inside; rest; rest &= rest - 1)
        find_wrong_row(fold, __builtin_ctz(rest));
}
