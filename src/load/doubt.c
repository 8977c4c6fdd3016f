/* The launch is loaded again with other numbers in the place of those that were assumed, one after
 * another, and with other contents; of each a sample is run. Which values are fair to try follows
 * from what the number does: 0 makes loops and lengths degenerate, so that nothing would be found
 * however wrong the kernel is; it is tried for what decides where an access goes, or by what is
 * divided. A number that sizes the launch or a buffer is tripled alone, so that as much of a tile
 * is left over as before. */
#include "load/doubt.h"

#include "load/contents/flow.h"
#include "load/earlier.h"
#include "load/state/number.h"

#include <math.h>
#include <string.h>

/* Kinds that a number or contents can bring about. */
enum {
    DOUBTED = 1 << FINDING_UNINITIALIZED_READ | 1 << FINDING_SHIFT_RANGE
#define GUESSED(name) | 1 << FINDING_##name
#include "probe/record/finding.def"
};

/* Those of operations that contents decide alone: whatever is tried, others may do it or not. */
enum { STOPPED = 1 << FINDING_SHIFT_RANGE | 1 << FINDING_DIVIDE_BY_ZERO | 1 << FINDING_ASSERT };

enum { TRIALS = 24, LARGE = 1 << 20 };

/* For what a value is fair to try: for all; for numbers that are no sizes; or, among these, for
 * findings that it decides directly. */
typedef enum Fairness { FAIR_ALWAYS, FAIR_FREE, FAIR_DIRECT } Fairness;

typedef struct Doubts {
    LoadSource source;
    Trial *trial;
    Run *run;
    double left; /* for samples, as of load_rate */
    int trials;
    SampleFound open[SAMPLE_FOUND + 1]; /* findings that are not doubted yet */
    int open_count;
    LaunchDoubt *list;
    int count, capacity;
} Doubts;

/* ---- what decides a finding ---- */

static void join(LoadCauses *to, LoadCauses from)
{
    to->contents |= from.contents;
    to->numbers |= from.numbers;
}

/* How far a loop runs decides how far the accesses in it go. */
static LoadCauses causes_of(const Run *run, SampleFound found)
{
    LoadCauses causes = {.contents = run->flow->loops.contents};
    if (found.kind == FINDING_STEP_LIMIT)
        return run->flow->loops;
    if (STOPPED >> found.kind & 1)
        causes.contents = 0;
    for (uint32_t pc = 0; pc < run->program->code_count; ++pc)
        if (run->program->code[pc].own_line == found.line)
            join(&causes, run->flow->causes[pc]);
    return causes;
}

/* Numbers that the two runs are given differently. */
static uint64_t changed_numbers(const Run *a, const Run *b)
{
    uint64_t changed = 0;
    const Launch *of = &a->launch, *other = &b->launch;
    for (int i = 0; i < of->argument_count; ++i) {
        const Type *type = a->program->parameters[i].type;
        bool is_struct = of->struct_arguments && of->struct_arguments[i];
        bool is_same = is_struct ? memcmp(of->struct_arguments[i], other->struct_arguments[i],
                                          type->size_bytes) == 0
                                 : of->arguments[i] == other->arguments[i];
        changed |= is_same ? 0 : load_flow_bit((uint64_t)i);
    }
    return changed;
}

/* ---- runs with something else ---- */

static Trial try(Doubts *doubts, const LoadOptions *options)
{
    Trial trial = {.attempt = doubts->trial->attempt};
    ++doubts->trials;
    trial.run = load_once(doubts->source, options, &trial.attempt);
    load_run_earlier(doubts->source, &trial, &doubts->left);
    trial.rating = load_rate(trial.run, &doubts->left);
    return trial;
}

/* Is it the same kernel with the same block, and is it accused of as much: of what lies behind a
 * buffer whose length nobody says nothing is told. */
