/* A race as a Finding: the fields that follow from the pair and from the step that shows it. */
#include "probe/record/race_pair.h"

Finding race_pair_finding(const RacePair *pair, uint32_t block, uint64_t step)
{
    return (Finding){.kind = pair->kind,
                     .space = pair->space,
                     .buffer = pair->buffer,
                     .element = pair->element,
                     .within = pair->within,
                     .line = pair->line,
                     .other_line = pair->other_line,
                     .count = 1,
                     .block = block,
                     .thread = pair->thread,
                     .other_thread = pair->other_thread,
                     .landed = -1,
                     .step = step};
}
