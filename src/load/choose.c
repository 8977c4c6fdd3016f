/* A kernel can rest on what nobody wrote down: lengths that are multiples of a tile, contents that
 * are sorted. A size that breaks such a condition accuses the kernel of what its author would never
 * have run, so sizes and contents are tried in the order in which a person would think of them. */
#include "load/choose.h"

#include "load/doubt.h"
#include "load/earlier.h"
#include "load/fit.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Lengths of two full tiles and a half come first: a launch shows most where something is cut. */
static const LoadAttempt attempts[] = {{5, false},    {4, false}, {8, false}, {16, false},
                                       {32, false},   {2, false}, {5, true},  {4, true},
                                       {4, false, 4}, {0, false}};

/* What a length or contents can be blamed for that were chosen here. */
enum {
    BLAMED = 0
#define GUESSED(name) | 1 << FINDING_##name
#include "probe/record/finding.def"
};

/* Where there are some, blocks are run again to see whether they are told rightly. */
#define RACES (1u << FINDING_RACE_RAW | 1u << FINDING_RACE_WAR | 1u << FINDING_RACE_WAW)

#define STRAY_WRITES (1u << FINDING_OUT_OF_BOUNDS_WRITE | 1u << FINDING_WRONG_ROW_WRITE)

#define LARGE_BYTES ((uint64_t)256 << 20)

enum {
    ATTEMPTS = sizeof attempts / sizeof *attempts,
    SAMPLE_STEPS = 1 << 21, /* of all blocks of a sample */
    LARGE_STEPS = 1 << 19,  /* where each may touch many pages for the first time */
    LEAST_STEPS = 1 << 18,  /* however many samples there were before */
    SMALL_STEPS = 1 << 24,  /* of all blocks of a grid of a few, so that it is known whether it fits
                               the budget */
    BEYOND = 4,             /* times what a sample took that did not end */
    RACY = 2,               /* times what the blocks take where there are races inside them alone */
    ENDLESS_STEPS = 1 << 17, /* that a warp runs at least */
    SHIFTS = 8,
    ASSUMED = 4 /* sizes may take as large a part of the budget */
};

/* What a sample of the launch may take. */
static uint64_t sample_steps(const Launch *launch, double left)
{
    uint64_t blocks = launch_block_count(launch);
    uint64_t steps = blocks < SMALL_STEPS / SAMPLE_STEPS ? SMALL_STEPS / blocks : SAMPLE_STEPS;
    if (launch->arena_bytes > LARGE_BYTES)
        return LARGE_STEPS;
    if (left / 2 < (double)steps)
        steps = left / 2 > LEAST_STEPS ? (uint64_t)(left / 2) : LEAST_STEPS;
    return steps;
}

Rating load_rate(const Run *run, double *left)
{
    GridSample sample;
    if (!run->program ||
        !grid_sample(run->program, &run->launch, sample_steps(&run->launch, *left), &sample))
        return (Rating){.faults = INT_MAX, .cost = INFINITY};
    *left -= sample.spent;
    if (sample.findings & RACES && !sample.is_crossed)
        sample.cost *= RACY;
    if (sample.is_least && !sample.endless)
        sample.cost = BEYOND * fmax(sample.cost, LOAD_BUDGET);
    Rating rating = {.faults = __builtin_popcount(sample.findings & (uint32_t)BLAMED),
                     .findings = sample.findings,
                     .cost = sample.cost,
                     .is_least = sample.is_least,
                     .endless = sample.endless,
                     .spent = sample.spent,
                     .found_count =
                         sample.finding_count < SAMPLE_FOUND ? sample.finding_count : SAMPLE_FOUND};
    memcpy(rating.found, sample.found, sizeof rating.found);
    return rating;
}

bool load_keeps_findings(const Rating *from, const Rating *to)
{
    uint32_t own = from->findings & ~(uint32_t)BLAMED;
    if (from->findings & STRAY_WRITES) /* which meet what others write */
        own &= ~(uint32_t)RACES;
    return (own & ~to->findings) == 0;
}

/* Does the attempt change something about the run that is open? Lengths below the block are for
 * kernels whose own arrays have few elements; where a launch says how many threads there are,
 * arrays too small for those would be hidden. */
static bool is_open(const Run *run, const LoadAttempt *attempt)
{
    bool is_size = attempt->halves != attempts[0].halves || attempt->shift;
    bool is_below = attempt->halves == 0 || attempt->shift;
    return (!is_below || !run->host || !run->host->has_block) &&
           (!is_size || run->is_size_assumed) && (!attempt->is_sorted || run->is_data_generated);
}

/* Does the launch promise that every length is right? Its grid is rounded up, and the kernel is
 * told a length. With tiles in shared memory whole ones can be meant all the same. */
