#pragma once
/* cmocka, and what it wants to be included before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
