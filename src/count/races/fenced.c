/* Vector clocks: the time of a thread is the number of fences that it has passed, and a clock says
 * of each thread of the block up to which of its times everything it did is known. Barriers end an
 * interval, with which all is forgotten. What a thread's asynchronous copies write is done by
 * another agent, which knows what the thread knew when it began them: its number is the thread's
 * plus that of all threads. */
#include "count/races/fenced.h"

#include "base/hash.h"
#include "count/races/pair.h"
#include "probe/record/object.h"

#include <string.h>

enum { RACES = REPORT_FINDING_LIMIT, WORDS = 1 << 16, OBJECTS = 1 << 12, WORK_MOST = 1 << 27 };

/* What one thread did to a word at one site, at last. */
typedef struct ClockedAccess {
    int next;
    Site site;
    uint32_t thread, time;
} ClockedAccess;

/* A word that was touched, or released on. */
typedef struct ClockedWord {
    uint64_t key;       /* 0: free */
    int touched;        /* index + 1 of the last entry */
    uint32_t *released; /* a clock; NULL: nothing */
} ClockedWord;

enum { PHASES = 4 };

/* An mbarrier: what those released that have arrived in this phase, and in the last ones. */
typedef struct ClockedBarrier {
    uint64_t place;
    uint32_t *now;
    uint64_t phases[PHASES]; /* 1 + the number of a phase that has completed; 0: none yet */
    uint32_t *done[PHASES];
} ClockedBarrier;

/* A thread that waits for a phase. */
typedef struct ClockedWait {
    uint64_t place, phase;
    uint32_t thread;
    bool is_over;
} ClockedWait;

/* A race of the report, and the pairs of it that were looked at. */
typedef struct SettledRace {
    Finding finding; /* as it was told */
    bool has_excused, has_race;
    uint64_t count, most; /* that nothing orders, in this order of warps; in that with most */
    Finding first;
} SettledRace;

/* Of one thread, in this interval. */
typedef struct ThreadClock {
    uint32_t time;
    uint32_t *known;    /* what happened before */
    uint32_t *seen;     /* what will have, after a fence */
    uint32_t *released; /* what it releases; NULL: no fence yet */
    bool has_seen;
} ThreadClock;

struct Fenced {
    const Program *program;
    const Launch *launch;
    Arena *arena, *interval_arena;
    Site *sites;
    bool *is_told; /* [code] of a line that races */
    SettledRace races[RACES];
    int race_count;
    uint32_t thread_count, agent_count; /* threads, and with the agents of their copies */
    ThreadClock *threads;               /* [agent_count] */
    uint32_t *scratch;                  /* a clock */
    ClockedBarrier *barriers;
    ClockedWait *waits;
    int barrier_count, barrier_capacity, wait_count, wait_capacity;
    ClockedWord *words; /* [WORDS], hash table */
    ClockedAccess *touched;
    int touched_count, touched_capacity, word_count, object_count;
    uint32_t interval;
    uint64_t work;
    bool is_given_up;
};

static void list_races(Fenced *fenced, const Report *report)
{
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        if (!finding_is_race(finding->kind) || finding->scope != SCOPE_BLOCK)
            continue;
        fenced->races[fenced->race_count++] = (SettledRace){.finding = *finding};
        for (uint32_t pc = 0; pc < fenced->program->code_count; ++pc) {
            uint32_t place = fenced->program->code[pc].own_line;
            fenced->is_told[pc] |= place == finding->line || place == finding->other_line;
        }
    }
}

Fenced *fenced_new(const Program *program, const Launch *launch, const Report *report)
{
    if (!program_has_fence(program))
        return NULL;
    Arena *arena = arena_new();
    Fenced *fenced = ARENA_NEW(arena, Fenced);
    *fenced = (Fenced){.program = program,
                       .launch = launch,
                       .arena = arena,
                       .interval_arena = arena_new(),
                       .sites = pair_sites(arena, program, launch, SCOPE_BLOCK),
                       .is_told = ARENA_ARRAY(arena, bool, program->code_count),
                       .thread_count = (uint32_t)dim3_count(launch->block),
                       .words = ARENA_ARRAY(arena, ClockedWord, WORDS)};
    fenced->agent_count = fenced->thread_count * (program->has_copies ? 2 : 1);
    fenced->threads = ARENA_ARRAY(arena, ThreadClock, fenced->agent_count);
    fenced->scratch = ARENA_ARRAY(arena, uint32_t, fenced->agent_count);
    list_races(fenced, report);
    if (fenced->race_count)
        return fenced;
    fenced_free(fenced);
    return NULL;
}

