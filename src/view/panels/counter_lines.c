/* A line is a row of the table of counters or something that follows from several; all are read out
 * of a Report by one function, so that "so far" and "in all" are the same number of two Reports. */
#include "view/panels/counter_lines.h"
#include "session/data/session_data.h"

#include "probe/record/shown.h"
#include "session/texts/strings.h"

#include <string.h>

typedef enum LineKind { LINE_COUNT, LINE_INTENSITY, LINE_USEFUL, LINE_READS } LineKind;

typedef struct LineSource {
    LineKind kind;
    size_t at;          /* COUNT: in Counters */
    const char *buffer; /* READS: its name; runs may have it at different places */
} LineSource;

typedef struct LineList {
    Arena *arena;
    Language language;
    const Session *session;
    CounterLine *lines;
    int count;
    const char *head; /* of the parts that follow */
} LineList;

static double per(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double reads_per_element(const SessionRun *run, const Report *report, const char *name)
{
    const Launch *launch = &run->run->launch;
    const Buffer *buffer = launch_buffer_named(launch, name);
    if (!buffer)
        return 0;
    const BufferCount *count = &report_buffers(report)[buffer - launch->buffers];
    return per((double)(buffer_loads(count) + count->atomics), (double)buffer->count);
}

static double read_line(const SessionRun *run, const Report *report, const LineSource *source)
{
    const Counters *counters = &report->counters;
    double bytes = (double)counters->global_load.bytes;
    switch (source->kind) {
    case LINE_COUNT: return (double)counter_at(counters, source->at);
    case LINE_INTENSITY: return per((double)counters->flops, bytes);
    case LINE_USEFUL: return per((double)counters->useful_flops, bytes);
    case LINE_READS: return reads_per_element(run, report, source->buffer);
    }
    return 0;
}

static const char *full_name(const LineList *list, const char *name, bool is_part)
{
    return is_part && list->head ? arena_printf(list->arena, "%s: %s", list->head, name) : name;
}

static int card_of(const LineSource *source)
{
    for (int i = 0; i < COUNTER_CARDS && source->kind == LINE_COUNT; ++i)
        if (counter_cards[i].at == source->at && !counter_cards[i].unit)
            return i;
    return -1;
}

/* Names that begin with blanks are parts of what stands above them. */
static void add_line(LineList *list, const char *name, bool is_part, LineSource source)
{
    while (*name == ' ') {
        is_part = true;
        ++name;
    }
    CounterLine line = {.name = name,
                        .full_name = full_name(list, name, is_part),
                        .card = card_of(&source),
                        .is_part = is_part,
                        .is_whole = source.kind == LINE_COUNT};
    double any = 0;
    for (int i = 0; i < list->session->run_count; ++i) {
        const SessionRun *run = &list->session->runs[i];
        if (run->timeline)
            line.now[i] = read_line(run, probe_report(timeline_probe(run->timeline)), &source);
        if (run->total)
            line.total[i] = read_line(run, run->total, &source);
        any += line.now[i] + line.total[i];
    }
    line.has_now = source.kind != LINE_USEFUL && source.at != offsetof(Counters, useful_flops);
    if (!is_part)
        list->head = name;
    if (any > 0)
        list->lines[list->count++] = line;
}

static void add_intensity(LineList *list)
{
    add_line(list, string_get(STRING_COUNTER_INTENSITY, list->language), false,
             (LineSource){.kind = LINE_INTENSITY});
    add_line(list, string_get(STRING_COUNTER_USEFUL, list->language), true,
             (LineSource){.kind = LINE_USEFUL});
}

/* Of the first run's buffers. */
static void add_reads(LineList *list)
{
    const Launch *launch = &list->session->runs[0].run->launch;
    for (int i = 0; i < launch->buffer_count; ++i)
        add_line(list,
                 language_printf(list->arena, list->language, STRING_FORMATS(STRING_COUNTER_READS),
                                 launch->buffers[i].name),
                 false, (LineSource){.kind = LINE_READS, .buffer = launch->buffers[i].name});
}

int counter_lines(Arena *arena, Language language, const Session *session, CounterLine **lines)
{
    CounterRow rows[COUNTER_TABLE_ROWS];
    int count = counter_table(rows);
    LineList list = {.arena = arena, .language = language, .session = session};
    list.lines =
        ARENA_ARRAY(arena, CounterLine, count + 2 + session->runs[0].run->launch.buffer_count);
    for (int i = 0; i < count; ++i) {
        bool is_part = rows[i].kind != REQUEST_NONE && !rows[i].is_head && rows[i].is_column;
        add_line(&list, rows[i].name[language], is_part, (LineSource){.at = rows[i].at});
        if (rows[i].section == COUNT_WORK && rows[i + 1].section != COUNT_WORK)
            add_intensity(&list);
    }
    add_reads(&list);
    *lines = list.lines;
    return list.count;
}

/* In quotes where a comma or a quote would end it. */
static const char *csv_text(Arena *arena, const char *text)
{
    if (!strpbrk(text, ",\"\n\r"))
        return text;
    const char *quoted = "\"";
    for (; *text; ++text)
        quoted = arena_printf(arena, *text == '"' ? "%s\"%c" : "%s%c", quoted, *text);
    return arena_printf(arena, "%s\"", quoted);
}

static const char *csv_number(Arena *arena, double value, const CounterLine *line)
{
    return line->is_whole ? arena_printf(arena, "%.0f", value) : arena_printf(arena, "%.6g", value);
}

char *view_counters_csv(Arena *arena, const Session *session, size_t *length)
{
    const char *text = "kernel,counter,so_far,total,file\n";
    CounterLine *lines;
    int count = session->run_count ? counter_lines(arena, LANGUAGE_EN, session, &lines) : 0;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        for (int row = 0; run->timeline && row < count; ++row) {
            const CounterLine *line = &lines[row];
            text = arena_printf(arena, "%s%s,%s,%s,%s,%s\n", text,
                                csv_text(arena, run->run->program->name),
                                csv_text(arena, line->full_name),
                                line->has_now ? csv_number(arena, line->now[i], line) : "",
                                run->total ? csv_number(arena, line->total[i], line) : "",
                                csv_text(arena, run->run->path));
        }
    }
    *length = strlen(text);
    return (char *)text;
}
