/* The window as a page: the page's script calls these functions for what happens in the browser,
 * and shows the pixels that they leave. There is one page, and so one set of its data. */
#include "web/page.h"

#include "app/desk.h"
#include "app/files/state_file.h"
#include "app/start.h"
#include "scene/paint/repaint.h"
#include "session/class/class_sheet.h"
#include "session/class/hand_in_sheet.h"
#include "session/edits/edit.h"
#include "session/grid/counting.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/session.h"
#include "session/sheets/opener.h"
#include "session/texts/strings.h"
#include "view/draw/theme.h"
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

typedef struct Page {
    Arena *arena, *text_arena;
    Desk desk;
    PageFonts *fonts;
    Repaint *repaint;
    Canvas canvas;
    const Repainted *areas;
    int area_count;
    uint8_t *shown; /* an area as the browser wants it */
    size_t shown_bytes;
    bool is_full;
} Page;

static Page page;

Session *page_session(void)
{
    return page.desk.session;
}

const Scene *page_scene(void)
{
    return page.desk.scene;
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

static void copy_code(Session *session)
{
    Arena *arena = arena_new();
    const char *handed = handing_code(session, arena);
    const char *code = handed ? handed : share_write(session, arena);
    host_copy(code, (uint32_t)strlen(code));
    if (!handed)
        share_say_copied(session, arena, code, true);
    session->handing_in.is_copied = false;
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
    page.desk.is_dirty = true;
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
            return page.desk.is_dirty = true;
        }
    return false;
}

static void follow_wishes(Session *session)
{
    desk_write_files(&page.desk);
    if (session->wanted.copy)
        copy_code(session);
    if (session->wanted.paste)
        host_paste();
    session->wanted.copy = session->wanted.paste = session->wanted.end = false;
    refuse_gpu(session);
}

static void send(Command command)
{
    Session *session = page.desk.session;
    host_sent(&command, sizeof command);
    if (refuse(session, command.name))
        return;
    page.desk.is_dirty |= session_apply(session, command);
    follow_wishes(session);
    desk_keep_readable(&page.desk);
    if (session->look.full_screen != page.is_full) {
        page.is_full = session->look.full_screen;
        host_full_screen(page.is_full);
    }
}

/* The desk's way to send. */
static void take(void *context, Command command)
{
    (void)context;
    send(command);
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
    if (!view_command_for_key(page.desk.session, page.desk.scene, name, &command))
        return false;
    if (command.name == COMMAND_OPEN_TYPE && command.number >= ' ')
        return false; /* it comes as text, too, whose case counts in a path */
    if (!(is_repeated && command_is_switch(command.name)))
        send(command);
    return true;
}

void page_type(const char *text)
{
    desk_type(&page.desk, text);
}

bool page_command(const char *text)
{
    Command command;
    bool is_one = command_parse(text, &command);
    if (is_one)
        send(view_resolve(page.desk.session, page.desk.scene, command));
    return is_one;
}

void page_press(float x, float y, bool with_shift)
{
    desk_press(&page.desk, (Point){x, y}, with_shift);
}

void page_hold(float x, float y)
{
    page.desk.is_dragging |= view_can_pan(page.desk.scene, (Point){x, y});
}

void page_release(void)
{
    page.desk.is_dragging = false;
}

void page_point(float x, float y)
{
    desk_point(&page.desk, (Point){x, y});
}

void page_leave(void)
{
    desk_leave(&page.desk);
}

void page_wheel(float x, float y, int notches, bool with_ctrl)
{
    desk_wheel(&page.desk, (Point){x, y}, notches, with_ctrl);
}

/* ---- files and codes ---- */

void page_open(const char *text)
{
    state_file_open(page.desk.session, text);
    page.desk.is_dirty = true;
}

/* What was pasted: the line of an exercise, a code, or the name of a file. */
void page_paste(const char *text)
{
    Session *session = page.desk.session;
    Language own = session->look.language; /* the reader's, not the writer's */
    bool is_typed = session->exercise.hole.is_open || session->handing_in.is_open ||
                    session->sheets.opener.is_open;
    page.desk.is_dirty = true;
    if (class_take_text(session, text))
        return;
    if (is_typed)
        page_type(text);
    else if (share_is_one(text) || state_is_one(text))
        page_open(text);
    else
        session_say(session, STRING_PASTE_NOTHING, "");
    session->look.language = own;
}

/* ---- time and pictures ---- */

static void draw(void)
{
    if (page_fonts_trim(page.fonts))
        repaint_forget(page.repaint);
    desk_build(&page.desk, page.canvas.width, page.canvas.height);
    page.areas = repaint_scene(page.repaint, &page.canvas, page.desk.scene, page.desk.glyphs, 1,
                               &page.area_count);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_ino == other.st_ino;
}

void page_edit(const char *path)
{
    Session *session = page.desk.session;
    const SessionRun *front = session_front(session);
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    if (front && !front->run->options.source_count && is_same_file(front->run->path, path)) {
        desk_watch(&page.desk);
        return;
    }
    Arena *arena = arena_new();
    if (front)
        edit_begin(session, arena, recipes);
    RunRecipe *recipe = &recipes[front ? session->front : 0];
    recipe->path = path;
    recipe->options.source_count = 0;
    edit_commit(session, recipes);
    desk_watch(&page.desk);
    arena_free(arena);
    page.desk.is_dirty = true;
}

void page_prefer(const char *theme, bool is_still)
{
    Look *look = &page.desk.session->look;
    theme_parse(theme, &look->theme);
    look->reduced_motion = is_still;
    page_repaint();
}

void page_look(void)
{
    desk_watch(&page.desk);
}

void page_repaint(void)
{
    repaint_forget(page.repaint);
    page.desk.is_dirty = true;
}

/* Counting can be begun again; other work is given up. */
void page_lose(void)
{
    if (!counting_stop(page.desk.session))
        job_lose();
    page.desk.is_dirty = true;
}

void page_pass(double ms)
{
    desk_tick(&page.desk, ms);
    desk_keep_progress(&page.desk);
}

int page_tick(double ms)
{
    const Session *session = page.desk.session;
    page_pass(ms);
    page.area_count = 0;
    if (page.desk.is_dirty)
        draw();
    return (session_is_moving(session) ? PAGE_MOVES : 0) |
           (desk_is_working(&page.desk) ? PAGE_WORKS : 0);
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
    page.desk.is_dirty = true;
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
                  .text_arena = arena_new(),
                  .desk = desk_new(),
                  .repaint = repaint_new()};
    page.desk.session->has_editor = true;
    page.fonts = page_fonts_new(page.arena, flags & PAGE_BUILT_IN_FONT);
    page.desk.glyphs = page_fonts_glyphs(page.fonts);
    page.desk.metrics = glyph_metrics(page.arena, page.desk.glyphs);
    page.desk.send = take;
    if (!page_resize(width, height) || !start_session(page.desk.session, page.arena, &options))
        return false;
    desk_keep_readable(&page.desk);
    desk_watch(&page.desk);
    draw();
    page.desk.is_dirty |= start_lessons(page.desk.session, page.arena);
    return true;
}
