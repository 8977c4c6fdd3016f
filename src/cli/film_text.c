/* The lines of a picture: where it stands, the sentence of the step, and what was found with it. */
#include "cli/film_text.h"

#include "probe/sentence.h"
#include "session/strings.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static const char *place_line(Arena *arena, const SessionRun *front, Language language)
{
    const Machine *machine = timeline_machine(front->timeline);
    Dim3 block = dim3_from_linear(machine->block, front->run->launch.grid);
    uint64_t at = timeline_position(front->timeline), length = timeline_length(front->timeline);
    const char *where =
        arena_printf(arena, string_get(STRING_BLOCK_AT, language), block.x, block.y);
    const char *when = arena_printf(arena, string_get(STRING_STEP_OF, language),
                                    (unsigned long long)at, (unsigned long long)length);
    const Step *step = session_step(front);
    bool is_here = step && step->block == machine->block;
    const char *line =
        is_here ? arena_printf(arena, string_get(STRING_OFF_LINE, language), (int)step->instr->line)
                : "";
    return arena_printf(arena, "%s · %s%s%s", where, when, is_here ? " · " : "", line);
}

static const char *sentence(Arena *arena, const SessionRun *front, Language language)
{
    const Run *run = front->run;
    const Machine *machine = timeline_machine(front->timeline);
    const Step *step = session_step(front);
    if (step && step->block == machine->block)
        return sentence_step(arena, language, run->program, &run->launch, step);
    if (timeline_position(front->timeline) == 0)
        return string_get(STRING_AT_START, language);
    Dim3 block = dim3_from_linear(machine->block, run->launch.grid);
    return arena_printf(arena, string_get(STRING_BLOCK_BEGINS, language), block.x, block.y);
}

/* Findings that began with the step shown. */
static const char *findings(Arena *arena, const SessionRun *front, Language language)
{
    const Step *step = session_step(front);
    const Report *report = probe_report(timeline_probe(front->timeline));
    const Finding *list = report_findings(report);
    const char *text = "";
    for (int i = 0; step && i < report->finding_count; ++i)
        if (list[i].block == step->block && list[i].step == step->index)
            text = arena_printf(arena, "%s  ! %s\n", text,
                                sentence_finding(arena, language, front->run->program,
                                                 &front->run->launch, &list[i]));
    return text;
}

void film_text_write(FILE *out, const Session *session, int frame, const char *key)
{
    const SessionRun *front = session_front(session);
    Language language = session->look.language;
    fprintf(out, "%d%s%s\n", frame, *key ? " " : "", key);
    if (!front)
        return;
    Arena *arena = arena_new();
    fprintf(out, "  %s\n  %s\n%s", place_line(arena, front, language),
            sentence(arena, front, language), findings(arena, front, language));
    arena_free(arena);
}
