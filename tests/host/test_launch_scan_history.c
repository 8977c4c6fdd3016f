/* What the host has done to a buffer by the time of a launch, in its order; and when that is not
 * known. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* "0-16:00 16-:unset" */
static const char *history_text(Fixture *f, const HostHistory *history)
{
    static const char *const names[] = {"unset", "byte", "copied", "launched", "open"};
    const char *text = history->count ? "" : "unknown";
    for (int i = 0; i < history->count; ++i) {
        const HostPiece *piece = &history->pieces[i];
        text = arena_printf(f->arena, "%s%s%lld-", text, i ? " " : "", (long long)piece->from);
        if (piece->to < INT64_MAX)
            text = arena_printf(f->arena, "%s%lld", text, (long long)piece->to);
        text = piece->by == HOST_SET_BYTE
                   ? arena_printf(f->arena, "%s:%02x", text, (unsigned)piece->byte)
                   : arena_printf(f->arena, "%s:%s", text, names[piece->by]);
    }
    return text;
}

/* Of what the last launch is given first, behind `body`; b is another buffer, h an array. */
static const char *after(Fixture *f, const char *body)
{
    scan(f, arena_printf(f->arena,
                         "__global__ void put(int *a) {} __global__ void get(const int *a) {}\n"
                         "__global__ void last(const int *a) {}\n"
                         "int main(int argc, char **argv) { int *d, *b, h[16] = {1, 2, 3};\n"
                         "  cudaMalloc(&d, 64); cudaMalloc(&b, 64); %s last<<<1, 16>>>(d); }",
                         body));
    for (int i = 0; i < f->scan->launch_count; ++i)
        if (strcmp(f->scan->launches[i].kernel, "last") == 0)
            return history_text(f, &f->scan->launches[i].arguments[0].history);
    return "not launched";
}

typedef struct Case {
    const char *body, *history;
} Case;

static void check(Fixture *f, const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const char *found = after(f, cases[i].body);
        if (strcmp(found, cases[i].history) != 0)
            fail_msg("%s gives %s, not %s", cases[i].body, found, cases[i].history);
    }
}

static void memset_has_its_byte_and_its_length(void **state)
{
    static const Case cases[] = {
        {"", "0-:unset"},
        {"cudaMemset(d, 0, 64);", "0-64:00 64-:unset"},
        {"cudaMemset(d, -1, 16);", "0-16:ff 16-:unset"},
        {"cudaMemset(d, 0x101, 64); cudaMemset(d + 4, 2, 16);",
         "0-16:01 16-32:02 32-64:01 64-:unset"},
        {"cudaMemsetAsync(d, 0, 32, 0); cudaMemset(d + 8, 0, 32);", "0-64:00 64-:unset"},
        {"cudaMemset2D(d, 16, 7, 8, 2);", "0-8:07 8-16:unset 16-24:07 24-:unset"},
        {"cudaMemset2D(d, 16, 7, 16, 4);", "0-64:07 64-:unset"},
        {"for (int i = 0; i < 4; i++) cudaMemset(d + 4 * i, i & 1, 16);",
         "0-16:00 16-32:01 32-48:00 48-64:01 64-:unset"},
        {"cudaMemset(b, 0, 64);", "0-:unset"},
        {"if (0) cudaMemset(d, 0, 64);", "0-:unset"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

static void copies_have_direction_length_and_order(void **state)
{
    static const Case cases[] = {
        {"cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice);", "0-64:copied 64-:unset"},
        {"cudaMemcpy(d + 2, h, 8, cudaMemcpyDefault);", "0-8:unset 8-16:copied 16-:unset"},
        {"cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);", "0-:unset"},
        {"cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, 0); cudaMemset(d, 0, 4);",
         "0-4:00 4-64:copied 64-:unset"},
        {"cudaMemset(d, 0, 64); cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);",
         "0-4:copied 4-64:00 64-:unset"},
        {"cudaMemcpy2D(d, 16, h, 8, 8, 2, cudaMemcpyHostToDevice);",
         "0-8:copied 8-16:unset 16-24:copied 24-:unset"},
        {"cudaMemset(b, 3, 32); cudaMemcpy(d, b, 48, cudaMemcpyDeviceToDevice);",
         "0-32:03 32-:unset"},
        {"cudaMemcpy(d, h, 64, cudaMemcpyDeviceToHost);", "0-:unset"},
        {"cudaMemcpy(d, b, 48, cudaMemcpyDeviceToDevice);", "0-:unset"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

static void kernels_may_have_written(void **state)
{
    static const Case cases[] = {
        {"put<<<1, 16>>>(d);", "0-:launched"},
        {"get<<<1, 16>>>(d);", "0-:unset"},
        {"put<<<1, 16>>>(b);", "0-:unset"},
        {"put<<<1, 16>>>(d); cudaMemset(d, 0, 16);", "0-16:00 16-:launched"},
        {"cudaMemset(b, 1, 64); put<<<1, 16>>>(b); cudaMemcpy(d, b, 64, cudaMemcpyDeviceToDevice);",
         "0-64:open 64-:unset"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

/* Nobody is accused where something was not followed. */
static void what_is_not_followed_is_open(void **state)
{
    static const Case cases[] = {
        {"fill(d, 16);", "0-:open"},
        {"int n = atoi(argv[1]); cudaMemset(d, 0, n);", "0-:open"},
        {"if (atoi(argv[1])) cudaMemset(d, 0, 64);", "0-64:open 64-:unset"},
        {"if (atoi(argv[1])) d = b;", "0-:open"},
        {"struct S { int *p; } s; s.p = d; prepare(&s);", "0-:open"},
        {"int *all[2] = {d, b}; prepare(all);", "0-:open"},
        {"Wrapper w(d); w.fill(3);", "0-:open"},
        {"int **p = &d; prepare(p);", "0-:open"},
        {"for (int i = 0; i < 3; i++) { get<<<1, 1>>>(b); cudaMemset(d, i, 64); }", "0-:open"},
        {"cudaMallocManaged(&d, 64); d[0] = 1;", "0-:open"},
        {"fill(d, 16); cudaMemset(d, 0, 64);", "0-64:00 64-:open"}};
    check(*state, cases, sizeof cases / sizeof *cases);
    assert_string_equal(after(*state, "} void other(int *d) {"), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(memset_has_its_byte_and_its_length, scan_setup,
                                        scan_teardown),
        cmocka_unit_test_setup_teardown(copies_have_direction_length_and_order, scan_setup,
                                        scan_teardown),
        cmocka_unit_test_setup_teardown(kernels_may_have_written, scan_setup, scan_teardown),
        cmocka_unit_test_setup_teardown(what_is_not_followed_is_open, scan_setup, scan_teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
