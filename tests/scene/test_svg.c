/* SVG: well formed whatever is in the scene, and with the shapes it should have. A small reader of
 * tags stands in for an XML parser. */
#include "picture.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Arena *arena;
static const TextMetrics *metrics;

static int start(void **state)
{
    arena = arena_new();
    metrics = glyph_metrics(arena, glyph_builtin(arena));
    return 0;
}

static int end(void **state)
{
    arena_free(arena);
    return 0;
}

static bool is_entity(const char *at)
{
    return !strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4) || !strncmp(at, "&amp;", 5);
}

/* Reads one tag from after its <; returns the place after its >, NULL if it is malformed. */
static const char *read_tag(const char *at, const char **name, size_t *length, bool *closes,
                            bool *empty)
{
    *closes = *at == '/';
    at += *closes;
    *name = at;
    *length = strspn(at, "abcdefghijklmnopqrstuvwxyzP");
    at += *length;
    while (*at == ' ') {
        at++;
        size_t attribute =
            strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:-0123456789");
        if (attribute == 0 || strncmp(at + attribute, "=\"", 2) != 0)
            return NULL;
        at += attribute + 2;
        at += strcspn(at, "\"<&");
        if (*at++ != '"')
            return NULL;
    }
    *empty = *at == '/';
    at += *empty;
    return *at == '>' && *length > 0 ? at + 1 : NULL;
}

static bool is_well_formed(const char *svg)
{
    struct {
        const char *name;
        size_t length;
    } open[64];
    int depth = 0, roots = 0;
    const char *at = strstr(svg, "?>");
    for (at = at ? at + 2 : ""; *at;) {
        const char *name;
        size_t length;
        bool closes, empty;
        if ((unsigned char)*at < 0x20 && *at != '\n')
            return false;
        if (*at == '&' && !is_entity(at))
            return false;
        if (*at++ != '<')
            continue;
        if (!(at = read_tag(at, &name, &length, &closes, &empty)))
            return false;
        if (closes && (depth == 0 || open[--depth].length != length ||
                       memcmp(open[depth].name, name, length) != 0))
            return false;
        if (closes || empty)
            continue;
        roots += depth == 0;
        open[depth].name = name;
        open[depth++].length = length;
        if (depth == 64)
            return false;
    }
    return depth == 0 && roots == 1;
}

static int count_of(const char *svg, const char *piece)
{
    int count = 0;
    for (const char *at = svg; (at = strstr(at, piece)); at++)
        count++;
    return count;
}

static void test_the_reader_can_tell(void **state)
{
    assert_true(is_well_formed("<?xml?><svg a=\"1\"><g/>a &lt; b</svg>"));
    assert_false(is_well_formed("<?xml?><svg><g></svg>"));
    assert_false(is_well_formed("<?xml?><svg>a & b</svg>"));
    assert_false(is_well_formed("<?xml?><svg a=1></svg>"));
    assert_false(is_well_formed("<?xml?><svg>\x02</svg>"));
    assert_false(is_well_formed("<?xml?><svg></svg><svg></svg>"));
}

static void test_picture_becomes_svg(void **state)
{
    size_t length;
    char *svg = scene_svg(arena, picture(arena, metrics), &length);
    assert_int_equal(length, strlen(svg));
    assert_true(is_well_formed(svg));
    assert_int_equal(count_of(svg, "<clipPath"), 2);
    assert_int_equal(count_of(svg, "<circle"), 2);
    assert_int_equal(count_of(svg, "<text"), 2);
    assert_int_equal(count_of(svg, "stroke-dasharray"), 1);
    assert_non_null(strstr(svg, "viewBox=\"0 0 160 120\""));
    assert_non_null(strstr(svg, "P[row*l + col] &lt;3 &amp; \xef\xbf\xbd</text>"));
    assert_non_null(strstr(svg, "fill=\"#cc79a7\" fill-opacity=\"0.5\""));
}

static void test_open_clips_are_closed(void **state)
{
    Scene *scene = scene_new(arena, 10, 10, 0, metrics);
    size_t length;
    scene_clip(scene, (Rect){0, 0, 5, 5});
    scene_clip(scene, (Rect){0, 0, NAN, -5});
    char *svg = scene_svg(arena, scene, &length);
    assert_true(is_well_formed(svg));
    assert_null(strstr(svg, "nan"));
}

static void test_pictures_of_one_page(void **state)
{
    size_t length;
    const Scene *scene = picture(arena, metrics);
    char *first = scene_svg_inline(arena, scene, "a", "P[row] <3 & M", &length);
    assert_int_equal(length, strlen(first));
    char *second = scene_svg_inline(arena, scene, "b", "N", &length);
    char *page = arena_printf(arena, "<?xml?><svg>%s%s</svg>", first, second);
    assert_true(is_well_formed(page));
    assert_null(strstr(first, "<?xml"));
    assert_non_null(strstr(first, ">P[row] &lt;3 &amp; M</title>"));
    assert_int_equal(count_of(page, " id=\"aclip"), 2);
    assert_int_equal(count_of(page, " id=\"bclip"), 2);
    assert_int_equal(count_of(first, "url(#aclip"), 2);
    assert_int_equal(count_of(page, " id=\"clip"), 0);
}

static void test_any_text_is_escaped(void **state)
{
    uint32_t seed = 5;
    for (int round = 0; round < 3000; round++) {
        char text[24];
        for (size_t i = 0; i < sizeof text; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = (char)(seed >> 24);
        }
        text[sizeof text - 1] = '\0';
        Scene *scene = scene_new(arena, 10, 10, 0xffffffff, metrics);
        size_t length;
        scene_text(scene, FONT_UI, 12, (Point){0, 0}, 0xff000000, text);
        assert_true(is_well_formed(scene_svg(arena, scene, &length)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_reader_can_tell),
        cmocka_unit_test_setup_teardown(test_picture_becomes_svg, start, end),
        cmocka_unit_test_setup_teardown(test_open_clips_are_closed, start, end),
        cmocka_unit_test_setup_teardown(test_pictures_of_one_page, start, end),
        cmocka_unit_test_setup_teardown(test_any_text_is_escaped, start, end),
    };
    return cmocka_run_group_tests_name("svg", tests, NULL, NULL);
}
