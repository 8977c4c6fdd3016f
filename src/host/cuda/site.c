/* The list of launches: which kernel each is of, where several have its name or a variable holds
 * one, and one record for those that a reader would take for the same. */
#include "host/cuda/site.h"
#include "host/run/eval.h"

#include <string.h>

enum {
    NAMED_WITHIN = 64,       /* tokens before its chevrons the kernel is named */
    FITS_NAMESPACE = 1 << 20 /* counts more than how well the parameters fit */
};

/* Two launches of a kernel with the same buffers, of which one begins elsewhere in one of them, or
 * at another number than 0. */
static bool are_parts(const HostLaunch *a, const HostLaunch *b)
{
    bool is_elsewhere = false;
    if (strcmp(a->kernel, b->kernel) != 0 || a->argument_count != b->argument_count)
        return false;
    for (int i = 0; i < a->argument_count; ++i) {
        const HostArgument *x = &a->arguments[i], *y = &b->arguments[i];
        if (x->allocation != y->allocation)
            return false;
        is_elsewhere |= x->allocation >= 0 && x->offset_elements != y->offset_elements;
        is_elsewhere |= x->is_known && y->is_known && !x->is_float && x->integer != y->integer &&
                        (x->integer == 0 || y->integer == 0);
    }
    return is_elsewhere;
}

static void mark_parts(HostScan *scan, HostLaunch *launch)
{
    for (int i = 0; i < scan->site_count; ++i)
        if (are_parts(&scan->sites[i].launch, launch))
            scan->sites[i].launch.is_part = launch->is_part = true;
}

