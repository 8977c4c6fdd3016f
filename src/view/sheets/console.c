/* The sheet of the program that runs beside the window: how it stands in one sentence, then its
 * launches, faults of its host part and what it prints; or the question whether it is to run. */
#include "view/sheets/console.h"

#include "base/file.h"
#include "session/programs/console.h"
#include "view/draw/button.h"
#include "view/draw/launches.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

enum { ASK_LINES = 9 };
static const double ESTIMATED_MS = 2000; /* that a launch has to have run */
static const float WIDE = 700, HEAD = 30, STATE = 58, FOOT = 20, GAP = 8, ASK_WIDTH = 560,
                   LABEL_SHARE = 0.36f, LAUNCHES_SHARE = 0.6f, STACKED_SHARE = 0.52f,
                   FAULTS_MOST = 150, LINE_LEAST = 10.5f;

static const Console *console_of(const View *view)
{
    return &view->session->console;
}

static bool is_busy(const Console *console)
{
    ExecJobState state = console->facts.state;
    return console->again || state == EXEC_JOB_BUILDING || state == EXEC_JOB_RUNNING;
}

/* ---- the question ---- */

/* A field with what is typed into it, its caret, and what it is for. */
static void build_given(View *view, Rect row, ConsoleGiven which)
{
    static const StringKey labels[] = {[CONSOLE_GIVES_ARGUMENTS] = STRING_CONSOLE_ARGUMENTS,
                                       [CONSOLE_GIVES_INPUT] = STRING_CONSOLE_INPUT};
    const Theme *theme = view->theme;
    const ConsoleLine *line = &console_of(view)->given[which];
    bool is_picked = console_of(view)->giving == which;
    Rect label = rect_cut_left(&row, row.w * LABEL_SHARE);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, label, -1, theme->text,
                      view_text(view, labels[which]));
    row = rect_inset(row, view_units(view, 2));
    scene_box(view->scene, row, view_units(view, 4), theme->well,
              is_picked ? theme->focus : theme->muted,
              is_picked ? view_units(view, 2) : view_hairline(view),
              target_tag(TARGET_CONSOLE, CONSOLE_PARTS + (uint32_t)which, 0));
    row = rect_inset(row, view_units(view, 6));
    size_t length = strlen(line->text), caret = line->caret < length ? line->caret : length;
    float before =
        view_text_width(view, FONT_CODE, TEXT_BODY, arena_text(view->arena, line->text, caret));
    float shift = fmaxf(0, before - row.w + view_units(view, 4));
    scene_clip(view->scene, row);
    view_label(view, FONT_CODE, TEXT_BODY,
               (Rect){row.x - shift, row.y, row.w + shift + before, row.h}, -1, theme->text,
               line->text);
    if (is_picked)
        scene_rect(view->scene,
                   (Rect){row.x - shift + before, row.y, fmaxf(1, view_units(view, 1.5f)), row.h},
                   theme->focus, (PickTag){0});
    scene_unclip(view->scene);
}

/* lines: how many fields stand below the text. */
static void build_ask(View *view, const char *title, const char *text, StringKey words, int lines)
{
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    float pad = view_units(view, 18), row = view_units(view, 30);
    float width = fminf((float)view->scene->width * 0.94f, view_units(view, ASK_WIDTH));
    float height = scene_paragraph_height(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                                          width - 2 * pad, ASK_LINES, text);
    height = fminf((float)view->scene->height * 0.96f,
                   height + (2.6f + 1.1f * (float)lines) * row + 2 * pad);
    Rect inside = rect_inset(sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0)), pad);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&inside, row), -1,
                      view->theme->text, title);
    Rect foot = rect_cut_bottom(&inside, view_units(view, 26));
    rect_cut_bottom(&inside, 0.3f * row);
    for (int i = lines; i-- > 0; rect_cut_bottom(&inside, 0.1f * row))
        build_given(view, rect_cut_bottom(&inside, row), (ConsoleGiven)i);
    rect_cut_top(&inside, view_units(view, 4));
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY), (Point){inside.x, inside.y},
                    inside.w, ASK_LINES, view->theme->text, text);
    sheet_answer_build(view, foot, COMMAND_CONSOLE_GO, words);
}

/* ---- how it stands ---- */

/* "launch 3, 120 of 400 blocks, about 20 s left": of this launch, as its blocks have gone so far;
 * how many launches follow only the program knows. */
