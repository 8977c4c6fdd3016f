/* What a file can mean of CUDA's headers is found by the layout of their text alone
 * (lang/text/prelude_pick.c); here it is held against their declarations as outlines have them. */
#include "lang/text/prelude.h"
#include "lang/tree/outline.h"
#include "test.h"

#include <string.h>

typedef struct Scanned {
    TokenList tokens;
    Outlines *outlines;
} Scanned;

static Scanned scan(Arena *arena, const char *text)
{
    Scanned scanned = {.tokens = lex_text(arena, text, (uint32_t)strlen(text), 0)};
    scanned.outlines = outline_scan(arena, &scanned.tokens);
    return scanned;
}

static Scanned picked_for(Arena *arena, const char *file)
{
    TokenList tokens = lex_text(arena, file, (uint32_t)strlen(file), 0);
    return scan(arena, prelude_for(arena, &tokens, NULL));
}

static int count_named(const Scanned *scanned, const char *name)
{
    uint32_t length = (uint32_t)strlen(name);
    int count = 0;
    for (int i = outline_find(scanned->outlines, name, length); i >= 0;
         i = outline_next(scanned->outlines, i))
        count += !scanned->outlines->items[i].owner;
    return count;
}

/* Words that a file may have for things of its own: the fragments that need them bring them. */
static const char *const fragment_words[] = {
    "matrix_a", "matrix_b", "accumulator",   "row_major",     "col_major",
    "layout_t", "tf32",     "mem_row_major", "mem_col_major",
};

/* It is overloaded for types of the prelude that every file has: a type brings it. */
static bool is_brought_by_type(const char *name)
{
    for (size_t i = 0; i < sizeof fragment_words / sizeof *fragment_words; ++i)
        if (strcmp(name, fragment_words[i]) == 0)
            return true;
    return strcmp(name, "init") == 0 || strcmp(name, "memcpy_async") == 0 ||
           strcmp(name, "producer") == 0 || strcmp(name, "consumer") == 0 ||
           strncmp(name, "operator", 8) == 0 || strncmp(name, "__shfl", 6) == 0;
}

TEST(a_name_brings_all_that_is_declared_by_it)
{
    Arena *arena = arena_new();
    Scanned whole =
        scan(arena, arena_printf(arena, "%s%s%s", prelude_text, prelude_async, prelude_wmma));
    int count = 0;
    for (int i = 0; i < whole.outlines->count; ++i) {
        const Outline *outline = &whole.outlines->items[i];
        if (outline->owner || is_brought_by_type(outline->name))
            continue;
        Scanned picked = picked_for(arena, outline->name);
        if (count_named(&picked, outline->name) != count_named(&whole, outline->name))
            fail_msg("%s brings %d of %d", outline->name, count_named(&picked, outline->name),
                     count_named(&whole, outline->name));
        count++;
    }
    assert_true(count > 300);
    arena_free(arena);
}

TEST(what_is_brought_needs_nothing_more)
{
    Arena *arena = arena_new();
    Scanned whole =
        scan(arena, arena_printf(arena, "%s%s%s", prelude_text, prelude_async, prelude_wmma));
    int count;
    const char *const *names = prelude_names(arena, &count);
    for (int i = 0; i < count; ++i) {
        Scanned picked = picked_for(arena, names[i]);
        for (int k = 0; k < picked.tokens.count; ++k) {
            const Token *token = &picked.tokens.items[k];
            const char *name = arena_text(arena, token->text, token->length);
            if (token->kind == TOKEN_NAME && !is_brought_by_type(name) &&
                count_named(&whole, name) != count_named(&picked, name))
                fail_msg("%s brings %s, but not all of it", names[i], name);
        }
    }
    arena_free(arena);
}

TEST(types_bring_their_operators)
{
    static const char *const files[] = {"half2 x;", "__half2 x;", "nv_bfloat162 x;",
                                        "__nv_bfloat162 x;", "float2half2_rn(1.0f)"};
    static const char *const names[] = {
        "operator+", "operator-=", "operator==", "operator>=", "__shfl_sync", "__shfl_xor_sync"};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        Scanned picked = picked_for(arena, files[i]);
        for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
            if (!count_named(&picked, names[k]))
                fail_msg("%s does not bring %s", files[i], names[k]);
    }
    Scanned fragment = picked_for(arena, "wmma::fragment<> f;");
    Scanned none = picked_for(arena, "float accumulator = row_major;");
    for (size_t i = 0; i < sizeof fragment_words / sizeof *fragment_words; ++i) {
        assert_int_equal(count_named(&fragment, fragment_words[i]), 1);
        assert_int_equal(count_named(&none, fragment_words[i]), 0);
    }
    Scanned other = picked_for(arena, "x = __shfl_down_sync(mask, x, 16) + half;");
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        assert_int_equal(count_named(&other, names[k]), 0);
    arena_free(arena);
}

TEST(the_compiler_has_what_it_calls)
{
    static const char *const names[] = {"__block_rank", "__grid_rank",   "__tile_rank",
                                        "__block_size", "__grid_size",   "__grid_blocks",
                                        "__tile_bits",  "__tile_number", "__tile_count"};
    Arena *arena = arena_new();
    Scanned picked = picked_for(arena, "");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        assert_int_equal(count_named(&picked, names[i]), 1);
    assert_true(picked.outlines->count < 12);
    arena_free(arena);
}

TEST(template_arguments_name_too)
{
    Arena *arena = arena_new();
    TokenList none = lex_text(arena, "", 0, 0);
    Scanned picked = scan(arena, prelude_for(arena, &none, "plus<float>, INT_MAX"));
    assert_int_equal(count_named(&picked, "plus"), 1);
    assert_int_equal(count_named(&picked, "INT_MAX"), 1);
    assert_int_equal(count_named(&picked, "less"), 0);
    arena_free(arena);
}
