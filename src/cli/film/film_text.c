/* The lines of a picture: where it stands, the sentence of the step, the counters so far, and
 * what was found since the picture before. */
#include "cli/film/film_text.h"

#include "probe/record/shown.h"
#include "probe/sentences/sentence.h"
#include "session/rerun/protect.h"
#include "session/scenes/asked.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/texts/strings.h"
#include "session/time/moment.h"

#include <stddef.h>
#include <string.h>

static const char *place_line(Arena *arena, const SessionRun *front, Language language)
{
    const Machine *machine = timeline_machine(front->timeline);
    const char *block = sentence_coordinates(arena, machine->block, front->run->launch.grid);
    uint64_t at = timeline_position(front->timeline), length = timeline_length(front->timeline);
    const char *where = language_printf(arena, language, STRING_FORMATS(STRING_BLOCK_AT), block);
    const char *when = language_printf(
        arena, language, STRING_EITHER(front->is_measured, STRING_STEP_OF, STRING_STEP_OF_MORE),
        (unsigned long long)at, (unsigned long long)length);
    const Step *step = session_step(front);
    bool is_here = step && step->block == machine->block;
    const char *line =
        is_here ? sentence_line(arena, language, front->run->program, step->instr->own_line) : "";
    return arena_printf(arena, "%s · %s%s%s", where, when, is_here ? " · " : "", line);
}

static const char *sentence(Arena *arena, const SessionRun *front, Language language)
{
    return timeline_position(front->timeline) == 0 ? string_get(STRING_AT_START, language)
                                                   : moment_sentence(arena, language, front);
}

/* What the barrier that opens is there for. */
static const char *protection(Arena *arena, const SessionRun *front, Language language)
{
    const Step *step = session_step(front);
    const char *text = step ? protect_text(arena, language, front, step) : NULL;
    return text ? arena_printf(arena, "  %s\n", text) : "";
}

/* Those that have counted anything. */
static const char *counters_line(Arena *arena, const SessionRun *front, Language language)
{
    const Counters *counters = &probe_report(timeline_probe(front->timeline))->counters;
    const char *line = "";
    for (int i = 0; i < COUNTER_CARDS; ++i) {
        uint64_t value = counter_at(counters, counter_cards[i].at);
        if (value && counter_cards[i].alone >= CARD_TOLD && !counter_cards[i].unit)
            line = arena_printf(arena, "%s%s%s %llu", line, *line ? " · " : "  ",
                                counter_cards[i].name[language], (unsigned long long)value);
    }
    return *line ? arena_printf(arena, "%s\n", line) : "";
}

/* What was found after the moment of the picture before. */
static const char *findings(Arena *arena, const SessionRun *front, Language language,
                            uint64_t before)
{
    const Report *report = probe_report(timeline_probe(front->timeline));
    const Finding *list = report_findings(report);
    uint64_t now = timeline_position(front->timeline);
    const char *text = "";
    for (int i = 0; i < report->finding_count; ++i) {
        uint64_t at = session_block_moment(front, list[i].block, list[i].step + 1);
        if (at > before && at <= now && session_stands(front, &list[i]))
            text = arena_printf(arena, "%s  ! %s\n", text,
                                sentence_finding(arena, language, front->run->program,
                                                 &front->run->launch, &list[i]));
    }
    return text;
}

void film_text_write(FILE *out, const Session *session, int frame, const char *key, uint64_t before)
{
    const SessionRun *front = session_front(session);
    Language language = session->look.language;
    fprintf(out, "%d%s%s\n", frame, *key ? " " : "", key);
    if (!front)
        return;
    Arena *arena = arena_new();
    const ScenePlan *scene = scene_shown(session);
    if (scene)
        fprintf(out, "  # %s\n", scene->question.in[language]);
    fprintf(out, "  %s\n", place_line(arena, front, language));
    const char *asked = scene_asked_text(arena, session);
    if (!veil_hides(session, VEIL_CAPTION))
        fprintf(out, "  %s\n%s", asked ? asked : sentence(arena, front, language),
                protection(arena, front, language));
    if (!veil_hides(session, VEIL_TOTALS))
        fputs(counters_line(arena, front, language), out);
    if (!veil_hides(session, VEIL_FINDINGS))
        fputs(findings(arena, front, language, before), out);
    arena_free(arena);
}
