/* The key of an interval is the hash of its accesses together with that of all stores of earlier
 * intervals of the block, which decide what is set. Offsets into a global buffer count from the
 * interval's first access to it, so that all blocks of a grid share one proof. Where data decide
 * which lanes access, the proof is of all lanes that might, if that succeeds; a store by some of
 * them sets nothing then. */
#include "count/lanes/interval.h"

#include "base/hash.h"
#include "count/lanes/proofs.h"

#include <string.h>

enum {
    ACCESS_LIMIT = 1 << 20, /* of one interval; a longer one is not proved here */
    STORE_LIMIT = 1 << 10,  /* distinct stores of one block, likewise */
    ATOMIC_LIMIT = 16,      /* places of atomic operations in one interval, likewise */
    ROWS_MOST = 64,         /* accesses of an interval that are compared with each other */
    FIRSTS = 256,           /* buffers whose first accesses are told apart */
    WARP_SYNC = -2          /* in place of an object */
};

struct IntervalLog {
    Arena *arena;
    const PatternTable *table;
    uint32_t lanes, shared_words;
    LoggedAccess *accesses;
    int count, capacity;
    uint64_t hash, store_hash;
    /* [buffer % FIRSTS] start of the first access to one of these buffers in this interval */
    int64_t first[FIRSTS];
    uint32_t first_epoch[FIRSTS], epoch;

    LoggedAtomic atomics[ATOMIC_LIMIT];
    int atomic_count;

    LoggedAccess *stores; /* distinct stores to shared memory in earlier intervals of the block */
    int store_count, store_capacity;
    uint64_t set_hash, last_store_hash;

    Proofs proofs;
    uint32_t unit_bytes;  /* of the interval that is replayed */
    bool is_covered;      /* replayed with all lanes that might access */
    bool is_partial;      /* data decide about the lanes of some access of the interval */
    Shadow *shared;       /* [shared_words] */
    Shadow *shared_bytes; /* [shared_words * 4], NULL until it is needed */
    uint8_t *set;         /* [shared_words] a bit for each byte that is set */
    int set_stores;       /* so many of stores are in set; -1: it is that of another block */
    uint64_t set_is_of;   /* the set_hash of what is in set; 0: there may be more */
    Shadow *globals;
    uint32_t global_slots, shadow_epoch;
    uint16_t epochs[32]; /* of each warp in the replay */
};

IntervalLog *interval_new(Arena *arena, const PatternTable *table, uint32_t lanes,
                          uint32_t shared_bytes)
{
    IntervalLog *log = ARENA_NEW(arena, IntervalLog);
    log->arena = arena;
    log->table = table;
    log->lanes = lanes;
    log->shared_words = (shared_bytes + 3) / 4;
    log->shared = ARENA_ARRAY(arena, Shadow, log->shared_words + 1);
    log->set = ARENA_ARRAY(arena, uint8_t, log->shared_words + 1);
    return log;
}

void interval_forget(IntervalLog *log, const PatternTable *table)
{
    log->table = table;
    log->proofs = (Proofs){{0}};
}

static void start_interval(IntervalLog *log)
{
    log->count = log->atomic_count = 0;
    log->is_partial = false;
    log->hash = HASH_START;
    log->store_hash = 0;
    log->epoch++;
}

void interval_begin_block(IntervalLog *log)
{
    start_interval(log);
    log->store_count = 0;
    log->set_stores = -1;
    log->set_hash = HASH_START;
    log->last_store_hash = 0;
}

static int64_t relative_start(IntervalLog *log, const LoggedAccess *access)
{
    if (access->object < 0)
        return access->start;
    int32_t slot = access->object % FIRSTS;
    if (log->first_epoch[slot] != log->epoch) {
        log->first_epoch[slot] = log->epoch;
        log->first[slot] = access->start & ~(int64_t)15;
    }
    return access->start - log->first[slot];
}

uint64_t interval_kind(const LoggedAccess *access)
{
    uint64_t lanes = (uint64_t)(uint32_t)access->pattern << 32 | (uint32_t)access->cover;
    uint64_t hash = hash_u64(hash_u64(HASH_START, lanes),
                             (uint64_t)access->scale_bytes << 32 | access->access_bytes << 16 |
                                 (uint32_t)(access->object + 1) << 1 | access->is_write);
    hash = hash_u64(hash, access->cover == access->mask);
    hash = hash_u64(hash, (uint64_t)access->flight << 32 | access->repeats);
    return hash_u64(hash, (uint64_t)access->step_bytes);
}

static inline uint64_t access_hash(uint64_t hash, const LoggedAccess *access, int64_t start)
{
    return hash_u64(hash_u64(hash, (uint64_t)start), access->kind);
}

