/* A hand-out is written in two goes through the stages: first what a student gets to read, with the
 * window as it is before an answer, then the answers. Everything is worked out anew from the runs,
 * as the window and `lessons --check` do it. */
#include "cli/handout.h"

#include "session/session.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/singular.h"
#include "cli/devices.h"
#include "cli/film/picture.h"
#include "cli/html.h"
#include "cli/paper.h"
#include "cli/terminal/finish.h"
#include "lesson/expression.h"
#include "session/figures/answers.h"
#include "session/figures/counted.h"
#include "session/scenes/recipe.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "view/view.h"

#include <string.h>

/* Pixels of a picture: as wide as a page of A4 it has letters of about eight points. */
enum { PICTURE_WIDTH = 840, PICTURE_HEIGHT = 472 };
/* Lines of a kernel for which a new page is begun. */
enum { SHORT_KERNEL = 32 };

typedef struct Handout {
    Cli *cli;
    const Lesson *lesson;
    DeviceTable devices;
    Diags *diags; /* what cannot be filled in or shown */
    GlyphSource *glyphs;
    TextOut out;
    const Figures *figures; /* of what is being written */
    uint64_t *shown;        /* [shown_count] hashes of the figures so far */
    int shown_count, shown_capacity;
    const char **listed; /* [listed_count] kernels whose text stands there: "path name" */
    int listed_count, listed_capacity;
} Handout;

static const char *word(const Handout *h, TextId id)
{
    return text_get(h->cli->language, id);
}

/* ---- texts ---- */

static const char *fill(Handout *h, Span span, const char *prose)
{
    const Phrase *problem;
    const char *filled = figures_fill(h->cli->arena, h->figures, prose, &problem);
    if (!filled)
        diag_error(h->diags, span, NULL, "no figure can be filled in here: %p%p",
                   (const void *)problem, NULL);
    return filled ? filled : "";
}

static const char *fill_for_paper(Handout *h, Span span, const char *prose)
{
    return paper_prose(h->cli->arena, h->cli->language, fill(h, span, prose));
}

/* Prose of a field of a node, with its figures, as an element. */
static void put_prose(Handout *h, const char *tag, const YamlNode *node, const char *field,
                      const BothTexts *texts)
{
    const char *prose = texts->in[h->cli->language];
    const char *filled = prose ? fill_for_paper(h, yaml_span(node, field), prose) : "";
    if (*filled)
        html_prose(&h->out, tag, filled);
}

static double value_of(Handout *h, const ScenePlan *plan, const char *field, const char *expression)
{
    const Phrase *problem;
    double value = 0;
    if (!figures_value(h->cli->arena, h->figures, expression, &value, &problem))
        diag_error(h->diags, scene_span(plan, field), NULL, "this has no value: %p%p",
                   (const void *)problem, NULL);
    return value;
}

/* ---- pictures ---- */

static bool goes_on(Handout *h)
{
    return !h->diags->error_count && !progress_is_cancelled();
}

/* A window on paper; it shows the plan's point, or opens it. */
static Session *open_window(Handout *h, const Scenes *scenes, bool is_over)
{
    Session *session = session_new();
    Finish finish = {.moment = UINT64_MAX};
    session->look.language = h->cli->language;
    session->look.theme = THEME_LIGHT;
    session->look.lecture = session->look.paper = session->look.reduced_motion = true;
    session->lacks_chinese = !glyph_has_chinese(h->glyphs);
    session_use_devices(session, h->devices);
    session_use_scenes(session, scenes);
    if (!scene_open(session, 0, is_over))
        diag_error(h->diags, scene_span(scenes->plans, ""), NULL, "this scene cannot be shown: %s",
                   session->notice);
    else
        finish_work(&finish, session);
    session_settle(session);
    return session;
}

/* ---- the kernel's text ---- */

static bool is_listed(const Handout *h, const char *kernel)
{
    for (int i = 0; i < h->listed_count; ++i)
        if (strcmp(h->listed[i], kernel) == 0)
            return true;
    return false;
}

/* The text of a kernel with the numbers of its lines, where it is used for the first time or a line
 * of it is to be marked. path: as the lesson names its file. */
