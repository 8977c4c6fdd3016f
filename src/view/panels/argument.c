/* The cards of the strip are chosen for whole grids; which run argues for itself is told by
 * view/values/argued.h. */
#include "view/panels/argument.h"

#include "probe/record/shown.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"

#include <math.h>
#include <string.h>

static const double ALL_PERCENT = 100;

/* The two runs as the sentence about them wants them. */
static void take_pair(const Session *session, Argued pair[ARGUED_RUNS])
{
    for (int i = 0; i < ARGUED_RUNS; ++i) {
        const SessionRun *run = &session->runs[i];
        pair[i] = (Argued){run->run, run->total, run->check};
    }
}

Standing argument_standing(const SessionRun *run)
{
    return argued_standing(&(Argued){run->run, run->total, run->check});
}

bool argument_is_fair(const Session *session)
{
    Argued pair[ARGUED_RUNS];
    if (session->run_count < ARGUED_RUNS)
        return true;
    take_pair(session, pair);
    return argued_is_fair(pair);
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

int argument_asked(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    for (int i = 0; plan && plan->counter && i < COUNTER_CARDS; ++i)
        if (strcmp(plan->counter, counter_card_names[i]) == 0)
            return i;
    return -1;
}

/* ---- which ---- */

/* How much a run that stands alone has to say by it. A share of 100 percent goes without saying. */
static double importance(const Session *session, int card)
{
    const CardRow *row = &counter_cards[card];
    bool is_known = true, any = false;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        is_known &= run->total != NULL;
        double value =
            run->total ? counter_card_value(&counter_cards[card], &run->total->counters) : 0;
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
    Argued pair[ARGUED_RUNS];
    bool is_pair = are_counted(session) && argument_is_fair(session);
    int count = 0, asked = argument_asked(session);
    if (is_pair)
        take_pair(session, pair);
    for (int i = 0; i < COUNTER_CARDS; ++i)
        worth[i] = i == asked ? INFINITY : is_pair ? argued_difference(pair, i) : 0;
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

int argument_side(const Session *session, int card)
{
    Argued pair[ARGUED_RUNS];
    if (!is_comparable(session) || !argument_is_fair(session))
        return 0;
    take_pair(session, pair);
    double times = argued_advantage(pair, card);
    if (times <= 0 || times == 1)
        return 0;
    if (times < 1)
        return -1;
    return argued_standing(&pair[0]) == STANDING_RIGHT && !argument_is_hidden(session);
}

const char *argument_name(Arena *arena, Language language, const Session *session, int run)
{
    Argued pair[ARGUED_RUNS];
    take_pair(session, pair);
    return argued_name(arena, language, pair, run);
}

const char *argument_verdict(Arena *arena, Language language, const Session *session)
{
    Argued pair[ARGUED_RUNS];
    if (!is_comparable(session) || argument_is_hidden(session))
        return NULL;
    take_pair(session, pair);
    return argued_verdict(arena, language, pair, argument_asked(session));
}
