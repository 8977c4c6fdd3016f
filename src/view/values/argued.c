/* How far two runs differ in a counter is told in doublings, times the weight of the counter: twice
 * the sectors matter more than three times the barriers. */
#include "view/values/argued.h"

#include "base/file.h"
#include "probe/record/shown.h"
#include "session/texts/strings.h"
#include "view/values/compared.h"

#include <math.h>
#include <string.h>

static const double DIFFERENT = 1.05;   /* times; less is no argument */
static const double ONE_SIDED = 0.5;    /* doublings that a number beside 0 counts as */
static const double DOUBLINGS_MOST = 8; /* beyond them, weights alone decide */

Standing argued_standing(const Argued *argued)
{
    if ((argued->total && argued->total->finding_count) || (argued->check && argued->check->wrong))
        return STANDING_FAULTY;
    return argued->total && argued->check ? STANDING_RIGHT : STANDING_UNKNOWN;
}

static uint64_t largest_buffer_bytes(const Launch *launch)
{
    uint64_t most = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        uint64_t bytes = buffer_bytes(&launch->buffers[i]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static bool does_the_same_work(const Counters *a, const Counters *b)
{
    return a->flops > 0 && a->flops == b->flops &&
           a->global_load.accesses == b->global_load.accesses &&
           a->global_store.accesses == b->global_store.accesses;
}

bool argued_is_fair(const Argued pair[ARGUED_RUNS])
{
    return largest_buffer_bytes(&pair[0].run->launch) ==
               largest_buffer_bytes(&pair[1].run->launch) ||
           (pair[0].total && pair[1].total &&
            does_the_same_work(&pair[0].total->counters, &pair[1].total->counters));
}

/* ---- names ---- */

/* "off: barrier of line 33, bounds check of line 40"; "" where nothing is. */
static const char *off_text(Arena *arena, Language language, const Run *run)
{
    static const StringKey kinds[] = {STRING_OFF_BARRIER, STRING_OFF_LINE, STRING_OFF_CHECK};
    const char *list = "";
    for (int i = 0; i < run->compile.without_count; ++i) {
        const Without *without = &run->compile.withouts[i];
        list = arena_printf(arena, "%s%s%s", list, i ? ", " : "",
                            string_fill(arena, kinds[without->kind], language,
                                        arena_printf(arena, "%d", without->line), NULL));
    }
    return *list ? language_printf(arena, language, STRING_FORMATS(STRING_SWITCHED_OFF), list)
                 : list;
}

static const char *macro_value(const Run *run, const char *name)
{
    for (int i = 0; i < run->unit->text.macro_count; ++i)
        if (strcmp(run->unit->text.macros[i].name, name) == 0)
            return run->unit->text.macros[i].value;
    return NULL;
}

/* "TILE_WIDTH = 16": the first macro that both have with other values; NULL if there is none. */
static const char *macro_text(Arena *arena, const Run *run, const Run *other)
{
    for (int i = 0; i < run->unit->text.macro_count; ++i) {
        const MacroInfo *macro = &run->unit->text.macros[i];
        const char *theirs = macro_value(other, macro->name);
        if (theirs && strcmp(macro->value, theirs) != 0)
            return arena_printf(arena, "%s = %s", macro->name, macro->value);
    }
    return NULL;
}

/* "pitch = 40": the first number that both are given with other values; NULL if there is none. */
static const char *argument_text(Arena *arena, const Run *run, const Run *other)
{
    int count = run->program->parameter_count;
    for (int i = 0; i < count && count == other->program->parameter_count; ++i) {
        const Parameter *parameter = &run->program->parameters[i];
        if (parameter->type->kind == TYPE_SCALAR &&
            run->launch.arguments[i] != other->launch.arguments[i])
            return arena_printf(arena, "%s = %s", parameter->name,
                                machine_value_text(arena, &run->launch, parameter->type->scalar,
                                                   run->launch.arguments[i], false));
    }
    return NULL;
}

/* What tells a run of one kernel in one file from another; NULL if nothing does. */
static const char *mark_text(Arena *arena, Language language, const Run *run, const Run *other)
{
    const char *off = off_text(arena, language, run);
    if (strcmp(off, off_text(arena, language, other)) != 0)
        return *off ? off : string_get(STRING_NOTHING_OFF, language);
    const char *text = argument_text(arena, run, other);
    return text ? text : macro_text(arena, run, other);
}

const char *argued_name(Arena *arena, Language language, const Argued pair[ARGUED_RUNS], int run)
{
    const Run *own = pair[run].run, *other = pair[1 - run].run;
    const char *name = own->program->name, *file = file_name(own->path);
    if (strcmp(name, other->program->name) != 0)
        return name;
    if (strcmp(file, file_name(other->path)) != 0)
        return file;
    const char *mark = mark_text(arena, language, own, other);
    return mark ? arena_printf(arena, "%s (%s)", name, mark) : name;
}

/* "tiled (first)" where nothing but its place tells it from the other. */
static const char *own_name(Arena *arena, Language language, const Argued *pair, int run)
{
    const char *name = argued_name(arena, language, pair, run);
    if (strcmp(name, argued_name(arena, language, pair, 1 - run)) != 0)
        return name;
    return string_fill(arena, run == 0 ? STRING_VERDICT_FIRST : STRING_VERDICT_SECOND, language,
                       name, NULL);
}

/* ---- numbers ---- */

static double argued_value(const Argued *argued, int card)
{
    return counter_card_value(&counter_cards[card], &argued->total->counters);
}

double argued_difference(const Argued pair[ARGUED_RUNS], int card)
{
    double a = argued_value(&pair[0], card), b = argued_value(&pair[1], card);
    double doublings = a == b             ? 0
                       : a <= 0 || b <= 0 ? ONE_SIDED
                                          : fmin(fabs(log2(a / b)), DOUBLINGS_MOST);
    return doublings * counter_cards[card].weight;
}

double argued_advantage(const Argued pair[ARGUED_RUNS], int card)
{
    double a = argued_value(&pair[0], card), b = argued_value(&pair[1], card);
    CardSense sense = counter_cards[card].sense;
    if (a <= 0 || b <= 0 || sense == CARD_PLAIN)
        return 0;
    return sense == CARD_FEWER ? b / a : a / b;
}

static bool is_same(const Argued *pair, int card)
{
    return argued_value(&pair[0], card) == argued_value(&pair[1], card);
}

/* One of the two has none of what costs. */
static bool is_one_sided(const Argued *pair, int card)
{
    return counter_cards[card].sense == CARD_FEWER && !is_same(pair, card) &&
           (argued_value(&pair[0], card) == 0 || argued_value(&pair[1], card) == 0);
}

/* What is asked about, or else what says most; -1: there is nothing. */
static int find_argument(const Argued *pair, int asked)
{
    int best = -1;
    if (asked >= 0 && (is_one_sided(pair, asked) ||
                       (*counter_cards[asked].clause[0] &&
                        (is_same(pair, asked) || argued_advantage(pair, asked) > 0))))
        return asked;
    for (int i = 0; i < COUNTER_CARDS; ++i) {
        double times = argued_advantage(pair, i);
        if (times <= 0 || fmax(times, 1 / times) < DIFFERENT || !*counter_cards[i].clause[0])
            continue;
        if (best < 0 || argued_difference(pair, i) > argued_difference(pair, best))
            best = i;
    }
    return best;
}

/* ---- the sentence ---- */

/* Whose counters are no argument, and why. */
static const char *tell_faulty(Arena *arena, Language language, const Argued *pair, int run)
{
    const CheckResult *check = pair[run].check;
    const char *name = own_name(arena, language, pair, run);
    if (argued_standing(&pair[1 - run]) == STANDING_FAULTY)
        return string_get(STRING_VERDICT_BOTH_FAULTY, language);
    if (check && check->wrong)
        return language_printf(arena, language, STRING_FORMATS(STRING_VERDICT_WRONG), name,
                               (unsigned long long)check->wrong, (unsigned long long)check->total);
    return language_printf(arena, language, STRING_FORMATS(STRING_VERDICT_FINDINGS), name);
}

static const char *tell_results(Language language, const Argued *pair)
{
    bool both =
        argued_standing(&pair[0]) == STANDING_RIGHT && argued_standing(&pair[1]) == STANDING_RIGHT;
    return string_get(both ? STRING_VERDICT_BOTH_RIGHT : STRING_VERDICT_NOTHING_FOUND, language);
}

/* "divergence (group = 32) has none of 2": the other has the number that stands here. */
static const char *tell_one_sided(Arena *arena, Language language, const Argued *pair, int card)
{
    int without = argued_value(&pair[0], card) == 0 ? 0 : 1;
    return language_printf(
        arena, language, STRING_FORMATS(STRING_VERDICT_NONE), counter_cards[card].name[language],
        argued_value(&pair[1 - without], card), own_name(arena, language, pair, 1 - without),
        own_name(arena, language, pair, without), tell_results(language, pair));
}

static const char *tell_argument(Arena *arena, Language language, const Argued *pair, int card)
{
    double times = argued_advantage(pair, card);
    int better = times < 1;
    if (is_same(pair, card))
        return language_printf(arena, language, STRING_FORMATS(STRING_VERDICT_SAME),
                               counter_cards[card].name[language], argued_value(&pair[0], card),
                               tell_results(language, pair));
    if (is_one_sided(pair, card))
        return tell_one_sided(arena, language, pair, card);
    const char *winner = own_name(arena, language, pair, better),
               *loser = own_name(arena, language, pair, 1 - better);
    double less = argued_value(&pair[better], card), more = argued_value(&pair[1 - better], card);
    const char *compared = compared_text(arena, language, less, more);
    const char *clause = counter_cards[card].clause[language];
    if (language == LANGUAGE_ZH) /* which says by how much the other is more */
        return language_printf(
            arena, language, STRING_FORMATS(STRING_VERDICT_ARGUMENT), loser,
            text_fill(arena, clause, winner, arena_printf(arena, "%.3g", more / less)),
            tell_results(language, pair));
    const char *link = compared_link(less, more);
    if (better == 1 &&
        strchr(compared, '%')) { /* percentages are those of the second, as on cards */
        compared = compared_text(arena, language, more, less);
        link = compared_link(more, less);
        winner = loser;
        loser = own_name(arena, language, pair, better);
    }
    return language_printf(
        arena, language, STRING_FORMATS(STRING_VERDICT_ARGUMENT), winner,
        text_fill(arena, clause, compared, arena_printf(arena, "%s %s", link, loser)),
        tell_results(language, pair));
}

const char *argued_verdict(Arena *arena, Language language, const Argued pair[ARGUED_RUNS],
                           int asked)
{
    if (!argued_is_fair(pair))
        return string_get(STRING_VERDICT_OTHER_SIZE, language);
    for (int i = 0; i < ARGUED_RUNS; ++i)
        if (argued_standing(&pair[i]) == STANDING_FAULTY)
            return tell_faulty(arena, language, pair, i);
    int card = find_argument(pair, asked);
    if (card < 0)
        return language_printf(arena, language, STRING_FORMATS(STRING_VERDICT_ALIKE),
                               tell_results(language, pair));
    return tell_argument(arena, language, pair, card);
}