static void put_kernel(Handout *h, const char *path, const Run *run, bool is_asked_about)
{
    Arena *arena = h->cli->arena;
    const Program *program = run->program;
    const char *kernel = arena_printf(arena, "%s %s", path, program->name);
    if (is_listed(h, kernel) && !is_asked_about)
        return;
    *ARENA_PUSH(arena, h->listed, h->listed_count, h->listed_capacity) = kernel;
    Span end = program->span;
    end.start += end.length ? end.length - 1 : 0;
    int first = source_line(run->sources, program->span), last = source_line(run->sources, end);
    const char *text = "";
    for (int i = first; i <= last; ++i) {
        int length;
        const char *line = source_line_text(&run->sources->files[end.file], i, &length);
        text = arena_printf(arena, "%s%3d  %.*s\n", text, i, length, line);
    }
    html_element(&h->out, "p class=\"listed\"", path);
    html_source(&h->out, last - first < SHORT_KERNEL ? "pre class=\"short\"" : "pre", text);
}

/* ---- the stage's pictures ---- */

/* A picture that stood there before is referred to. */
static void put_figure(Handout *h, const ScenePlan *plan, const Scene *scene)
{
    Arena *arena = h->cli->arena;
    const char *dump = scene_dump(arena, scene);
    uint64_t hash = hash_bytes(HASH_START, dump, strlen(dump));
    for (int i = 0; i < h->shown_count; ++i)
        if (h->shown[i] == hash) {
            html_element(
                &h->out, "p class=\"see\"",
                language_printf(arena, h->cli->language, TEXT_FORMATS(TEXT_HANDOUT_SEE), i + 1));
            return;
        }
    *ARENA_PUSH(arena, h->shown, h->shown_count, h->shown_capacity) = hash;
    const char *name =
        language_printf(arena, h->cli->language, TEXT_FORMATS(TEXT_HANDOUT_FIGURE), h->shown_count);
    const char *runs = "";
    for (int i = 0; i < plan->run_count; ++i)
        runs = arena_printf(arena, "%s%s`%s%s%s`", runs, i ? " · " : "", plan->runs[i].kernel,
                            plan->runs[i].launch ? " " : "",
                            plan->runs[i].launch ? plan->runs[i].launch : "");
    size_t length;
    const char *svg = scene_svg_inline(
        arena, scene, arena_printf(arena, "figure%d", h->shown_count),
        arena_printf(arena, "%s: %s", name, plan->title.in[h->cli->language]), &length);
    html_open(&h->out, "figure");
    text_out_bytes(&h->out, svg, length);
    html_prose(&h->out, "figcaption", arena_printf(arena, "%s: %s", name, runs));
    html_close(&h->out, "figure");
}

static void draw_window(Handout *h, const ScenePlan *plan, Session *session)
{
    Arena *arena = arena_new();
    if (veil_hides_panel(session, session->look.panel))
        session->look.panel = PANEL_NONE;
    session_finish_searches(session);
    session->notice[0] = '\0'; /* what a command has said is for who pressed its key */
    put_figure(
        h, plan,
        view_build(session, arena, PICTURE_WIDTH, PICTURE_HEIGHT, glyph_metrics(arena, h->glyphs)));
    arena_free(arena);
}

/* Does what the stage does once it is answered. */
static void reveal(Session *session, const LessonStage *stage)
{
    Command command;
    for (uint32_t i = 0; i < stage->reveal_count; ++i)
        if (command_parse(stage->reveal[i], &command))
            session_apply(session, command);
    session_settle(session);
}

/* Before an answer, why is NULL: where a stage that asks opens, else its point, with the veil down.
 * Behind it: the moment that shows why, without the veil. */
static void put_picture(Handout *h, const ScenePlan *plan, const Waypoint *why)
{
    Scenes scenes = *h->lesson->stages;
    ScenePlan own = *plan;
    own.to = why ? *why : plan->to;
    scenes.plans = &own;
    scenes.count = 1;
    Session *session = open_window(h, &scenes, why || (!plan->stage->ask && !plan->stage->goal));
    if (why)
        reveal(session, plan->stage);
    else if (!veil_is_down(session))
        veil_switch(session);
    if (goes_on(h))
        draw_window(h, plan, session);
    session_free(session);
}

/* ---- answers ---- */

/* An answer as prose, but for a choice. */
static const char *prose_of(Handout *h, const Ask *ask, double value)
{
    const Answer answer = {h->cli->arena, h->cli->language, h->figures->runs[0].run, ask, value};
    return answer_prose(&answer);
}

