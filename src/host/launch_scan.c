/* Launches of a file: runs the host code abstractly (scan.h), main first, then every function that
 * launches or allocates and was not called, and collects what the launches were given. Which
 * variables settings can mean is known from the scan without them. */
#include "host/launch_scan.h"

#include "host/run/eval.h"

#include <stdlib.h>
#include <string.h>

static void run_function(HostScan *scan, int index)
{
    HostValue result;
    int owner = scan->functions[index].owner, params = scan->functions[index].params;
    const HostClass *of = owner >= 0 ? host_class_at(scan, owner) : NULL;
    HostReceiver nobody = {.owner = owner, .object = host_unknown(NULL, 0)};
    nobody.is_made = of && params > 0 && token_is_same(&scan->tokens[params - 1], of->name);
    scan->roots++;
    scan->template_at = scan->template_end = -1;
    scan->receiver = owner >= 0 ? &nobody : NULL;
    host_function_run(scan, index, NULL, 0, &result);
}

/* Marks the functions that others call: by these, values and template arguments are known. */
static void mark_called(HostScan *scan)
{
    for (int i = 0; i + 1 < scan->count; ++i) {
        const Token *name = &scan->tokens[i];
        bool is_call = name->kind == TOKEN_NAME &&
                       (host_is_at(scan, i + 1, "(") || host_is_at(scan, i + 1, "<"));
        HostFunction *function =
            is_call ? host_function_find(scan, name->text, name->length, -1) : NULL;
        if (function && function->body >= 0 && scan->match[function->body] >= 0 &&
            i > function->params && (i < function->body || i > scan->match[function->body]))
            function->is_called = true;
    }
}

/* Functions that nobody has called so far; those that only outsiders call come first. */
static void run_rest(HostScan *scan)
{
    int count = scan->function_count; /* without lambdas, which are added as they are met */
    mark_called(scan);
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < count; ++i)
            if (scan->functions[i].is_interesting && !scan->functions[i].was_run &&
                (pass || !scan->functions[i].is_called))
                run_function(scan, i);
}

static void run_all(HostScan *scan)
{
    HostFrame file_scope = {0};
    scan->frame = &file_scope;
    host_index(scan);
    host_run_file_scope(scan);
    const HostFunction *entry = host_function_find(scan, "main", 4, -1);
    if (entry)
        run_function(scan, (int)(entry - scan->functions));
    scan->speculation = entry != NULL;
    run_rest(scan);
    scan->speculation = 0;
}

static HostScan *new_scan(Arena *arena, const Unit *unit, const HostSetting *settings, int count)
{
    HostScan *scan = ARENA_NEW(arena, HostScan);
    scan->arena = arena;
    scan->unit = unit;
    scan->tokens = unit->text.tokens.items;
    scan->count = unit->text.tokens.count;
    scan->sources = unit->sources;
    scan->settings = settings;
    scan->setting_count = count;
    scan->names = ARENA_NEW(arena, HostNames);
    scan->setting_is_variable = ARENA_ARRAY(arena, bool, count + 1);
    scan->setting_bad = ARENA_ARRAY(arena, bool, count + 1);
    scan->loop_steps_left = -1;
    scan->bytes_before = arena_used_bytes(arena);
    scan->stores_left = HOST_STORE_LIMIT;
    scan->template_at = scan->template_end = -1;
    return scan;
}

/* ---- results ---- */

static void set_buffer(const HostAllocation *allocation, HostArgument *out)
{
    const HostValue *bytes = &allocation->bytes;
    out->is_uploaded = allocation->is_uploaded;
    out->is_downloaded = allocation->is_downloaded;
    out->is_zeroed = allocation->is_zeroed;
    out->has_count = host_is_known(bytes);
    if (!out->has_count) {
        out->missing = bytes->reason;
        return;
    }
    out->count_bytes = host_double(bytes);
    out->roots = bytes->roots;
    out->has_shape = bytes->factors == 2;
    out->rows = (double)bytes->rows;
    out->columns = (double)bytes->columns;
}

/* The same of what the pointers in contents lead to. */
static void set_pointees(const HostScan *scan, const HostContents *contents)
{
    for (int i = 0; i < contents->pointer_count; ++i) {
        HostArgument *to = (HostArgument *)contents->pointers[i].to;
        bool is_set = to->has_count || to->missing;
        if (to->allocation < 0)
            continue;
        set_buffer(&scan->allocations[to->allocation], to);
        if (!is_set && (to->has_count || to->missing))
            set_pointees(scan, &to->contents);
    }
}

/* Allocations are looked up when the scan is over: copies may follow the launch. */
static void set_buffers(const HostScan *scan, HostArgument *arguments, int count)
{
    for (int i = 0; i < count; ++i) {
        HostArgument *argument = &arguments[i];
        if (argument->allocation >= 0)
            set_buffer(&scan->allocations[argument->allocation], argument);
        set_pointees(scan, &argument->contents);
        set_buffers(scan, (HostArgument *)argument->members, argument->member_count);
        for (int m = 0; m < argument->member_count && !argument->missing; ++m)
            argument->missing = argument->members[m].missing;
    }
}

static int compare_sites(const void *a, const void *b)
{
    const HostSite *x = a, *y = b;
    return x->at != y->at ? x->at - y->at : x->order - y->order;
}

static bool copies(const HostScan *scan)
{
    static const char *const names[] = {"cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D",
                                        "cudaMemcpy2DAsync", NULL};
    for (int i = 0; i < scan->count; ++i)
        if (token_is_any(&scan->tokens[i], names))
            return true;
    return false;
}