static bool is_tail_meant(const Run *run)
{
    bool has_length = false;
    for (int i = 0; run->program && i < run->program->parameter_count; ++i) {
        const Type *type = run->program->parameters[i].type;
        has_length |= type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar);
    }
    return run->is_grid_rounded_up && has_length && !run->program->shared_count;
}

/* What was chosen so far. */
typedef struct Choice {
    LoadSource source;
    const LoadOptions *options;
    Trial best;
    double left;         /* for samples, as of load_rate */
    Arena *arena;        /* of the texts here */
    const char *lengths; /* with which there were findings; NULL: none */
    const char *finding; /* the first kind of them */
} Choice;

/* "n = 640, m = 640", of lengths that are others in run. */
static const char *lengths_of(const Run *run, const Run *other, Arena *arena)
{
    const char *text = "";
    for (int i = 0; i < run->assumed_count && i < other->assumed_count; ++i)
        if (strcmp(run->assumed[i].value, other->assumed[i].value) != 0)
            text = arena_printf(arena, "%s%s%s = %s", text, *text ? ", " : "", run->assumed[i].name,
                                run->assumed[i].value);
    return text;
}

/* Keeps what another choice would have shown, for the note. */
static void note_faults(Choice *choice, const Run *other)
{
    uint32_t blamed = choice->best.rating.findings & (uint32_t)BLAMED;
    if (choice->lengths || !choice->best.run->program || !blamed)
        return;
    choice->lengths = lengths_of(choice->best.run, other, choice->arena);
    choice->finding = finding_names[__builtin_ctz(blamed)];
}

static Trial try(Choice *choice, LoadAttempt attempt)
{
    Trial trial = {.attempt = attempt};
    trial.run = load_once(choice->source, choice->options, &attempt);
    trial.rating = load_rate(trial.run, &choice->left);
    return trial;
}

/* Takes the run of a trial in the place of the one that was chosen, or gives it up. */
static bool take(Choice *choice, const Trial *trial, bool is_better)
{
    is_better &= load_keeps_findings(&choice->best.rating, &trial->rating);
    run_free(is_better ? choice->best.run : trial->run);
    if (!is_better)
        return false;
    choice->best = *trial;
    return true;
}

static void try_for_faults(Choice *choice, const LoadAttempt *attempt)
{
    Trial trial = try(choice, *attempt);
    bool is_better = trial.rating.faults < choice->best.rating.faults;
    if (is_better && load_keeps_findings(&choice->best.rating, &trial.rating))
        note_faults(choice, trial.run);
    take(choice, &trial, is_better);
}

/* A kernel whose tiles are template arguments and which has no condition cannot leave out what is
 * beyond a length: its blocks would do each other's work where a length is no multiple of a tile. A
 * sample need not show it. */
static void try_whole_tiles(Choice *choice)
{
    const Run *run = choice->best.run;
    const Switchable *list;
    LoadAttempt attempt = choice->best.attempt;
    attempt.halves &= ~INT64_C(1);
    if (!run->program || !run->compile.template_args ||
        attempt.halves == choice->best.attempt.halves)
        return;
    int count = unit_switchables(choice->arena, run->unit, run->program->name,
                                 run->compile.template_args, &list);
    for (int i = 0; i < count; ++i)
        if (list[i].kind == WITHOUT_CHECK)
            return;
    Trial trial = try(choice, attempt);
    take(choice, &trial, trial.rating.faults <= choice->best.rating.faults);
}

/* Shorter by so many halvings; false if that is no better. Where it shows faults, whole tiles may
 * not. A sample that did not come to its end has not shown all faults, so there may be more
 * then. */
static bool try_halves(Choice *choice, int halvings)
{
    LoadAttempt attempt = choice->best.attempt;
    attempt.shift += halvings;
    Trial trial = try(choice, attempt);
    attempt.halves &= ~INT64_C(1);
    attempt.has_tail = is_tail_meant(choice->best.run);
    if (trial.rating.faults && attempt.halves != trial.attempt.halves) {
        Trial whole = try(choice, attempt);
        bool is_whole = whole.rating.faults < trial.rating.faults;
        run_free(is_whole ? trial.run : whole.run);
        trial = is_whole ? whole : trial;
    }
    bool is_shorter = trial.rating.cost < choice->best.rating.cost ||
                      (trial.rating.is_least && choice->best.rating.is_least);
    return take(
        choice, &trial,
        trial.rating.faults < INT_MAX && is_shorter &&
            (choice->best.rating.is_least || trial.rating.faults <= choice->best.rating.faults));
}

/* Lengths that were chosen here can as well be shorter, down to a part of what the file's own may
 * take. One halving may cost more instead: of a
 * product of lengths that had overflowed, no thread did anything. */