static const char *launch_text(View *view)
{
    const Console *console = console_of(view);
    const ConsoleFacts *facts = &console->facts;
    const char *text =
        view_format(view, STRING_CONSOLE_BLOCKS,
                    view_format(view, STRING_CONSOLE_RUNNING, facts->launch_count + 1),
                    (unsigned long long)facts->blocks_done, (unsigned long long)facts->blocks);
    double ms = console->ms - console->launch_ms;
    if (ms < ESTIMATED_MS || !facts->blocks_done || facts->blocks_done >= facts->blocks)
        return text;
    double left =
        ms / 1000 * (double)(facts->blocks - facts->blocks_done) / (double)facts->blocks_done;
    return view_format(view, STRING_CONSOLE_LEFT, text, (unsigned long long)left + 1);
}

static const char *busy_text(View *view)
{
    const Console *console = console_of(view);
    const ConsoleFacts *facts = &console->facts;
    const char *text;
    if (console->again)
        text = view_format(view, STRING_CONSOLE_TO, console->again_number);
    else if (facts->state == EXEC_JOB_BUILDING)
        text = view_text(view, STRING_CONSOLE_BUILDING);
    else if (facts->blocks)
        text = launch_text(view);
    else
        text = view_format(view, STRING_CONSOLE_HOST, facts->launch_count);
    int seconds = (int)(console->ms / 1000);
    return seconds ? view_format(view, STRING_CONSOLE_SECONDS, text, seconds) : text;
}

static const char *state_text(View *view)
{
    const Console *console = console_of(view);
    if (is_busy(console))
        return busy_text(view);
    const char *end = console_end_text(view->arena, view->language, console);
    return end ? end : view_text(view, STRING_CONSOLE_FAILED);
}

/* What the emulator found, beside what the program says of itself. */
typedef struct Tally {
    int found, refused;
} Tally;

static Tally tally_of(const ConsoleFacts *facts)
{
    Tally tally = {0};
    for (int i = 0; i < facts->row_count; ++i) {
        tally.found += facts->rows[i].findings > 0;
        tally.refused += facts->rows[i].refused != NULL;
    }
    return tally;
}

static bool is_clean(const ConsoleFacts *facts)
{
    Tally tally = tally_of(facts);
    return !tally.found && !tally.refused && !facts->fault_count;
}

static const char *with_part(View *view, const char *text, int count, StringKey key)
{
    return count ? arena_printf(view->arena, "%s · %s", text,
                                view_fill(view, key, arena_printf(view->arena, "%d", count), NULL))
                 : text;
}

/* "4 launches · × 2 with findings": what there is none of is not told. */
static const char *summary_text(View *view)
{
    const ConsoleFacts *facts = &console_of(view)->facts;
    Tally tally = tally_of(facts);
    const char *text = view_format(view, STRING_CONSOLE_COUNT, facts->launch_count);
    text = with_part(view, text, tally.found, STRING_CONSOLE_WITH_FINDINGS);
    text = with_part(view, text, tally.refused, STRING_CONSOLE_WITH_REFUSALS);
    text = with_part(view, text, facts->fault_count, STRING_CONSOLE_WITH_FAULTS);
    bool is_over = facts->state == EXEC_JOB_ENDED && facts->launch_count && is_clean(facts);
    return is_over ? arena_printf(view->arena, "%s · %s", text,
                                  view_text(view, STRING_CONSOLE_ALL_CLEAN))
                   : text;
}

/* A sign of its own for each way, so that no colour is needed. Green is for a program that is
 * content and in which nothing was found. */
static const char *state_sign(const Console *console, const Theme *theme, Colour *colour)
{
    const ExecResult *result = console->facts.result;
    *colour = theme->accent;
    if (is_busy(console))
        return "▶";
    *colour = theme->muted;
    if (console->is_stopped)
        return "■";
    *colour = theme->danger;
    if (console->facts.state == EXEC_JOB_FAILED || !result || result->signal || result->status)
        return "×";
    bool is_good = is_clean(&console->facts);
    *colour = is_good ? theme->good : theme->danger;
    return is_good ? "✓" : "!";
}

