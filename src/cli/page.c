/* tilestep page: the program with what is to be shown, as one HTML file. What the page opens is
 * told by a code or a name; pictures and texts are for where scripts do not run. */
#include "cli/handout.h"
#include "cli/html.h"
#include "cli/page_file.h"
#include "cli/page_own.h"
#include "cli/site.h"
#include "session/session.h"

#include "base/file.h"
#include "cli/film/picture.h"
#include "cli/terminal/finish.h"
#include "cli/terminal/pair.h"
#include "lesson/word.h"
#include "session/lessons/take.h"
#include "session/saved/share.h"
#include "session/scenes/show.h"
#include "view/draw/theme.h"
#include "view/view.h"

#include <string.h>

enum { PICTURE_WIDTH = 1280, PICTURE_HEIGHT = 720 };

/* A page under construction. */
typedef struct Handed {
    Cli *cli;
    PageStart start;
    const char *title;
    TextOut text; /* what it says without scripts */
    Lessons all, *lessons;
    Scenes *scenes;
    uint64_t at;
} Handed;

static Session *new_session(Handed *h)
{
    Session *session = session_new();
    session->look.language = h->cli->language;
    session->look.reduced_motion = true;
    if (h->start.theme)
        theme_parse(h->start.theme, &session->look.theme);
    session_use_devices(session, session_load_devices(h->cli->arena));
    session_use_scenes(session, h->scenes);
    session_use_lessons(session, h->lessons);
    return session;
}

/* ---- without scripts ---- */

static void put_picture(Handed *h, Session *session)
{
    Cli *cli = h->cli;
    Arena *arena = arena_new();
    GlyphSource *glyphs = picture_fonts(cli);
    Finish finish = {.moment = timeline_position(session_front(session)->timeline)};
    size_t length;
    finish_work(&finish, session);
    session_finish_searches(session);
    session->lacks_chinese = !glyph_has_chinese(glyphs);
    const Scene *scene =
        view_build(session, arena, PICTURE_WIDTH, PICTURE_HEIGHT, glyph_metrics(arena, glyphs));
    const char *svg = scene_svg_inline(arena, scene, "moment", h->title, &length);
    html_open(&h->text, "figure");
    text_out_bytes(&h->text, svg, length);
    html_close(&h->text, "figure");
    arena_free(arena);
}

static void put_sources(Handed *h, const Session *session)
{
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        html_element(&h->text, "p class=\"listed\"", file_name(run->path));
        html_source(&h->text, "pre", run->sources->files[0].text);
    }
}

static void put_window(Handed *h, Session *session)
{
    html_style(&h->text);
    html_element(&h->text, "h1", h->title);
    put_picture(h, session);
    put_sources(h, session);
}

/* ---- what it opens ---- */

/* A run as the window opens it; NULL with its diagnostics printed. */
static Run *load_run(Cli *cli, const char *path, LoadOptions options)
{
    options.assume = true;
    for (int i = 0; i < options.argument_count; ++i)
        if (options.arguments[i].value[0] == '@') {
            cli_error("--arg %s: a page takes no files along but sources",
                      options.arguments[i].name);
            return NULL;
        }
    Run *run = run_load(path, &options);
    if (run->program)
        return run;
    diags_print_in(stderr, run->sources, run->diags, cli->language);
    run_free(run);
    return NULL;
}

static bool open_files(Handed *h, Session *session)
{
    Cli *cli = h->cli;
    const char *paths[2] = {cli->options->operands.items[0], cli->options->compare_path};
    LoadOptions load[2];
    if (paths[1])
        pair_options(cli, paths, load);
    else
        load[0] = options_load(cli->arena, cli->options);
    for (int i = 0; i < 2 && paths[i]; ++i) {
        Run *run = load_run(cli, paths[i], load[i]);
        if (!run)
            return false;
        session_open(session, i, run, true);
    }
    return true;
}

static bool open_state(Handed *h, Session *session)
{
    const CliOptions *options = h->cli->options;
    const char *reason, *warning;
    bool is_good = share_open(session, h->cli->arena, options->state, options->operands.items,
                              options->operands.count, &reason, &warning);
    if (!is_good)
        cli_error("--state: %s", reason);
    else if (warning)
        cli_error("warning: %s", warning);
    session->look.language = h->cli->language;
    return is_good;
}

/* A moment, by its code: kernels of one's own are in it, however long they are. */
static int page_of_moment(Handed *h)
{
    Session *session = new_session(h);
    bool is_state = h->cli->options->state;
    bool is_good = is_state ? open_state(h, session) : open_files(h, session);
    if (is_good && h->cli->options->at)
        session_apply(session,
                      (Command){.name = h->at == UINT64_MAX ? COMMAND_GO_END : COMMAND_SEEK,
                                .number = (int64_t)h->at});
    if (is_good) {
        session_settle(session);
        h->title = file_name(session->runs[0].run->path);
        h->title = arena_text(h->cli->arena, h->title, strlen(h->title));
        put_window(h, session);
        h->start.code = share_write_whole(session, h->cli->arena);
        if (!h->start.code)
            cli_error("the source of %s is too long for a page", h->title);
    }
    session_free(session);
    return h->start.code ? EXIT_CLEAN : EXIT_UNUSABLE;
}

