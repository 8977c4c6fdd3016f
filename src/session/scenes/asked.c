/* Neither gives away what is hidden: how a kernel is launched stands in the title, and that it has
 * run is seen on the line of time. */
#include "session/scenes/asked.h"

#include "probe/sentences/sentence.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/texts/strings.h"

static const char *start_text(Arena *arena, Language language, const Run *run)
{
    unsigned long long blocks = launch_block_count(&run->launch);
    unsigned long long threads =
        (unsigned long long)run->launch.block.x * run->launch.block.y * run->launch.block.z;
    return language_printf(arena, language,
                           STRING_EITHER(blocks == 1, STRING_ASKED_START_ONE, STRING_ASKED_START),
                           run->program->name, blocks, threads);
}

static const char *end_text(Arena *arena, Language language, const SessionRun *front)
{
    const Run *run = front->run;
    const Machine *machine = timeline_machine(front->timeline);
    if (front->covers_grid || launch_block_count(&run->launch) == 1)
        return language_printf(arena, language, STRING_FORMATS(STRING_ASKED_END),
                               run->program->name);
    return language_printf(arena, language, STRING_FORMATS(STRING_ASKED_END_BLOCK),
                           sentence_coordinates(arena, machine->block, run->launch.grid),
                           run->program->name);
}

const char *scene_asked_text(Arena *arena, const Session *session)
{
    const SessionRun *front = session_front(session);
    Language language = session->look.language;
    if (!front || !veil_is_down(session) || scene_is_left(session))
        return NULL;
    if (timeline_position(front->timeline) == 0)
        return start_text(arena, language, front->run);
    if (session_is_at_end(front) && !timeline_machine(front->timeline)->stopped_by)
        return end_text(arena, language, front);
    return NULL;
}
