/* The image of a launch is one more option of a run, beside those that were chosen for it. */
#include "session/programs/launch.h"

#include "session/edits/edit.h"
#include "session/programs/console.h"
#include "session/selection/panel.h"
#include "session/selection/wrong.h"
#include "session/time/motion.h"

/* As an edit, in place of the front run. */
static bool open_image(Session *session, const LaunchImage *image)
{
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    edit_begin(session, arena, recipes);
    LoadOptions *options = &recipes[session->front].options;
    *options = (LoadOptions){.defines = options->defines,
                             .define_count = options->define_count,
                             .include_folders = options->include_folders,
                             .include_folder_count = options->include_folder_count,
                             .order = options->order,
                             .fmad = options->fmad,
                             .assume = true,
                             .image = image};
    recipes[session->front].path = arena_printf(arena, "%s", image->path);
    bool is_good = edit_commit(session, recipes);
    arena_free(arena);
    if (!is_good) {
        session_say_text(session, session_trouble(session));
        return false;
    }
    session->scene.index = SCENE_NONE;
    motion_jump(session, 0);
    session->console.is_open = false;
    return true;
}

/* Opens it, and goes to what is wrong with it as soon as that is known. */
static bool open_row(Session *session, const LaunchImage *image, const ExecJobRow *row)
{
    bool is_good = open_image(session, image);
    session->console.seeks = !is_good        ? CONSOLE_SEEKS_NOTHING
                             : row->is_wrong ? CONSOLE_SEEKS_WRONG
                             : row->findings ? CONSOLE_SEEKS_FINDING
                                             : CONSOLE_SEEKS_NOTHING;
    return is_good;
}

bool launch_follow_sought(Session *session)
{
    Console *console = &session->console;
    const SessionRun *front = session_front(session);
    bool seeks_wrong = console->seeks == CONSOLE_SEEKS_WRONG;
    bool is_there =
        front && !session_step(front) && !console->is_open && console_launch_open(session);
    if (is_there && !front->job_is_over && (seeks_wrong ? !front->check : !front->total))
        return false;
    console->seeks = CONSOLE_SEEKS_NOTHING;
    if (is_there && seeks_wrong && front->check)
        wrong_go(session);
    else if (is_there && !seeks_wrong)
        panel_next_finding(session, 0);
    return is_there;
}

void launch_open(Session *session, const ExecJobRow *row)
{
    Console *console = &session->console;
    const LaunchImage *image;
    if (!console->job)
        return;
    if (row->refused)
        session_say(session, STRING_CONSOLE_REFUSED, "");
    else if (row->is_kept && (image = exec_job_image(console->job, row->number)))
        open_row(session, image, row);
    else if (console_runs(session))
        session_say(session, STRING_CONSOLE_LATER, "");
    else
        console->ask = CONSOLE_ASKS_AGAIN;
}

void launch_run_again(Session *session)
{
    Console *console = &session->console;
    console->again_number = console->facts.rows[console->row].number;
    console->again = exec_job_again(console->job, console->again_number);
    console->ms = 0;
    if (!console->again)
        session_say(session, STRING_CONSOLE_NO_START, "");
}

/* What ran again has ended: the launch opens, and it is said if it came out otherwise. */
static void take_again(Session *session)
{
    Console *console = &session->console;
    const LaunchImage *image = exec_job_image(console->again, console->again_number);
    bool differs = exec_job_differs(console->again),
         is_good = image && open_row(session, image, &console->facts.rows[console->row]);
    exec_job_free(console->again);
    console->again = NULL;
    if (!image)
        session_say(session, STRING_CONSOLE_NOT_AGAIN, "");
    else if (is_good && differs)
        session_say(session, STRING_CONSOLE_DIFFERS, "");
}

bool launch_follow_again(Session *session)
{
    ExecJob *again = session->console.again;
    bool is_new = exec_job_update(again);
    ExecJobState state = exec_job_state(again);
    if (state == EXEC_JOB_BUILDING || state == EXEC_JOB_RUNNING)
        return is_new;
    take_again(session);
    return true;
}
