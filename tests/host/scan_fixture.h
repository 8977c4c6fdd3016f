/* Scans host code and shows what was found. A launch is shown as
 *   kernel<templates> grid block shared (arguments)
 * with ~ before one that the program does not come by; a buffer as name:bytes[rows x columns] with
 * u uploaded, d downloaded, z zeroed, +n offset. */
#pragma once

#include "host/launch_scan.h"

typedef struct Fixture {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    HostSetting settings[4];
    int setting_count;
    LaunchScan *scan;
} Fixture;

int scan_setup(void **state);
int scan_teardown(void **state);

void scan_text(Fixture *f, const char *text, size_t length);
const char *scan(Fixture *f, const char *text); /* all launches as text */
void set(Fixture *f, const char *name, double value);

/* int main() { body } around a kernel k. */
const char *in_main(Fixture *f, const char *body);
const HostVariable *variable(Fixture *f, const char *name);
const char *argument_text(Arena *arena, const HostArgument *a);
const char *project_kernel(Fixture *f, const char *name);

#define SCAN_TEST(name) cmocka_unit_test_setup_teardown(name, scan_setup, scan_teardown)
