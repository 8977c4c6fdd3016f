/* How far two runs differ in a counter is told in doublings, times the weight of the counter: twice
 * the sectors matter more than three times the barriers. */
#include "view/panels/argument.h"

#include "base/file.h"
#include "probe/record/shown.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/words/strings.h"

#include <math.h>
#include <string.h>

static const double DIFFERENT = 1.05;   /* times; less is no argument */
static const double ONE_SIDED = 0.5;    /* doublings that a number beside 0 counts as */
static const double DOUBLINGS_MOST = 8; /* beyond them, weights alone decide */
static const double ALL_PERCENT = 100;

Standing argument_standing(const SessionRun *run)
{
    if ((run->total && run->total->finding_count) || (run->check && run->check->wrong))
        return STANDING_FAULTY;
    return run->total && run->check ? STANDING_RIGHT : STANDING_UNKNOWN;
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

bool argument_is_fair(const Session *session)
{
    return session->run_count < 2 || largest_buffer_bytes(&session->runs[0].run->launch) ==
                                         largest_buffer_bytes(&session->runs[1].run->launch);
}

bool argument_is_hidden(const Session *session)
{
    static const VeilPart parts[] = {VEIL_TOTALS, VEIL_RATIOS, VEIL_FINDINGS, VEIL_RESULTS};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (veil_hides(session, parts[i]))
            return true;
    return false;
}

static bool are_counted(const Session *session)
{
    return session->run_count == 2 && session->runs[0].total && session->runs[1].total;
}

/* Both are counted, and may be told of. */
static bool is_comparable(const Session *session)
{
    return are_counted(session) && !veil_hides(session, VEIL_RATIOS) &&
           !veil_hides(session, VEIL_TOTALS);
}

static double value_of(const SessionRun *run, int card)
{
    return counter_card_value(&counter_cards[card], &run->total->counters);
}

/* The card that the scene asks about; -1: there is none. */
static int find_asked(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    for (int i = 0; plan && plan->counter && i < COUNTER_CARDS; ++i)
        if (strcmp(plan->counter, counter_card_names[i]) == 0)
            return i;
    return -1;
}

/* ---- which ---- */

/* 0 where they are alike. */
static double difference(const Session *session, int card)
{
    double a = value_of(&session->runs[0], card), b = value_of(&session->runs[1], card);
    double doublings = a == b             ? 0
                       : a <= 0 || b <= 0 ? ONE_SIDED
                                          : fmin(fabs(log2(a / b)), DOUBLINGS_MOST);
    return doublings * counter_cards[card].weight;
}

/* How much a run that stands alone has to say by it. A share of 100 percent goes without saying. */
static double importance(const Session *session, int card)
{
    const CardRow *row = &counter_cards[card];
    bool is_known = true, any = false;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        is_known &= run->total != NULL;
        double value = run->total ? value_of(run, card) : 0;
        any |= row->unit ? value > 0 && value < ALL_PERCENT : value > 0;
    }
    return any || (!is_known && !row->unit) ? row->alone : 0;
}

static int find_best(const double *worth, int count)
{
    int best = 0;
    for (int i = 1; i < count; ++i)
        if (worth[i] > worth[best])
            best = i;
    return best;
}

/* The kind of request that a card is about; of others each is its own. */
static size_t family_of(int card)
{
    size_t at = counter_cards[card].at, kinds = offsetof(Counters, kinds);
    return at < kinds ? REQUEST_KINDS + at : (at - kinds) / sizeof(MemoryCount);
}

/* What says the same in other numbers is worth half. */
static void halve_family(double *worth, int card)
{
    for (int i = 0; i < COUNTER_CARDS; ++i)
        if (family_of(i) == family_of(card))
            worth[i] /= 2;
}

/* The most valuable ones first; those of no worth not at all. */
static int take_best(double *worth, int *cards, int most, bool is_varied)
{
    int count = 0;
    for (; count < most; ++count) {
        int best = find_best(worth, COUNTER_CARDS);
        if (worth[best] <= 0)
            break;
        cards[count] = best;
        if (is_varied)
            halve_family(worth, best);
        worth[best] = 0;
    }
    return count;
}

static void put_in_order(int *cards, int count)
{
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && cards[k] < cards[k - 1]; --k) {
            int card = cards[k];
            cards[k] = cards[k - 1];
            cards[k - 1] = card;
        }
}

int argument_cards(const Session *session, int *cards, int most)
{
    double worth[COUNTER_CARDS];
    bool is_pair = are_counted(session) && argument_is_fair(session);
    int count = 0, asked = find_asked(session);
    for (int i = 0; i < COUNTER_CARDS; ++i)
        worth[i] = i == asked ? INFINITY : is_pair ? difference(session, i) : 0;
    count = take_best(worth, cards, most, true);
    for (int i = 0; i < COUNTER_CARDS; ++i)
        worth[i] = importance(session, i);
    for (int i = 0; i < count; ++i)
        worth[cards[i]] = 0;
    int rest = take_best(worth, cards + count, most - count, false);
    put_in_order(cards + count, rest);
    return count + rest;
}

