/* Functions of <cmath> with known arguments. */
#include "host/run/eval.h"

#include <math.h>
#include <string.h>

typedef struct MathName {
    const char *name; /* also with f at the end */
    double (*one)(double);
    double (*two)(double, double);
} MathName;

static const MathName math_names[] = {
    {"ceil", ceil, NULL}, {"floor", floor, NULL}, {"round", round, NULL}, {"sqrt", sqrt, NULL},
    {"log2", log2, NULL}, {"log", log, NULL},     {"log10", log10, NULL}, {"exp", exp, NULL},
    {"exp2", exp2, NULL}, {"fabs", fabs, NULL},   {"trunc", trunc, NULL}, {"pow", NULL, pow},
    {"fmin", NULL, fmin}, {"fmax", NULL, fmax},   {"fmod", NULL, fmod},   {"cbrt", cbrt, NULL},
};

static const MathName *math_find(const Token *name, bool *is_single)
{
    char text[16];
    if (name->length >= sizeof text)
        return NULL;
    memcpy(text, name->text, name->length);
    text[name->length] = '\0';
    for (int cut = 0; cut < 2; ++cut) {
        for (size_t i = 0; i < sizeof math_names / sizeof *math_names; ++i)
            if (strcmp(math_names[i].name, text) == 0) {
                *is_single = cut;
                return &math_names[i];
            }
        if (name->length < 2 || text[name->length - 1] != 'f')
            return NULL;
        text[name->length - 1] = '\0';
    }
    return NULL;
}

uint64_t host_roots_of(const HostValue *arguments, int count)
{
    uint64_t roots = 0;
    for (int i = 0; i < count; ++i)
        roots |= arguments[i].roots;
    return roots;
}

static bool min_max(const Token *name, const HostValue *a, int count, HostValue *result)
{
    bool is_min = token_is(name, "min"), is_max = token_is(name, "max");
    if ((!is_min && !is_max) || count != 2)
        return false;
    *result = host_binary(BINARY_LT, a[0], a[1]);
    if (host_is_known(result)) {
        bool first = host_is_true(result) == is_min;
        HostValue zero = host_integer(0, SCALAR_I32); /* adding it converts to the common type */
        *result = host_binary(BINARY_ADD, a[!first], zero);
    }
    result->roots = a[0].roots | a[1].roots;
    return true;
}

bool host_math_call(const Token *name, const HostValue *a, int count, HostValue *result)
{
    bool single = false;
    if (min_max(name, a, count, result))
        return true;
    if (token_is(name, "abs") && count == 1 && host_is_known(a)) {
        *result = host_double(a) < 0 ? host_negate(a[0]) : a[0];
        return true;
    }
    const MathName *math = math_find(name, &single);
    if (!math || count != (math->one ? 1 : 2))
        return false;
    for (int i = 0; i < count; ++i)
        if (!host_is_known(&a[i])) {
            *result = host_unknown(a[i].reason, host_roots_of(a, count));
            return true;
        }
    single |= a[0].type == SCALAR_F32 && (count == 1 || a[1].type == SCALAR_F32);
    double value = math->one ? math->one(host_double(&a[0]))
                             : math->two(host_double(&a[0]), host_double(&a[1]));
    *result = host_real(value, single ? SCALAR_F32 : SCALAR_F64);
    result->roots = host_roots_of(a, count);
    return true;
}