static void put_right(Handout *h, const ScenePlan *plan)
{
    const Ask *ask = plan->stage->ask;
    const char *words = ask->right ? fill_for_paper(h, scene_span(plan, "ask.right"),
                                                    ask->right->in[h->cli->language])
                                   : prose_of(h, ask, value_of(h, plan, "ask.answer", ask->answer));
    html_open(&h->out, "p");
    html_element(&h->out, "strong", word(h, TEXT_HANDOUT_ANSWER));
    html_prose(&h->out, "strong", words);
    html_close(&h->out, "p");
}

static void put_wrong(Handout *h, const ScenePlan *plan)
{
    const Ask *ask = plan->stage->ask;
    html_element(&h->out, "p", word(h, TEXT_HANDOUT_WRONG));
    html_open(&h->out, "ul");
    for (uint32_t i = 0; i < ask->wrong_count; ++i) {
        const AskWrong *wrong = &ask->wrong[i];
        const char *field = arena_printf(h->cli->arena, "ask.wrong.%u", i);
        Span span = scene_span(plan, field);
        const char *words =
            wrong->text ? fill_for_paper(h, span, wrong->text->in[h->cli->language])
                        : prose_of(h, ask,
                                   value_of(h, plan, arena_printf(h->cli->arena, "%s.is", field),
                                            wrong->is));
        html_prose(&h->out, "li",
                   language_printf(h->cli->arena, h->cli->language,
                                   TEXT_FORMATS(TEXT_HANDOUT_WRONG_ONE), words,
                                   fill_for_paper(h, span, wrong->hint.in[h->cli->language])));
    }
    html_close(&h->out, "ul");
}

/* ---- stages ---- */

/* Where a student writes the answer, or what is to be changed for a goal. */
static void put_blank(Handout *h, const ScenePlan *plan)
{
    TextId before = plan->stage->goal ? TEXT_HANDOUT_CHANGE : TEXT_HANDOUT_ANSWER;
    html_element(&h->out, "p class=\"reply\"",
                 arena_printf(h->cli->arena, "%s ______________________", word(h, before)));
}

static void put_options(Handout *h, const ScenePlan *plan)
{
    const Ask *ask = plan->stage->ask;
    html_open(&h->out, "ol");
    for (int i = 0; i <= (int)ask->wrong_count; ++i) {
        int wrong = answer_option(plan, i);
        const BothTexts *text = wrong < 0 ? ask->right : ask->wrong[wrong].text;
        put_prose(h, "li", plan->node, "ask", text);
    }
    html_close(&h->out, "ol");
}

static void put_bar(Handout *h, const ScenePlan *plan)
{
    const char *most = plan->stage->ask->most;
    html_open(&h->out, "p class=\"bar\"");
    html_element(&h->out, "span", "0");
    html_element(&h->out, "i", "");
    html_element(&h->out, "span",
                 expression_text(h->cli->arena, value_of(h, plan, "ask.most", most)));
    html_close(&h->out, "p");
}

/* By the way in which it is given in the window. */
typedef void PutReply(Handout *h, const ScenePlan *plan);
static PutReply *const typed = put_blank, *const pointed = put_blank, *const chosen = put_options,
                       *const drawn = put_bar;
static void put_reply(Handout *h, const ScenePlan *plan)
{
    PutReply *const replies[ASK_KINDS] = {
#define ASK(kind, name, way, ...) way,
#include "lesson/ask.def"
    };
    replies[plan->stage->ask->kind](h, plan);
}

static const char *numbered(const Handout *h, const ScenePlan *plan)
{
    return arena_printf(h->cli->arena, "%d. %s", (int)(plan - h->lesson->stages->plans) + 1,
                        plan->title.in[h->cli->language]);
}

static void put_task(Handout *h, const ScenePlan *plan)
{
    const LessonStage *stage = plan->stage;
    html_open(&h->out, "div class=\"question\"");
    html_open(&h->out, "p");
    html_element(&h->out, "strong",
                 word(h, stage->ask ? TEXT_HANDOUT_QUESTION : TEXT_HANDOUT_GOAL));
    put_prose(h, "span", plan->node, stage->ask ? "ask.text" : "goal.text",
              stage->ask ? &stage->ask->text : &stage->goal->text);
    html_close(&h->out, "p");
    if (stage->ask)
        put_reply(h, plan);
    else
        put_blank(h, plan);
    html_close(&h->out, "div");
}