static void try_shorter(Choice *choice)
{
    int halvings = 1;
    for (int i = 0;
         i < SHIFTS && halvings < SHIFTS / 2 && choice->best.rating.cost > LOAD_BUDGET / ASSUMED;
         ++i)
        halvings = try_halves(choice, halvings) ? 1 : halvings + 1;
}

void load_add_note(Run *run, const Phrase *note)
{
    const Phrase **notes = ARENA_ARRAY(run->arena, const Phrase *, run->note_count + 1);
    for (int i = 0; i < run->note_count; ++i)
        notes[i] = run->notes[i];
    notes[run->note_count++] = note;
    run->notes = notes;
}

static void choose(Choice *choice)
{
    const Run *first = choice->best.run;
    if (!choice->options->assume ||
        !(first->is_size_assumed || first->is_data_generated || first->is_shared_assumed))
        return;
    choice->best.rating = load_rate(first, &choice->left);
    for (int i = 1; i < ATTEMPTS && choice->best.rating.faults; ++i) {
        LoadAttempt attempt = attempts[i];
        attempt.has_tail = attempt.halves % 2 == 0 && is_tail_meant(choice->best.run);
        if (is_open(choice->best.run, &attempt))
            try_for_faults(choice, &attempt);
    }
    if (choice->best.run->is_size_assumed) {
        try_whole_tiles(choice);
        try_shorter(choice);
    }
    if (choice->lengths && *choice->lengths)
        load_add_note(choice->best.run,
                      phrase_new(choice->best.run->arena, "with %s there are findings: %s",
                                 arena_text(choice->best.run->arena, choice->lengths,
                                            strlen(choice->lengths)),
                                 choice->finding));
}

/* A block that never ends shows nothing new after a while, so it is stopped soon. */
static void cut_endless(const Trial *best)
{
    Run *run = best->run;
    uint64_t steps = ENDLESS_STEPS;
    if (!best->rating.endless || run->options.max_steps)
        return;
    while (steps < 2 * best->rating.endless)
        steps *= 2;
    run->launch.max_steps = steps;
    load_add_note(run,
                  phrase_new(run->arena,
                             "some thread never comes to its end: its warp is stopped after %llu "
                             "instructions; --max-steps runs more",
                             (unsigned long long)steps));
}

static Run *load_best_of(LoadSource source, const LoadOptions *options)
{
    bool is_to_fit = options->fit && strcmp(options->fit, "on") == 0;
    Choice choice = {.source = source,
                     .options = options,
                     .best = {.attempt = attempts[0]},
                     .left = LOAD_BUDGET,
                     .arena = arena_new()};
    choice.best.run = load_once(source, options, &attempts[0]);
    choose(&choice);
    if (is_to_fit && choice.best.run->program)
        load_fit(source, &choice.best, &choice.left);
    choice.left = LOAD_BUDGET;
    load_run_earlier(source, &choice.best, &choice.left);
    load_doubt(source, &choice.best);
    arena_free(choice.arena);
    cut_endless(&choice.best);
    return choice.best.run;
}

/* ---- files that others include ---- */

enum { INCLUDERS = 4 }; /* so many files stand above each other at most */

/* The kernel to open where nobody names one: the first of the file that was given. */
static const char *kernel_of(const Run *run)
{
    if (run->options.kernel || !run->unit || !run->unit->kernel_count)
        return run->options.kernel;
    return run->unit->kernels[0].name;
}

/* A file that is no program of its own is opened through the one that includes it, if that one
 * opens; otherwise NULL. part is the file's own run, which failed. */
static Run *open_includer(const Run *part, const LoadOptions *options)
{
    LoadOptions through = *options;
    const char *path = part->path;
    if (!options->launch)
        through.kernel = kernel_of(part);
    for (int i = 0; i < INCLUDERS && path; ++i) {
        path = fragment_includer(part->arena, path);
        Run *run = path ? load_best_of((LoadSource){.name = path}, &through) : NULL;
        if (run && run->program) {
            load_add_note(run, phrase_new(run->arena, "%s is a part of %s, which is opened",
                                          arena_text(run->arena, part->path, strlen(part->path)),
                                          run->path));
            return run;
        }
        run_free(run);
    }
    return NULL;
}

Run *load_best(LoadSource source, const LoadOptions *options)
{
    Run *run = load_best_of(source, options);
    bool is_whole = run->program && run->host; /* it launches its kernel itself */
    bool is_alone = source.text || options->source_count;
    Run *whole = is_whole || is_alone ? NULL : open_includer(run, options);
    if (!whole)
        return run;
    run_free(run);
    return whole;
}
