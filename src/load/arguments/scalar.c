/* The numbers that a kernel is given: from --arg, the host code or a default, to the bits of their
 * types. Whole numbers stay integers of 64 bits all the way: a double would lose the last ones. */
#include "load/arguments/arguments.h"
#include "load/sizes/assume.h"
#include "load/sizes/guess.h"
#include "load/state/number.h"
#include "vm/lanes/half.h"

#include <math.h>
#include <string.h>

static bool fits_type(const WholeOrReal *number, ScalarType type)
{
    static const int64_t least[] = {0, -128, 0, -32768, 0, INT32_MIN, 0, INT64_MIN, 0};
    static const uint64_t most[] = {1,         127,        255,       32767,     65535,
                                    INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
    if (scalar_is_float(type))
        return true;
    if (!number->is_whole)
        return false;
    return number->is_negative ? (int64_t)number->integer >= least[type]
                               : number->integer <= most[type];
}

/* C's conversion where it is defined, else 0. */
static uint64_t integer_bits(const WholeOrReal *number)
{
    double value = number->real;
    if (number->is_whole)
        return number->integer;
    if (value > -0x1p63 && value < 0x1p63)
        return (uint64_t)(int64_t)value;
    return value > 0 && value < 0x1p64 ? (uint64_t)value : 0;
}

/* Bits as a register holds them: narrow integers widened to 32. */
static uint64_t register_bits(const WholeOrReal *number, ScalarType type)
{
    float single = (float)number->real;
    uint32_t word;
    uint64_t bits = integer_bits(number);
    switch (type) {
    case SCALAR_F16: return half_from_double(number->real);
    case SCALAR_BF16: return bfloat_from_double(number->real);
    case SCALAR_F32: memcpy(&word, &single, sizeof word); return word;
    case SCALAR_F64: memcpy(&bits, &number->real, sizeof bits); return bits;
    case SCALAR_BOOL: return number->real != 0;
    case SCALAR_I8: return (uint32_t)(int8_t)bits;
    case SCALAR_U8: return (uint8_t)bits;
    case SCALAR_I16: return (uint32_t)(int16_t)bits;
    case SCALAR_U16: return (uint16_t)bits;
    case SCALAR_I64:
    case SCALAR_U64: return bits;
    default: return (uint32_t)bits;
    }
}

/* ---- from --arg ---- */

static bool read_given(const char *text, ScalarType type, WholeOrReal *out)
{
    bool is_true = strcmp(text, "true") == 0;
    if (type != SCALAR_BOOL || (!is_true && strcmp(text, "false") != 0))
        return load_whole_or_real(text, out);
    *out = (WholeOrReal){.is_whole = true, .integer = is_true, .real = is_true};
    return true;
}

static const char *example_of(ScalarType type)
{
    return scalar_is_float(type) ? "1.5" : type == SCALAR_BOOL ? "true" : "64";
}

static void report_number(Loader *loader, const Scalar *scalar, const char *text)
{
    WholeOrReal number;
    const char *type = scalar_name(scalar->type), *name = scalar->name;
    if (scalar_is_float(scalar->type))
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s is a %s and takes a number", name,
                         text, name, type);
    else if (load_whole_or_real(text, &number) && number.real == floor(number.real))
        diag_error_plain(loader->diags, NULL,
                         "--arg %s=%s: the number does not fit %s, which is %s", name, text, name,
                         type);
    else if (scalar->type == SCALAR_BOOL)
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s is a bool: true or false", name,
                         text, name);
    else
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s is %s %s and takes a whole number",
                         name, text, name, strchr("aeiou", *type) ? "an" : "a", type);
    load_hint_option(loader,
                     arena_printf(loader->arena, "--arg %s=%s", name, example_of(scalar->type)));
}

/* ---- from the host code, or nowhere ---- */

