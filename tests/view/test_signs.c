/* The signs of the picture: whatever is hatched, dashed, round or an arrow says which row of
 * sign.def it is, in every scene and panel; and the key labels those in sight. */
#include "picture.h"

#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "test.h"
#include "view/draw/signs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Does it stand on a button, which says its own name? */
static bool is_on_button(const Scene *scene, const Shape *shape)
{
    Point at = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
    Rect rect;
    return scene_pick(scene, at, &rect).kind == TARGET_BUTTON;
}

static bool needs_a_sign(const Scene *scene, const Shape *shape)
{
    switch (shape->kind) {
    case SHAPE_HATCH:
    case SHAPE_ARROW: return true;
    case SHAPE_LINE: return shape->dashed;
    case SHAPE_CIRCLE: return !is_on_button(scene, shape);
    default: return false;
    }
}

static int count_bare(const Picture *picture, const char *name)
{
    int bare = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->sign >= SIGN_COUNT || (!shape->sign && needs_a_sign(picture->scene, shape))) {
            printf("%s: a shape of kind %d at %.0f, %.0f has no sign\n", name, (int)shape->kind,
                   (double)shape->rect.x, (double)shape->rect.y);
            ++bare;
        }
    }
    return bare;
}

static int has_sign(const Picture *picture, Sign sign)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].sign == (int)sign;
    return count;
}

/* A picture needs the arena only until the next one. */
static void start_anew(Picture *picture)
{
    arena_reset(picture->arena);
    picture->metrics = glyph_metrics(picture->arena, glyph_builtin(picture->arena));
}

/* The scenes, in an arena of their own. */
static Picture open_scenes(Scenes **scenes, Arena **kept)
{
    Diags *diags;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    *kept = arena_new();
    session_use_devices(picture.session, session_load_devices(*kept));
    *scenes = scenes_read_shipped(*kept, &diags);
    session_use_scenes(picture.session, *scenes);
    return picture;
}

TEST(test_nothing_is_drawn_without_a_meaning)
{
    Scenes *scenes;
    Arena *kept;
    Picture picture = open_scenes(&scenes, &kept);
    int bare = 0, seen[SIGN_COUNT] = {0};
    for (int i = 0; i < scenes->count; ++i)
        for (int is_revealed = 0; is_revealed < 2; ++is_revealed) {
            assert_true(scene_open(picture.session, i, true));
            session_finish_work(picture.session);
            if (is_revealed)
                send_line(picture.session, "reveal");
            draw(&picture);
            bare += count_bare(&picture, scenes->plans[i].name);
            for (int sign = 1; sign < SIGN_COUNT; ++sign)
                seen[sign] += has_sign(&picture, (Sign)sign) > 0;
        }
    for (int panel = 0; panel < PANEL_COUNT; ++panel) {
        picture.session->look.panel = (PanelName)panel;
        draw(&picture);
        bare += count_bare(&picture, "a panel");
    }
    assert_int_equal(bare, 0);
    assert_true(seen[SIGN_NO_ELEMENT] && seen[SIGN_WRONG] && seen[SIGN_HAZARD] && seen[SIGN_SUM]);
    close_picture(&picture);
    arena_free(kept);
}

/* ---- colours ---- */

/* Of some hue: not grey, and not so pale that it is but a surface. */
static bool is_hued(Colour colour)
{
    int most = 0, least = 255;
    for (int shift = 0; shift <= 16; shift += 8) {
        int value = (int)(colour >> shift & 0xff);
        most = value > most ? value : most;
        least = value < least ? value : least;
    }
    return colour >> 24 == 0xff && most - least > 70;
}

static int count_unexplained_colours(const Picture *picture, const char *name)
{
    const Theme *theme = theme_get(picture->session->look.theme);
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        bool is_source = shape->kind == SHAPE_TEXT && shape->font == FONT_CODE;
        bool is_frame = shape->stroke_width > 0 && is_hued(shape->stroke);
        if (is_source || !(is_frame || is_hued(shape->fill)) || sign_of_shape(theme, shape))
            continue;
        printf("%s: #%06x / #%06x of kind %d at %.0f, %.0f '%s' means nothing\n", name,
               shape->fill & 0xffffff, shape->stroke & 0xffffff, (int)shape->kind,
               (double)shape->rect.x, (double)shape->rect.y, shape->text ? shape->text : "");
        ++count;
    }
    return count;
}

