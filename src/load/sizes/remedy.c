/* A launch over a limit, or without blocks: what to change, and in which line. Where the extent
 * comes from a variable of the host, it is the variable that is to be another, so that the grid
 * follows. Which variable leaves a grid without blocks is found by scanning the host code with
 * another value of it. */
#include "load/sizes/remedy.h"
#include "load/sizes/assume.h"

#include <string.h>

/* The value at most as large as `value`, by halving, with which every extent of the block that is
 * `value` leaves no more threads than the limit. */
static uint32_t smaller_extent(Dim3 block, uint32_t value, uint32_t limit)
{
    uint64_t others = 1;
    int count = 0;
    for (int axis = 0; axis < 3; ++axis) {
        uint32_t extent = dim3_along(block, axis);
        count += extent == value;
        others *= extent == value ? 1 : extent;
    }
    while (value > 1 && others * value * (count > 1 ? value : 1) * (count > 2 ? value : 1) > limit)
        value /= 2;
    return value;
}

static const char *smaller_block(Loader *loader)
{
    Dim3 block = loader->run->launch.block;
    while (block.x > launch_thread_limit(loader->run->program) / block.y / block.z) {
        uint32_t *longest = block.x >= block.y ? &block.x : &block.y;
        if (block.z > *longest)
            longest = &block.z;
        *longest /= 2;
    }
    return block.z > 1 ? arena_printf(loader->arena, "--block %u,%u,%u", block.x, block.y, block.z)
           : block.y > 1 ? arena_printf(loader->arena, "--block %u,%u", block.x, block.y)
                         : arena_printf(loader->arena, "--block %u", block.x);
}

/* The option that makes the block smaller: of a variable that the block is made of at the token
 * `at`, so that the grid follows, else of the block itself. */
static const char *option_for_block(Loader *loader, int at)
{
    const Run *run = loader->run;
    const TokenList *list = &run->unit->text.tokens;
    Dim3 block = run->launch.block;
    uint32_t longest = block.x > block.y ? block.x : block.y;
    longest = block.z > longest ? block.z : longest;
    for (; at >= 0 && at < list->count && !token_is(&list->items[at], ";"); ++at)
        for (int i = 0; i < run->scan->variable_count; ++i) {
            const HostVariable *variable = &run->scan->variables[i];
            if (token_is(&list->items[at], variable->name) && variable->is_known &&
                !variable->is_float && variable->integer == longest)
                return arena_printf(
                    loader->arena, "--set %s=%u", variable->name,
                    smaller_extent(block, longest, launch_thread_limit(run->program)));
        }
    return smaller_block(loader);
}

/* The tokens of the grid (index 0) or block (1) between <<< and >>>. */
static bool find_extent(const TokenList *list, Span launch, int index, int *begin, int *end)
{
    int at = 0, depth = 0;
    while (at < list->count &&
           (list->items[at].span.file != launch.file || list->items[at].span.start < launch.start))
        ++at;
    while (at < list->count && !token_is(&list->items[at], "<<<"))
        ++at;
    for (*begin = ++at; at < list->count && !token_is(&list->items[at], ";"); ++at) {
        const Token *token = &list->items[at];
        bool opens = token_is(token, "(") || token_is(token, "{");
        depth += opens - (token_is(token, ")") || token_is(token, "}"));
        if (depth || !(token_is(token, ",") || token_is(token, ">>>")))
            continue;
        *end = at;
        if (index-- == 0)
            return true;
        *begin = at + 1;
    }
    return false;
}

/* Is that name given a value at token `at`: int b = 8, dim3 b(8), b.x = 8? */
static bool is_set_at(const TokenList *list, int at, const Token *name)
{
    const Token *next = &list->items[at + 1];
    if (list->items[at].kind != TOKEN_NAME || list->items[at].length != name->length ||
        memcmp(list->items[at].text, name->text, name->length) != 0)
        return false;
    if (token_is(next, ".") && at + 3 < list->count)
        next = &list->items[at + 3];
    else if (token_is(next, "(") || token_is(next, "{"))
        return at > 0 && list->items[at - 1].kind == TOKEN_NAME;
    return token_is(next, "=");
}

