/* The texts of LAUNCH options. Every wrong value is one message that names the option, what is
 * wrong with it, and the right form. */
#include "load/parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool load_integer(const char *text, int64_t least, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
    *out = value;
    return end != text && !*end && errno != ERANGE && value >= least && value <= most;
}

/* Decimal or hex digits behind a sign. */
static bool read_whole(const char *text, WholeOrReal *out)
{
    bool is_negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;
    if (*digits < '0' || *digits > '9')
        return false;
    errno = 0;
    uint64_t magnitude = strtoull(digits, &end, is_hex ? 16 : 10);
    if (*end || errno == ERANGE || (is_negative && magnitude > (uint64_t)1 << 63))
        return false;
    *out = (WholeOrReal){.is_whole = true,
                         .is_negative = is_negative && magnitude,
                         .integer = is_negative ? 0 - magnitude : magnitude,
                         .real = is_negative ? -(double)magnitude : (double)magnitude};
    return true;
}

bool load_whole_or_real(const char *text, WholeOrReal *out)
{
    char *end;
    if (read_whole(text, out))
        return true;
    *out = (WholeOrReal){.real = strtod(text, &end)};
    if (end == text || *end || !isfinite(out->real))
        return false;
    double real = out->real; /* 1e3; one of too many digits was rounded */
    out->is_whole =
        strpbrk(text, ".eEpP") && real == floor(real) && real >= -0x1p63 && real < 0x1p64;
    out->is_negative = real < 0;
    if (out->is_whole)
        out->integer = real < 0 ? (uint64_t)(int64_t)real : (uint64_t)real;
    return true;
}

const char *load_pair(const NamedText *pairs, int count, const char *name)
{
    for (int i = count - 1; i >= 0; --i)
        if (strcmp(pairs[i].name, name) == 0)
            return pairs[i].value;
    return NULL;
}

/* ---- -D, --without, --fmad ---- */

static bool parse_without(const char *text, Without *out)
{
    static const char *const kinds[] = {"barrier:", "line:", "check:"};
    static const WithoutKind values[] = {WITHOUT_BARRIER, WITHOUT_LINE, WITHOUT_CHECK};
    for (int i = 0; i < 3; ++i) {
        size_t length = strlen(kinds[i]);
        int64_t line;
        if (strncmp(text, kinds[i], length) != 0)
            continue;
        if (!load_integer(text + length, 1, INT32_MAX, &line))
            return false;
        *out = (Without){values[i], (int)line};
        return true;
    }
    return false;
}

static void load_withouts(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    Without *withouts = ARENA_ARRAY(loader->arena, Without, options->without_count + 1);
    for (int i = 0; i < options->without_count; ++i)
        if (!parse_without(options->withouts[i], &withouts[i]))
            diag_error_plain(loader->diags,
                             "write --without barrier:LINE, check:LINE or line:LINE, as in "
                             "--without barrier:21",
                             "--without %s: this is not something that can be switched off",
                             options->withouts[i]);
    loader->run->compile.withouts = withouts;
    loader->run->compile.without_count = options->without_count;
}

void load_compile_options(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    CompileOptions *compile = &loader->run->compile;
    compile->defines = options->defines;
    compile->define_count = options->define_count;
    compile->kernel = options->kernel;
    compile->template_args = options->template_args;
    compile->fmad = !options->fmad || strcmp(options->fmad, "on") == 0;
    if (options->fmad && !compile->fmad && strcmp(options->fmad, "off") != 0)
        diag_error_plain(loader->diags, NULL, "--fmad %s: it is either on or off", options->fmad);
    load_withouts(loader);
}

/* ---- --set ---- */

void load_settings(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    for (int i = 0; i < options->setting_count; ++i) {
        const NamedText *pair = &options->settings[i];
        WholeOrReal number;
        if (!load_whole_or_real(pair->value, &number)) {
            diag_error_plain(
                loader->diags, arena_printf(loader->arena, "as in --set %s=64", pair->name),
                "--set %s=%s: a host variable takes a number", pair->name, pair->value);
            continue;
        }
        HostSetting setting = {pair->name, number.real, number.is_whole, (int64_t)number.integer};
        int at = 0; /* the last of a name counts */
        while (at < loader->setting_count && strcmp(loader->settings[at].name, pair->name) != 0)
            at++;
        if (at == loader->setting_count)
            (void)ARENA_PUSH(loader->arena, loader->settings, loader->setting_count,
                             loader->setting_capacity);
        loader->settings[at] = setting;
    }
}