TEST(test_every_colour_means_something)
{
    Scenes *scenes;
    Arena *kept;
    Picture picture = open_scenes(&scenes, &kept);
    int unexplained = 0;
    for (int i = 0; i < scenes->count; ++i) {
        assert_true(scene_open(picture.session, i, true));
        session_finish_work(picture.session);
        for (int panel = 0; panel < PANEL_COUNT; ++panel) {
            picture.session->look.panel = (PanelName)panel;
            draw(&picture);
            unexplained += count_unexplained_colours(&picture, scenes->plans[i].name);
        }
        start_anew(&picture);
    }
    assert_int_equal(unexplained, 0);
    close_picture(&picture);
    arena_free(kept);
}

/* No two of them are of one colour: what says "right" never says "here". */
TEST(test_colours_have_one_meaning)
{
    for (int i = 0; i < THEME_COUNT; ++i) {
        const Theme *theme = theme_get((ThemeName)i);
        const struct Meaning {
            Colour colour;
            Sign sign;
        } meanings[] = {{theme->accent, SIGN_CHOSEN},  {theme->good, SIGN_GOOD},
                        {theme->warning, SIGN_COSTLY}, {theme->waiting, SIGN_COSTLY},
                        {theme->danger, SIGN_BAD},     {theme->parts[0].strong, SIGN_ARRAYS}};
        for (size_t k = 0; k < sizeof meanings / sizeof *meanings; ++k) {
            Shape shape = {.kind = SHAPE_RECT, .fill = meanings[k].colour};
            if (meanings[k].colour != theme->accent || k == 0) /* high contrast has few colours */
                assert_int_equal(sign_of_shape(theme, &shape), meanings[k].sign);
        }
    }
}

/* ---- the key ---- */

/* The box of the list; the picture is what comes before it. */
static int find_list(const Scene *scene)
{
    for (int i = scene->count - 1; i >= 0; --i)
        if (scene->shapes[i].kind == SHAPE_RECT && scene->shapes[i].tag.kind == TARGET_BUTTON &&
            scene->shapes[i].tag.a == COMMAND_CLOSE)
            return i;
    fail_msg("there is no list");
    return 0;
}

static bool lies_under(const Scene *scene, int index, int end)
{
    Point at = middle(scene->shapes[index].rect);
    for (int i = index + 1; i < end; ++i)
        if (scene->shapes[i].kind == SHAPE_RECT && scene->shapes[i].fill >> 24 == 0xff &&
            rect_holds(scene->shapes[i].rect, at))
            return true;
    return false;
}

/* Signs of shapes in the picture, as far as they are inside their clips. */
static int find_in_sight(const Scene *scene, int end, const Theme *theme, bool seen[SIGN_COUNT])
{
    Rect clips[65] = {{0, 0, (float)scene->width, (float)scene->height}};
    int depth = 0, count = 0;
    memset(seen, 0, SIGN_COUNT * sizeof *seen);
    for (int i = 0; i < end; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind == SHAPE_CLIP && depth < 64)
            clips[++depth] = shape->rect;
        else if (shape->kind == SHAPE_UNCLIP)
            --depth;
        bool is_painted = shape->kind != SHAPE_CLIP && shape->kind != SHAPE_UNCLIP &&
                          (shape->fill >> 24 || shape->stroke >> 24);
        Sign sign = is_painted ? sign_of_shape(theme, shape) : SIGN_NONE;
        bool is_inside = sign && !(shape->kind == SHAPE_CIRCLE && lies_under(scene, i, end));
        for (int k = 0; k <= depth; ++k)
            is_inside &= rect_holds(clips[k], middle(shape->rect));
        if (is_inside && !seen[sign]) {
            seen[sign] = true;
            ++count;
        }
    }
    return count;
}

