/* Outermost loops lie one after another, so they are found by counting the depth of LOOP and
 * LOOP_END. */
#include "program/loop.h"

/* The first outermost loop that begins at or after pc. */
static bool next_loop(const Program *program, uint32_t pc, Loop *loop)
{
    int depth = 0;
    *loop = (Loop){0};
    for (; pc < program->code_count; ++pc) {
        int op = program->code[pc].op;
        if (op == OP_LOOP && depth++ == 0)
            loop->start = pc;
        else if (op == OP_LOOP_TEST && depth == 1 && !loop->test)
            loop->test = pc;
        else if (op == OP_LOOP_END && --depth == 0) {
            loop->end = pc;
            return true;
        }
    }
    return false;
}

bool loop_around(const Program *program, uint32_t pc, Loop *loop)
{
    for (uint32_t from = 0; next_loop(program, from, loop) && loop->start <= pc;
         from = loop->end + 1)
        if (pc <= loop->end)
            return true;
    return false;
}

static bool reaches_global_memory(const Program *program, const Loop *loop)
{
    for (uint32_t pc = loop->start; pc < loop->end; ++pc)
        if (opcode_info[program->code[pc].op].class == CLASS_MEMORY &&
            program->code[pc].space <= SPACE_GLOBAL)
            return true;
    return false;
}

bool loop_main(const Program *program, Loop *loop)
{
    for (uint32_t from = 0; next_loop(program, from, loop); from = loop->end + 1)
        if (loop->test && (program->has_phases ? program->code[loop->test].flags & INSTR_PHASE
                                               : reaches_global_memory(program, loop)))
            return true;
    return false;
}
