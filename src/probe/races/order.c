/* Program order across threads. For each instruction the map has one number for
 * each depth of loops: the number of the loop of that depth that it stands in, 0 for none. */
#include "probe/races/order.h"

#include <string.h>

struct LoopMap {
    uint32_t code_count;
    uint16_t loops[][STEP_LOOPS];
};

uint64_t loop_map_size(const Program *program)
{
    return sizeof(LoopMap) + sizeof(uint16_t) * STEP_LOOPS * program->code_count;
}

static bool is_removed(const Instr *instr)
{
    return instr->flags & INSTR_REMOVED;
}

uint32_t loop_map_depth(const Program *program)
{
    uint32_t depth = 0, most = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (instr->op == OP_LOOP && !is_removed(instr) && ++depth > most)
            most = depth;
        depth -= instr->op == OP_LOOP_END && !is_removed(instr);
    }
    return most < STEP_LOOPS ? most : STEP_LOOPS;
}

void loop_map_start(LoopMap *map, const Program *program)
{
    uint16_t open[STEP_LOOPS] = {0}, count = 0;
    uint32_t depth = 0;
    map->code_count = program->code_count;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (instr->op == OP_LOOP_END && !is_removed(instr) && --depth < STEP_LOOPS)
            open[depth] = 0;
        memcpy(map->loops[pc], open, sizeof open);
        if (instr->op == OP_LOOP && !is_removed(instr) && depth++ < STEP_LOOPS)
            open[depth - 1] = ++count;
    }
}

bool moment_is_before(const LoopMap *map, Moment a, Moment b)
{
    const uint16_t *in_a = map->loops[a.pc], *in_b = map->loops[b.pc];
    for (int i = 0; i < STEP_LOOPS && in_a[i] && in_a[i] == in_b[i]; ++i)
        if (a.passes[i] != b.passes[i])
            return a.passes[i] < b.passes[i];
    return a.pc < b.pc;
}