static bool is_alike(const Doubts *doubts, const Trial *trial)
{
    const Run *run = doubts->run, *other = trial->run;
    for (int i = 0; i < run->launch.buffer_count && i < other->launch.buffer_count; ++i)
        if (other->launch.buffers[i].is_count_assumed && !run->launch.buffers[i].is_count_assumed)
            return false;
    return other->program && other->program->code_count == run->program->code_count &&
           other->launch.argument_count == run->launch.argument_count &&
           other->launch.buffer_count == run->launch.buffer_count &&
           memcmp(&other->launch.block, &run->launch.block, sizeof run->launch.block) == 0 &&
           !trial->rating.is_least && !trial->rating.endless;
}

/* Is the launch as large, and so is all its memory? */
static bool is_as_large(const Run *run, const Run *other)
{
    bool is_same = memcmp(&run->launch.grid, &other->launch.grid, sizeof run->launch.grid) == 0 &&
                   run->launch.dynamic_shared_bytes == other->launch.dynamic_shared_bytes;
    for (int i = 0; i < run->launch.buffer_count; ++i)
        is_same &= run->launch.buffers[i].count == other->launch.buffers[i].count;
    return is_same;
}

static bool finds(const Rating *rating, SampleFound found)
{
    for (int i = 0; i < rating->found_count; ++i)
        if (rating->found[i].kind == found.kind && rating->found[i].line == found.line)
            return true;
    return rating->found_count == SAMPLE_FOUND; /* there may be more */
}

static void add(Doubts *doubts, int index, LaunchDoubt doubt)
{
    doubt.kind = (int)doubts->open[index].kind;
    doubt.line = doubts->open[index].line;
    *ARENA_PUSH(doubts->run->arena, doubts->list, doubts->count, doubts->capacity) = doubt;
    doubts->open[index] = doubts->open[--doubts->open_count];
}

/* ---- numbers ---- */

static LoadOptions options_with(Doubts *doubts, int index, const char *value)
{
    Arena *arena = doubts->run->arena;
    LoadOptions options = doubts->run->options;
    bool is_argument = strcmp(doubts->run->assumed_by[index], "arg") == 0;
    const NamedText **list = is_argument ? &options.arguments : &options.settings;
    int *count = is_argument ? &options.argument_count : &options.setting_count;
    NamedText *copy = ARENA_ARRAY(arena, NamedText, *count + 1);
    if (*count)
        memcpy(copy, *list, sizeof *copy * (size_t)*count);
    copy[(*count)++] = (NamedText){doubts->run->assumed[index].name, value};
    *list = copy;
    return options;
}

static void try_number(Doubts *doubts, int index, const char *value, Fairness fairness)
{
    Arena *arena = doubts->run->arena;
    const NamedText *assumed = &doubts->run->assumed[index];
    LaunchDoubt doubt = {.contents = -1,
                         .assumed = arena_printf(arena, "%s = %s", assumed->name, assumed->value),
                         .other = arena_printf(arena, "%s = %s", assumed->name, value),
                         .option = arena_printf(arena, "--%s %s=VALUE",
                                                doubts->run->assumed_by[index], assumed->name)};
    if (strcmp(assumed->value, value) == 0 || doubts->trials >= TRIALS || !doubts->open_count)
        return;
    LoadOptions options = options_with(doubts, index, value);
    Trial trial = try(doubts, &options);
    bool is_fair = is_alike(doubts, &trial) &&
                   (fairness == FAIR_ALWAYS || is_as_large(doubts->run, trial.run));
    uint64_t changed = is_fair ? changed_numbers(doubts->run, trial.run) : 0;
    for (int i = doubts->open_count - 1; is_fair && i >= 0; --i) {
        bool is_direct = causes_of(doubts->run, doubts->open[i]).numbers & changed;
        if ((fairness != FAIR_DIRECT || is_direct) && !finds(&trial.rating, doubts->open[i]))
            add(doubts, i, doubt);
    }
    run_free(trial.run);
}