/* How much of the launch that runs is done, as a bar along the lower edge. */
static void build_progress(View *view, Rect box)
{
    const ConsoleFacts *facts = &console_of(view)->facts;
    if (!facts->blocks || !is_busy(console_of(view)))
        return;
    Rect bar = rect_cut_bottom(&box, view_units(view, 4));
    bar.w *= fminf(1, (float)facts->blocks_done / (float)facts->blocks);
    if (bar.w >= 1)
        scene_rect(view->scene, bar, view->theme->accent, (PickTag){0});
}

static void build_state(View *view, Rect box)
{
    const Theme *theme = view->theme;
    const Console *console = console_of(view);
    Colour colour;
    const char *sign = state_sign(console, theme, &colour);
    scene_box(view->scene, box, view_units(view, 6), theme->well, colour, view_hairline(view),
              (PickTag){0});
    build_progress(view, rect_inset(box, view_units(view, 1)));
    box = rect_inset(box, view_units(view, 6));
    Rect mark = rect_cut_left(&box, view_units(view, 30));
    view_label(view, FONT_UI, TEXT_HUGE, mark, 0, colour, sign);
    bool is_stale = !is_busy(console) && !console_is_of(view->session);
    bool has_more = is_stale || console->facts.state != EXEC_JOB_FAILED;
    Rect line = rect_cut_top(&box, has_more ? box.h * 0.56f : box.h);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, theme->text, state_text(view));
    const char *text = is_stale ? view_text(view, STRING_CONSOLE_STALE) : summary_text(view);
    Colour ink = is_stale                    ? theme->warning
                 : is_clean(&console->facts) ? theme->muted
                                             : theme->danger;
    if (has_more)
        view_label_fitted(view, FONT_UI, TEXT_BODY, 8, box, -1, ink, text);
}

/* ---- the parts ---- */

float console_part_height(const View *view)
{
    return view_units(view, 20 + 2 * 6);
}

Rect console_part_build(View *view, Rect rect, ConsolePart part, const char *heading, int first,
                        int rows, int count)
{
    const Theme *theme = view->theme;
    bool is_picked = console_of(view)->part == part;
    scene_box(view->scene, rect, view_units(view, 6), theme->panel,
              is_picked ? theme->focus : theme->edge,
              is_picked ? view_units(view, 2) : view_hairline(view),
              target_tag(TARGET_CONSOLE, part, UINT32_MAX));
    Rect inside = rect_inset(rect, view_units(view, 6));
    Rect line = rect_cut_top(&inside, view_units(view, 20));
    rect_cut_left(&line, view_units(view, 4));
    if (rows && rows < count)
        sheet_part_build(view, &line, first, rows, count);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, theme->muted, heading);
    return inside;
}

/* The text of the line in the run in front; NULL where it is another file's. */
static const char *text_of_line(View *view, const char *file, int line)
{
    const Session *session = view->session;
    const Run *run = session->run_count ? session->runs[session->front].run : NULL;
    if (!run || !file || line < 1 || !run->sources->count ||
        strcmp(file_name(file), file_name(run->path)) != 0 ||
        line > run->sources->files[0].line_count)
        return NULL;
    int length;
    const char *text = source_line_text(&run->sources->files[0], line, &length);
    while (length && (*text == ' ' || *text == '\t')) {
        ++text;
        --length;
    }
    return arena_text(view->arena, text, (size_t)length);
}

void console_line_build(View *view, Rect rect, const char *file, int line)
{
    const char *text = text_of_line(view, file, line);
    if (!file || !line)
        return;
    const char *place = text ? view_format(view, STRING_OFF_LINE, line)
                             : arena_printf(view->arena, "%s:%d", file_name(file), line);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, place) + view_units(view, 12);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_left(&rect, width), -1,
                      view->theme->muted, place);
    if (text)
        view_label_fitted(view, FONT_CODE, TEXT_SMALL, LINE_LEAST, rect, -1, view->theme->text,
                          launches_name_fitted(view, LINE_LEAST, rect.w, text));
}

/* What the compiler says, or what is missing; and what there is without it. */
static void build_reason(View *view, Rect room)
{
    const char *text = phrase_in(view->arena, view->language, console_of(view)->facts.reason);
    Rect foot = rect_cut_bottom(&room, view_units(view, 40));
    scene_box(view->scene, room, view_units(view, 4), view->theme->well, 0, 0, (PickTag){0});
    room = rect_inset(room, view_units(view, 8));
    rect_cut_top(&foot, view_units(view, 6));
    int font = view_font(view, TEXT_SMALL);
    int lines = (int)(room.h / scene_line_height(font));
    scene_clip(view->scene, room);
    scene_paragraph(view->scene, FONT_CODE, font, (Point){room.x, room.y}, room.w,
                    lines > 1 ? lines : 1, view->theme->text, text);
    scene_unclip(view->scene);
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_SMALL), (Point){foot.x, foot.y},
                    foot.w, 2, view->theme->muted, view_text(view, STRING_CONSOLE_WITHOUT));
}

