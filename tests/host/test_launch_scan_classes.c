/* Classes of the host: constructors, member functions, what they hold, and what a message says of
 * one that is not understood; lambdas that are run elsewhere. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define BUFFER                                                                                     \
    "template <typename T> class Buffer {\n"                                                       \
    "public: explicit Buffer(size_t n) : n_{n} { cudaMalloc(&p_, n_ * sizeof(T)); }\n"             \
    "  Buffer(const Buffer &) = delete; ~Buffer() { cudaFree(p_); }\n"                             \
    "  T *get() const { return p_; } size_t size() const { return n_; }\n"                         \
    "  size_t bytes() const { return size() * sizeof(T); }\n"                                      \
    "private: T *p_ = nullptr; size_t n_; };\n"

static void constructors(void **state)
{
    Fixture *f = *state;
    assert_string_equal(scan(f, BUFFER "int main() { int n = 50; Buffer<float> a(n), b{7};\n"
                                       "  Buffer<double> c = Buffer<double>(3);\n"
                                       "  k<<<a.size(), 2>>>(a.get(), b.get(), c.get(), b.size(), "
                                       "c.bytes()); }"),
                        "k 50 2 (p_:200, p_:28, p_:24, 7, 24)");
    assert_true(variable(f, "n")->is_size);
    assert_string_equal(scan(f, "class Sizes { int a = 3, b; public: Sizes(int x, int y = 5) { b = "
                                "x * y; } int all() { return a + b; } };\n"
                                "int main() { Sizes one(2), two(2, 10), *three = new Sizes(1);\n"
                                "  auto four = Sizes(0);\n"
                                "  k<<<1, 1>>>(one.all(), two.all(), three->all(), four.all()); }"),
                        "k 1 1 (13, 23, 8, 3)");
    assert_string_equal(scan(f,
                             "class Plain { public: int n = 4; int twice() { return 2 * n; } };\n"
                             "int main() { Plain p; p.n += 1; k<<<1, 1>>>(p.twice()); }"),
                        "k 1 1 (10)");
}

static void member_functions(void **state)
{
    Fixture *f = *state;
    const char matrix[] =
        "class Matrix { public: int rows, cols; float *d; Matrix(int r, int c); void alloc();\n"
        "  void run(int rows); Matrix &grow(); };\n"
        "Matrix::Matrix(int r, int c) : rows(r), cols(c) { alloc(); }\n"
        "void Matrix::alloc() { cudaMalloc(&d, rows * cols * sizeof(float)); }\n"
        "Matrix &Matrix::grow() { this->rows++; return *this; }\n"
        "void Matrix::run(int rows) { this->rows += rows; k<<<1, 1>>>(d, this->rows, rows); }\n"
        "void fill(Matrix &m) { m.grow(); }\n"
        "int main() { Matrix m(6, 7); fill(m); m.grow(); m.run(100); %s }";
    assert_string_equal(scan(f, arena_printf(f->arena, matrix, "")),
                        "k 1 1 (d:168[6 x 7], 108, 100)");
    assert_string_equal(
        scan(f, BUFFER "class Solver { int n_; Buffer<float> a_, b_; static const int BLOCK = 32;\n"
                       "public: Solver(int n) : n_(n), a_(n), b_(2 * n) {} void run() {\n"
                       "  k<<<(n_ + BLOCK - 1) / BLOCK, BLOCK>>>(a_.get(), b_.get(), this->n_); } "
                       "};\nint main() { Solver *s = new Solver(70); s->run(); }"),
        "k 3 32 (p_:280, p_:560, 70)");
}

/* Nobody makes an object: sizes can be given all the same. */
static void without_objects(void **state)
{
    Fixture *f = *state;
    const char *text = "class Runner { int n; public: void go(); };\n"
                       "void Runner::go() { k<<<n, 1>>>(n); }\nint main() {}";
    assert_string_equal(scan(f, text), "~k ? 1 (?)");
    assert_non_null(strstr(phrase_in(f->arena, LANGUAGE_EN, f->scan->launches[0].missing),
                           "n of class Runner (line 1)"));
    set(f, "n", 5);
    assert_string_equal(scan(f, text), "~k 5 1 (5)");
    assert_int_equal(f->diags->error_count, 0);
}

static void what_is_not_understood(void **state)
{
    Fixture *f = *state;
    assert_string_equal(scan(f, "\nclass File { public: int rows() const; };\n"
                                "int main() { File in(\"name\"); k<<<1, 1>>>(in.rows()); }"),
                        "k 1 1 (?)");
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->scan->launches[0].arguments[0].missing),
                        "rows() of class File (line 2), which cannot be followed here");
    assert_string_equal(scan(f, "int main() {\n Tensor t(4);\n k<<<1, 1>>>(t.size()); }"),
                        "k 1 1 (?)");
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->scan->launches[0].arguments[0].missing),
                        "size() of class Tensor (line 2), which cannot be followed here");
    scan(f, "class A { A a; A b; A(int n) : a(n), b(n) {} }; int main() { A a(1); A b; }");
    scan(f, "template <class T> class A { A<A<T>> a; public: void f() { a.f(); f(); } };\n"
            "int main() { A<int> a; a.f(); }");
}

/* A constructor that begins with another one of its class, or, wrongly, with itself. */
static void delegating_constructors(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        scan(f, "template <typename T> class Vector { public: explicit Vector(int n);\n"
                "  Vector(int n, T value); T *data() { return room; }\n"
                "  private: int length; T *room = nullptr; };\n"
                "template <typename T> Vector<T>::Vector(int n, T value) : Vector{n}\n"
                "{ cudaMemset(room, value, length * sizeof(T)); }\n"
                "template <typename T> Vector<T>::Vector(int n) : length{n}\n"
                "{ cudaMalloc(&room, length * sizeof(T)); }\n"
                "int main() { auto v = Vector<float>{6, 0}; k<<<1, 6>>>(v.data()); }"),
        "k 1 6 (room:24z)");
    scan(f, "class A { A(int n) : A(n) {} }; int main() { A a(1); }");
}

static void lambdas_elsewhere(void **state)
{
    Fixture *f = *state;
    const char *text = "template <typename F> float time_it(F f, int n) { const int TILE = 1;\n"
                       "  for (int i = 0; i < n; ++i) f(); return TILE; }\n"
                       "int main() { const int TILE = 8; int n = 3; float *d;\n"
                       "  cudaMalloc(&d, 4 * n);\n"
                       "  float t = time_it([&] { k<TILE><<<n, TILE>>>(d); }, 2); }";
    assert_string_equal(scan(f, text), "k<8> 3 8 (d:12)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCAN_TEST(constructors),      SCAN_TEST(member_functions),
        SCAN_TEST(without_objects),   SCAN_TEST(what_is_not_understood),
        SCAN_TEST(lambdas_elsewhere), SCAN_TEST(delegating_constructors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