static void vary_number(Doubts *doubts, int index)
{
    const char *by = doubts->run->assumed_by[index];
    Arena *arena = doubts->run->arena;
    WholeOrReal number;
    if ((strcmp(by, "arg") != 0 && strcmp(by, "set") != 0) ||
        !load_whole_or_real(doubts->run->assumed[index].value, &number))
        return;
    try_number(doubts, index, "0", FAIR_DIRECT);
    try_number(doubts, index, "1", FAIR_FREE);
    try_number(doubts, index, arena_printf(arena, "%g", 3 * number.real), FAIR_ALWAYS);
    try_number(doubts, index, arena_printf(arena, "%g", 2 * number.real), FAIR_FREE);
    if (!number.is_whole)
        return;
    try_number(doubts, index, arena_printf(arena, "%.0f", number.real + 1), FAIR_FREE);
    try_number(doubts, index, arena_printf(arena, "%.0f", floor(number.real / 2)), FAIR_FREE);
    try_number(doubts, index, arena_printf(arena, "%d", LARGE), FAIR_DIRECT);
}

/* ---- contents ---- */

/* Doubts the findings of the kinds that made-up contents decide and that the trial does not show;
 * of no trial: all of them. */
static void doubt_contents(Doubts *doubts, uint32_t kinds, const Trial *trial)
{
    for (int i = doubts->open_count - 1; i >= 0; --i) {
        SampleFound found = doubts->open[i];
        uint64_t causes = causes_of(doubts->run, found).contents & doubts->run->made_up;
        if (causes && kinds >> found.kind & 1 && !(trial && finds(&trial->rating, found)))
            add(doubts, i, (LaunchDoubt){.contents = __builtin_ctzll(causes)});
    }
}

static void try_contents(Doubts *doubts, const char *data, uint32_t kinds)
{
    LoadOptions options = doubts->run->options;
    options.data = data;
    Trial trial = try(doubts, &options);
    if (is_alike(doubts, &trial))
        doubt_contents(doubts, kinds, &trial);
    run_free(trial.run);
}

/* Of zeros as indices all but the first element of an array is of no use, set or not. */
static void vary_contents(Doubts *doubts)
{
    uint64_t causes = 0;
    doubt_contents(doubts, STOPPED, NULL);
    for (int i = 0; i < doubts->open_count; ++i)
        causes |= causes_of(doubts->run, doubts->open[i]).contents & doubts->run->made_up;
    if (!causes)
        return;
    try_contents(doubts, "zeros", DOUBTED & ~(1u << FINDING_UNINITIALIZED_READ));
    try_contents(doubts, "random:1", DOUBTED);
}

/* ---- both ---- */

static bool hangs_on_contents(const Run *run)
{
    uint64_t causes = run->flow->loops.contents;
    for (uint32_t pc = 0; pc < run->program->code_count; ++pc)
        causes |= run->flow->causes[pc].contents;
    return causes & run->made_up;
}

static void open_findings(Doubts *doubts, const Rating *rating)
{
    for (int i = 0; i < rating->found_count; ++i)
        if (DOUBTED >> rating->found[i].kind & 1)
            doubts->open[doubts->open_count++] = rating->found[i];
    if (rating->endless)
        doubts->open[doubts->open_count++] = (SampleFound){.kind = FINDING_STEP_LIMIT};
}

void load_doubt(LoadSource source, Trial *trial)
{
    Run *run = trial->run;
    Doubts doubts = {.source = source, .trial = trial, .run = run, .left = LOAD_BUDGET};
    if (!run->program || !run->flow || (!run->assumed_count && !hangs_on_contents(run)))
        return;
    if (!trial->rating.cost || run->run_first_count)
        trial->rating = load_rate(run, &doubts.left);
    open_findings(&doubts, &trial->rating);
    if (doubts.open_count)
        vary_contents(&doubts);
    for (int i = 0; i < run->assumed_count && doubts.open_count; ++i)
        vary_number(&doubts, i);
    run->launch.doubts = doubts.list;
    run->launch.doubt_count = doubts.count;
}