void fenced_free(Fenced *fenced)
{
    if (!fenced)
        return;
    arena_free(fenced->interval_arena);
    arena_free(fenced->arena);
}

/* ---- clocks; time 0 of a thread is before it began ---- */

static uint32_t *clock_new(Fenced *fenced)
{
    return ARENA_ARRAY(fenced->interval_arena, uint32_t, fenced->agent_count);
}

static void clock_join(Fenced *fenced, uint32_t *into, const uint32_t *from)
{
    for (uint32_t i = 0; i < fenced->agent_count; ++i)
        into[i] = into[i] > from[i] ? into[i] : from[i];
    fenced->work += fenced->agent_count / 8;
}

static void begin_interval(Fenced *fenced, uint32_t interval)
{
    fenced->interval = interval;
    arena_reset(fenced->interval_arena);
    if (fenced->word_count)
        memset(fenced->words, 0, sizeof *fenced->words * WORDS);
    memset(fenced->threads, 0, sizeof *fenced->threads * fenced->agent_count);
    fenced->touched = NULL;
    fenced->barriers = NULL;
    fenced->waits = NULL;
    fenced->barrier_count = fenced->barrier_capacity = 0;
    fenced->wait_count = fenced->wait_capacity = 0;
    fenced->touched_count = fenced->touched_capacity = 0;
    fenced->word_count = fenced->object_count = 0;
}

void fenced_begin_order(Fenced *fenced)
{
    for (int i = 0; i < fenced->race_count; ++i) {
        SettledRace *told = &fenced->races[i];
        told->most = told->count > told->most ? told->count : told->most;
        told->count = 0;
    }
}

/* The thread, with its clocks. */
static ThreadClock *thread_at(Fenced *fenced, uint32_t number)
{
    ThreadClock *thread = &fenced->threads[number];
    if (!thread->known) {
        thread->time = 1;
        thread->known = clock_new(fenced);
        thread->seen = clock_new(fenced);
    }
    return thread;
}

/* The table's entry for a word of 4 bytes; NULL: no room. */
static ClockedWord *word_at(Fenced *fenced, bool is_global, uint64_t number)
{
    uint64_t key = 2 * number + is_global + 1;
    for (uint64_t at = hash_u64(HASH_START, key);; ++at) {
        ClockedWord *word = &fenced->words[at & (WORDS - 1)];
        if (word->key == key)
            return word;
        if (word->key)
            continue;
        if (++fenced->word_count > WORDS / 2) {
            fenced->is_given_up = true;
            return NULL;
        }
        word->key = key;
        return word;
    }
}

/* ---- what orders ---- */

static void pass_fence(Fenced *fenced, uint32_t number)
{
    ThreadClock *thread = thread_at(fenced, number);
    if (thread->has_seen) {
        clock_join(fenced, thread->known, thread->seen);
        thread->has_seen = false;
    }
    if (!thread->released)
        thread->released = clock_new(fenced);
    memcpy(thread->released, thread->known, sizeof(uint32_t) * fenced->agent_count);
    thread->released[number] = thread->time++;
}

