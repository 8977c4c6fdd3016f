/* Which kernel, with which numbers: what the options say, else what the host code says, else a
 * default that is noted. Unknown host sizes get a small default and the host code is scanned again,
 * so that whatever is derived from them follows. */
#include "base/file.h"
#include "load/fit.h"
#include "load/sizes/assume.h"
#include "load/sizes/guess.h"
#include "load/sizes/remedy.h"
#include "load/sizes/scans.h"
#include "load/state/number.h"

#include <math.h>
#include <string.h>

enum { DEFAULT_SIDE = 64, DEFAULT_SIZE_LIMIT = 4096 };
enum { DEFAULT_TILE_LEAST = 16, DEFAULT_TILE_MOST = 256 }; /* elements of a block along a length */
enum { PRODUCT_TAIL = 4 };                                 /* so that vectors of 4 still fit */

/* ---- the kernel and its launch ---- */

static bool is_kernel(const Unit *unit, const char *name)
{
    for (int i = 0; i < unit->kernel_count; ++i)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return true;
    return false;
}

/* Does the other one launch the same with more to do? */
static bool is_more(const HostLaunch *other, const HostLaunch *launch)
{
    bool any = false;
    if (other->argument_count != launch->argument_count ||
        strcmp(other->kernel, launch->kernel) != 0 ||
        memcmp(other->grid, launch->grid, sizeof launch->grid) != 0 ||
        memcmp(other->block, launch->block, sizeof launch->block) != 0)
        return false;
    for (int i = 0; i < launch->argument_count; ++i) {
        const HostArgument *a = &launch->arguments[i], *b = &other->arguments[i];
        bool are_numbers = a->is_known && b->is_known && !a->is_null && !b->is_null;
        if (are_numbers && b->value < a->value)
            return false;
        any |= are_numbers && a->value == 1 && b->value > 1;
    }
    return any;
}

static bool is_copied(const HostHistory *history)
{
    bool any = false;
    for (int i = 0; i < history->count; ++i)
        any |= history->pieces[i].by == HOST_SET_COPY;
    return any;
}

/* Does the other one launch the same when the program has copied the input, which this one reads as
 * cudaMalloc left it? */
static bool is_filled(const HostLaunch *other, const HostLaunch *launch)
{
    bool any = false;
    if (other->argument_count != launch->argument_count ||
        strcmp(other->kernel, launch->kernel) != 0 || other->span.start < launch->span.start)
        return false;
    for (int i = 0; i < launch->argument_count; ++i) {
        const HostArgument *a = &launch->arguments[i], *b = &other->arguments[i];
        if (a->allocation != b->allocation)
            return false;
        any |= a->history.count == 1 && a->history.pieces[0].by == HOST_SET_NEVER &&
               is_copied(&b->history);
    }
    return any;
}

/* A launch that only wakes the device before time is taken: of a kernel that is called so, of sizes
 * of 1 that are larger the next time, or before its input is there. */
static bool is_warm_up(const LaunchScan *scan, const HostLaunch *launch)
{
    for (int i = 0; i < scan->launch_count; ++i)
        if (is_more(&scan->launches[i], launch) || is_filled(&scan->launches[i], launch))
            return true;
    return load_name_has(launch->kernel, "warm warmup warmup2 warming warmingup");
}

/* Is it a better launch of the host code than the best so far? One that the program reaches is
 * better than any other, then one of which nothing is missing, then one that is no warm-up, which
 * takes longer to ask. Of equals the first one is chosen. */
static bool is_better(const LaunchScan *scan, const HostLaunch *launch, const HostLaunch *best,
                      bool is_best_warm_up)
{
    if (!best || launch->is_reached != best->is_reached)
        return !best || launch->is_reached;
    if (!launch->missing != !best->missing)
        return !launch->missing;
    return is_best_warm_up && !is_warm_up(scan, launch);
}

/* The launch that --launch names, of all that the file has; NULL: it names none. */
static const HostLaunch *numbered_launch(const Run *run)
{
    int64_t number;
    const char *text = run->options.launch;
    return text && load_integer(text, 1, run->scan->launch_count, &number)
               ? &run->scan->launches[number - 1]
               : NULL;
}