static bool meets(Rect a, Rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static bool holds(Rect outer, Rect inner)
{
    return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 &&
           inner.x + inner.w <= outer.x + outer.w + 1 && inner.y + inner.h <= outer.y + outer.h + 1;
}

/* The boxes of the numbers from shape from on; those beside signs come behind those of the list. */
static int find_numbers(const Scene *scene, int from, Rect boxes[2 * SIGN_COUNT],
                        int numbers[2 * SIGN_COUNT])
{
    int count = 0;
    for (int i = from + 1; i < scene->count; ++i) {
        const Shape *box = &scene->shapes[i - 1], *digits = &scene->shapes[i];
        if (digits->kind == SHAPE_TEXT && box->kind == SHAPE_RECT && box->rect.w > 0 &&
            box->radius == box->rect.w / 2) {
            boxes[count] = box->rect;
            numbers[count++] = atoi(digits->text);
        }
    }
    return count;
}

typedef struct Tally {
    int pictures, signs, hidden, faults;
} Tally;

static void fault(Tally *tally, const char *name, const char *what, int number)
{
    printf("%s: %s (%d)\n", name, what, number);
    ++tally->faults;
}

/* The numbers beside signs: inside the picture, apart from each other and from the list. */
static void check_numbers(const Scene *scene, int from, const char *name, Tally *tally)
{
    Rect all = {0, 0, (float)scene->width, (float)scene->height}, list = scene->shapes[from].rect;
    Rect boxes[2 * SIGN_COUNT];
    int numbers[2 * SIGN_COUNT], count = find_numbers(scene, from, boxes, numbers), listed = 0;
    while (listed < count && holds(list, boxes[listed]))
        ++listed;
    bool has[SIGN_COUNT + 1] = {false};
    for (int i = listed; i < count; ++i) {
        has[numbers[i]] = true;
        if (!holds(all, boxes[i]) || meets(list, boxes[i]))
            fault(tally, name, "a number is cut", numbers[i]);
        for (int k = listed; k < i; ++k)
            if (hypotf(boxes[i].x - boxes[k].x, boxes[i].y - boxes[k].y) < boxes[i].w)
                fault(tally, name, "two numbers lie over one another", numbers[i]);
    }
    for (int i = 1; i <= listed; ++i)
        if (!has[i])
            fault(tally, name, "a number stands beside no sign", i);
    tally->signs += listed;
}

/* Every sentence stands whole in the list, which is inside the picture. */
static void check_list(const Scene *scene, int from, const char *name, Tally *tally)
{
    Rect all = {0, 0, (float)scene->width, (float)scene->height}, list = scene->shapes[from].rect;
    if (!holds(all, list))
        fault(tally, name, "the list reaches out", 0);
    for (int i = from + 1; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind != SHAPE_TEXT)
            continue;
        Rect words = {shape->rect.x, shape->rect.y - 1, shape->rect.w, 1};
        bool is_number = shape->text[strspn(shape->text, "0123456789")] == '\0';
        if (strstr(shape->text, "…") || shape->font_px < 8 || (!is_number && !holds(list, words)))
            fault(tally, name, shape->text, shape->font_px);
    }
}

/* Of a sign under the list there is its drawing in the list. */
static void check_key(Picture *picture, int width, int height, const char *name, Tally *tally)
{
    bool seen[SIGN_COUNT];
    send_line(picture->session, "sheet-signs");
    draw_sized(picture, width, height);
    int from = find_list(picture->scene);
    const Theme *theme = theme_get(picture->session->look.theme);
    int in_sight = find_in_sight(picture->scene, from, theme, seen);
    int before = tally->signs;
    check_numbers(picture->scene, from, name, tally);
    check_list(picture->scene, from, name, tally);
    if (tally->signs - before < in_sight) /* under the list, or under other shapes */
        tally->hidden += in_sight - (tally->signs - before);
    ++tally->pictures;
    send_line(picture->session, "sheet-signs");
    assert_int_equal(picture->session->look.facts, FACTS_NONE);
}

static const struct Size {
    int width, height;
} sizes[] = {{1280, 720}, {1920, 1080}, {640, 480}};

static void check_sizes(Picture *picture, const char *name, Tally *tally)
{
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); ++i)
        for (int lecture = 0; lecture < 2; ++lecture) {
            const char *where =
                arena_printf(picture->arena, "%s at %d x %d%s", name, sizes[i].width,
                             sizes[i].height, lecture ? ", lecture" : "");
            picture->session->look.lecture = lecture;
            picture->session->look.language = (Language)((i + lecture) % LANGUAGE_COUNT);
            check_key(picture, sizes[i].width, sizes[i].height, where, tally);
        }
    start_anew(picture);
}