/* Lanes that name each other by one mask know from now on what any of them knew or did. */
static void sync_warp(Fenced *fenced, const Step *step)
{
    uint32_t left = step->active;
    while (left) {
        uint32_t mask = step->masks[__builtin_ctz(left)], lanes = 0;
        for (uint32_t rest = left & mask; rest; rest &= rest - 1)
            if (step->masks[__builtin_ctz(rest)] == mask)
                lanes |= rest & -rest;
        left &= ~(lanes | (left & -left));
        uint32_t *all = fenced->scratch;
        memset(all, 0, sizeof *all * fenced->agent_count);
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            uint32_t number = step->warp * WARP_LANES + (uint32_t)__builtin_ctz(rest);
            ThreadClock *thread = thread_at(fenced, number);
            clock_join(fenced, all, thread->known);
            all[number] = thread->time++;
        }
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            clock_join(
                fenced,
                thread_at(fenced, step->warp * WARP_LANES + (uint32_t)__builtin_ctz(rest))->known,
                all);
    }
}

/* A strong access: acquires, releases, or both. */
static void touch_strongly(Fenced *fenced, Opcode op, ClockedWord *word, uint32_t number)
{
    ThreadClock *thread = thread_at(fenced, number);
    if (op != OP_STORE && word->released) {
        clock_join(fenced, thread->seen, word->released);
        thread->has_seen = true;
    }
    if (op == OP_LOAD)
        return;
    if (op == OP_STORE)
        word->released = NULL;
    if (!thread->released)
        return;
    if (!word->released) {
        if (++fenced->object_count > OBJECTS) {
            fenced->is_given_up = true;
            return;
        }
        word->released = clock_new(fenced);
    }
    clock_join(fenced, word->released, thread->released);
}

/* ---- copies and mbarriers ---- */

/* What the one knows and did, the other knows from now on. */
static void pass_on(Fenced *fenced, uint32_t from, uint32_t *to)
{
    ThreadClock *thread = thread_at(fenced, from);
    clock_join(fenced, to, thread->known);
    to[from] = thread->time++;
}

static ClockedBarrier *barrier_at(Fenced *fenced, uint64_t place)
{
    for (int i = 0; i < fenced->barrier_count; ++i)
        if (fenced->barriers[i].place == place)
            return &fenced->barriers[i];
    ClockedBarrier *bar = ARENA_PUSH(fenced->interval_arena, fenced->barriers,
                                     fenced->barrier_count, fenced->barrier_capacity);
    *bar = (ClockedBarrier){.place = place, .now = clock_new(fenced)};
    return bar;
}

static void acquire(Fenced *fenced, const ClockedBarrier *bar, uint64_t phase, uint32_t number)
{
    for (int i = 0; i < PHASES; ++i)
        if (bar->done[i] && bar->phases[i] == phase + 1)
            clock_join(fenced, thread_at(fenced, number)->known, bar->done[i]);
}

/* A phase completes: those that wait for one of its parity go on. */
static void complete(Fenced *fenced, ClockedBarrier *bar, uint64_t phase)
{
    bar->phases[phase % PHASES] = phase + 1;
    bar->done[phase % PHASES] = bar->now;
    bar->now = clock_new(fenced);
    for (int i = 0; i < fenced->wait_count; ++i) {
        ClockedWait *wait = &fenced->waits[i];
        if (wait->is_over || wait->place != bar->place || (wait->phase ^ phase) & 1)
            continue;
        acquire(fenced, bar, phase, wait->thread);
        wait->is_over = true;
    }
}

static void ask_barrier(Fenced *fenced, const Step *step, uint32_t lane, uint32_t number)
{
    ClockedBarrier *bar = barrier_at(fenced, step->arena[lane]);
    if (step->opened >> lane & 1)
        acquire(fenced, bar, step->beside[lane], number);
    else if (mbarrier_blocks(step->instr->imm))
        *ARENA_PUSH(fenced->interval_arena, fenced->waits, fenced->wait_count,
                    fenced->wait_capacity) =
            (ClockedWait){step->arena[lane], step->beside[lane], number, false};
}

static void fold_mbarrier(Fenced *fenced, const Step *step)
{
    int32_t mode = step->instr->imm;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), number = step->warp * WARP_LANES + lane;
        bool is_late = mbarrier_is_of_copies(mode) && step->is_landing;
        if (step->arena[lane] == UINT64_MAX || mode <= MBARRIER_INVALIDATE)
            continue;
        if (mbarrier_asks(mode)) {
            ask_barrier(fenced, step, lane, number);
            continue;
        }
        ClockedBarrier *bar = barrier_at(fenced, step->arena[lane]);
        if (is_late || !mbarrier_is_of_copies(mode))
            pass_on(fenced, is_late ? fenced->thread_count + number : number, bar->now);
        if (step->opened >> lane & 1)
            complete(fenced, bar, step->beside[lane]);
    }
}

