/* The rows of counter.def as what tables and the window show of them. */
#include "probe/record/shown.h"

static CounterRow part_row(int part, int kind, bool is_head)
{
    return (CounterRow){.at = counter_part_at(part, (RequestKind)kind),
                        .kind = (RequestKind)kind,
                        .is_head = is_head,
                        .is_column = counter_parts[part].is_column,
                        .section = COUNT_HIDDEN,
                        .name = is_head ? counter_requests[kind].name : counter_parts[part].name};
}

int counter_table(CounterRow rows[COUNTER_TABLE_ROWS])
{
    int count = 0;
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        for (int i = 0; i < COUNTER_PARTS; ++i)
            if (counter_parts[i].is_column && counter_part_is_of(i, (RequestKind)kind))
                rows[count++] = part_row(i, kind, i == 0);
    for (int i = 0; i < COUNTER_PARTS; ++i)
        for (int kind = 0; kind < REQUEST_KINDS; ++kind)
            if (!counter_parts[i].is_column && counter_part_is_of(i, (RequestKind)kind))
                rows[count++] = part_row(i, kind, false);
    static const CountSection sections[] = {COUNT_WORK, COUNT_LAUNCH, COUNT_FLOW};
    for (size_t s = 0; s < sizeof sections / sizeof *sections; ++s)
        for (int i = 0; i < COUNTER_COUNTS; ++i)
            if (counter_counts[i].section == sections[s])
                rows[count++] = (CounterRow){.at = counter_counts[i].at,
                                             .kind = REQUEST_NONE,
                                             .section = sections[s],
                                             .name = counter_counts[i].name};
    return count;
}

const CardRow counter_cards[COUNTER_CARDS] = {
#define CARD(field, alone, sense, weight, english, chinese, clause, chinese_clause)                \
    {offsetof(Counters, field), 0, 0, alone, weight, CARD_##sense, {english, chinese},             \
     {clause, chinese_clause}},
#define SHARE(field, of, unit, alone, sense, weight, english, chinese)                             \
    {offsetof(Counters, field),                                                                    \
     offsetof(Counters, of),                                                                       \
     unit,                                                                                         \
     alone,                                                                                        \
     weight,                                                                                       \
     CARD_##sense,                                                                                 \
     {english, chinese},                                                                           \
     {"", ""}},
#include "probe/record/counter.def"
};

const char *const counter_card_names[COUNTER_CARDS] = {
#define CARD(field, ...)  #field,
#define SHARE(field, ...) #field,
#include "probe/record/counter.def"
};

double counter_card_value(const CardRow *card, const Counters *counters)
{
    double value = (double)counter_at(counters, card->at);
    if (!card->unit)
        return value;
    double whole = (double)counter_at(counters, card->of) * card->unit;
    return whole > 0 ? 100 * value / whole : 0;
}

const TipRow counter_tips[] = {
#define PART(field, requests, adds, table, english, chinese, shown)               shown
#define COUNT(field, section, lines, adds, json_of_line, english, chinese, shown) shown
#define TIP(place, field, english, chinese)                                                        \
    [(place)-1] = {offsetof(LineCount, field), {english, chinese}},
#include "probe/record/counter.def"
};
const int counter_tip_count = sizeof counter_tips / sizeof *counter_tips;