static WholeOrReal of_host(const HostArgument *host)
{
    return (WholeOrReal){.is_whole = !host->is_float,
                         .is_negative = host->value < 0,
                         .integer = (uint64_t)host->integer,
                         .real = host->value};
}

static void missing_scalar(Loader *loader, const Scalar *scalar)
{
    if (scalar->host && scalar->host->missing)
        diag_error(loader->diags, loader->run->host->span, NULL,
                   "the value of parameter %s cannot be read from the host code: it needs %p",
                   scalar->name, scalar->host->missing);
    else
        diag_error(loader->diags, scalar->span, NULL, "parameter %s has no value", scalar->name);
    diag_hint(loader->diags, phrase_new(loader->arena, "pass --arg %s=VALUE", scalar->name));
}

static const char *text_of(Arena *arena, const WholeOrReal *number)
{
    return number->is_whole ? arena_printf(arena, "%lld", (long long)number->integer)
                            : arena_printf(arena, "%g", number->real);
}

/* What a number is that nobody gives; a flag is not set. */
static WholeOrReal assumed_number(Loader *loader, const Scalar *scalar)
{
    bool is_float = scalar_is_float(scalar->type);
    GuessBase base = load_assume_base(loader, load_assume_side(loader->run));
    WholeOrReal number = {.is_whole = true};
    int64_t value;
    if (!is_float && load_assume_named(loader->run, scalar->name, &value))
        number = (WholeOrReal){.is_whole = true, .integer = (uint64_t)value, .real = (double)value};
    else if (scalar->type != SCALAR_BOOL)
        number = load_guess_number(scalar->name, is_float, &base);
    load_assume(loader, "arg", scalar->name, text_of(loader->arena, &number));
    loader->run->is_size_assumed |= load_guess_is_size(scalar->name, is_float);
    return number;
}

/* A pointer to functions: the one that is given by its name, else the first that fits. */
static bool load_function(Loader *loader, Scalar *scalar, const char *given)
{
    const FunctionNumber *chosen = given ? NULL : &scalar->functions[0];
    for (int i = 0; given && i < scalar->function_count; ++i)
        if (strcmp(scalar->functions[i].name, given) == 0)
            chosen = &scalar->functions[i];
    if (!chosen) {
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s takes a function of the file",
                         scalar->name, given, scalar->name);
        load_hint_option(loader, arena_printf(loader->arena, "--arg %s=%s", scalar->name,
                                              scalar->functions[0].name));
        return false;
    }
    scalar->is_assumed = !given;
    if (!given)
        load_assume(loader, "arg", scalar->name, chosen->name);
    scalar->bits = chosen->number;
    return true;
}

bool load_scalar(Loader *loader, Scalar *scalar)
{
    const LoadOptions *options = &loader->run->options;
    const char *given = load_argument_text(loader, scalar->name);
    const HostArgument *host = scalar->host;
    WholeOrReal number;
    bool is_known = !given && host && host->is_known;
    if (scalar->function_count && !is_known)
        return load_function(loader, scalar, given);
    if (given && (!read_given(given, scalar->type, &number) || !fits_type(&number, scalar->type))) {
        report_number(loader, scalar, given);
        return false;
    }
    bool is_whole = !scalar_is_float(scalar->type) && scalar->type != SCALAR_BOOL;
    if (given && is_whole && host && host->is_known && number.real > host->value)
        *ARENA_PUSH(loader->arena, loader->raised, loader->raised_count, loader->raised_capacity) =
            (RaisedNumber){scalar->name, host};
    if (!given && !host && scalar->standard) {
        scalar->bits = *scalar->standard;
        return true;
    }
    scalar->is_assumed = !given && (!loader->run->host || (options->assume && !is_known));
    if (is_known) {
        number = of_host(host);
    } else if (scalar->is_assumed) {
        number = assumed_number(loader, scalar);
    } else if (!given) {
        missing_scalar(loader, scalar);
        return false;
    }
    scalar->bits = register_bits(&number, scalar->type);
    return true;
}
