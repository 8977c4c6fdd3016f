#pragma once
/* cmocka, and what it wants to be included before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* TEST(name) { ... }: a test of a file that has no main; they run in the order of their lines. */
#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_test_##name(void)                                 \
    {                                                                                              \
        test_add(__LINE__, #name, name);                                                           \
    }                                                                                              \
    static void name(void **state)

void test_add(int line, const char *name, CMUnitTestFunction run);
