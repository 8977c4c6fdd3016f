/* Numbers for a kernel, from --arg and from the host code, to the last bit; and what a template
 * takes. */
#include "load/load.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static Run *load(const char *text, const char *name, const char *value)
{
    NamedText pair = {name, value};
    LoadOptions options = {.arguments = &pair, .argument_count = name != NULL};
    return run_load_text("t.cu", text, strlen(text), &options);
}

static const char kernel[] =
    "__global__ void k(int *o, long long l, unsigned long long u, bool b, double d, char c)\n"
    "{ o[0] = l + u + b + d + c; }\n";

static void takes(const char *name, const char *value, int parameter, uint64_t bits)
{
    char text[400];
    strcpy(text, kernel);
    strcat(text, "int main() { int *o; cudaMalloc(&o, 4); k<<<1, 1>>>(o, 1, 2, false, 3, 'a'); }");
    Run *run = load(text, name, value);
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    assert_true(run->launch.arguments[parameter] == bits);
    run_free(run);
}

static void refuses(const char *name, const char *value, const char *message)
{
    char text[400];
    strcpy(text, kernel);
    strcat(text, "int main() { int *o; cudaMalloc(&o, 4); k<<<1, 1>>>(o, 1, 2, false, 3, 4); }");
    Run *run = load(text, name, value);
    assert_null(run->program);
    const Diag *diag = &run->diags->items[0];
    assert_non_null(strstr(phrase_in(run->arena, LANGUAGE_EN, diag->message), message));
    const char *hint =
        phrase_in(run->arena, LANGUAGE_EN, diag->hint); /* "as in --arg b=true" is taken */
    takes(name, strchr(hint, '=') + 1,
          *name == 'b'   ? 3
          : *name == 'l' ? 1
                         : 2,
          *name == 'b' ? 1 : 64);
    run_free(run);
}

TEST(from_arguments)
{
    takes("l", "9007199254740993", 1, 9007199254740993);
    takes("l", "-9223372036854775808", 1, (uint64_t)1 << 63);
    takes("l", "9223372036854775807", 1, INT64_MAX);
    takes("l", "0x7ffffffffffffffd", 1, 0x7ffffffffffffffd);
    takes("l", "1e3", 1, 1000);
    takes("u", "18446744073709551615", 2, UINT64_MAX);
    takes("b", "true", 3, 1);
    takes("b", "false", 3, 0);
    takes("b", "1", 3, 1);
    takes("c", "-3", 5, 0xfffffffd);
    takes(NULL, NULL, 5, 'a');
    refuses("l", "9223372036854775808", "does not fit");
    refuses("l", "-9223372036854775809", "does not fit");
    refuses("u", "18446744073709551616", "does not fit");
    refuses("u", "-1", "does not fit");
    refuses("b", "2", "does not fit");
    refuses("b", "maybe", "b is a bool: true or false");
}

static void host_gives(const char *arguments, uint64_t l, uint64_t u)
{
    char text[600];
    strcpy(text, kernel);
    strcat(text, "#include <climits>\nint main() { int *o; cudaMalloc(&o, 4); k<<<1, 1>>>(o, ");
    strcat(text, arguments);
    strcat(text, ", 1, 1, 1); }");
    Run *run = load(text, NULL, NULL);
    assert_non_null(run->program);
    assert_true(run->launch.arguments[1] == l);
    assert_true(run->launch.arguments[2] == u);
    run_free(run);
}

TEST(from_the_host)
{
    host_gives("9223372036854775807LL, 18446744073709551615ULL", INT64_MAX, UINT64_MAX);
    host_gives("(1LL << 62) + 1, ~0ULL - 1", ((uint64_t)1 << 62) + 1, UINT64_MAX - 1);
    host_gives("-9007199254740993LL, 3ULL << 62", (uint64_t)-9007199254740993, (uint64_t)3 << 62);
    host_gives("LLONG_MIN, (unsigned long long)1e19", (uint64_t)1 << 63, 10000000000000000000u);
    host_gives("true ? 9007199254740993 : 9007199254740992, 1", 9007199254740993, 1);
}

TEST(from_settings)
{
    char text[400];
    strcpy(text, kernel);
    strcat(text, "int main() { long long n = 1; int *o; cudaMalloc(&o, 4);\n"
                 "  k<<<1, 1>>>(o, n + 2, 1, 1, 1, 1); }");
    NamedText setting = {"n", "9007199254740991"};
    LoadOptions options = {.settings = &setting, .setting_count = 1};
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    assert_non_null(run->program);
    assert_true(run->launch.arguments[1] == 9007199254740993);
    run_free(run);
}

static const char *template_error(Run *run)
{
    assert_null(run->program);
    assert_int_equal(run->diags->error_count, 1);
    return phrase_in(run->arena, LANGUAGE_EN, run->diags->items[0].message);
}

TEST(template_arguments)
{
    const char *text = "template <int N> __global__ void k(int *o) { o[0] = N; }\n"
                       "__global__ void plain(int *o) { o[0] = 1; }\n"
                       "int main() { int *o; cudaMalloc(&o, 4); k<3><<<1, 1>>>(o);\n"
                       "  plain<<<1, 1>>>(o); }";
    LoadOptions options = {.template_args = "1,2"};
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    assert_string_equal(template_error(run), "--template 1,2: the template parameters of k are N");
    run_free(run);
    options = (LoadOptions){.template_args = "3", .kernel = "plain"};
    run = run_load_text("t.cu", text, strlen(text), &options);
    assert_string_equal(template_error(run), "--template 3: plain is not a template");
    run_free(run);
}

TEST(a_bad_macro_is_one_error)
{
    const char *text = "#define T -2\n__global__ void k(int *o) { __shared__ int a[T][T], b[T];\n"
                       "  a[0][0] = b[0] = 1; o[0] = a[0][0]; }";
    Run *run = run_load_text("t.cu", text, strlen(text), &(LoadOptions){.assume = true});
    assert_null(run->program);
    assert_int_equal(run->diags->error_count, 1);
    run_free(run);
}
