/* The host code is followed once for the same settings, and anew for others and another unit. */
#include "load/load.h"
#include "load/sizes/scans.h"
#include "test.h"

#include <string.h>

static const char text[] = "__global__ void fill(float *out, int n) { out[threadIdx.x] = n; }\n"
                           "int main(int argc, char **argv)\n"
                           "{ int n = atoi(argv[1]); float *out;\n"
                           "  cudaMalloc(&out, n * sizeof(float));\n"
                           "  fill<<<(n + 31) / 32, 32>>>(out, n); }\n";

static Run *load(void)
{
    LoadOptions options = {.assume = true};
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    assert_non_null(run->program);
    return run;
}

static Loader loader_of(Run *run)
{
    return (Loader){.run = run, .arena = run->arena, .diags = run->diags};
}

static LaunchScan *scan_with(Loader *loader, const char *name, int64_t value)
{
    HostSetting setting = {name, (double)value, true, value};
    loader->settings = &setting;
    loader->setting_count = 1;
    LaunchScan *scan = load_scan(loader);
    loader->settings = NULL;
    loader->setting_count = 0;
    return scan;
}

static void same_settings_are_scanned_once(void **state)
{
    Run *run = load();
    Loader loader = loader_of(run);
    const LaunchScan *plain = load_scan(&loader);
    const LaunchScan *of_64 = scan_with(&loader, "n", 64), *of_96 = scan_with(&loader, "n", 96);
    assert_ptr_not_equal(of_64, plain);
    assert_ptr_not_equal(of_64, of_96);
    assert_int_equal(of_64->launches[0].grid[0], 2);
    assert_int_equal(of_96->launches[0].grid[0], 3);
    assert_ptr_equal(scan_with(&loader, "n", 64), of_64);
    assert_ptr_equal(scan_with(&loader, "n", 96), of_96);
    assert_ptr_equal(load_scan(&loader), plain);
    assert_int_equal(loader.scan_count, 2);
    run_free(run);
}

static void another_name_is_another_setting(void **state)
{
    Run *run = load();
    Loader loader = loader_of(run);
    const LaunchScan *of_n = scan_with(&loader, "n", 64);
    assert_ptr_not_equal(scan_with(&loader, "argc", 64), of_n);
    run_free(run);
}

static void another_unit_is_scanned_anew(void **state)
{
    Run *run = load();
    Loader loader = loader_of(run);
    const LaunchScan *before = scan_with(&loader, "n", 64);
    load_scans_forget(&loader);
    assert_null(loader.plain);
    assert_ptr_not_equal(scan_with(&loader, "n", 64), before);
    assert_int_equal(loader.scan_count, 1);
    run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_settings_are_scanned_once),
        cmocka_unit_test(another_name_is_another_setting),
        cmocka_unit_test(another_unit_is_scanned_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
