/* Without the barrier its two intervals would be one. So the words count that threads use on both
 * sides, one of them at least to write: of each the first two threads that read, wrote or updated
 * it are kept, which is enough to tell for any thread whether another one did. */
#include "session/rerun/protect.h"
#include "session/texts/strings.h"

#include "session/rerun/footprint.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS_MOST = 1 << 13, NAMES_MOST = 3, BLOCK_THREADS = 1024 };

/* What one thread would do too early; the most telling first. */
typedef enum Clash { CLASH_NONE, CLASH_READ, CLASH_OVERWRITE_READ, CLASH_OVERWRITE, CLASHES } Clash;
typedef enum Use { USE_READ, USE_WRITE, USE_UPDATE, USES } Use;
typedef enum Side { BEFORE, AFTER, SIDES } Side;

static const Clash clashes[USES][USES] = {
    [USE_READ] = {CLASH_NONE, CLASH_OVERWRITE_READ, CLASH_OVERWRITE_READ},
    [USE_WRITE] = {CLASH_READ, CLASH_OVERWRITE, CLASH_READ},
    [USE_UPDATE] = {CLASH_READ, CLASH_OVERWRITE, CLASH_NONE},
};

typedef struct Users {
    uint32_t first, second; /* thread + 1; 0: nobody */
} Users;

typedef struct Word {
    uint64_t key; /* 0: free */
    Users users[SIDES][USES];
} Word;

typedef struct ThreadAccess {
    uint64_t key, at;
    Space space;
    uint32_t thread;
    Use use;
    Side side;
} ThreadAccess;

typedef struct Protection {
    const SessionRun *slot;
    const AccessLog *log;
    int first, end; /* records of both intervals */
    uint32_t interval;
    uint32_t unit_bytes; /* that are told apart */
    Word *words;
    uint64_t mask;
    bool found[CLASHES];
    Clash clash;                          /* that is counted */
    uint64_t threads[BLOCK_THREADS / 64]; /* of the later side */
    const char *names[NAMES_MOST + 1];
    int name_count;
} Protection;

typedef void Visit(Protection *protection, const ThreadAccess *access);

static Use access_use(const AccessRecord *record)
{
    return !record->writes ? USE_READ : record->reads ? USE_UPDATE : USE_WRITE;
}

static void visit_lane(Protection *protection, const AccessRecord *record, uint32_t lane,
                       Visit *visit)
{
    uint64_t at = record->base + record->offset[lane], unit = protection->unit_bytes;
    for (uint64_t i = at / unit; i <= (at + record->bytes - 1) / unit; ++i)
        visit(protection,
              &(ThreadAccess){
                  .key = i + 1 + (record->space == SPACE_GLOBAL ? UINT64_C(1) << 62 : 0),
                  .at = at,
                  .space = (Space)record->space,
                  .thread = record->warp * WARP_LANES + lane,
                  .use = access_use(record),
                  .side = record->interval == protection->interval ? BEFORE : AFTER,
              });
}

static void visit_all(Protection *protection, bool only_writes, Visit *visit)
{
    for (int i = protection->first; i < protection->end; ++i) {
        const AccessRecord *record = &protection->log->records[i];
        for (uint32_t lane = 0; lane < WARP_LANES && (record->writes || !only_writes); ++lane)
            if (record->lanes >> lane & 1)
                visit_lane(protection, record, lane, visit);
    }
}

/* The word with the key, or the free place for it. */
static Word *find_word(const Protection *protection, uint64_t key)
{
    uint64_t at = key * UINT64_C(0x9E3779B97F4A7C15) >> 20;
    while (protection->words[at & protection->mask].key &&
           protection->words[at & protection->mask].key != key)
        ++at;
    return &protection->words[at & protection->mask];
}

static void add_word(Protection *protection, const ThreadAccess *access)
{
    find_word(protection, access->key)->key = access->key;
}

static void add_user(Protection *protection, const ThreadAccess *access)
{
    Word *word = find_word(protection, access->key);
    Users *users = &word->users[access->side][access->use];
    if (!word->key)
        return; /* nobody writes it */
    if (!users->first)
        users->first = access->thread + 1;
    else if (!users->second && users->first != access->thread + 1)
        users->second = access->thread + 1;
}

static bool has_other_user(const Users *users, uint32_t thread)
{
    return users->second || (users->first && users->first != thread + 1);
}

/* The clashes of an access with those of other threads on the other side. */
static void find_access_clashes(const Protection *protection, const ThreadAccess *access,
                                bool found[CLASHES])
{
    const Word *word = find_word(protection, access->key);
    for (int other = 0; word->key && other < USES; ++other)
        if (has_other_user(&word->users[!access->side][other], access->thread))
            found[access->side == AFTER ? clashes[other][access->use]
                                        : clashes[access->use][other]] = true;
}

static void find_clashes(Protection *protection, const ThreadAccess *access)
{
    if (access->side == AFTER)
        find_access_clashes(protection, access, protection->found);
}