static const HostLaunch *choose_launch(const Run *run, const char *kernel)
{
    const HostLaunch *best = numbered_launch(run);
    bool is_best_warm_up = false;
    if (best)
        return best;
    for (int i = 0; i < run->scan->launch_count; ++i) {
        const HostLaunch *launch = &run->scan->launches[i];
        if (kernel ? strcmp(launch->kernel, kernel) != 0 : !is_kernel(run->unit, launch->kernel))
            continue;
        if (!is_better(run->scan, launch, best, is_best_warm_up))
            continue;
        best = launch;
        is_best_warm_up = is_warm_up(run->scan, launch);
    }
    return best;
}

static void scan_host(Loader *loader)
{
    Run *run = loader->run;
    run->scan = load_scan(loader);
    int visit = loader->attempt.visit;
    run->host = !visit                            ? choose_launch(run, run->options.kernel)
                : visit <= run->scan->visit_count ? &run->scan->visits[visit - 1]
                                                  : NULL;
}

/* The longer side of the block, as far as the host code tells it. */
static int64_t side_of_launch(const Run *run)
{
    return run->host && run->host->has_block ? load_side_of_block(run, run->host->block)
                                             : DEFAULT_SIDE;
}

static bool is_complete(const HostLaunch *host)
{
    bool complete = !host->missing;
    for (int i = 0; i < host->argument_count; ++i)
        complete &= !host->arguments[i].missing;
    return complete;
}

static bool is_of_grid(const Run *run, const char *name)
{
    for (int i = 0; i < run->scan->variable_count && i < 64; ++i)
        if (strcmp(run->scan->variables[i].name, name) == 0)
            return run->host && (run->host->grid_roots >> i & 1);
    return false;
}

static bool is_flag(const Run *run, const char *name)
{
    for (int i = 0; i < run->scan->variable_count; ++i)
        if (strcmp(run->scan->variables[i].name, name) == 0)
            return run->scan->variables[i].is_flag;
    return false;
}

/* The value of a variable of the host that nobody gives; a flag is not set. */
static HostSetting assumed_setting(const Run *run, const char *name, const GuessBase *base)
{
    GuessBase own = *base;
    if (is_flag(run, name))
        return (HostSetting){.name = name, .is_whole = true};
    own.size += is_of_grid(run, name) ? base->tail : 0;
    int64_t value;
    if (load_assume_named(run, name, &value))
        return (HostSetting){name, (double)value, true, value};
    bool is_letter = is_of_grid(run, name) && name[0] && !name[1]; /* an i here is a length, too */
    WholeOrReal number = load_guess_number(is_letter ? "n" : name, false, &own);
    return (HostSetting){name, number.real, number.is_whole, (int64_t)number.integer};
}

/* Pointers and views that a library's tensor hands out are met like its sizes. */
static bool is_pointer_of_tensor(const char *name)
{
    return file_ends_with(name, "data_ptr") || file_ends_with(name, ".data") ||
           strstr(name, ".packed_accessor");
}

static void add_sizes(Loader *loader, const GuessBase *base)
{
    const LaunchScan *scan = loader->run->scan;
    for (int i = 0; i < scan->variable_count; ++i) {
        const HostVariable *variable = &scan->variables[i];
        bool is_of_launch = i < 64 && (loader->run->host->roots >> i & 1);
        if (!variable->is_known && variable->is_size && is_of_launch &&
            !is_pointer_of_tensor(variable->name))
            *ARENA_PUSH(loader->arena, loader->settings, loader->setting_count,
                        loader->setting_capacity) =
                assumed_setting(loader->run, variable->name, base);
    }
}

static bool has_no_blocks(const HostLaunch *host)
{
    return host && host->has_grid && (!host->grid[0] || !host->grid[1] || !host->grid[2]);
}

/* A program that clears its sizes first, and reads them from a file later, launches nothing with
 * what they were cleared to. */
static void add_zero_sizes(Loader *loader, const GuessBase *base)
{
    const Run *run = loader->run;
    const LaunchScan *scan = run->scan;
    bool is_zero = run->options.assume && has_no_blocks(run->host) && !load_cut_size(loader);
    for (int i = 0; is_zero && i < scan->variable_count; ++i) {
        const HostVariable *variable = &scan->variables[i];
        if (load_is_of_grid(run, variable) && !variable->integer && !variable->is_constant &&
            !variable->is_overridden)
            *ARENA_PUSH(loader->arena, loader->settings, loader->setting_count,
                        loader->setting_capacity) = assumed_setting(run, variable->name, base);
    }
}