static void put_stage(Handout *h, const ScenePlan *plan)
{
    bool is_asked = plan->stage->ask || plan->stage->goal;
    html_open(&h->out, is_asked ? "section class=\"stage asked\"" : "section class=\"stage\"");
    html_element(&h->out, "h2", numbered(h, plan));
    put_prose(h, "p", plan->node, "say", &plan->stage->say);
    for (int i = 0; i < h->figures->run_count; ++i)
        put_kernel(h, plan->runs[i].kernel, h->figures->runs[i].run,
                   plan->stage->ask && plan->stage->ask->kind == ASK_LINE);
    put_picture(h, plan, NULL);
    if (is_asked)
        put_task(h, plan);
    if (h->cli->options->notes && plan->note.in[0]) {
        html_open(&h->out, "aside class=\"note\"");
        html_element(&h->out, "p", word(h, TEXT_HANDOUT_NOTE));
        html_prose(&h->out, "p",
                   fill(h, scene_span(plan, "note"), plan->note.in[h->cli->language]));
        html_close(&h->out, "aside");
    }
    html_close(&h->out, "section");
}

static void put_answer(Handout *h, const ScenePlan *plan)
{
    const LessonStage *stage = plan->stage;
    html_open(&h->out, "section class=\"solved\"");
    html_open(&h->out, "div class=\"answer\"");
    html_element(&h->out, "h3", numbered(h, plan));
    if (stage->ask) {
        put_prose(h, "p", plan->node, "ask.text", &stage->ask->text);
        put_right(h, plan);
        put_prose(h, "p", plan->node, "ask.hint", &stage->ask->hint);
    } else {
        put_prose(h, "p", plan->node, "goal.text", &stage->goal->text);
        if (stage->goal->reached)
            html_prose(&h->out, "p",
                       language_printf(h->cli->arena, h->cli->language,
                                       TEXT_FORMATS(TEXT_HANDOUT_REACHED), stage->goal->reached));
    }
    html_close(&h->out, "div");
    if (stage->ask) {
        put_wrong(h, plan);
        put_picture(h, plan, &stage->ask->why);
    }
    html_close(&h->out, "section");
}

/* With the figures of its stage. */
static void put_misconception(Handout *h, const ScenePlan *plan)
{
    (void)plan;
    const YamlNode *node = yaml_field(h->lesson->node, "misconception");
    html_open(&h->out, "section class=\"card\"");
    html_element(&h->out, "h2", word(h, TEXT_HANDOUT_MISCONCEPTION));
    html_open(&h->out, "blockquote");
    put_prose(h, "p", node, "says", &h->lesson->misconception.says);
    html_close(&h->out, "blockquote");
    put_prose(h, "p", node, "but", &h->lesson->misconception.but);
    html_close(&h->out, "section");
}

/* Writes something with the figures of a stage. */
static void with_figures(Handout *h, const ScenePlan *plan,
                         void (*put)(Handout *h, const ScenePlan *plan))
{
    Counted counted;
    if (!goes_on(h))
        return;
    if (counted_make(h->cli->arena, h->lesson->stages, plan, NULL, &h->devices, &counted,
                     h->diags)) {
        h->figures = &counted.figures;
        put(h, plan);
    }
    counted_free(&counted);
}

/* ---- the page ---- */

static void put_head(Handout *h, const Lessons *all)
{
    Arena *arena = h->cli->arena;
    Language language = h->cli->language;
    const char *needs = "";
    for (uint32_t i = 0; i < h->lesson->needs_count; ++i) {
        const Lesson *before = lessons_find(all, h->lesson->needs[i]);
        needs = arena_printf(arena, "%s%s%s", needs, i ? word(h, TEXT_HANDOUT_AND) : "",
                             before ? before->title.in[language] : h->lesson->needs[i]);
    }
    char *minutes = language_printf(arena, h->cli->language, TEXT_FORMATS(TEXT_HANDOUT_MINUTES),
                                    h->lesson->minutes);
    singular_mend(minutes);
    html_open(&h->out, "header");
    html_element(&h->out, "h1", h->lesson->title.in[language]);
    html_element(&h->out, "p class=\"facts\"",
                 *needs ? language_printf(arena, h->cli->language, TEXT_FORMATS(TEXT_HANDOUT_NEEDS),
                                          minutes, needs)
                        : minutes);
    html_close(&h->out, "header");
}

