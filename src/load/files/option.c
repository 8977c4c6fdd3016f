/* The options that are the same for every kernel: -D, --without, --fmad, --set, --order and
 * --max-steps. Every wrong value is one message that names the option, what is wrong with it,
 * and the right form. */
#include "load/files/files.h"
#include "load/state/number.h"

#include <string.h>

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
            diag_error_plain(loader->diags, NULL, "--set %s=%s: a host variable takes a number",
                             pair->name, pair->value);
            load_hint_option(loader, arena_printf(loader->arena, "--set %s=64", pair->name));
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
    for (int i = 0; i < ORDERS; ++i)
        if (strcmp(text, order_names[i]) == 0) {
            launch->order = (Order)i;
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