/* The token, above the launch, at which the variable gets its value that is the launch's grid or
 * block; -1 if that is no variable. */
static int token_of_extent(const Loader *loader, int index, const char **name)
{
    const Run *run = loader->run;
    const TokenList *list = &run->unit->text.tokens;
    int begin, end;
    if (!find_extent(list, run->host->span, index, &begin, &end) || end != begin + 1)
        return -1;
    const Token *variable = &list->items[begin];
    *name = arena_text(loader->arena, variable->text, variable->length);
    for (int at = begin - 1; at >= 0; --at)
        if (is_set_at(list, at, variable))
            return at;
    return -1;
}

/* ---- a grid without blocks ---- */

/* Does the launch have blocks if that variable of the host has this value? */
static bool has_blocks_with(Loader *loader, const HostVariable *variable, int64_t value)
{
    const Run *run = loader->run;
    int number = run_launch_number(run) - 1, count = loader->setting_count;
    HostSetting *settings = ARENA_ARRAY(loader->arena, HostSetting, count + 1);
    if (count)
        memcpy(settings, loader->settings, sizeof *settings * (size_t)count);
    settings[count] = (HostSetting){variable->name, (double)value, true, value};
    const LaunchScan *scan = launch_scan_with(loader->arena, run->unit, loader->plain, settings,
                                              count + 1, diags_new(loader->arena));
    if (number >= scan->launch_count || scan->launches[number].span.start != run->host->span.start)
        return false;
    const int64_t *grid = scan->launches[number].grid;
    return scan->launches[number].has_grid && grid[0] && grid[1] && grid[2];
}

bool load_is_of_grid(const Run *run, const HostVariable *variable)
{
    ptrdiff_t index = variable - run->scan->variables;
    return index < 64 && (run->host->grid_roots >> index & 1) && variable->is_known &&
           !variable->is_float && !variable->is_flag;
}

const HostVariable *load_cut_size(Loader *loader)
{
    const Run *run = loader->run;
    const int64_t *block = run->host->block;
    for (int i = 0; i < run->scan->variable_count; ++i) {
        const HostVariable *variable = &run->scan->variables[i];
        int64_t value = variable->integer;
        bool is_block = value == block[0] || value == block[1] || value == block[2];
        if (load_is_of_grid(run, variable) && value > 0 && value <= INT32_MAX && !is_block &&
            has_blocks_with(loader, variable, (value << 10) < INT32_MAX ? value << 10 : INT32_MAX))
            return variable;
    }
    return NULL;
}

/* What a person would give a size that is 0, or too small. */
static const char *option_for_size(Loader *loader, const HostVariable *variable)
{
    GuessBase base = load_assume_base(loader, load_assume_side(loader->run));
    WholeOrReal number = load_guess_number(variable->name, false, &base);
    bool is_more = number.is_whole && (int64_t)number.integer > variable->integer;
    return arena_printf(loader->arena, "--set %s=%lld", variable->name,
                        (long long)(is_more ? (int64_t)number.integer : base.size));
}

/* Sizes of the grid that are 0, and the options that give them values; "" if there are none. The
 * first option gives the first size its value. */
static const char *zero_sizes(Loader *loader, const char **options, const char **first)
{
    const Run *run = loader->run;
    const char *names = *options = *first = "";
    for (int i = 0; i < run->scan->variable_count; ++i) {
        const HostVariable *variable = &run->scan->variables[i];
        if (!load_is_of_grid(run, variable) || variable->integer)
            continue;
        const char *option = option_for_size(loader, variable);
        *first = *names ? *first : option;
        names = arena_printf(loader->arena, "%s%s%s", names, *names ? ", " : "", variable->name);
        *options = arena_printf(loader->arena, "%s%s%s", *options, **options ? " " : "", option);
    }
    return names;
}

