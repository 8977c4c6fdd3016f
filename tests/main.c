/* The main of test programs that have none of their own: it runs what stands there as TEST. */
#include "test.h"

#include <assert.h>

static struct CMUnitTest tests[64];
static int lines[64], count;

void test_add(int line, const char *name, CMUnitTestFunction run)
{
    assert(count < 64);
    int at = count++;
    for (; at > 0 && lines[at - 1] > line; --at) {
        tests[at] = tests[at - 1];
        lines[at] = lines[at - 1];
    }
    tests[at] = (struct CMUnitTest){.name = name, .test_func = run};
    lines[at] = line;
}

int main(void)
{
    return _cmocka_run_group_tests("tests", tests, (size_t)count, NULL, NULL);
}