TEST(test_the_key_numbers_every_sign_of_every_scene)
{
    Scenes *scenes;
    Arena *kept;
    Picture picture = open_scenes(&scenes, &kept);
    Tally tally = {0};
    for (int i = 0; i < scenes->count; ++i) {
        assert_true(scene_open(picture.session, i, true));
        session_finish_work(picture.session);
        check_sizes(&picture, scenes->plans[i].name, &tally);
    }
    printf("%d signs in %d pictures, %d hidden by the list\n", tally.signs, tally.pictures,
           tally.hidden);
    assert_int_equal(tally.faults, 0);
    assert_true(tally.hidden * 50 < tally.signs);
    close_picture(&picture);
    arena_free(kept);
}

/* The same in all lessons, each stage in one of the sizes. */
TEST(test_the_key_numbers_every_sign_of_every_stage)
{
    Scenes *scenes;
    Arena *kept;
    Picture picture = open_scenes(&scenes, &kept);
    Lessons lessons = lessons_read_shipped(kept);
    session_use_lessons(picture.session, &lessons);
    Tally tally = {0};
    for (int i = 0; i < lessons.count; ++i)
        for (int j = 0; j < lessons.items[i]->stages->count; ++j) {
            assert_true(lesson_open(picture.session, lessons.items[i]->name, j));
            session_finish_work(picture.session);
            picture.session->look.lecture = tally.pictures % 6 > 2;
            picture.session->look.language = (Language)(tally.pictures % 2);
            const struct Size *size = &sizes[tally.pictures % 3];
            check_key(&picture, size->width, size->height, lessons.items[i]->stages->plans[j].name,
                      &tally);
            start_anew(&picture);
        }
    printf("%d signs in %d pictures, %d hidden by the list\n", tally.signs, tally.pictures,
           tally.hidden);
    assert_int_equal(tally.faults, 0);
    assert_true(tally.hidden * 100 < tally.signs);
    close_picture(&picture);
    arena_free(kept);
}

/* ---- the list of all ---- */

/* The beginning of a text stands in the picture; a long one has several lines. */
static bool begins_somewhere(const Picture *picture, const char *text, size_t length)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strncmp(shape->text, text, length) == 0)
            return true;
    }
    return false;
}

/* F1 again and again goes through all keys and all signs with their drawings, whatever the size. */
TEST(test_the_help_has_all_keys_and_signs)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    for (int i = 0; i < 4; ++i) {
        const struct Size *size = &sizes[i % 3];
        picture.session->look.lecture = i == 3;
        Language language = picture.session->look.language = (Language)(i % LANGUAGE_COUNT);
        bool keys[COMMAND_COUNT] = {false}, signs[SIGN_COUNT] = {false};
        for (int page = 0; page < 12; ++page) {
            send_line(picture.session, "help");
            draw_sized(&picture, size->width, size->height);
            for (int k = 0; k < COMMAND_COUNT; ++k)
                keys[k] |= begins_somewhere(&picture, command_info[k].help[language], 6);
            for (int k = 1; k < SIGN_COUNT; ++k)
                signs[k] |= begins_somewhere(&picture, sign_texts[k][language], 12);
            start_anew(&picture);
        }
        for (int k = 0; k < COMMAND_COUNT; ++k)
            if (command_info[k].keys[0] && !keys[k])
                fail_msg("%d x %d: %s is on no page", size->width, size->height,
                         command_info[k].help[language]);
        for (int k = 1; k < SIGN_COUNT; ++k)
            if (!signs[k])
                fail_msg("%d x %d: '%s' is on no page", size->width, size->height,
                         sign_texts[k][language]);
        send_line(picture.session, "close");
        assert_false(picture.session->look.show_help);
    }
    close_picture(&picture);
}

/* Words, too: what a sector is where one is told of, and no ridge where there is none. */
TEST(test_the_key_explains_words)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "sheet-signs");
    draw(&picture);
    assert_non_null(find_text(&picture, "sector: 32 bytes"));
    assert_null(find_text(&picture, "ridge: from here"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "扇区：全局内存中的 32 字节"));
    close_picture(&picture);
}