static void build_parts(View *view, Rect room)
{
    float gap = view_units(view, GAP);
    bool is_wide = room.w >= view_units(view, WIDE);
    Rect lists = is_wide ? rect_cut_left(&room, room.w * LAUNCHES_SHARE)
                         : rect_cut_top(&room, room.h * STACKED_SHARE);
    if (is_wide)
        rect_cut_left(&room, gap);
    else
        rect_cut_top(&room, gap);
    if (console_of(view)->facts.fault_count) {
        Rect *from = is_wide ? &lists : &room;
        float height = fminf(view_units(view, FAULTS_MOST), from->h * 0.45f);
        Rect faults = is_wide ? rect_cut_bottom(from, height) : rect_cut_top(from, height);
        if (is_wide)
            rect_cut_bottom(from, gap);
        else
            rect_cut_top(from, gap);
        console_faults_build(view, faults);
    }
    console_launches_build(view, lists);
    console_output_build(view, room);
}

/* ---- all of it ---- */

static void build_head(View *view, Rect line)
{
    const Console *console = console_of(view);
    bool busy = is_busy(console);
    const CommandName tools[] = {COMMAND_CLOSE, COMMAND_CONSOLE, COMMAND_CONSOLE_ASK};
    const StringKey words[] = {busy ? STRING_CONSOLE_STOP : STRING_CONSOLE_CLOSE,
                               busy ? STRING_CONSOLE_HIDE : STRING_CONSOLE_RERUN,
                               STRING_CONSOLE_GIVE};
    for (int i = 0; i < (console->again ? 1 : busy ? 2 : 3); ++i) {
        const char *text = arena_printf(view->arena, "%s  %s", view_text(view, words[i]),
                                        key_text(view, tools[i]));
        rect_cut_right(&line, button_words_build(view, line, tools[i], text) + view_units(view, 6));
    }
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text,
                      view_format(view, STRING_CONSOLE_TITLE, file_name(console->path)));
}

static void build_sheet(View *view)
{
    const Console *console = console_of(view);
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    /* a press beside it does not end what runs */
    sheet_dim(view,
              target_tag(TARGET_BEHIND, is_busy(console) ? COMMAND_CONSOLE : COMMAND_CLOSE, 0));
    Rect sheet = sheet_build(view, all_w * 0.965f, all_h * 0.955f, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 12));
    build_head(view, rect_cut_top(&inside, view_units(view, HEAD)));
    rect_cut_top(&inside, view_units(view, GAP) / 2);
    build_state(view, rect_cut_top(&inside, view_units(view, STATE)));
    rect_cut_top(&inside, view_units(view, GAP));
    if (console->facts.state == EXEC_JOB_FAILED) {
        build_reason(view, inside);
        return;
    }
    if (!view->look->paper)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8,
                          rect_cut_bottom(&inside, view_units(view, FOOT)), -1, view->theme->muted,
                          view_text(view, STRING_CONSOLE_KEYS));
    rect_cut_bottom(&inside, view_units(view, 4));
    build_parts(view, inside);
}

void console_build(View *view)
{
    const Session *session = view->session;
    const Console *console = console_of(view);
    if (console->is_known && console->ask != CONSOLE_ASKS_RUN)
        build_sheet(view);
    if (console->ask == CONSOLE_ASKS_RUN && session->run_count)
        build_ask(view,
                  view_format(view, STRING_CONSOLE_ASK_TITLE,
                              file_name(session->runs[session->front].run->path)),
                  view_text(view, STRING_CONSOLE_ASK), STRING_CONSOLE_RUN, CONSOLE_GIVEN_LINES);
    if (console->ask == CONSOLE_ASKS_AGAIN && console->row < console->facts.row_count)
        build_ask(
            view,
            view_format(view, STRING_CONSOLE_AGAIN_TITLE, console->facts.rows[console->row].number),
            view_format(view, STRING_CONSOLE_AGAIN, console->facts.rows[console->row].seconds),
            STRING_CONSOLE_RUN, 0);
}