/* ---- --order, --max-steps ---- */

static bool parse_order(const char *text, Launch *launch)
{
    static const char *const names[] = {"round-robin", "one-by-one", "reverse", "random"};
    static const Order orders[] = {ORDER_ROUND_ROBIN, ORDER_ONE_BY_ONE, ORDER_REVERSE,
                                   ORDER_RANDOM};
    for (int i = 0; i < 4; ++i)
        if (strcmp(text, names[i]) == 0) {
            launch->order = orders[i];
            return true;
        }
    int64_t seed;
    if (strncmp(text, "random:", 7) != 0 || !load_integer(text + 7, 0, INT64_MAX, &seed))
        return false;
    launch->order = ORDER_RANDOM;
    launch->order_seed = (uint64_t)seed;
    return true;
}

void load_schedule(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    Launch *launch = &loader->run->launch;
    int64_t steps = 0;
    if (options->order && !parse_order(options->order, launch))
        diag_error_plain(loader->diags, "write round-robin, one-by-one, reverse or random:SEED",
                         "--order %s: there is no such order", options->order);
    if (options->max_steps && !load_integer(options->max_steps, 1, INT64_MAX, &steps))
        diag_error_plain(loader->diags, "as in --max-steps 1000000",
                         "--max-steps %s: it takes a whole number of at least 1",
                         options->max_steps);
    launch->max_steps = (uint64_t)steps;
}

/* ---- --block, --grid ---- */

bool load_extents(Loader *loader, const char *option, const char *text, int64_t out[3])
{
    char *copy = arena_text(loader->arena, text, strlen(text)), *at = copy;
    int count = 0;
    bool good = true;
    out[0] = out[1] = out[2] = 1;
    while (good && at) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma++ = '\0';
        good = count < 3 && load_integer(at, 1, UINT32_MAX, &out[count]);
        count++;
        at = comma;
    }
    if (!good)
        diag_error_plain(loader->diags,
                         arena_printf(loader->arena, "write --%s X, X,Y or X,Y,Z, as in --%s 16,16",
                                      option, option),
                         "--%s %s: it takes one to three whole numbers of at least 1", option,
                         text);
    return good;
}

/* ---- names of parameters ---- */

const char *load_parameter_names(Loader *loader)
{
    const char *buffers = load_names(loader, true), *numbers = load_names(loader, false);
    if (!*buffers && !*numbers)
        return arena_printf(loader->arena, "%s has no parameters", loader->run->program->name);
    return arena_printf(loader->arena, "%s has %s%s%s%s%s", loader->run->program->name,
                        *buffers ? "the buffers " : "", buffers,
                        *buffers && *numbers ? " and " : "", *numbers ? "the numbers " : "",
                        numbers);
}

/* The names there are, or what the name stands for instead. */
static const char *hint_for(Loader *loader, const NamedText *pair)
{
    const LaunchScan *scan = loader->run->scan;
    for (int i = 0; i < scan->variable_count; ++i)
        if (strcmp(scan->variables[i].name, pair->name) == 0)
            return arena_printf(loader->arena, "it is a variable of the host: write --set %s=%s",
                                pair->name, pair->value);
    return load_parameter_names(loader);
}

static void check_pairs(Loader *loader, const char *option, const NamedText *pairs, int count,
                        bool needs_buffer)
{
    for (int i = 0; i < count; ++i) {
        bool is_buffer = false;
        if (!load_find_name(loader, pairs[i].name, &is_buffer))
            diag_error_plain(loader->diags, hint_for(loader, &pairs[i]),
                             "--%s %s: the kernel %s has no parameter of that name", option,
                             pairs[i].name, loader->run->program->name);
        else if (needs_buffer && !is_buffer)
            diag_error_plain(loader->diags, load_parameter_names(loader),
                             "--%s %s: %s is a number, not a buffer", option, pairs[i].name,
                             pairs[i].name);
    }
}

void load_check_names(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    check_pairs(loader, "arg", options->arguments, options->argument_count, false);
    check_pairs(loader, "shape", options->shapes, options->shape_count, true);
    check_pairs(loader, "offset", options->offsets, options->offset_count, true);
}