void interval_add(IntervalLog *log, const LoggedAccess *access)
{
    if (log->count == ACCESS_LIMIT)
        return;
    int64_t start = relative_start(log, access);
    log->hash = access_hash(log->hash, access, start);
    if (access->is_write)
        log->store_hash = access_hash(log->store_hash, access, start);
    log->is_partial |= access->cover != access->mask;
    if (log->count == log->capacity)
        log->accesses = arena_grow(log->arena, log->accesses, sizeof *log->accesses, log->count,
                                   &log->capacity);
    log->accesses[log->count++] = *access;
}

const LoggedAccess *interval_logged(const IntervalLog *log, int *count)
{
    *count = log->count;
    return log->accesses;
}

void interval_add_sync(IntervalLog *log, int mask, int cover)
{
    LoggedAccess sync = {.object = WARP_SYNC, .access_bytes = 4, .mask = mask, .cover = cover};
    sync.kind = interval_kind(&sync);
    interval_add(log, &sync);
}

/* ---- atomics ---- */

static bool overlaps(const LoggedAtomic *a, const LoggedAtomic *b)
{
    return a->object == b->object && a->start < b->end && b->start < a->end;
}

static void join(LoggedAtomic *to, const LoggedAtomic *more)
{
    to->start = more->start < to->start ? more->start : to->start;
    to->end = more->end > to->end ? more->end : to->end;
    to->first = more->first < to->first ? more->first : to->first;
    to->last = more->last > to->last ? more->last : to->last;
}

bool interval_add_atomic(IntervalLog *log, const LoggedAtomic *atomic)
{
    LoggedAtomic *same = NULL;
    for (int i = 0; i < log->atomic_count; ++i) {
        LoggedAtomic *earlier = &log->atomics[i];
        if (!overlaps(earlier, atomic))
            continue;
        bool is_alike = earlier->any_order == atomic->any_order;
        if (!(is_alike && atomic->any_order) && earlier->last >= atomic->first)
            return false;
        if (is_alike)
            same = earlier;
    }
    if (!same && log->atomic_count == ATOMIC_LIMIT)
        return false;
    if (same)
        join(same, atomic);
    else
        log->atomics[log->atomic_count++] = *atomic;
    return true;
}

/* ---- replay ---- */

static Shadow *global_shadow(IntervalLog *log, uint64_t unit)
{
    uint32_t slot = (uint32_t)hash_u64(HASH_START, unit);
    for (;; ++slot) {
        Shadow *shadow = &log->globals[slot & (log->global_slots - 1)];
        if (shadow->epoch != log->shadow_epoch)
            *shadow = (Shadow){unit, log->shadow_epoch, {NOBODY, 0}, {NOBODY, 0}};
        if (shadow->unit == unit)
            return shadow;
    }
}

static Shadow *shared_shadow(IntervalLog *log, uint64_t unit)
{
    Shadow *shadow = log->unit_bytes == 1 ? &log->shared_bytes[unit] : &log->shared[unit];
    if (shadow->epoch != log->shadow_epoch)
        *shadow = (Shadow){unit, log->shadow_epoch, {NOBODY, 0}, {NOBODY, 0}};
    return shadow;
}

/* The bits in set of a unit of shared memory. */
static uint8_t bits_of(const IntervalLog *log, uint64_t unit)
{
    return log->unit_bytes == 1 ? (uint8_t)(1 << unit % 4) : 0xf;
}

static bool is_set(const IntervalLog *log, uint64_t unit)
{
    uint8_t bits = bits_of(log, unit);
    return (log->set[unit * log->unit_bytes / 4] & bits) == bits;
}

static void set_unit(IntervalLog *log, uint64_t unit)
{
    log->set[unit * log->unit_bytes / 4] |= bits_of(log, unit);
}

/* A copy sets its bytes when it lands. */
static bool sets_units(const LoggedAccess *access)
{
    return access->is_write && (!access->flight || access->flight == FLIGHT_LANDS);
}

/* What a lane of a store leaves behind; is_certain: it is one of those that do store. */
static void store_unit(IntervalLog *log, const LoggedAccess *access, uint64_t unit, uint32_t lane,
                       bool is_certain)
{
    if (mask_at(log->table, access->unset)->words[lane / 32] >> lane % 32 & 1)
        log->set[unit * log->unit_bytes / 4] &= (uint8_t)~bits_of(log, unit);
    else if (is_certain)
        set_unit(log, unit);
}

