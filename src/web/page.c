/* The window as a page: the page's script calls these functions for what happens in the browser,
 * and shows the pixels that they leave. There is one page, and so one set of its data. */
#include "web/page.h"

#include "app/files/hole_file.h"
#include "app/files/recent.h"
#include "app/files/save.h"
#include "app/files/state_file.h"
#include "app/files/watch.h"
#include "app/start.h"
#include "base/file.h"
#include "scene/paint/repaint.h"
#include "session/edits/edit.h"
#include "session/grid/counting.h"
#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/kept.h"
#include "session/programs/console.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/session.h"
#include "session/sheets/opener.h"
#include "session/texts/strings.h"
#include "view/view.h"
#include "web/fonts.h"
#include "web/host.h"
#include "web/job.h"
#include "web/told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double LONGEST_TICK_MS = 250;
enum { FRAME_LEAST_BYTES = 1 << 20 };

typedef struct Page {
    Arena *arena, *frame_arena, *text_arena;
    Session *session;
    PageFonts *fonts;
    TextMetrics *metrics;
    const Scene *scene;
    Repaint *repaint;
    Canvas canvas;
    const Repainted *areas;
    int area_count;
    uint8_t *shown; /* an area as the browser wants it */
    size_t shown_bytes;
    bool is_dirty, is_dragging, is_full;
    FileWatch watches[SESSION_RUNS];
    const Run *noted[SESSION_RUNS];
} Page;

static Page page;

Session *page_session(void)
{
    return page.session;
}

const Scene *page_scene(void)
{
    return page.scene;
}

Arena *page_text_arena(void)
{
    arena_reset(page.text_arena);
    return page.text_arena;
}

void *page_memory(uint32_t bytes)
{
    return malloc(bytes);
}

void page_forget(void *bytes)
{
    free(bytes);
}

/* ---- what the session wants of whoever shows it ---- */

static void keep_readable(void)
{
    Session *session = page.session;
    session->lacks_chinese = !glyph_has_chinese(page_fonts_glyphs(page.fonts));
    if (session->look.language != LANGUAGE_ZH || !session->lacks_chinese)
        return;
    session->look.language = LANGUAGE_EN;
    snprintf(session->notice, sizeof session->notice, "%s",
             string_get(STRING_NO_CHINESE_FONT, LANGUAGE_EN));
}

static void copy_code(Session *session)
{
    Arena *arena = arena_new();
    const char *code = share_write(session, arena);
    host_copy(code, (uint32_t)strlen(code));
    share_say_copied(session, arena, code, true);
    arena_free(arena);
}

static void refuse_gpu(Session *session)
{
    GpuView *gpu = &session->gpu;
    if (!gpu->is_wanted)
        return;
    const SessionRun *front = session_front(session);
    *gpu = (GpuView){.state = GPU_VIEW_FAILED,
                     .run = session->front,
                     .launch = front ? &front->run->launch : NULL,
                     .reason = string_get(STRING_PAGE_NO_GPU, session->look.language)};
    page.is_dirty = true;
}

