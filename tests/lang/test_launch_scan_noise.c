/* Host code that is cut off, nonsense, or nested very deep: no scan crashes or takes for ever. */
#include "scan_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void truncation_and_noise(void **state)
{
    Fixture *f = *state;
    const char *text = project_kernel(f, "02_tiled.cu");
    size_t length = strlen(text);
    Arena *kept = f->arena;
    for (size_t cut = 0; cut < length; cut += 7) {
        f->arena = arena_new();
        scan_text(f, text, cut);
        arena_free(f->arena);
    }
    static const char *const pieces[] = {"int ",
                                         "n",
                                         " = ",
                                         "4",
                                         ";",
                                         "{",
                                         "}",
                                         "(",
                                         ")",
                                         "<<<",
                                         ">>>",
                                         "k",
                                         "dim3 ",
                                         "if (",
                                         "for (",
                                         "while (1)",
                                         "else ",
                                         ",",
                                         "<",
                                         ">",
                                         "cudaMalloc(&",
                                         "sizeof(",
                                         "[",
                                         "]",
                                         "struct ",
                                         "return ",
                                         "main() {",
                                         "int f(int a) {",
                                         ".x",
                                         "&",
                                         "*",
                                         "?",
                                         ":",
                                         "switch (",
                                         "case 1:",
                                         "do ",
                                         "auto ",
                                         "[&](int a) {",
                                         "template <int T> ",
                                         "float *",
                                         "+",
                                         "++",
                                         "enum {",
                                         "typedef ",
                                         "new ",
                                         "::"};
    uint32_t seed = 3;
    for (int round = 0; round < 3000; ++round) {
        char noise[800] = "int main() {";
        for (int i = 0; i < 60; ++i) {
            seed = seed * 1664525u + 1013904223u;
            strcat(noise, pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        f->arena = arena_new();
        scan_text(f, noise, strlen(noise));
        arena_free(f->arena);
    }
    f->arena = kept;
}

static void deep_and_long(void **state)
{
    Fixture *f = *state;
    static const char *const pieces[] = {"{",
                                         "if (1) ",
                                         "((",
                                         "x = ",
                                         "- ",
                                         "f(",
                                         "for (;;) ",
                                         "a ? ",
                                         "else if (x) ",
                                         "{1, ",
                                         "int f() {",
                                         "x++;",
                                         "while (i < 9) { i++; ",
                                         "do ",
                                         "[](){",
                                         "k<<<"};
    enum { SIZE = 60000 };
    char *text = arena_alloc(f->arena, SIZE + 32);
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; ++p) {
        strcpy(text, "int main() { int i = 0; ");
        size_t at = strlen(text), length = strlen(pieces[p]);
        for (size_t i = 0; at + i < SIZE; ++i)
            text[at + i] = pieces[p][i % length];
        scan_text(f, text, SIZE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCAN_TEST(truncation_and_noise),
        SCAN_TEST(deep_and_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