/* Scans again with the settings from first on made anew, of lengths of this size. */
static void scan_with(Loader *loader, int first, GuessBase *base, int64_t size)
{
    base->size = size;
    for (int i = first; i < loader->setting_count; ++i)
        loader->settings[i] = assumed_setting(loader->run, loader->settings[i].name, base);
    scan_host(loader);
}

static double blocks_with(Loader *loader, int first, GuessBase base, int64_t size)
{
    base.tail = 0;
    scan_with(loader, first, &base, size);
    const HostLaunch *host = loader->run->host;
    return host && host->has_grid
               ? (double)host->grid[0] * (double)host->grid[1] * (double)host->grid[2]
               : NAN;
}

/* N / 128 blocks, not rounded up, are meant for lengths that 128 divides: others would leave
 * elements to nobody. Such a grid has no blocks for a length of 1, and more for a length of whole
 * tiles than for one less. Returns whole tiles then, otherwise the size as it is. A grid that is
 * rounded up has one block for a length of 1, and one more for one element more than whole tiles:
 * somebody thought of what is left over. */
static int64_t whole_tiles_if_cut(Loader *loader, int first, const GuessBase *base)
{
    int64_t whole = base->side;
    while (whole < base->size ||
           (whole < DEFAULT_SIZE_LIMIT && blocks_with(loader, first, *base, whole) == 0))
        whole *= 2;
    bool is_cut =
        base->size >= base->side && blocks_with(loader, first, *base, 1) == 0 &&
        blocks_with(loader, first, *base, whole - 1) < blocks_with(loader, first, *base, whole);
    loader->run->is_grid_rounded_up =
        blocks_with(loader, first, *base, 1) == 1 &&
        blocks_with(loader, first, *base, whole + 1) > blocks_with(loader, first, *base, whole);
    return is_cut ? whole : base->size;
}

/* Does the file multiply on tensor cores, by wmma or in PTX? */
static bool has_tensor_products(const Run *run)
{
    const TokenList *list = &run->unit->text.tokens;
    for (int i = 0; i < list->count; ++i) {
        const Token *token = &list->items[i];
        const char *text = arena_text(run->arena, token->text, token->length);
        if (token_is(token, "mma_sync") ||
            (token->kind == TOKEN_STRING && strstr(text, "mma.sync")))
            return true;
    }
    return false;
}

static bool is_more_with(Loader *loader, int first, const GuessBase *base, int64_t size,
                         int64_t more)
{
    return blocks_with(loader, first, *base, more) > blocks_with(loader, first, *base, size);
}

/* Is it known that twice the length needs no more blocks, so that none between does? */
static bool is_even_twice_no_more(Loader *loader, int first, const GuessBase *base, int64_t size)
{
    return blocks_with(loader, first, *base, 2 * size) <= blocks_with(loader, first, *base, size);
}

/* The elements along a length of which a block does as many: one more needs another block. 0: they
 * are told by no length that is tried. */
static int64_t elements_of_block(Loader *loader, int first, const GuessBase *base)
{
    for (int64_t whole = DEFAULT_TILE_LEAST; whole <= DEFAULT_TILE_MOST; whole *= 2) {
        if (is_even_twice_no_more(loader, first, base, whole))
            continue;
        for (int64_t tile = whole; tile < 2 * whole; tile += whole / 2)
            if (is_more_with(loader, first, base, tile, tile + 1))
                return tile;
    }
    return 0;
}

/* Tensor cores multiply whole tiles, and kernels that use them mostly leave it to their callers
 * that lengths are whole blocks of these, also where the grid is rounded up: nothing is left over
 * then. */
static void take_whole_blocks(Loader *loader, int first, GuessBase *base)
{
    int64_t size = base->size;
    if (!has_tensor_products(loader->run))
        return;
    int64_t tile = elements_of_block(loader, first, base);
    if (tile) {
        base->tail = 0;
        size = size < tile ? tile : size - size % tile;
        loader->run->is_grid_rounded_up = false;
    }
    scan_with(loader, first, base, size);
}