/* Copies begin: their agents know what the threads know; or they were waited for: the other way
 * round. */
static void fold_copies(Fenced *fenced, const Step *step)
{
    bool is_wait = step->instr->op == OP_COPY_WAIT;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t number = step->warp * WARP_LANES + (uint32_t)__builtin_ctz(left);
        uint32_t agent = fenced->thread_count + number;
        pass_on(fenced, is_wait ? agent : number,
                thread_at(fenced, is_wait ? number : agent)->known);
    }
}

/* ---- races ---- */

static Space space_of(const ClockedWord *word)
{
    return (word->key - 1) & 1 ? SPACE_GLOBAL : SPACE_SHARED;
}

static uint32_t line_of(const Fenced *fenced, Site site)
{
    return fenced->program->code[site.pc].own_line;
}

/* The race is told of two accesses, the one first named before the other. */
static bool is_of(const Fenced *fenced, const Finding *race, Site first, Site second)
{
    bool writes = race->kind != FINDING_RACE_WAR, also = race->kind != FINDING_RACE_RAW;
    return race->line == line_of(fenced, first) && race->other_line == line_of(fenced, second) &&
           writes == site_writes(first) && also == site_writes(second);
}

static ObjectPlace place_of(const Fenced *fenced, const ClockedWord *word)
{
    return object_place(fenced->program, fenced->launch, space_of(word), (word->key - 1) / 2 * 4);
}

static Finding first_of(const Fenced *fenced, const Finding *race, const ClockedAccess *first,
                        const ClockedAccess *second, const ClockedWord *word, const Step *step)
{
    Finding finding = *race;
    ObjectPlace place = place_of(fenced, word);
    finding.block = step->block;
    finding.thread = first->thread % fenced->thread_count;
    finding.other_thread = second->thread % fenced->thread_count;
    finding.step = step->index;
    finding.element = place.element;
    finding.within = place.within;
    return finding;
}

/* Notes of all races told of a pair whether it is excused. */
static void note_pair(Fenced *fenced, const ClockedAccess *a, const ClockedAccess *b,
                      const ClockedWord *word, const Step *step, bool is_excused, bool is_new)
{
    for (int i = 0; i < fenced->race_count; ++i) {
        SettledRace *told = &fenced->races[i];
        bool is_a_first = is_of(fenced, &told->finding, a->site, b->site);
        if ((!is_a_first && !is_of(fenced, &told->finding, b->site, a->site)) ||
            told->finding.space != space_of(word) ||
            told->finding.buffer != place_of(fenced, word).object)
            continue;
        told->has_excused |= is_excused;
        if (is_excused)
            continue;
        if (!told->has_race)
            told->first = first_of(fenced, &told->finding, is_a_first ? a : b, is_a_first ? b : a,
                                   word, step);
        told->has_race = true;
        told->count += is_new;
    }
}

/* Two accesses of different threads, one of which writes, are no race: they are strong, one is only
 * compared, or the one is known to the other. */
static bool is_excused(const ClockedAccess *earlier, const ClockedAccess *later,
                       const uint32_t *known)
{
    return !pair_conflicts(earlier->site, later->site) ||
           pair_is_compared(earlier->site, later->site) || known[earlier->thread] >= earlier->time;
}

static bool is_pair(const Fenced *fenced, const ClockedAccess *a, const ClockedAccess *b)
{
    return a->thread % fenced->thread_count != b->thread % fenced->thread_count &&
           a->site.bytes & b->site.bytes && (site_writes(a->site) || site_writes(b->site));
}