static void put_exercise(Handout *h)
{
    const Exercise *exercise = h->lesson->exercise;
    const YamlNode *node = yaml_field(h->lesson->node, "exercise");
    Arena *arena = h->cli->arena;
    Counted counted;
    const Phrase *problem = NULL;
    char *text;
    size_t length;
    const char *path = recipe_find_kernel(arena, h->lesson->stages, exercise->skeleton);
    if (!path || !file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &problem)) {
        diag_error(h->diags, yaml_span(node, "skeleton"), NULL, "there is no file '%s'",
                   exercise->skeleton);
        return;
    }
    if (counted_make_file(arena, path, exercise->sizes[0], &counted, &problem)) {
        h->figures = &counted.figures;
        html_open(&h->out, "section class=\"exercise\"");
        html_element(&h->out, "h2", word(h, TEXT_HANDOUT_EXERCISE));
        put_prose(h, "p", node, "say", &exercise->say);
        html_prose(&h->out, "p",
                   language_printf(arena, h->cli->language, TEXT_FORMATS(TEXT_HANDOUT_GRADE),
                                   h->lesson->name));
        html_source(&h->out, "pre", text);
        html_close(&h->out, "section");
    } else {
        diag_error(h->diags, yaml_span(node, "skeleton"), NULL, "%s cannot run so: %p",
                   exercise->skeleton, (const void *)problem);
    }
    counted_free(&counted);
}

static void put_questions(Handout *h, const Lessons *all)
{
    const Scenes *stages = h->lesson->stages;
    put_head(h, all);
    for (int i = 0; i < stages->count; ++i)
        with_figures(h, &stages->plans[i], put_stage);
    if (h->lesson->exercise && goes_on(h))
        put_exercise(h);
}

static void put_page(Handout *h, const Lessons *all)
{
    const Scenes *stages = h->lesson->stages;
    html_begin(&h->out, h->cli->language, h->lesson->title.in[h->cli->language]);
    put_questions(h, all);
    html_open(&h->out, "section class=\"answers\"");
    html_element(&h->out, "h2 id=\"answers\"", word(h, TEXT_HANDOUT_ANSWERS));
    for (int i = 0; i < stages->count; ++i)
        if (stages->plans[i].stage->ask || stages->plans[i].stage->goal)
            with_figures(h, &stages->plans[i], put_answer);
    int subject = scenes_find(stages, h->lesson->misconception.stage);
    if (subject >= 0)
        with_figures(h, &stages->plans[subject], put_misconception);
    html_close(&h->out, "section");
    html_prose(&h->out, "footer",
               language_printf(h->cli->arena, h->cli->language, TEXT_FORMATS(TEXT_HANDOUT_FOOT),
                               h->lesson->name));
    html_end(&h->out);
}

static int write_page(Cli *cli, TextOut *out)
{
    const char *path = cli->options->output, *text = text_out_end(out);
    const Phrase *reason;
    if (!path)
        fputs(text, stdout);
    else if (!file_write(cli->arena, path, text, (size_t)out->length, &reason))
        return cli_error("cannot write '%s': %p", path, reason);
    return EXIT_CLEAN;
}

/* Puts what is wanted of a lesson; an exit status, with the message printed. */
static int put_lesson(Handout *h, const Lessons *all, void (*put)(Handout *h, const Lessons *all))
{
    int status = devices_load(h->cli, &h->devices);
    if (status)
        return status;
    put(h, all);
    diags_print_in(stderr, h->lesson->stages->sources, h->diags, h->cli->language);
    if (progress_is_cancelled()) {
        cli_error("cancelled; nothing was written");
        return EXIT_CANCELLED;
    }
    return h->diags->error_count ? EXIT_UNUSABLE : EXIT_CLEAN;
}

static Handout handout_of(Cli *cli, const Lesson *lesson, TextOut out)
{
    return (Handout){.cli = cli,
                     .lesson = lesson,
                     .diags = diags_new(cli->arena),
                     .out = out,
                     .glyphs = picture_fonts(cli)};
}

int handout_write(Cli *cli, const Lessons *all, const Lesson *lesson)
{
    Handout h = handout_of(cli, lesson, (TextOut){.arena = cli->arena});
    int status = put_lesson(&h, all, put_page);
    return status ? status : write_page(cli, &h.out);
}

int handout_questions(Cli *cli, const Lessons *all, const Lesson *lesson, TextOut *out)
{
    Handout h = handout_of(cli, lesson, *out);
    int status = put_lesson(&h, all, put_questions);
    *out = h.out;
    return status;
}