/* What a page cannot do is said where it would begin. */
static bool refuse(Session *session, CommandName name)
{
    static const struct {
        CommandName name;
        StringKey said;
    } rows[] = {
        {COMMAND_FILM, STRING_PAGE_NO_FILM},
        {COMMAND_CONSOLE, STRING_PAGE_NO_PROGRAM},
        {COMMAND_CONSOLE_ASK, STRING_PAGE_NO_PROGRAM},
        {COMMAND_PRESENTER, STRING_PAGE_NO_NOTES},
        {COMMAND_QUIT, STRING_PAGE_NO_END},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (rows[i].name == name) {
            session_say(session, rows[i].said, "");
            return page.is_dirty = true;
        }
    return false;
}

static void follow_wishes(Session *session)
{
    if (session->wanted.picture)
        save_picture(session, page.scene, page_fonts_glyphs(page.fonts));
    if (session->wanted.state)
        state_file_save(session);
    if (session->exercise.hole.is_wanted)
        hole_file_save(session);
    if (session->wanted.copy)
        copy_code(session);
    if (session->wanted.paste)
        host_paste();
    session->wanted.copy = session->wanted.paste = session->wanted.end = false;
    refuse_gpu(session);
}

static void send(Command command)
{
    Session *session = page.session;
    host_sent(&command, sizeof command);
    if (refuse(session, command.name))
        return;
    page.is_dirty |= session_apply(session, command);
    follow_wishes(session);
    keep_readable();
    if (session->look.full_screen != page.is_full) {
        page.is_full = session->look.full_screen;
        host_full_screen(page.is_full);
    }
}

void page_send(const void *bytes)
{
    Command command;
    memcpy(&command, bytes, sizeof command);
    send(command);
}

/* ---- keys, mouse, touch ---- */

bool page_key(const char *name, bool is_repeated)
{
    Command command;
    if (!view_command_for_key(page.session, page.scene, name, &command))
        return false;
    if (command.name == COMMAND_OPEN_TYPE && command.number >= ' ')
        return false; /* it comes as text, too, whose case counts in a path */
    if (!(is_repeated && command_is_switch(command.name)))
        send(command);
    return true;
}

void page_type(const char *text)
{
    const Session *session = page.session;
    for (; *text && (session->exercise.hole.is_open || session->sheets.opener.is_open); ++text)
        if (*text >= ' ' && *text < 127)
            send((Command){.name = session->sheets.opener.is_open ? COMMAND_OPEN_TYPE
                                                                  : COMMAND_HOLE_TYPE,
                           .number = *text});
}

bool page_command(const char *text)
{
    Command command;
    bool is_one = command_parse(text, &command);
    if (is_one)
        send(view_resolve(page.session, page.scene, command));
    return is_one;
}

void page_press(float x, float y, bool with_shift)
{
    Command command;
    Point at = {x, y};
    if (page.session->selection.focus.kind) /* the pointer takes over from the keyboard */
        send((Command){.name = COMMAND_FOCUS});
    send(view_hover(page.scene, at));
    page.is_dragging |= view_can_drag(page.scene, at);
    if ((with_shift ? view_press_shift : view_press)(page.session, page.scene, at, &command))
        send(command);
}

void page_hold(float x, float y)
{
    page.is_dragging |= view_can_pan(page.scene, (Point){x, y});
}

void page_release(void)
{
    page.is_dragging = false;
}

void page_point(float x, float y)
{
    Point at = {x, y};
    Session *session = page.session;
    Command command = view_hover(page.scene, at);
    bool is_meant = !page.is_dragging || view_drag(session, page.scene, at, &command);
    session->selection.pointer = at;
    session->selection.has_pointer = true;
    page.is_dirty |= session->look.lecture;
    if (is_meant)
        send(command);
}

void page_leave(void)
{
    page.session->selection.has_pointer = false;
    send((Command){.name = COMMAND_HOVER});
}

void page_wheel(float x, float y, int notches, bool with_ctrl)
{
    Command command;
    if (view_wheel(page.session, page.scene, (Point){x, y}, notches, with_ctrl, &command))
        send(command);
}

/* ---- files and codes ---- */

void page_open(const char *text)
{
    state_file_open(page.session, text);
    page.is_dirty = true;
}

/* What was pasted: the line of an exercise, a code, or the name of a file. */
void page_paste(const char *text)
{
    Session *session = page.session;
    Language own = session->look.language; /* the reader's, not the writer's */
    if (session->exercise.hole.is_open || session->sheets.opener.is_open)
        page_type(text);
    else if (share_is_one(text) || state_is_one(text))
        page_open(text);
    else
        session_say(session, STRING_PASTE_NOTHING, "");
    session->look.language = own;
    page.is_dirty = true;
}

/* ---- time and pictures ---- */

static bool is_working(const Session *session)
{
    return session_is_working(session) || cards_is_working(session) ||
           exercise_is_working(session) || console_is_working(session);
}

/* Files that were changed: saved in the page's editor, or dropped once more. */
static void look_at_files(void)
{
    Session *session = page.session;
    bool has_changed[SESSION_RUNS] = {false}, is_new = false;
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        has_changed[i] = watch_sees_change(&page.watches[i], run, !run->program);
        is_new |= page.noted[i] != run;
        page.noted[i] = run;
    }
    if (is_new)
        recent_note(session, NULL);
    if (has_changed[0] || has_changed[1]) {
        session_reload(session, has_changed);
        page.is_dirty = true;
    }
}

static void keep_progress(void)
{
    Session *session = page.session;
    const Phrase *problem;
    if (!session->lesson.progress.is_new)
        return;
    Arena *arena = arena_new();
    if (!kept_write(arena, &session->lesson.progress, &problem))
        session_say(session, STRING_COURSE_NOT_KEPT,
                    phrase_in(arena, session->look.language, problem));
    arena_free(arena);
}

static void build(void)
{
    size_t used = arena_used_bytes(page.frame_arena);
    arena_reset(page.frame_arena);
    arena_trim(page.frame_arena, 2 * used + FRAME_LEAST_BYTES);
    if (page_fonts_trim(page.fonts))
        repaint_forget(page.repaint);
    page.scene = view_build(page.session, page.frame_arena, page.canvas.width, page.canvas.height,
                            page.metrics);
}