/* Does the text from token begin to end round a division up: (n + b - 1) / b? */
static bool is_rounded_up(const TokenList *list, int begin, int end)
{
    for (int at = begin; at + 2 < end; ++at)
        if (token_is(&list->items[at], "-") && token_is(&list->items[at + 1], "1"))
            for (int behind = at + 2; behind < end; ++behind)
                if (token_is(&list->items[behind], "/"))
                    return true;
    return false;
}

/* The same of what the grid is given at token `at`; -1: between the chevrons. */
static bool is_grid_rounded_up(const Loader *loader, int at)
{
    const TokenList *list = &loader->run->unit->text.tokens;
    int begin = at, end;
    if (at < 0 && !find_extent(list, loader->run->host->span, 0, &begin, &end))
        return false;
    for (end = begin; end < list->count && !token_is(&list->items[end], ";"); ++end)
        ;
    return is_rounded_up(list, begin, end);
}

/* at, name and line: where the grid gets its value, as of token_of_extent. NULL: nobody can tell
 * what leaves it without blocks. */
static const Phrase *remedy_of_no_blocks(Loader *loader, int at, const char *name, int line)
{
    const char *options, *first, *zeros = zero_sizes(loader, &options, &first);
    const HostVariable *cut = load_cut_size(loader);
    if (!cut && *zeros) {
        diag_option(loader->diags, first); /* then there is a message about the next one */
        return phrase_new(loader->arena,
                          "there is nothing to do, since these are 0 here: %s; open it with %s",
                          zeros, options);
    }
    const char *behind = load_option_behind(loader, loader->run->host->grid_roots);
    if (behind)
        return phrase_new(loader->arena, "it follows from %s: give another value", behind);
    bool is_up = is_grid_rounded_up(loader, at);
    if (!cut && is_up)
        return NULL;
    if (is_up)
        return phrase_new(loader->arena, "'%s' is %lld, which is too small; open it with %s",
                          cut->name, (long long)cut->integer,
                          diag_option(loader->diags, option_for_size(loader, cut)));
    const char *option = diag_option(loader->diags, "--grid 1");
    if (at >= 0)
        return phrase_new(
            loader->arena,
            "round '%s' up in line %d: (n + block - 1) / block, without ceil; or open it with %s",
            name, line, option);
    return phrase_new(loader->arena,
                      "round up: (n + block - 1) / block, without ceil; or open it with %s",
                      option);
}

/* For the diagnostic that was added last, which gets the option. */
static const Phrase *remedy_of_launch(Loader *loader)
{
    const Launch *launch = &loader->run->launch;
    const char *name = "";
    bool is_small = launch->block.x && launch->block.y && launch->block.z;
    bool is_block =
        is_small && dim3_count(launch->block) > launch_thread_limit(loader->run->program);
    int at = token_of_extent(loader, is_block, &name);
    int line =
        at < 0 ? 0
               : source_line(loader->run->sources, loader->run->unit->text.tokens.items[at].span);
    if (is_block && at >= 0)
        return phrase_new(loader->arena, "change '%s' in line %d, or open it with %s", name, line,
                          diag_option(loader->diags, option_for_block(loader, at)));
    if (is_block)
        return phrase_new(loader->arena, "make the block smaller, or open it with %s",
                          diag_option(loader->diags, option_for_block(loader, -1)));
    const Phrase *remedy =
        is_small && !dim3_count(launch->grid) ? remedy_of_no_blocks(loader, at, name, line) : NULL;
    return remedy ? remedy
                  : phrase_new(loader->arena, "change the launch, or open it with other values for "
                                              "--grid, --block or --shared");
}

void load_check_launch(Loader *loader)
{
    Run *run = loader->run;
    const Phrase *wrong = launch_check(loader->arena, &run->launch, run->program);
    run->is_refused = wrong != NULL;
    bool by_option = run->options.block || run->options.grid || run->options.shared_bytes;
    if (wrong && run->host && !by_option) {
        diag_error(loader->diags, run->host->span, NULL, "this launch cannot run: %p", wrong);
        diag_hint(loader->diags, remedy_of_launch(loader));
    } else if (wrong)
        diag_error_plain(loader->diags, NULL, "this launch cannot run: %p", wrong);
}