static void set_symbols(const HostScan *scan, const HostSymbol *symbols, int count)
{
    for (int i = 0; i < count; ++i)
        set_pointees(scan, &symbols[i].contents);
}

static LaunchScan *scan_results(HostScan *scan)
{
    LaunchScan *out = ARENA_NEW(scan->arena, LaunchScan);
    HostLaunch *launches = ARENA_ARRAY(scan->arena, HostLaunch, scan->site_count + 1);
    if (scan->site_count)
        qsort(scan->sites, (size_t)scan->site_count, sizeof *scan->sites, compare_sites);
    for (int i = 0; i < scan->site_count; ++i) {
        const HostSite *site = &scan->sites[i];
        set_buffers(scan, (HostArgument *)site->launch.arguments, site->launch.argument_count);
        set_symbols(scan, site->launch.symbols, site->launch.symbol_count);
        launches[i] = site->launch;
    }
    for (int i = 0; i < scan->visit_count; ++i) {
        set_buffers(scan, (HostArgument *)scan->visits[i].arguments,
                    scan->visits[i].argument_count);
        set_symbols(scan, scan->visits[i].symbols, scan->visits[i].symbol_count);
    }
    out->launches = launches;
    out->launch_count = scan->site_count;
    out->copies = copies(scan);
    out->has_main = host_function_find(scan, "main", 4, -1) != NULL;
    out->visits = scan->visits;
    out->visit_count = scan->visit_count;
    out->variables = scan->listed;
    out->variable_count = scan->listed_count;
    set_symbols(scan, scan->symbols, scan->symbol_count);
    out->symbols = scan->symbols;
    out->symbol_count = scan->symbol_count;
    out->bad_copies = scan->bad_copies;
    out->bad_copy_count = scan->bad_copy_count;
    out->work = scan->work;
    return out;
}

/* ---- settings ---- */

static const HostVariable *listed_variable(const LaunchScan *scan, const char *name)
{
    for (int i = 0; i < scan->variable_count; ++i)
        if (strcmp(scan->variables[i].name, name) == 0)
            return &scan->variables[i];
    return NULL;
}

static const Phrase *names_of(Arena *arena, const LaunchScan *scan)
{
    const char *names = "";
    int shown = 0;
    for (int sizes = 1; sizes >= 0 && shown == 0; --sizes)
        for (int i = 0; i < scan->variable_count && shown < 12; ++i)
            if (scan->variables[i].is_size || !sizes)
                names = arena_printf(arena, "%s%s%s", names, shown++ ? ", " : "",
                                     scan->variables[i].name);
    return shown ? phrase_new(arena, "the host variables here are %s", names)
                 : PHRASE_LITERAL("the host code of this file has no such variables");
}

/* The kernel that has a parameter of that name, or NULL. */
static const char *kernel_with(HostScan *host, const char *name)
{
    for (int i = 0; i < host->function_count; ++i) {
        const HostFunction *function = &host->functions[i];
        int close = function->is_device ? host->match[function->params] : -1;
        for (int at = function->params + 1; at < close; ++at)
            if (token_is(&host->tokens[at], name) &&
                (token_is(&host->tokens[at + 1], ",") || at + 1 == close))
                return function->name;
    }
    return NULL;
}

static void report_unknown_settings(HostScan *host, const Unit *unit, const LaunchScan *scan,
                                    Diags *diags)
{
    Arena *arena = host->arena;
    const HostSetting *settings = host->settings;
    for (int i = 0; i < host->setting_count; ++i) {
        if (listed_variable(scan, settings[i].name))
            continue;
        const Phrase *hint = names_of(arena, scan);
        const char *kernel = kernel_with(host, settings[i].name);
        if (kernel)
            hint = phrase_new(arena, "it is a parameter of %s: write --arg %s=%s", kernel,
                              settings[i].name, host_setting_text(arena, &settings[i]));
        for (int m = 0; m < unit->text.macro_count; ++m)
            if (strcmp(unit->text.macros[m].name, settings[i].name) == 0)
                hint = phrase_new(arena, "it is a macro: write -D %s=%s", settings[i].name,
                                  host_setting_text(arena, &settings[i]));
        diag_error_plain(diags, NULL, "--set %s: the file has no host variable of that name",
                         settings[i].name);
        diag_hint(diags, hint);
    }
}

LaunchScan *launch_scan(Arena *arena, const Unit *unit, Diags *diags)
{
    HostScan *scan = new_scan(arena, unit, NULL, 0);
    run_all(scan);
    if (scan->was_full)
        diag_warning(diags, (Span){0},
                     "give what the launch needs: --kernel, --grid, --block, --set, --arg",
                     "the host code takes more than %d MiB to follow; what it does in the end is "
                     "not known",
                     HOST_BYTES_LIMIT >> 20);
    return scan_results(scan);
}

LaunchScan *launch_scan_with(Arena *arena, const Unit *unit, const LaunchScan *plain,
                             const HostSetting *settings, int setting_count, Diags *diags)
{
    HostScan *scan = new_scan(arena, unit, settings, setting_count);
    scan->diags = diags;
    for (int i = 0; i < setting_count; ++i) {
        const HostVariable *variable = listed_variable(plain, settings[i].name);
        scan->setting_is_variable[i] = variable && !variable->is_parameter;
    }
    run_all(scan);
    report_unknown_settings(scan, unit, plain, diags);
    return scan_results(scan);
}