/* The threads in a row of the block that the host code asks for; 0: it is not known to ask. */
static int64_t block_width(const Run *run)
{
    return run->host && run->host->has_block ? run->host->block[0] : 0;
}

/* A block that is as long as the length asks, in a file with a constant for it: returns the length
 * that makes them equal, otherwise the size as it is. */
static int64_t block_as_constant(Loader *loader, int first, GuessBase *base, int64_t size)
{
    int64_t constant = load_block_constant(loader->run), blocks[2];
    if (!constant || !block_width(loader->run))
        return size;
    for (int i = 0; i < 2; ++i) {
        scan_with(loader, first, base, (2 - i) * size);
        blocks[i] = block_width(loader->run);
    }
    bool follows = blocks[1] > 0 && blocks[0] == 2 * blocks[1] && size * constant % blocks[1] == 0;
    return follows ? size * constant / blocks[1] : size;
}

/* Is the grid made of a product of lengths, one line of threads that nothing of the last block is
 * left over by? */
static bool is_product_whole(const Loader *loader, int first)
{
    const HostLaunch *host = loader->run->host;
    double length = 1;
    int factors = 0;
    for (int i = first; i < loader->setting_count; ++i) {
        const HostSetting *setting = &loader->settings[i];
        if (is_of_grid(loader->run, setting->name)) {
            length *= setting->value;
            factors++;
        }
    }
    return factors > 1 && host && host->has_grid && host->has_block && host->grid[1] == 1 &&
           host->grid[2] == 1 && host->block[1] == 1 && host->block[2] == 1 &&
           length == (double)host->grid[0] * (double)host->block[0];
}

/* Sizes that the file reads from outside (argv, a course library) get a default. It is made larger
 * as long as the grid has no blocks, which happens where a block does more elements than it has
 * threads: N / 128 blocks of 16 x 16. */
static void assume_sizes(Loader *loader)
{
    Run *run = loader->run;
    int before = loader->setting_count;
    if (!run->host || (is_complete(run->host) && !has_no_blocks(run->host)))
        return;
    GuessBase base = load_assume_base(loader, side_of_launch(run));
    add_sizes(loader, &base);
    if (loader->setting_count == before)
        add_zero_sizes(loader, &base);
    if (loader->setting_count == before)
        return;
    uint32_t launched = run->host->span.start;
    scan_with(loader, before, &base, whole_tiles_if_cut(loader, before, &base));
    if (run->host && run->host->span.start != launched) { /* with sizes another comes first */
        base = load_assume_base(loader, side_of_launch(run));
        scan_with(loader, before, &base, whole_tiles_if_cut(loader, before, &base));
    }
    scan_with(loader, before, &base, block_as_constant(loader, before, &base, base.size));
    take_whole_blocks(loader, before, &base);
    bool is_cut_meant = loader->attempt.halves % 2 || loader->attempt.has_tail;
    if (run->is_grid_rounded_up && is_cut_meant && is_product_whole(loader, before)) {
        base.tail += PRODUCT_TAIL;
        scan_with(loader, before, &base, base.size);
    }
    while (has_no_blocks(run->host) && base.size < DEFAULT_SIZE_LIMIT)
        scan_with(loader, before, &base, 2 * base.size);
    if (has_no_blocks(run->host)) {
        add_zero_sizes(loader, &base);
        scan_with(loader, before, &base, base.size);
    }
    for (int i = before; i < loader->setting_count; ++i) {
        load_assume(loader, "set", loader->settings[i].name,
                    host_setting_text(loader->arena, &loader->settings[i]));
        run->is_size_assumed |= load_guess_is_size(loader->settings[i].name, false);
    }
}

/* Arguments of a list, commas in brackets apart. */
static int count_arguments(const char *text)
{
    int count = 1, depth = 0;
    for (; *text; ++text) {
        depth += (*text == '(' || *text == '<') - (*text == ')' || *text == '>');
        count += *text == ',' && depth == 0;
    }
    return count;
}