/* Twice where what lies under the pointer has gone on: what is explained is what lies there now. */
static void draw(void)
{
    Target target;
    build();
    if (!page.is_dragging && view_hover_again(page.session, page.scene, &target)) {
        page.session->selection.hover = target;
        build();
    }
    page.areas = repaint_scene(page.repaint, &page.canvas, page.scene,
                               page_fonts_glyphs(page.fonts), 1, &page.area_count);
    page.is_dirty = false;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_ino == other.st_ino;
}

void page_edit(const char *path)
{
    Session *session = page.session;
    const SessionRun *front = session_front(session);
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    if (front && !front->run->options.source_count && is_same_file(front->run->path, path)) {
        look_at_files();
        return;
    }
    Arena *arena = arena_new();
    if (front)
        edit_begin(session, arena, recipes);
    RunRecipe *recipe = &recipes[front ? session->front : 0];
    recipe->path = path;
    recipe->options.source_count = 0;
    edit_commit(session, recipes);
    look_at_files();
    arena_free(arena);
    page.is_dirty = true;
}

void page_look(void)
{
    look_at_files();
}

void page_repaint(void)
{
    repaint_forget(page.repaint);
    page.is_dirty = true;
}

/* Counting can be begun again; other work is given up. */
void page_lose(void)
{
    if (!counting_stop(page.session))
        job_lose();
    page.is_dirty = true;
}

void page_pass(double ms)
{
    Session *session = page.session;
    ms = ms > LONGEST_TICK_MS ? LONGEST_TICK_MS : ms;
    page.is_dirty |= session_tick(session, ms);
    page.is_dirty |= cards_follow(session);
    page.is_dirty |= exercise_follow(session);
    page.is_dirty |= console_follow(session, ms);
    keep_progress();
}

int page_tick(double ms)
{
    const Session *session = page.session;
    page_pass(ms);
    page.area_count = 0;
    if (page.is_dirty)
        draw();
    return (session_is_moving(session) ? PAGE_MOVES : 0) | (is_working(session) ? PAGE_WORKS : 0);
}

int page_area_count(void)
{
    return page.area_count;
}

const Repainted *page_area(int index)
{
    return &page.areas[index];
}

static void swap_colours(const Repainted *area)
{
    uint32_t *to = (uint32_t *)page.shown;
    for (int y = 0; y < area->height; ++y) {
        const uint32_t *from =
            page.canvas.pixels + (size_t)(area->y + y) * (size_t)page.canvas.stride + area->x;
        for (int x = 0; x < area->width; ++x)
            *to++ =
                0xff000000u | (from[x] & 0xff) << 16 | (from[x] & 0xff00) | (from[x] >> 16 & 0xff);
    }
}

/* The bytes of an area, red first, rows without gaps; valid until the next call. */
const uint8_t *page_pixels(int index)
{
    const Repainted *area = &page.areas[index];
    size_t bytes = 4 * (size_t)area->width * (size_t)area->height;
    if (bytes > page.shown_bytes) {
        free(page.shown);
        page.shown = malloc(bytes);
        page.shown_bytes = page.shown ? bytes : 0;
    }
    if (page.shown)
        swap_colours(area);
    return page.shown;
}

bool page_resize(int width, int height)
{
    free((void *)page.canvas.pixels);
    page.canvas =
        (Canvas){calloc((size_t)width * (size_t)height, sizeof(uint32_t)), width, height, width};
    repaint_forget(page.repaint);
    page.is_dirty = true;
    return page.canvas.pixels != NULL;
}

/* ---- the beginning ---- */

bool page_start(int width, int height, float scale, const char *path, const char *state,
                const char *language, const char *theme, int flags)
{
    const AppOptions options = {.path = *path ? path : NULL,
                                .state = *state ? state : NULL,
                                .language = language,
                                .is_language_given = flags & PAGE_LANGUAGE_GIVEN,
                                .theme = theme,
                                .scale = scale,
                                .reduced_motion = flags & PAGE_REDUCED_MOTION};
    const char *home = getenv("HOME");
    if (home && chdir(home) != 0) /* where files of one's own are */
        return false;
    page = (Page){.arena = arena_new(),
                  .frame_arena = arena_new(),
                  .text_arena = arena_new(),
                  .session = session_new(),
                  .repaint = repaint_new()};
    page.fonts = page_fonts_new(page.arena, flags & PAGE_BUILT_IN_FONT);
    page.metrics = glyph_metrics(page.arena, page_fonts_glyphs(page.fonts));
    if (!page_resize(width, height) || !start_session(page.session, page.arena, &options))
        return false;
    keep_readable();
    look_at_files();
    draw();
    page.is_dirty |= start_lessons(page.session, page.arena);
    return true;
}