static int page_of_scene(Handed *h, int index)
{
    const ScenePlan *plan = &h->scenes->plans[index];
    Session *session = new_session(h);
    int status = EXIT_CLEAN;
    h->title = plan->title.in[h->cli->language];
    h->start.open = plan->name;
    if (scene_open(session, index, false))
        put_window(h, session);
    else
        status = cli_error("%s", arena_printf(h->cli->arena, "%s", session->notice));
    session_free(session);
    return status;
}

static int page_of_lesson(Handed *h, const Lesson *lesson)
{
    h->title = lesson->title.in[h->cli->language];
    h->start.open = h->start.open ? h->start.open : lesson->name;
    html_style(&h->text);
    return handout_questions(h->cli, &h->all, lesson, &h->text);
}

/* All scenes, from the first one on: their titles and questions. */
static int page_of_scenes(Handed *h)
{
    Language language = h->cli->language;
    h->title = text_get(language, TEXT_PAGE_SCENES);
    h->start.open = h->start.open ? h->start.open : h->scenes->plans[0].name;
    html_style(&h->text);
    html_element(&h->text, "h1", h->title);
    html_open(&h->text, "ol class=\"scenes\"");
    for (int i = 0; i < h->scenes->count; ++i) {
        const ScenePlan *plan = &h->scenes->plans[i];
        html_open(&h->text, "li");
        html_element(&h->text, "strong", plan->title.in[language]);
        html_prose(&h->text, "p", plan->question.in[language] ? plan->question.in[language] : "");
        html_close(&h->text, "li");
    }
    html_close(&h->text, "ol");
    return EXIT_CLEAN;
}

/* A lesson or a scene by its name; else what it names is a kernel. */
static int page_of_word(Handed *h)
{
    Cli *cli = h->cli;
    const char *word = cli->options->operands.items[0];
    WordMeaning meaning;
    Diags *diags;
    bool is_one = word_find(cli->arena, h->lessons, word, &meaning, &diags);
    if (diags)
        diags_print_in(stderr, meaning.scenes ? meaning.scenes->sources : NULL, diags,
                       cli->language);
    if (!is_one)
        return diags ? EXIT_UNUSABLE : page_of_moment(h);
    bool is_file = strpbrk(word, "./");
    if (is_file && !page_takes(&h->start, cli->arena, word, &meaning))
        return EXIT_UNUSABLE;
    if (meaning.lesson)
        return page_of_lesson(h, meaning.lesson);
    h->scenes = meaning.scenes;
    return is_file ? page_of_scenes(h) : page_of_scene(h, meaning.index);
}

static int choose(Handed *h)
{
    const CliOptions *options = h->cli->options;
    h->title = "tilestep";
    if (options->scenes)
        return page_of_scenes(h);
    if (options->state)
        return page_of_moment(h);
    return options->operands.count ? page_of_word(h) : EXIT_CLEAN;
}

/* ---- the command ---- */

static int write_page(Handed *h, const char *page)
{
    const char *path = h->cli->options->output;
    const Phrase *reason;
    size_t length;
    const char *whole =
        page_fill(h->cli, page, &h->start, h->title, text_out_end(&h->text), &length);
    if (!whole)
        return EXIT_UNUSABLE;
    if (!file_write(h->cli->arena, path, whole, length, &reason))
        return cli_error("cannot write '%s': %p", path, reason);
    return EXIT_CLEAN;
}

int command_page(Cli *cli)
{
    const CliOptions *options = cli->options;
    Handed h = {.cli = cli,
                .start = {.theme = options->theme, .language = options->language},
                .text = {.arena = cli->arena}};
    Diags *diags;
    ThemeName theme;
    int width, height;
    float scale;
    size_t length;
    bool is_one = !options->site != !options->output;
    if (!is_one ||
        (options->site && (options->operands.count || options->state || options->scenes)))
        return cli_error("page wants what it shows and -o OUT.html, or --site DIR");
    if (options->scenes && (options->operands.count || options->state))
        return cli_error("--scenes shows all of them: leave out what else is named");
    if (!options_state(cli->arena, options) ||
        !options_view(options, &width, &height, &scale, &h.at))
        return EXIT_UNUSABLE;
    if (options->theme && !theme_parse(options->theme, &theme))
        return cli_error("--theme is light, dark or contrast, not '%s'", options->theme);
    const char *page = page_find(cli, &length);
    if (!page)
        return EXIT_UNUSABLE;
    h.scenes = scenes_read_shipped(cli->arena, &diags);
    h.all = lessons_read_shipped(cli->arena);
    h.lessons = lessons_whole(cli->arena, &h.all);
    if (!h.scenes || !h.scenes->count)
        return cli_error("the scenes (lessons/scenes.yaml) are not installed");
    if (options->site)
        return site_write(cli, page, &h.all, h.lessons, h.scenes);
    int status = choose(&h);
    return status ? status : write_page(&h, page);
}