/* An error if --template is given for a kernel that is no template, or has fewer parameters. */
static void check_template(Loader *loader)
{
    Run *run = loader->run;
    const char *text = run->options.template_args, *names = "";
    const TemplateParameter *list;
    if (!text)
        return;
    const char *kernel = run->compile.kernel       ? run->compile.kernel
                         : run->unit->kernel_count ? run->unit->kernels[0].name
                                                   : "";
    int count = unit_template_parameters(loader->arena, run->unit, run->compile.kernel, &list);
    for (int i = 0; i < count; ++i)
        names = arena_printf(loader->arena, "%s%s%s", names, i ? ", " : "", list[i].name);
    if (!count && run->unit->kernel_count)
        diag_error_plain(loader->diags, "leave the option out",
                         "--template %s: %s is not a template", text, kernel);
    else if (count && count_arguments(text) > count)
        diag_error_plain(loader->diags, NULL, "--template %s: the template parameters of %s are %s",
                         text, kernel, names);
}

static bool names_type(const Token *tokens, int count, const char *name)
{
    for (int i = 1; i + 1 < count; ++i)
        if (token_is(&tokens[i], name) &&
            (token_is(&tokens[i - 1], "using") || token_is(&tokens[i + 1], ";")))
            return true;
    return false;
}

/* Template arguments of a launch. PyTorch's AT_DISPATCH_... macros launch a kernel for every type
 * that a tensor may have, and call the type scalar_t: float is what tensors have if nobody says. */
static const char *with_scalar_type(Loader *loader, const char *text)
{
    static const char name[] = "scalar_t";
    const TokenList *list = &loader->run->unit->text.tokens;
    const char *at = text ? strstr(text, name) : NULL;
    if (!at || names_type(list->items, list->count, name))
        return text;
    const char *rest = with_scalar_type(loader, at + strlen(name));
    load_assume(loader, "template", name, "float");
    return arena_printf(loader->arena, "%.*sfloat%s", (int)(at - text), text, rest);
}

/* Errors if --launch names no launch, or one that is not of a kernel of the file or of --kernel. */
static void check_number(Loader *loader)
{
    const Run *run = loader->run;
    const LoadOptions *options = &run->options;
    const HostLaunch *launch = numbered_launch(run);
    int count = run->scan->launch_count;
    if (!options->launch)
        return;
    if (!count)
        diag_error_plain(loader->diags, "leave the option out",
                         "--launch %s: the file launches nothing", options->launch);
    else if (!launch)
        diag_error_plain(loader->diags, "tilestep launches FILE.cu lists them",
                         "--launch %s: the file has the launches 1 to %d", options->launch, count);
    else if (options->kernel && strcmp(options->kernel, launch->kernel) != 0)
        diag_error_plain(loader->diags, "leave one of the options out",
                         "--launch %s is of the kernel %s, not of %s", options->launch,
                         launch->kernel, options->kernel);
    else if (!is_kernel(run->unit, launch->kernel))
        diag_error(loader->diags, launch->span,
                   "choose another: tilestep launches FILE.cu lists "
                   "them",
                   "%s, which is launched here, is no kernel of the file", launch->kernel);
}

/* Tells what else there is to choose. */
static void note_others(Loader *loader)
{
    const Run *run = loader->run;
    int kernels = run->unit->kernel_count, launches = run->scan->launch_count;
    bool is_chosen = run->options.launch != NULL;
    if (kernels > 1 && !run->options.kernel && !is_chosen)
        load_note(loader, "%d kernels are in the file; --kernel NAME chooses another than %s",
                  kernels, run->compile.kernel ? run->compile.kernel : run->unit->kernels[0].name);
    if (launches > 1 && run->host && !is_chosen)
        load_note(loader,
                  "this is launch %d of the %d in the file; --launch N chooses another, and "
                  "tilestep launches lists them",
                  run_launch_number(run), launches);
}

void load_choose(Loader *loader)
{
    Run *run = loader->run;
    scan_host(loader);
    if (loader->diags->error_count)
        return;
    assume_sizes(loader);
    check_number(loader);
    if (!run->options.kernel && run->host)
        run->compile.kernel = run->host->kernel;
    check_template(loader);
    if (!run->options.template_args && run->host)
        run->compile.template_args = with_scalar_type(loader, run->host->template_args);
    if (!run->compile.template_args && run->options.assume)
        run->compile.template_args = load_assume_template(loader);
    else if (run->compile.template_args && run->options.assume && !run->options.template_args)
        run->compile.template_args = load_assume_rest(loader, run->compile.template_args);
    note_others(loader);
}