/* ---- what follows ---- */

/* By so many times the first run does better: below 1, worse; 0: it cannot be said. */
static double advantage(const Session *session, int card)
{
    double a = value_of(&session->runs[0], card), b = value_of(&session->runs[1], card);
    CardSense sense = counter_cards[card].sense;
    if (a <= 0 || b <= 0 || sense == CARD_PLAIN)
        return 0;
    return sense == CARD_FEWER ? b / a : a / b;
}

int argument_side(const Session *session, int card)
{
    if (!is_comparable(session) || !argument_is_fair(session))
        return 0;
    double times = advantage(session, card);
    if (times <= 0 || times == 1)
        return 0;
    if (times < 1)
        return -1;
    return argument_standing(&session->runs[0]) == STANDING_RIGHT && !argument_is_hidden(session);
}

static bool is_same(const Session *session, int card)
{
    return value_of(&session->runs[0], card) == value_of(&session->runs[1], card);
}

/* What the scene asks about, or else what says most; -1: there is nothing. */
static int find_argument(const Session *session)
{
    int best = -1, asked = find_asked(session);
    if (asked >= 0 && *counter_cards[asked].clause[0] &&
        (is_same(session, asked) || advantage(session, asked) > 0))
        return asked;
    for (int i = 0; i < COUNTER_CARDS; ++i) {
        double times = advantage(session, i);
        if (times <= 0 || fmax(times, 1 / times) < DIFFERENT || !*counter_cards[i].clause[0])
            continue;
        if (best < 0 || difference(session, i) > difference(session, best))
            best = i;
    }
    return best;
}

const char *argument_name(const Session *session, int run)
{
    const Run *own = session->runs[run].run, *other = session->runs[1 - run].run;
    bool is_alike = strcmp(own->program->name, other->program->name) == 0 &&
                    strcmp(file_name(own->path), file_name(other->path)) != 0;
    return is_alike ? file_name(own->path) : own->program->name;
}

/* "tiled (first)" where nothing but its place tells it from the other. */
static const char *own_name(Arena *arena, Language language, const Session *session, int run)
{
    const char *name = argument_name(session, run);
    if (strcmp(name, argument_name(session, 1 - run)) != 0)
        return name;
    StringKey place = run == 0 ? STRING_VERDICT_FIRST : STRING_VERDICT_SECOND;
    return arena_printf(arena, string_get(place, language), name);
}

/* Whose counters are no argument, and why. */
static const char *tell_faulty(Arena *arena, Language language, const Session *session, int run)
{
    const SessionRun *faulty = &session->runs[run];
    const char *name = own_name(arena, language, session, run);
    if (argument_standing(&session->runs[1 - run]) == STANDING_FAULTY)
        return string_get(STRING_VERDICT_BOTH_FAULTY, language);
    if (faulty->check && faulty->check->wrong)
        return arena_printf(arena, string_get(STRING_VERDICT_WRONG, language), name,
                            (unsigned long long)faulty->check->wrong,
                            (unsigned long long)faulty->check->total);
    return arena_printf(arena, string_get(STRING_VERDICT_FINDINGS, language), name);
}

static const char *tell_results(Language language, const Session *session)
{
    bool both = argument_standing(&session->runs[0]) == STANDING_RIGHT &&
                argument_standing(&session->runs[1]) == STANDING_RIGHT;
    return string_get(both ? STRING_VERDICT_BOTH_RIGHT : STRING_VERDICT_NOTHING_FOUND, language);
}

static const char *tell_argument(Arena *arena, Language language, const Session *session, int card)
{
    double times = advantage(session, card);
    int better = times < 1;
    if (is_same(session, card))
        return arena_printf(arena, string_get(STRING_VERDICT_SAME, language),
                            counter_cards[card].name[language], value_of(&session->runs[0], card),
                            tell_results(language, session));
    const char *number = arena_printf(arena, "%.3g", fmax(times, 1 / times));
    const char *winner = own_name(arena, language, session, better),
               *loser = own_name(arena, language, session, 1 - better);
    const char *clause = counter_cards[card].clause[language];
    bool is_chinese = language == LANGUAGE_ZH;
    return arena_printf(arena, string_get(STRING_VERDICT_ARGUMENT, language),
                        is_chinese ? loser : winner,
                        is_chinese ? arena_printf(arena, clause, winner, number)
                                   : arena_printf(arena, clause, number, loser),
                        tell_results(language, session));
}

const char *argument_verdict(Arena *arena, Language language, const Session *session)
{
    if (!is_comparable(session) || argument_is_hidden(session))
        return NULL;
    if (!argument_is_fair(session))
        return string_get(STRING_VERDICT_OTHER_SIZE, language);
    for (int i = 0; i < SESSION_RUNS; ++i)
        if (argument_standing(&session->runs[i]) == STANDING_FAULTY)
            return tell_faulty(arena, language, session, i);
    int card = find_argument(session);
    if (card < 0)
        return arena_printf(arena, string_get(STRING_VERDICT_ALIKE, language),
                            tell_results(language, session));
    return tell_argument(arena, language, session, card);
}
