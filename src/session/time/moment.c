/* Where a block begins, the step done last belongs to the block before, and says nothing about the
 * one in view. */
#include "session/time/moment.h"

#include "probe/sentences/sentence.h"
#include "session/texts/strings.h"

const char *moment_sentence(Arena *arena, Language language, const SessionRun *run)
{
    const Launch *launch = &run->run->launch;
    const Machine *machine = timeline_machine(run->timeline);
    const Step *step = session_step(run);
    if (step && step->block == machine->block)
        return sentence_step(arena, language, run->run->program, launch, step);
    return language_printf(arena, language, STRING_FORMATS(STRING_BLOCK_BEGINS),
                           sentence_coordinates(arena, machine->block, launch->grid));
}
