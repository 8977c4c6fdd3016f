/* What the program says before it runs, told of the lines that did run. */
#include "probe/warps/fragments.h"

#include "program/flow/fragment_order.h"

static bool is_told(const Report *report, uint32_t line)
{
    for (int i = 0; i < report->note_count; ++i)
        if (report_notes(report)[i].kind == NOTE_FRAGMENT_ORDER &&
            report_notes(report)[i].line == line)
            return true;
    return false;
}

void fragments_tell(Report *report, const Program *program)
{
    Arena *arena = arena_new();
    int count;
    const FragmentUse *uses = fragment_uses(arena, program, &count);
    for (int i = 0; i < count; ++i) {
        uint32_t line = program->code[uses[i].pc].own_line;
        if (report_line(report, line)->instructions && !is_told(report, line))
            report_find(report, &(Finding){.kind = NOTE_FRAGMENT_ORDER,
                                           .space = SPACE_LOCAL,
                                           .buffer = uses[i].local,
                                           .line = line,
                                           .count = 1,
                                           .thread = FINDING_NO_THREAD,
                                           .other_thread = FINDING_NO_THREAD,
                                           .landed = -1});
    }
    arena_free(arena);
}
