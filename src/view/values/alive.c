/* A variable is alive from its declaration to the end of its scope, told in instructions, for the
 * threads that are in there. What the step shown has written is compared by where its value is
 * kept. */
#include "view/values/alive.h"

#include "view/values/formula.h"
#include "view/values/spot.h"
#include "view/values/values.h"

#include "probe/accumulations/accumulated.h"
#include "program/slots.h"

#include <string.h>

static bool was_written(View *view, const Variable *variable)
{
    const Step *step = view->step;
    uint32_t thread = view->selection->thread, lane = thread % WARP_LANES;
    if (!step || step->warp != thread / WARP_LANES || !step_lane_is_active(view, (int)lane))
        return false;
    if (variable->storage == STORAGE_LOCAL)
        return step->instr->op == OP_STORE && step->space == SPACE_LOCAL &&
               address_object(step->address[lane]) == variable->index;
    return variable->storage == STORAGE_REGISTER && step->instr->dst >= variable->operand &&
           step->instr->dst < variable->operand + type_slots(variable->type);
}

/* An inner name hides an outer one of the same function. */
static bool is_hidden(const View *view, int index, uint32_t pc)
{
    const Variable *variables = view->program->variables;
    for (int i = index + 1; i < view->program->variable_count; ++i)
        if (variable_is_alive(&variables[i], pc) &&
            strcmp(variables[i].name, variables[index].name) == 0 &&
            variables[i].inline_depth == variables[index].inline_depth)
            return true;
    return false;
}

/* "n", in a function that the kernel has called "collatz: n". */
static const char *full_name(View *view, const Variable *variable)
{
    return variable->function
               ? arena_printf(view->arena, "%s: %s", variable->function, variable->name)
               : variable->name;
}

/* What a register or an own array shows until the step that writes it has been shown: a sum is what
 * it was, everything else is not there yet. */
static const char *value_before(View *view, const Variable *variable)
{
    uint32_t thread = view->selection->thread;
    Accumulated told;
    bool is_sum = accumulated_in(&view->slot->accumulators, view->machine, view->probe, view->step,
                                 (int)(thread % WARP_LANES), &told) &&
                  told.item->slot == variable->operand && variable->type->kind == TYPE_SCALAR;
    return is_sum ? machine_value_text(view->arena, view->launch, variable->type->scalar, told.old,
                                       false)
                  : "…";
}

int alive_find(View *view, AliveVariable *alive, StorageKind storage, int count)
{
    uint32_t thread = view->selection->thread;
    uint32_t pc = machine_warps(view->machine)[thread / WARP_LANES].pc;
    bool has_left = machine_lane_state(view->machine, thread / WARP_LANES, thread % WARP_LANES) ==
                    LANE_DONE; /* and its own memory with it */
    for (int i = 0; i < view->program->variable_count; ++i) {
        const Variable *variable = &view->program->variables[i];
        if ((has_left && storage == STORAGE_LOCAL) || variable->storage != storage ||
            !variable_is_alive(variable, pc) || variable_is_left(view, variable, thread) ||
            is_hidden(view, i, pc))
            continue;
        Spot spot = spot_of(view, variable, thread);
        const char *value = storage == STORAGE_LOCAL ? spot_whole_text(view, &spot, thread)
                                                     : variable_text(view, variable, thread);
        bool is_argument = storage == STORAGE_UNIFORM && variable->type->kind == TYPE_POINTER;
        bool is_new = was_written(view, variable), is_coming = is_new && step_is_under_way(view);
        if (value && !is_argument)
            alive[count++] =
                (AliveVariable){full_name(view, variable),
                                is_coming ? value_before(view, variable) : value, i, is_new};
    }
    return count;
}

const char *alive_sums_text(View *view, float width)
{
    AliveVariable *alive =
        ARENA_ARRAY(view->arena, AliveVariable, view->program->variable_count + 1);
    int count = alive_find(view, alive, STORAGE_REGISTER, 0);
    const char *text = NULL;
    for (int i = 0; i < count; ++i) {
        const Type *type = view->program->variables[alive[i].variable].type;
        if (type->kind != TYPE_SCALAR || !scalar_is_float(type->scalar))
            continue;
        text = text ? arena_printf(view->arena, "%s  %s = %s", text, alive[i].name, alive[i].value)
                    : arena_printf(view->arena, "%s = %s", alive[i].name, alive[i].value);
    }
    if (!text || view->launch->block.z > 1)
        return text;
    uint32_t thread = view->selection->thread;
    const char *whose = arena_printf(view->arena, "(%s)  %s",
                                     view_indices(view, thread, view->launch->block), text);
    return view_text_width(view, FONT_CODE, TEXT_BODY, whose) <= width ? whose : text;
}