static bool are_equal_texts(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Does the code that runs stand in a function that calls itself? Its launches are those of one
 * loop. */
static bool is_recursive(const HostScan *scan)
{
    const HostFunction *function = scan->frame->function;
    for (int i = 0; function && i < scan->function_count; ++i)
        if (scan->functions[i].body == function->body && scan->functions[i].is_recursive)
            return true;
    return false;
}

/* Would both be one line of a list of launches? What is not known is taken for equal. */
static bool is_same_launch(const HostScan *scan, const HostSite *a, const HostSite *b)
{
    const HostLaunch *x = &a->launch, *y = &b->launch;
    if (a->at != b->at || strcmp(x->kernel, y->kernel) != 0)
        return false;
    if (x->missing || y->missing || is_recursive(scan) || scan->site_count >= HOST_SITE_LIMIT)
        return true;
    if (!are_equal_texts(x->template_args, y->template_args))
        return false;
    return scan->next_passes ||
           (memcmp(x->grid, y->grid, sizeof x->grid) == 0 &&
            memcmp(x->block, y->block, sizeof x->block) == 0 && x->shared_bytes == y->shared_bytes);
}

/* May the kernel write to what its parameter leads to, as far as its type tells? */
static bool may_write(HostScan *scan, const char *kernel, const HostReading *reading, int index)
{
    HostType type;
    const HostFunction *function =
        host_function_find(scan, kernel, (uint32_t)strlen(kernel), reading->count);
    bool is_const = function && host_parameter_type(scan, function, index, &type) &&
                    type.is_const && type.pointers == 1;
    return !is_const || reading->values[index].kind != HOST_DEVICE;
}

/* Notes that the program comes by the launch, and what it may have written to. */
static void visit(HostScan *scan, const HostReading *reading, const char *plain, HostLaunch *launch)
{
    bool is_followed = !scan->uncertain && scan->visit_count < HOST_SITE_LIMIT;
    if (scan->dead)
        return;
    if (is_followed)
        *ARENA_PUSH(scan->arena, scan->visits, scan->visit_count, scan->visit_capacity) = *launch;
    launch->visit = is_followed ? scan->visit_count : 0;
    for (int i = 0; i < reading->count; ++i)
        if (may_write(scan, plain, reading, i))
            host_history_launched(scan, &reading->values[i], launch->visit);
}

/* Keeps one record for each launch. A later one takes its place if it is better: one that was
 * reached is better than one that was not, then one of which nothing is missing. */
static void record_site(HostScan *scan, HostSite site)
{
    mark_parts(scan, &site.launch);
    for (int i = 0; i < scan->site_count; ++i) {
        HostSite *old = &scan->sites[i];
        if (!is_same_launch(scan, old, &site))
            continue;
        bool better = site.launch.is_reached != old->launch.is_reached
                          ? site.launch.is_reached
                          : old->launch.missing && !site.launch.missing;
        site.order = old->order;
        if (better)
            *old = site;
        return;
    }
    site.order = scan->site_count;
    *ARENA_PUSH(scan->arena, scan->sites, scan->site_count, scan->site_capacity) = site;
}

bool host_launched_value(const HostScan *scan, const HostValue *value, HostLaunched *out)
{
    if (value->kind != HOST_FUNCTION || !scan->functions[value->object].is_device)
        return false;
    *out = (HostLaunched){.kernel = scan->functions[value->object].name};
    if (value->integer) {
        out->template_args = scan->instances[value->integer - 1].text;
        out->missing = scan->instances[value->integer - 1].missing;
    }
    return true;
}

/* The template arguments that a launch leaves to the compiler, if all are types that follow from
 * what the kernel is given; NULL otherwise. */
static const char *deduced_text(HostScan *scan, const char *kernel, const HostReading *reading)
{
    HostTemplates templates = {0};
    const char *text = NULL;
    HostFunction *function = host_function_find(scan, kernel, (uint32_t)strlen(kernel), -1);
    if (!function || function->templates < 0)
        return NULL;
    host_templates_deduce(scan, function, reading->values, reading->count, &templates);
    for (int i = 0; i < templates.count; ++i) {
        if (!templates.is_given[i])
            return NULL;
        text = text ? arena_printf(scan->arena, "%s, %s", text, templates.types[i].name)
                    : templates.types[i].name;
    }
    return text;
}

/* How well the arguments fit the kernel's parameters: -1 not at all. */
static int fit_of(HostScan *scan, const HostFunction *kernel, const HostReading *reading)
{
    int fit = 0;
    HostType type;
    for (int i = 0; i < reading->count; ++i) {
        const HostValue *value = &reading->values[i];
        bool is_known = host_is_known(value), is_device = value->kind == HOST_DEVICE;
        if (!host_parameter_type(scan, kernel, i, &type))
            return -1;
        if ((is_known && type.pointers) || (is_device && !type.pointers))
            return -1;
        ScalarType scalar = is_device ? value->element.scalar : value->type;
        bool is_scalar = is_device ? value->element.is_scalar : is_known;
        fit += is_scalar && type.is_scalar ? 1 + (scalar == type.scalar) : 0;
    }
    return fit * 2 + !host_parameter_type(scan, kernel, reading->count, &type);
}

/* The kernel among the functions; NULL if it is not there. */
static const HostFunction *function_of(const HostScan *scan, const KernelInfo *kernel)
{
    for (int i = 0; i < scan->function_count; ++i) {
        int params = scan->functions[i].params;
        const Span *name = params > 0 ? &scan->tokens[params - 1].span : NULL;
        if (name && name->file == kernel->span.file && name->start == kernel->span.start)
            return &scan->functions[i];
    }
    return NULL;
}

/* The name of the innermost namespace around a token, or NULL. One that is inline has no say. */
static const Token *namespace_around(const HostScan *scan, int at)
{
    const Token *name = NULL;
    for (int i = 0; i < at; ++i) {
        int behind = i + 2;
        if (!host_is_at(scan, i, "namespace") || scan->tokens[i + 1].kind != TOKEN_NAME ||
            (i > 0 && host_is_at(scan, i - 1, "inline")))
            continue;
        while (host_is_at(scan, behind, "::"))
            behind += 2;
        if (host_is_at(scan, behind, "{") && scan->match[behind] > at)
            name = &scan->tokens[behind - 1];
    }
    return name;
}

/* The namespace in which a launch looks for its kernel: that before the name, as in b::k<<<>>>, or
 * the one around it. */
static const Token *namespace_meant(const HostScan *scan, const char *plain, int launch)
{
    int at = launch - 1;
    while (at > 0 && launch - at < NAMED_WITHIN && !host_is_at(scan, at, plain))
        --at;
    if (host_is_at(scan, at, plain) && host_is_at(scan, at - 1, "::") && at > 1)
        return &scan->tokens[at - 2];
    return namespace_around(scan, launch);
}

static bool is_in_namespace(const HostScan *scan, const HostFunction *function, const Token *meant)
{
    const Token *around = namespace_around(scan, function->params);
    bool is_none = !meant || meant->kind != TOKEN_NAME; /* ::k */
    return is_none || !around ? is_none && !around
                              : around->length == meant->length &&
                                    memcmp(around->text, meant->text, meant->length) == 0;
}

/* Which of several kernels of that name the launch is of: that of its namespace whose parameters
 * fit best, of another one if none there do, or the first if none fit. */
static const char *overload(HostScan *scan, const char *plain, const HostReading *reading)
{
    const Token *meant = NULL;
    const char *best = unit_kernel_name(scan->unit, plain);
    int most = -1;
    bool is_only = strcmp(best, plain) == 0;
    if (!is_only)
        meant = namespace_meant(scan, plain, reading->site.at);
    for (int i = 0; i < scan->unit->kernel_count && !is_only; ++i) {
        const KernelInfo *kernel = &scan->unit->kernels[i];
        bool is_called = strcmp(kernel->plain, plain) == 0;
        const HostFunction *function = is_called ? function_of(scan, kernel) : NULL;
        int fit = function ? fit_of(scan, function, reading) : -1;
        if (fit >= 0 && is_in_namespace(scan, function, meant))
            fit += FITS_NAMESPACE;
        if (fit > most) {
            most = fit;
            best = kernel->name;
        }
    }
    return best;
}

void host_record_launched(HostScan *scan, const HostReading *reading, const HostLaunched *launched)
{
    HostSite site = reading->site;
    const Phrase *before = site.launch.missing;
    site.launch.kernel = overload(scan, launched->kernel, reading);
    site.launch.template_args = launched->template_args;
    if (!launched->template_args && !launched->missing)
        site.launch.template_args = deduced_text(scan, launched->kernel, reading);
    site.launch.missing = !before ? launched->missing
                          : !launched->missing
                              ? before
                              : phrase_new(scan->arena, "%p; %p", before, launched->missing);
    visit(scan, reading, launched->kernel, &site.launch);
    record_site(scan, site);
}

void host_record_value(HostScan *scan, HostReading *reading, const HostValue *value)
{
    HostLaunched launched;
    bool is_open = value->kind == HOST_FUNCTION && value->offset;
    scan->uncertain += is_open;
    if (host_launched_value(scan, value, &launched))
        host_record_launched(scan, reading, &launched);
    else
        for (int i = 0; i < reading->count; ++i)
            host_history_doubt(scan, &reading->values[i]);
    for (int i = (int)value->offset; i && value->kind == HOST_FUNCTION;
         i = scan->choices[i - 1].next) {
        reading->site.launch.is_reached = false;
        if (host_launched_value(scan, &scan->choices[i - 1].function, &launched))
            host_record_launched(scan, reading, &launched);
    }
    scan->uncertain -= is_open;
}