static bool replay_unit(IntervalLog *log, const LoggedAccess *access, uint64_t unit, int16_t lane)
{
    Toucher toucher = {lane, log->epochs[lane / 32]};
    if (access->object >= 0)
        return !shadow_meets(global_shadow(log, (uint64_t)access->object << 48 | unit), toucher,
                             access->is_write);
    bool is_part = log->is_covered && access->cover != access->mask;
    if (sets_units(access))
        store_unit(log, access, unit, (uint32_t)lane, !is_part);
    if (!access->is_write && !is_set(log, unit))
        return false;
    if (access->flight)
        return !shadow_flies(shared_shadow(log, unit), toucher, access->flight);
    return !shadow_meets(shared_shadow(log, unit), toucher, access->is_write);
}

static const Mask *lanes_of(const IntervalLog *log, const LoggedAccess *access)
{
    return mask_at(log->table, log->is_covered ? access->cover : access->mask);
}

/* Lanes that might access but do not may be meant to go nowhere. */
static bool is_nowhere(const IntervalLog *log, const LoggedAccess *access, uint64_t at)
{
    return access->object < 0 && at > log->shared_words * (uint64_t)4 - access->access_bytes;
}

/* Whether sixteen lanes that lie side by side read words that are set. */
static bool is_run_set(const IntervalLog *log, uint64_t at)
{
    static const uint8_t all[LANE_GROUP] = {15, 15, 15, 15, 15, 15, 15, 15,
                                            15, 15, 15, 15, 15, 15, 15, 15};
    return at % 4 == 0 && at / 4 + LANE_GROUP <= log->shared_words &&
           memcmp(log->set + at / 4, all, LANE_GROUP) == 0;
}

/* For an interval without writes to shared memory: are all words set? No two lanes can meet. */
static bool replay_reads(const IntervalLog *log, const LoggedAccess *access, int64_t start)
{
    const Pattern *pattern = pattern_at(log->table, access->pattern);
    const Mask *mask = lanes_of(log, access);
    for (uint32_t first = 0; first < log->lanes; first += LANE_GROUP) {
        uint32_t group = mask->words[first / 32] >> first % 32 & 0xffff;
        if (group && pattern->kind[first / LANE_GROUP] == GROUP_ONE)
            group &= -group;
        if (pattern->kind[first / LANE_GROUP] == GROUP_RUN && access->scale_bytes == 4 &&
            access->access_bytes == 4 && group &&
            is_run_set(log, (uint64_t)(start + pattern->rel[first] * (int64_t)4)))
            continue;
        for (; group; group &= group - 1) {
            int32_t rel = pattern->rel[first + (uint32_t)__builtin_ctz(group)];
            uint64_t at = (uint64_t)(start + rel * (int64_t)access->scale_bytes);
            if (is_nowhere(log, access, at))
                continue;
            for (uint64_t unit = at / log->unit_bytes;
                 unit <= (at + access->access_bytes - 1) / log->unit_bytes; ++unit)
                if (!is_set(log, unit))
                    return false;
        }
    }
    return true;
}

static bool writes_shared(const IntervalLog *log)
{
    for (int i = 0; i < log->count; ++i)
        if (log->accesses[i].is_write && log->accesses[i].object < 0)
            return true;
    return false;
}

static bool replay_access(IntervalLog *log, const LoggedAccess *access, int64_t start, bool check)
{
    const Pattern *pattern = pattern_at(log->table, access->pattern);
    const Mask *mask = lanes_of(log, access);
    for (uint32_t lane = 0; lane < log->lanes; ++lane) {
        if (!(mask->words[lane / 32] >> lane % 32 & 1))
            continue;
        uint64_t at = (uint64_t)(start + pattern->rel[lane] * (int64_t)access->scale_bytes);
        if (is_nowhere(log, access, at))
            continue;
        for (uint64_t unit = at / log->unit_bytes;
             unit <= (at + access->access_bytes - 1) / log->unit_bytes; ++unit) {
            if (!check)
                store_unit(log, access, unit, lane, true);
            else if (!replay_unit(log, access, unit, (int16_t)lane))
                return false;
        }
    }
    return true;
}

/* Whether all threads access words of shared memory that lie side by side, once. */
static bool is_row(const IntervalLog *log, const LoggedAccess *access)
{
    return access->object < 0 && access->scale_bytes == 4 && access->access_bytes == 4 &&
           access->start % 4 == 0 && access->repeats == 1 && access->mask == MASK_ALL &&
           access->cover == MASK_ALL && access->unset == MASK_NONE_ACTIVE && !access->flight &&
           pattern_at(log->table, access->pattern)->is_row;
}

