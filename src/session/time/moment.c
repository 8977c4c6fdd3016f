/* Where a block begins, the step done last belongs to the block before, and says nothing about the
 * one in view. */
#include "session/time/moment.h"

#include "probe/sentences/sentence.h"
#include "session/texts/strings.h"

/* A line of wmma moves its fragments in per-thread memory before and behind the products of the
 * tensor core: of such a step it is told what the line is for. NULL: it is no such step. */
static const char *product_sentence(Arena *arena, Language language, const Program *program,
                                    const Step *step)
{
    const Instr *product = NULL;
    int count = 0;
    bool is_fragment = step->instr->op == OP_MMA || (step->space == SPACE_LOCAL && !step->fault);
    for (uint32_t pc = 0; pc < program->code_count && is_fragment; ++pc)
        if (program->code[pc].op == OP_MMA && program->code[pc].line == step->instr->line) {
            product = &program->code[pc];
            ++count;
        }
    if (!product || count < 2)
        return NULL;
    return language_printf(arena, language, STRING_FORMATS(STRING_LINE_OF_PRODUCTS), step->warp,
                           count, mma_info[product->imm & ~MMA_SATURATES].text);
}

/* Whose turn it is, and who waits for others; NULL: the last step says it better. */
static const char *turn_sentence(Arena *arena, Language language, const SessionRun *run)
{
    bool has_opened;
    const Rounds *rounds = timeline_rounds(run->timeline, &has_opened);
    const Dim3 grid = run->run->launch.grid;
    const Machine *machine = timeline_machine(run->timeline);
    const Step *step = session_step(run);
    if (!rounds || !step)
        return NULL;
    const char *next = sentence_coordinates(arena, machine->block, grid);
    const char *before = sentence_coordinates(arena, step->block, grid);
    if (rounds->missing)
        return language_printf(arena, language, STRING_FORMATS(STRING_GRID_STUCK), rounds->waiting,
                               rounds->count,
                               sentence_coordinates(arena, rounds->missing - 1, grid));
    if (has_opened)
        return language_printf(arena, language, STRING_FORMATS(STRING_GRID_OPENS), rounds->count,
                               next);
    if (step->block == machine->block)
        return NULL;
    if (rounds_blocks(rounds)[step->block].status == ROUNDS_WAITS)
        return language_printf(
            arena, language,
            STRING_EITHER(machine->step_count, STRING_GRID_WAITS_GOES_ON, STRING_GRID_WAITS_BEGINS),
            before, rounds->waiting, rounds->count, next);
    return machine->step_count
               ? language_printf(arena, language, STRING_FORMATS(STRING_BLOCK_GOES_ON), next)
               : NULL;
}

const char *moment_sentence(Arena *arena, Language language, const SessionRun *run)
{
    const Launch *launch = &run->run->launch;
    const Machine *machine = timeline_machine(run->timeline);
    const Step *step = session_step(run);
    const char *product = step && step->block == machine->block
                              ? product_sentence(arena, language, run->run->program, step)
                              : NULL;
    const char *turn = turn_sentence(arena, language, run);
    if (product || turn)
        return turn ? turn : product;
    if (step && step->block == machine->block)
        return sentence_step(arena, language, run->run->program, launch, step);
    return language_printf(arena, language, STRING_FORMATS(STRING_BLOCK_BEGINS),
                           sentence_coordinates(arena, machine->block, launch->grid));
}