/* Compares an access with those of other threads to the word, and keeps it. */
static void touch(Fenced *fenced, ClockedWord *word, ClockedAccess access, const Step *step)
{
    const uint32_t *known = thread_at(fenced, access.thread)->known;
    ClockedAccess *same = NULL;
    for (int at = word->touched; at && !same; at = fenced->touched[at - 1].next) {
        ClockedAccess *other = &fenced->touched[at - 1];
        if (other->thread == access.thread && other->site.pc == access.site.pc &&
            other->site.bytes == access.site.bytes)
            same = other;
        ++fenced->work;
    }
    for (int at = word->touched; at; at = fenced->touched[at - 1].next) {
        const ClockedAccess *other = &fenced->touched[at - 1];
        ++fenced->work;
        if (is_pair(fenced, other, &access))
            note_pair(fenced, other, &access, word, step, is_excused(other, &access, known), !same);
    }
    if (same) {
        same->time = access.time;
        return;
    }
    access.next = word->touched;
    *ARENA_PUSH(fenced->interval_arena, fenced->touched, fenced->touched_count,
                fenced->touched_capacity) = access;
    word->touched = fenced->touched_count;
}

static void touch_bytes(Fenced *fenced, const Step *step, uint32_t lane)
{
    bool is_global = step->space == SPACE_GLOBAL;
    bool is_strong = step->instr->op == OP_ATOMIC || step->instr->flags & INSTR_VOLATILE;
    uint32_t number = step->warp * WARP_LANES + lane, size = step->access_bytes;
    uint64_t at = step->arena[lane];
    if (step->instr->op == OP_STORE && step->instr->flags & INSTR_ASYNC)
        number += fenced->thread_count;
    ClockedAccess access = {0, fenced->sites[step->pc], number, thread_at(fenced, number)->time};
    for (uint64_t word = at / 4; word <= (at + size - 1) / 4; ++word) {
        ClockedWord *entry =
            is_strong || fenced->is_told[step->pc] ? word_at(fenced, is_global, word) : NULL;
        if (!entry)
            continue;
        access.site.bytes = site_bytes(at, size, word);
        if (fenced->is_told[step->pc])
            touch(fenced, entry, access, step);
        if (is_strong)
            touch_strongly(fenced, step->instr->op, entry, number);
    }
}

static void fold(Fenced *fenced, const Step *step)
{
    Opcode op = step->instr->op;
    fenced->is_given_up |= fenced->work > WORK_MOST;
    if (step->fault == FAULT_STEP_LIMIT || fenced->is_given_up)
        return;
    if (step->interval != fenced->interval)
        begin_interval(fenced, step->interval);
    for (uint32_t left = op == OP_FENCE ? step->active : 0; left; left &= left - 1)
        pass_fence(fenced, step->warp * WARP_LANES + (uint32_t)__builtin_ctz(left));
    if (op == OP_WARP_SYNC)
        sync_warp(fenced, step);
    if (op == OP_MBARRIER)
        fold_mbarrier(fenced, step);
    if (fenced->program->has_copies &&
        (op == OP_COPY_WAIT || (op == OP_LOAD && step->instr->flags & INSTR_ASYNC)))
        fold_copies(fenced, step);
    uint32_t lanes = step_lanes_in(step, SPACE_GLOBAL) | step_lanes_in(step, SPACE_SHARED);
    for (; lanes; lanes &= lanes - 1)
        touch_bytes(fenced, step, (uint32_t)__builtin_ctz(lanes));
}

void fenced_follow(Fenced *fenced, const Walk *walk, const Step *step)
{
    if (walk->event == WALK_STEP)
        fold(fenced, step);
    else if (walk->event == WALK_BEGIN)
        begin_interval(fenced, 0);
}

void fenced_settle(Fenced *fenced, Report *report)
{
    fenced_begin_order(fenced);
    if (fenced->is_given_up)
        return;
    for (int i = 0; i < fenced->race_count; ++i) {
        const SettledRace *told = &fenced->races[i];
        if (!told->has_excused)
            continue;
        report_forget(report, &told->finding);
        Finding left = told->first;
        left.count = told->most < told->finding.count ? told->most : told->finding.count;
        left.count += !left.count;
        if (told->has_race)
            report_find(report, &left);
    }
}
