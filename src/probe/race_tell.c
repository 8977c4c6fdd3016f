/* From races to findings: what a word is called, and which race is the first. */
#include "probe/race_tell.h"

#include "probe/object.h"

static void locate(RaceTeller *teller, Race *race)
{
    const Fold *fold = teller->fold;
    Race *known = &teller->located;
    Space space = fold->step->space;
    if (!known->count || known->word != race->word) {
        uint64_t at = race->word * 4;
        *known = (Race){.word = race->word, .count = 1};
        known->buffer = space == SPACE_GLOBAL ? launch_buffer_at(fold->launch, at)
                                              : object_shared_at(fold->program, fold->launch, at);
        if (known->buffer >= 0) {
            unsigned object = (unsigned)known->buffer;
            uint64_t start = object_start_bytes(fold->program, fold->launch, space, object);
            uint64_t size = object_scalar_bytes(fold->program, fold->launch, space, object);
            uint64_t offset = at > start ? at - start : 0;
            known->element = (int64_t)(offset / size);
            known->within = (uint32_t)(offset % size);
        }
    }
    race->buffer = known->buffer;
    race->element = known->element;
    race->within = known->within;
}

void race_tell_rest(RaceTeller *teller)
{
    const Race *race = &teller->pending;
    const Step *step = teller->fold->step;
    if (!race->count)
        return;
    Finding finding = {.kind = race->kind,
                       .space = step->space,
                       .buffer = race->buffer,
                       .element = race->element,
                       .within = race->within,
                       .line = race->line,
                       .other_line = race->other_line,
                       .count = race->count,
                       .block = step->block,
                       .thread = race->thread,
                       .other_thread = race->other_thread,
                       .landed = -1,
                       .step = step->index};
    report_find(teller->fold->report, &finding);
    teller->pending.count = 0;
}

static bool is_one_finding(const Race *a, const Race *b)
{
    return a->kind == b->kind && a->line == b->line && a->other_line == b->other_line &&
           a->buffer == b->buffer;
}

static bool is_earlier(const Race *a, const Race *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread;
    if (a->other_thread != b->other_thread)
        return a->other_thread < b->other_thread;
    return a->element < b->element;
}

void race_tell(RaceTeller *teller, Race race)
{
    Race *pending = &teller->pending;
    locate(teller, &race);
    if (!pending->count || !is_one_finding(pending, &race)) {
        race_tell_rest(teller);
        *pending = race;
        return;
    }
    race.count += pending->count;
    pending->count = race.count;
    if (is_earlier(&race, pending))
        *pending = race;
}