static uint64_t row_bytes(const IntervalLog *log)
{
    return mask_at(log->table, MASK_ALL)->lanes * (uint64_t)4;
}

/* Sets the words of a row without asking who else is there. */
static void set_row(IntervalLog *log, const LoggedAccess *access)
{
    memset(log->set + access->start / 4, 0xf, row_bytes(log) / 4);
}

/* An interval of nothing but rows that are written, none of which reaches into another: so are
 * tiles as a rule. No two threads can meet. */
static bool writes_rows_apart(const IntervalLog *log)
{
    int64_t bytes = (int64_t)row_bytes(log);
    for (int i = 0; i < log->count; ++i) {
        const LoggedAccess *access = &log->accesses[i];
        if (i == ROWS_MOST || !access->is_write || !is_row(log, access))
            return false;
        for (int k = 0; k < i; ++k) {
            int64_t apart = log->accesses[k].start - access->start;
            if (apart < bytes && apart > -bytes)
                return false;
        }
    }
    return true;
}

/* An interval of nothing but one store to global memory that goes up from lane to lane, as where a
 * block puts what it keeps at the end of a list. */
static bool is_one_climb(const IntervalLog *log)
{
    const LoggedAccess *access = log->accesses;
    return log->count == 1 && access->object >= 0 && access->repeats == 1 &&
           pattern_climbs(log->table, access->pattern, access->mask, access->scale_bytes,
                          access->access_bytes);
}

static uint64_t global_units(const IntervalLog *log)
{
    uint64_t units = 0;
    for (int i = 0; i < log->count; ++i)
        if (log->accesses[i].object >= 0)
            units += log->lanes * (uint64_t)(log->accesses[i].access_bytes / log->unit_bytes + 1) *
                     log->accesses[i].repeats;
    return units;
}

static void choose_unit(IntervalLog *log)
{
    log->unit_bytes = 4;
    for (int i = 0; i < log->count; ++i)
        if (log->accesses[i].access_bytes < 4)
            log->unit_bytes = 1;
    if (log->unit_bytes == 1 && !log->shared_bytes)
        log->shared_bytes = ARENA_ARRAY(log->arena, Shadow, log->shared_words * 4 + 1);
}

/* Brings set up to date with the stores of the intervals before. */
static void set_stored(IntervalLog *log)
{
    log->is_covered = false;
    if (log->set_stores < 0 && log->set_is_of == log->set_hash)
        log->set_stores = log->store_count;
    if (log->set_stores < 0) {
        memset(log->set, 0, log->shared_words);
        log->set_stores = 0;
    }
    for (uint32_t unit_bytes = log->unit_bytes; log->set_stores < log->store_count;) {
        const LoggedAccess *store = &log->stores[log->set_stores++];
        if (is_row(log, store)) {
            set_row(log, store);
            continue;
        }
        log->unit_bytes = store->access_bytes < 4 ? 1 : 4;
        replay_access(log, store, store->start, false);
        log->unit_bytes = unit_bytes;
    }
    log->set_is_of = log->set_hash;
}

static bool prepare_replay(IntervalLog *log)
{
    choose_unit(log);
    uint64_t units = global_units(log);
    if (units > 1u << 24)
        return false;
    if (units * 2 > log->global_slots) {
        log->global_slots = 1024;
        while (log->global_slots < units * 2)
            log->global_slots *= 2;
        log->globals = ARENA_ARRAY(log->arena, Shadow, log->global_slots);
    }
    log->shadow_epoch++;
    memset(log->epochs, 0, sizeof log->epochs);
    set_stored(log);
    return true;
}

static bool replay_all(IntervalLog *log, const LoggedAccess *access, bool is_read_only)
{
    for (uint32_t i = 0; i < access->repeats; ++i) {
        int64_t start = access->start + i * access->step_bytes;
        if (!(is_read_only ? replay_reads(log, access, start)
                           : replay_access(log, access, start, true)))
            return false;
    }
    return true;
}

/* What may or may not have come in other blocks orders nothing. */
static void replay_sync(IntervalLog *log, const LoggedAccess *sync)
{
    const Mask *mask = mask_at(log->table, sync->mask);
    for (uint32_t warp = 0; warp < log->lanes / 32; ++warp)
        if (mask->words[warp] && log->epochs[warp] < UINT16_MAX &&
            !(log->is_covered && sync->cover != sync->mask))
            log->epochs[warp]++;
}

