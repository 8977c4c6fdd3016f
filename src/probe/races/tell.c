/* From races to findings: what a word is called, and which race is the first. */
#include "probe/races/tell.h"

#include "probe/record/object.h"

static void locate(RaceTeller *teller, Race *race)
{
    const Fold *fold = teller->fold;
    Race *known = &teller->located;
    Space space = race->pair.space;
    if (!known->count || known->word != race->word || known->pair.space != space) {
        ObjectPlace place = object_place(fold->program, fold->launch, space, race->word * 4);
        *known = (Race){.pair = {.space = space,
                                 .buffer = place.object,
                                 .element = place.element,
                                 .within = place.within},
                        .word = race->word,
                        .count = 1};
    }
    race->pair.buffer = known->pair.buffer;
    race->pair.element = known->pair.element;
    race->pair.within = known->pair.within;
}

void race_tell_rest(RaceTeller *teller)
{
    const Race *race = &teller->pending;
    if (!race->count)
        return;
    Finding finding = race_pair_finding(&race->pair, teller->fold->machine->block, teller->step);
    finding.count = race->count;
    report_find(teller->fold->report, &finding);
    teller->pending.count = 0;
}

static bool is_one_finding(const RacePair *a, const RacePair *b)
{
    return a->kind == b->kind && a->line == b->line && a->other_line == b->other_line &&
           a->space == b->space && a->buffer == b->buffer;
}

static bool is_earlier(const RacePair *a, const RacePair *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread;
    if (a->other_thread != b->other_thread)
        return a->other_thread < b->other_thread;
    return a->element < b->element;
}

/* Among the first of them. */
static void note_race(RacesNow *races, const Race *race)
{
    int at = races->count < RACES_NOW_LIMIT ? races->count++ : RACES_NOW_LIMIT;
    races->all += race->count;
    for (; at > 0 && is_earlier(&race->pair, &races->pairs[at - 1]); --at)
        if (at < RACES_NOW_LIMIT)
            races->pairs[at] = races->pairs[at - 1];
    if (at < RACES_NOW_LIMIT)
        races->pairs[at] = race->pair;
}

/* Where threads write is made up. */
static bool is_doubtful(const Fold *fold, const RacePair *pair)
{
    return pair->space == SPACE_GLOBAL && pair->buffer >= 0 &&
           fold->launch->buffers[pair->buffer].places == PLACES_OF_THREADS;
}

void race_tell(RaceTeller *teller, Race race)
{
    Race *pending = &teller->pending;
    locate(teller, &race);
    if (is_doubtful(teller->fold, &race.pair))
        race.pair.kind = NOTE_ASSUMED_PLACES;
    if (teller->fold->races && !finding_is_note(race.pair.kind))
        note_race(teller->fold->races, &race);
    if (!pending->count || !is_one_finding(&pending->pair, &race.pair)) {
        race_tell_rest(teller);
        *pending = race;
        return;
    }
    race.count += pending->count;
    pending->count = race.count;
    if (is_earlier(&race.pair, &pending->pair))
        *pending = race;
}