static const char *array_name(const Protection *protection, const ThreadAccess *access)
{
    const Run *run = protection->slot->run;
    if (access->space == SPACE_GLOBAL) {
        int buffer = launch_buffer_at(&run->launch, access->at);
        return buffer >= 0 ? run->launch.buffers[buffer].name : NULL;
    }
    const SharedVariable *best = NULL;
    for (int i = 0; i < run->program->shared_count; ++i) {
        const SharedVariable *variable = &run->program->shared[i];
        if (variable->offset_bytes <= access->at &&
            (!best || variable->offset_bytes >= best->offset_bytes))
            best = variable;
    }
    return best ? best->name : NULL;
}

static void add_array_name(Protection *protection, const char *name)
{
    for (int i = 0; i < protection->name_count; ++i)
        if (protection->names[i] == name)
            return;
    if (name && protection->name_count <= NAMES_MOST)
        protection->names[protection->name_count++] = name;
}

static void count_thread(Protection *protection, const ThreadAccess *access)
{
    bool found[CLASHES] = {false};
    find_access_clashes(protection, access, found);
    if (!found[protection->clash] || access->thread >= BLOCK_THREADS)
        return;
    if (access->side == AFTER)
        protection->threads[access->thread / 64] |= UINT64_C(1) << access->thread % 64;
    add_array_name(protection, array_name(protection, access));
}

/* Threads that would read or overwrite too early without the barrier. */
static int count_late_threads(const Protection *protection)
{
    int count = 0;
    for (int i = 0; i < BLOCK_THREADS / 64; ++i)
        count += __builtin_popcountll(protection->threads[i]);
    return count;
}

/* The records of the interval that the step ends and of the one that it begins; false if some of
 * them are not known. */
static bool find_records(Protection *protection, const Footprints *footprints, const Step *step)
{
    const AccessLog *log = protection->log;
    int at = access_log_find(log, step->index), first = at, end = at;
    while (first > 0 && log->records[first - 1].interval == step->interval)
        --first;
    while (end < log->count && log->records[end].interval == step->interval + 1)
        ++end;
    protection->first = first;
    protection->end = end;
    bool is_cut = log->is_full || footprints->is_going_on || !footprints->is_complete;
    return end - first <= RECORDS_MOST && (end < log->count || !is_cut);
}

static void make_words(Protection *protection, Arena *arena)
{
    uint64_t count = 1, size = 16;
    protection->unit_bytes = 4;
    for (int i = protection->first; i < protection->end; ++i) {
        const AccessRecord *record = &protection->log->records[i];
        if (record->bytes && record->bytes < protection->unit_bytes)
            protection->unit_bytes = record->bytes;
    }
    for (int i = protection->first; i < protection->end; ++i) {
        const AccessRecord *record = &protection->log->records[i];
        if (record->writes)
            count += (uint64_t)__builtin_popcount(record->lanes) *
                     (record->bytes / protection->unit_bytes + 1);
    }
    while (size < 2 * count)
        size *= 2;
    protection->mask = size - 1;
    protection->words = ARENA_ARRAY(arena, Word, size);
}

/* "Mds and Nds" */
static const char *array_names_text(Arena *arena, Language language, const Protection *protection)
{
    const char *text = protection->names[0];
    int count = protection->name_count;
    for (int i = 1; i < count; ++i) {
        bool is_last = i + 1 == count;
        const char *between = language == LANGUAGE_ZH ? is_last ? " 和 " : "、"
                              : is_last               ? " and "
                                                      : ", ";
        text = arena_printf(arena, "%s%s%s", text, between,
                            i == NAMES_MOST ? "…" : protection->names[i]);
    }
    return text;
}

static const char *protect_sentence(Arena *arena, Language language, const Protection *protection)
{
    static const StringKey keys[CLASHES] = {STRING_PROTECT_NOTHING, STRING_PROTECT_READ,
                                            STRING_PROTECT_OVERWRITE_READ,
                                            STRING_PROTECT_OVERWRITE};
    if (protection->clash == CLASH_NONE || !protection->name_count)
        return string_get(STRING_PROTECT_NOTHING, language);
    int late = count_late_threads(protection);
    const char *threads = language_printf(
        arena, language, STRING_EITHER(late == 1, STRING_PROTECT_THREAD, STRING_PROTECT_THREADS),
        late);
    return string_fill(arena, keys[protection->clash], language,
                       array_names_text(arena, language, protection), threads);
}

const char *protect_text(Arena *arena, Language language, const SessionRun *slot, const Step *step)
{
    const Footprints *footprints = slot->footprints;
    if (step->instr->op != OP_BARRIER || !step->is_release || step->fault || !footprints ||
        !footprints->log || footprints->block != step->block)
        return NULL;
    Protection protection = {.slot = slot, .log = footprints->log, .interval = step->interval};
    if (!find_records(&protection, footprints, step))
        return NULL;
    make_words(&protection, arena);
    visit_all(&protection, true, add_word);
    visit_all(&protection, false, add_user);
    visit_all(&protection, false, find_clashes);
    for (int i = CLASHES - 1; i > CLASH_NONE; --i)
        if (protection.found[i])
            protection.clash = (Clash)i;
    if (protection.clash != CLASH_NONE)
        visit_all(&protection, false, count_thread);
    return protect_sentence(arena, language, &protection);
}