static bool replay(IntervalLog *log, bool is_covered)
{
    if (writes_rows_apart(log))
        return true;
    if (!prepare_replay(log))
        return false;
    log->is_covered = is_covered;
    bool can_meet = writes_shared(log);
    if (can_meet)
        log->set_is_of = 0;
    for (int i = 0; i < log->count; ++i) {
        const LoggedAccess *access = &log->accesses[i];
        if (access->object == WARP_SYNC)
            replay_sync(log, access);
        else if (!replay_all(log, access, access->object < 0 && !can_meet))
            return false;
    }
    return true;
}

static bool finds_all_set(IntervalLog *log, const LoggedAccess *access)
{
    if (!log->set_is_of) /* the replay has set what this interval stores */
        log->set_stores = -1;
    choose_unit(log);
    set_stored(log);
    log->is_covered = true;
    return replay_reads(log, access, access->start);
}

/* Whether earlier intervals have set all that the lanes of a store might, and it leaves it so.
 * Either answer is kept as a proof is. */
static bool sets_nothing_new(IntervalLog *log, const LoggedAccess *access)
{
    uint64_t hash = access_hash(log->set_hash, access, access->start);
    uint64_t yes = hash_u64(hash, 1) | 1, no = hash_u64(hash, 2) | 1;
    if (proofs_have(&log->proofs, yes) || proofs_have(&log->proofs, no))
        return proofs_have(&log->proofs, yes);
    bool is_so = access->unset == MASK_NONE_ACTIVE && finds_all_set(log, access);
    proofs_keep(&log->proofs, is_so ? yes : no);
    return is_so;
}

/* Of a store of some of its lanes the proofs know which, once it is remembered; by what the mask
 * holds, as its number may be that of another one in a later block. */
static void remember_store(IntervalLog *log, const LoggedAccess *access)
{
    LoggedAccess store = *access;
    if (sets_nothing_new(log, access) || log->store_count == STORE_LIMIT)
        return;
    store.cover = store.mask;
    const Mask *mask = mask_at(log->table, store.mask);
    store.kind = hash_bytes(store.kind, mask->words, log->lanes / 32 * sizeof *mask->words);
    *ARENA_PUSH(log->arena, log->stores, log->store_count, log->store_capacity) = store;
    log->set_hash = access_hash(log->set_hash, &store, store.start);
}

static void remember_stores(IntervalLog *log)
{
    if (!log->store_hash || (log->store_hash == log->last_store_hash && !log->is_partial))
        return;
    log->last_store_hash = log->store_hash;
    for (int i = 0; i < log->count; ++i)
        if (sets_units(&log->accesses[i]) && log->accesses[i].object < 0)
            remember_store(log, &log->accesses[i]);
}

/* A proof of all lanes that might access is one for every block; one of those that did is not. */
static bool is_proved(IntervalLog *log)
{
    uint64_t key = hash_u64(log->hash, log->set_hash) | 1;
    if (proofs_have(&log->proofs, key) || (log->is_partial && is_one_climb(log)))
        return true;
    if (replay(log, true)) {
        proofs_keep(&log->proofs, key);
        return true;
    }
    return log->is_partial && replay(log, false);
}

static bool meets_access(const IntervalLog *log, const LoggedAtomic *atomic)
{
    LoggedAtomic words = *atomic;
    words.start &= ~(int64_t)3;
    words.end = (words.end + 3) & ~(int64_t)3;
    for (int i = 0; i < log->count; ++i) {
        const LoggedAccess *access = &log->accesses[i];
        for (uint32_t k = 0; k < access->repeats && access->object == words.object; ++k) {
            int64_t start = access->start + k * access->step_bytes;
            if (pattern_reaches(log->table, access->pattern, access->mask, access->scale_bytes,
                                access->access_bytes, words.start - start, words.end - start))
                return true;
        }
    }
    return false;
}

/* Whether stores of earlier intervals have set all bytes between the ends. */
static bool is_all_set(IntervalLog *log, const LoggedAtomic *atomic)
{
    choose_unit(log);
    set_stored(log);
    for (int64_t word = atomic->start / 4; word < (atomic->end + 3) / 4; ++word)
        if (log->set[word] != 0xf)
            return false;
    return true;
}

static bool atomics_are_clean(IntervalLog *log)
{
    for (int i = 0; i < log->atomic_count; ++i) {
        const LoggedAtomic *atomic = &log->atomics[i];
        if (meets_access(log, atomic) || (atomic->object < 0 && !is_all_set(log, atomic)))
            return false;
    }
    return true;
}

bool interval_end(IntervalLog *log)
{
    bool clean = log->count < ACCESS_LIMIT && log->store_count < STORE_LIMIT;
    clean = clean && atomics_are_clean(log);
    if (clean && log->count) {
        clean = is_proved(log);
        remember_stores(log);
    }
    start_interval(log);
    return clean;
}
