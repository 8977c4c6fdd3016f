/* Building one picture: gather what the panels share, let each draw itself in its place, then what
 * lies above them all. */
#include "scene/paint/canvas.h"
#include "scene/write/movie.h"
#include "view/draw/context.h"

#include <string.h>

static const Colour BLANK = 0xff000000;

void view_gather(View *view)
{
    const SessionRun *slot = view->slot;
    if (!slot)
        return;
    view->program = slot->run->program;
    view->launch = &slot->run->launch;
    view->machine = timeline_machine(slot->timeline);
    view->probe = timeline_probe(slot->timeline);
    view->memory = timeline_memory(slot->timeline);
    const Step *step = session_step(slot);
    view->step = step && step->block == view->machine->block ? step : NULL;
    view->phase = machine_warps(view->machine)[view->session->selection.thread / WARP_LANES].phase;
    view->placement = placement_of(slot, view->session->stage.is_whole);
    int buffers = view->launch->buffer_count, shared = view->program->shared_count;
    if (!shared)
        layout_without_shared(&view->layout);
    view->buffers = ARENA_ARRAY(view->arena, CellGrid, buffers + 1);
    view->shared = ARENA_ARRAY(view->arena, CellGrid, shared + 1);
}

static void build_panels(View *view)
{
    static const struct {
        void (*build)(View *view);
        size_t rect_at;
    } panels[] = {
        {stage_build, offsetof(Layout, stage)},
        {shared_build, offsetof(Layout, shared)},
        {threads_build, offsetof(Layout, threads)},
        {registers_build, offsetof(Layout, registers)},
        {source_build, offsetof(Layout, source)},
        {tabs_build, offsetof(Layout, tabs)},
        {panel_build, offsetof(Layout, panel)},
        {title_build, offsetof(Layout, title)},
        {counters_build, offsetof(Layout, counters)},
        {buttons_build, offsetof(Layout, buttons)},
        {caption_build, offsetof(Layout, caption)},
        {transport_build, offsetof(Layout, transport)},
    };
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i) {
        const Rect *rect = (const Rect *)((const char *)&view->layout + panels[i].rect_at);
        if (rect->w > 0 && rect->h > 0)
            panels[i].build(view);
    }
}

Scene *view_build_checked(const Session *session, Arena *arena, int width, int height,
                          const TextMetrics *metrics, ViewCuts *cuts)
{
    View view = {
        .session = session,
        .slot = session_front(session),
        .arena = arena,
        .theme = theme_get(session->look.theme),
        .language = session->look.language,
        .layout = layout_of(width, height, &session->look),
        .progress = (float)session->motion.progress,
        .cuts = cuts,
    };
    view.unit = view.layout.unit;
    view.scene = scene_new(arena, width, height, view.theme->background, metrics);
    if (session->look.blank) {
        scene_rect(view.scene, (Rect){0, 0, (float)width, (float)height}, BLANK, (PickTag){0});
        return view.scene;
    }
    view_gather(&view);
    if (view.slot) {
        build_panels(&view);
        flights_build(&view);
        hover_build(&view);
        names_build(&view);
        heat_tip_build(&view);
    } else {
        problem_build(&view);
    }
    if (session->look.show_controls && view.slot)
        controls_build(&view);
    if (session->form.is_open)
        form_build(&view);
    if (session->opener.is_open)
        opener_build(&view);
    reel_build(&view);
    if (session->jump.is_open && view.slot)
        jump_build(&view);
    if (session->palette.is_open)
        palette_build(&view);
    focus_build(&view);
    if (session->look.show_help)
        help_build(&view);
    keys_build(&view);
    notice_build(&view);
    halo_build(&view);
    return view.scene;
}

Scene *view_build(const Session *session, Arena *arena, int width, int height,
                  const TextMetrics *metrics)
{
    return view_build_checked(session, arena, width, height, metrics, NULL);
}

/* The next command of a script; NULL at its end. */
static const char *next_command(Arena *arena, const char **script)
{
    *script += strspn(*script, "; ");
    size_t length = strcspn(*script, ";"), end = length;
    const char *text = *script;
    *script += length;
    while (end > 0 && text[end - 1] == ' ')
        --end;
    return end ? arena_text(arena, text, end) : NULL;
}

bool view_check_script(Arena *arena, const char *script, const char **wrong)
{
    Command command;
    while (script && (*wrong = next_command(arena, &script)))
        if (!command_parse(*wrong, &command))
            return false;
    return true;
}

/* Where the keyboard goes depends on the picture; a script has one of the usual size. */
static Command resolve(Arena *arena, const Session *session, Command command)
{
    if (command.name != COMMAND_FOCUS_NEXT && command.name != COMMAND_FOCUS_BACK &&
        command.name != COMMAND_PRESS)
        return command;
    TextMetrics *metrics = glyph_metrics(arena, glyph_builtin(arena));
    return view_resolve(session, view_build(session, arena, 1280, 720, metrics), command);
}

void view_run_script(Arena *arena, Session *session, const char *script)
{
    Command command;
    const char *text;
    while (script && (text = next_command(arena, &script)))
        if (command_parse(text, &command)) {
            command = resolve(arena, session, command);
            session_apply(session, command);
            session_settle(session);
        }
}

static void go_to(Session *session, const ViewOptions *options)
{
    SessionRun *front = session_front(session);
    if (!front)
        return;
    uint64_t step = options->step;
    if (options->has_block) {
        session_apply(session, (Command){.name = COMMAND_PICK_BLOCK, .number = options->block});
        Place place = session_place(front);
        place.step = 0;
        step += session_moment(front, place);
    }
    uint64_t length = timeline_length(front->timeline);
    if (options->at_end || step > length)
        step = length;
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)step});
    session_apply(session, (Command){.name = COMMAND_PICK_THREAD, .number = options->thread});
}

/* Roofline and occupancy are those of the device that ran it. */
static void show_outcome(Session *session, const GpuView *gpu)
{
    session->gpu = *gpu;
    for (int i = 0; i < session->devices.count && gpu->state == GPU_VIEW_DONE; ++i)
        if (strcmp(session->devices.models[i].name, gpu->device) == 0)
            session->device = i;
}

Session *view_session(Arena *arena, Run *run, Run *compare, const ViewOptions *options)
{
    Session *session = session_new();
    session->look.theme = options->theme;
    session->look.language = options->language;
    session->look.scale = options->scale > 0 ? options->scale : 1;
    session_open(session, 0, run, false);
    if (compare)
        session_open(session, 1, compare, false);
    if (options->finish)
        options->finish(options->context, session);
    else
        session_finish_work(session);
    session_use_devices(session, options->devices);
    session->reel.has_encoder = movie_has_encoder();
    if (options->gpu)
        show_outcome(session, options->gpu);
    go_to(session, options);
    view_run_script(arena, session, options->script);
    return session;
}

Scene *view_render(Arena *arena, Run *run, Run *compare, const ViewOptions *options,
                   const TextMetrics *metrics)
{
    Session *session = view_session(arena, run, compare, options);
    Scene *scene = view_build(session, arena, options->width > 0 ? options->width : 1280,
                              options->height > 0 ? options->height : 720, metrics);
    session_free(session);
    return scene;
}
