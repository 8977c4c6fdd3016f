/* Host code that is cut off, nonsense, or nested very deep: no scan crashes or takes for ever. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
enum { ROUNDS = 1000 };
#else
enum { ROUNDS = 3000 };
#endif

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
    for (int round = 0; round < ROUNDS; ++round) {
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

/* Tokens of host classes, taken out, doubled and moved. */
static void broken_classes(void **state)
{
    Fixture *f = *state;
    static const char *const pieces[] = {"template <typename T> ",
                                         "class A {",
                                         "T *p; ",
                                         "int n{1}, m[2]; ",
                                         "A<T> b; ",
                                         "public: ",
                                         "A(int k) ",
                                         ": n(k), ",
                                         "b(n), ",
                                         "m{k} ",
                                         "{ cudaMalloc(&p, n * sizeof(T)); }",
                                         "A() = default; ",
                                         "~A() { cudaFree(p); } ",
                                         "T *get() { return this->p; } ",
                                         "int size() const { return n; } ",
                                         "void run(int n = 3); ",
                                         "}; ",
                                         ("template <typename T> void A<T>::run(int n) { this->n = "
                                          "n; run(); k<<<n, 1>>>(p, m[0]); } "),
                                         "int main() { ",
                                         "A<float> a(4), c{5}; ",
                                         "auto d = A<int>(2); ",
                                         "A<A<int>> *e = new A<int>(1); ",
                                         "a.run(); ",
                                         "e->run(c.size()); ",
                                         "k<<<1, 2>>>(a.get(), a.b.get()); ",
                                         "c = a; ",
                                         "auto l = [&] { a.run(2); k<<<c.n, 1>>>(); }; ",
                                         "each(l, 2); ",
                                         "} ",
                                         "template <typename F> void each(F g, int n) { g(); } ",
                                         "cudaMemcpyToSymbol(S, a.m, 4, n); ",
                                         "x = 'a'; "};
    enum { COUNT = sizeof pieces / sizeof *pieces };
    uint32_t seed = 7;
    Arena *kept = f->arena;
    for (int round = 0; round < 60; ++round) {
        char text[6000] = "";
        for (int i = 0; i < COUNT; ++i) {
            seed = seed * 1664525u + 1013904223u;
            int what = (int)(seed >> 16) % 16, other = (int)(seed >> 20) % COUNT;
            if (what != 0)
                strcat(text, pieces[what == 1 ? other : i]);
            if (what == 2)
                strcat(text, pieces[i]);
        }
        f->arena = arena_new();
        scan_text(f, text, strlen(text));
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
        SCAN_TEST(broken_classes),
        SCAN_TEST(deep_and_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
