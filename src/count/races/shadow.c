/* For every watched word a list of groups: the accesses of blocks that have ended, threads of one
 * site together where nothing is ever released, else one by one with their last time. A new access
 * is compared with the groups of its word when its thread makes it first, which is when it knows
 * least; when its block ends it becomes a group itself. */
#include "count/races/shadow.h"
#include "count/races/pair.h"

#include "base/arena.h"
#include "base/hash.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHADOW_GROUPS = 1 << 20,
    SHADOW_ITEMS = 1 << 18, /* different accesses of one block */
    SHADOW_QUESTIONS = 1 << 24,
    GROUPS_KEPT = 64, /* a write that comes after all accesses so far stands for them beyond this */
    PAIR_WORK = 8,    /* of two accesses that race, beside the comparison that finds it */
    STEP_WORK = 128,
    WORK_MOST = 1 << 24,
    NONE = -1
};

/* One access of a word's list. */
typedef struct AccessGroup {
    int next; /* of the word's; NONE: the last */
    WordAccess access;
} AccessGroup;

/* An access of the block that runs, of one thread. */
typedef struct BlockAccess {
    WordAccess access;
    int word;
    bool comes_last; /* a plain write that comes after all accesses of other blocks */
} BlockAccess;

/* Races of a word on which, so far, the order of blocks is of no consequence. */
typedef struct Pending {
    int next, race;
    uint64_t count;
    Pair pair;
} Pending;

typedef struct WatchedWord {
    uint64_t number; /* of 4 bytes in the arena */
    int groups, group_count, pending;
    uint32_t links;      /* of known_observe */
    uint32_t value;      /* what was stored, */
    uint8_t value_bytes; /* in which bytes (bit set) */
    bool is_mixed;       /* different values were stored, or an atomic operation raced */
    bool is_read;        /* a read raced with a write */
    bool is_harmful;     /* its races are told as they come */
    bool has_lost;       /* groups were dropped */
} WatchedWord;

struct Shadow {
    Known *known; /* NULL: nothing is ever known of other blocks */
    Site *sites;  /* [code] of each access, bytes 0 */
    Arena *arena; /* as long as the shadow */
    Arena *pass;  /* groups, pendings */
    WatchedWord *words;
    int word_count, word_capacity;
    int *places; /* hash table of words, place_count of them, index + 1 */
    uint32_t place_count;
    bool leaves_words; /* not all words on which blocks cross are watched */
    AccessGroup *groups;
    int group_count, group_capacity;
    Pending *pending;
    int pending_count, pending_capacity;
    Races races;
    BlockAccess *items; /* [SHADOW_ITEMS] of the block */
    int item_count;
    uint32_t
        *item_places; /* hash table [2 * SHADOW_ITEMS]: index + 1, item_places_of the block's */
    uint32_t *item_blocks;
    uint32_t block, round;
    uint64_t questions;
    uint64_t work; /* accesses compared, less what each step allows */
    bool has_ordered, is_full;
};

/* ---- words ---- */

static int *word_place(const Shadow *shadow, uint64_t number)
{
    uint64_t at = hash_u64(HASH_START, number);
    for (;; ++at) {
        int *place = &shadow->places[at & (shadow->place_count - 1)];
        if (!*place || shadow->words[*place - 1].number == number)
            return place;
    }
}

/* The next word, from *number on, on which blocks crossed. What lies in no buffer is left out: that
 * it is accessed at all is told as such. So are buffers of which nobody knows where blocks write in
 * them (places.h). */
static bool next_word(const Shadow *shadow, const Crossing *crossing, uint64_t *number)
{
    const Launch *launch = shadow->races.launch;
    for (; crossing_next(crossing, number); ++*number) {
        int buffer = launch_buffer_at(launch, *number * 4);
        if (buffer >= 0 && launch->buffers[buffer].places == PLACES_KNOWN)
            return true;
    }
    return false;
}

/* Of too many words those are watched that a hash draws: as many, whatever their stride. */
static void watch_words(Shadow *shadow, const Crossing *crossing)
{
    uint64_t all = 0, number;
    for (number = 0; next_word(shadow, crossing, &number); ++number)
        ++all;
    uint64_t share = (all + SHADOW_WORDS - 1) / SHADOW_WORDS;
    shadow->leaves_words = share > 1;
    for (number = 0; all && next_word(shadow, crossing, &number); ++number)
        if (shadow->word_count < SHADOW_WORDS &&
            (share <= 1 || hash_u64(HASH_START, ~number) % share == 0))
            ARENA_PUSH(shadow->arena, shadow->words, shadow->word_count, shadow->word_capacity)
                ->number = number;
    shadow->place_count = 64;
    while (shadow->place_count < 2 * (uint32_t)shadow->word_count)
        shadow->place_count *= 2;
    shadow->places = ARENA_ARRAY(shadow->arena, int, shadow->place_count);
    for (int i = 0; i < shadow->word_count; ++i)
        *word_place(shadow, shadow->words[i].number) = i + 1;
}

Shadow *shadow_new(const Program *program, const Launch *launch, const Crossing *crossing)
{
    Shadow *shadow = page_alloc(sizeof *shadow);
    shadow->arena = arena_new();
    shadow->races = (Races){.program = program, .launch = launch, .arena = shadow->arena};
    watch_words(shadow, crossing);
    if (!shadow->word_count)
        return shadow;
    shadow->sites = pair_sites(shadow->arena, program, launch, SCOPE_GRID);
    shadow->known = known_new(program);
    shadow->items = page_reserve(SHADOW_ITEMS * sizeof *shadow->items);
    shadow->item_places = page_reserve(2 * SHADOW_ITEMS * sizeof *shadow->item_places);
    shadow->item_blocks = page_reserve(2 * SHADOW_ITEMS * sizeof *shadow->item_blocks);
    if (!shadow->items || !shadow->item_places || !shadow->item_blocks) {
        shadow_free(shadow);
        return NULL;
    }
    return shadow;
}

void shadow_free(Shadow *shadow)
{
    if (!shadow)
        return;
    page_unreserve(shadow->items, SHADOW_ITEMS * sizeof *shadow->items);
    page_unreserve(shadow->item_places, 2 * SHADOW_ITEMS * sizeof *shadow->item_places);
    page_unreserve(shadow->item_blocks, 2 * SHADOW_ITEMS * sizeof *shadow->item_blocks);
    known_free(shadow->known);
    arena_free(shadow->arena);
    arena_free(shadow->pass);
    free(shadow);
}

bool shadow_is_wanted(const Shadow *shadow)
{
    return shadow->word_count > 0;
}

bool shadow_has_ordered(const Shadow *shadow)
{
    return shadow->has_ordered;
}

bool shadow_has_race(const Shadow *shadow)
{
    return races_are_any(&shadow->races);
}

void shadow_give_up(Shadow *shadow)
{
    shadow->is_full = true;
}

/* ---- races ---- */

static void add_pending(Shadow *shadow, WatchedWord *word, int number, uint64_t count,
                        const Pair *pair)
{
    int at = word->pending;
    while (at != NONE && shadow->pending[at].race != number)
        at = shadow->pending[at].next;
    if (at == NONE) {
        *ARENA_PUSH(shadow->pass, shadow->pending, shadow->pending_count,
                    shadow->pending_capacity) = (Pending){word->pending, number, 0, *pair};
        at = word->pending = shadow->pending_count - 1;
    }
    Pending *pending = &shadow->pending[at];
    pending->count += count;
    if (pair_is_earlier(pair, &pending->pair))
        pending->pair = *pair;
}

/* The order of blocks has come to matter on the word: tells what was held back. */
static void look_for_harm(Shadow *shadow, WatchedWord *word)
{
    if (word->is_harmful || word->pending == NONE || (!word->is_mixed && !word->is_read))
        return;
    word->is_harmful = true;
    for (int at = word->pending; at != NONE; at = shadow->pending[at].next) {
        const Pending *pending = &shadow->pending[at];
        races_add(&shadow->races, pending->race, pending->count, &pending->pair, word->has_lost);
    }
    word->pending = NONE;
}

static void find_pair(Shadow *shadow, WatchedWord *word, const WordAccess *item,
                      const WordAccess *group)
{
    bool is_late = group->last.block < item->last.block;
    Pair pair = {word->number, is_late ? *group : *item, is_late ? *item : *group};
    int number = races_find(&shadow->races, item->site, group->site, word->number);
    if (number < 0)
        return;
    bool is_compared = pair_is_compared(item->site, group->site);
    if (!is_compared) {
        word->is_read |= !site_writes(item->site) || !site_writes(group->site);
        word->is_mixed |= !pair_may_be_equal(item->site, group->site);
    }
    if (word->is_harmful || is_compared)
        races_add(&shadow->races, number, group->count, &pair, word->has_lost);
    else
        add_pending(shadow, word, number, group->count, &pair);
}

/* ---- accesses ---- */

static bool is_ordered(Shadow *shadow, const WordAccess *group, uint32_t thread)
{
    if (!shadow->known || !known_covers(shadow->known, &group->last, thread, &shadow->work))
        return false;
    shadow->has_ordered = true;
    shadow->is_full |= ++shadow->questions > SHADOW_QUESTIONS || known_is_full(shadow->known);
    return true;
}

/* Compares the first access of its kind that a thread makes with those of the blocks before. */
static void compare(Shadow *shadow, BlockAccess *item)
{
    WatchedWord *word = &shadow->words[item->word];
    Site site = item->access.site;
    item->comes_last = shadow->known && site.touch == TOUCH_WRITE && site.bytes == 15;
    for (int at = word->groups; at != NONE; at = shadow->groups[at].next) {
        const WordAccess *group = &shadow->groups[at].access;
        ++shadow->work;
        if (!pair_conflicts(site, group->site) ||
            is_ordered(shadow, group, item->access.last.thread))
            continue;
        item->comes_last = false;
        shadow->work += PAIR_WORK;
        find_pair(shadow, word, &item->access, group);
    }
    look_for_harm(shadow, word);
}

static bool is_same_item(const BlockAccess *item, int word, Site site, uint32_t thread)
{
    return item->word == word && item->access.site.pc == site.pc &&
           item->access.site.bytes == site.bytes && item->access.last.thread == thread;
}

/* The item of the block; NULL when there is no room for a new one. */
static BlockAccess *find_item(Shadow *shadow, int word, Site site, const Deed *deed)
{
    uint64_t hash = hash_u64(hash_u64(HASH_START, (uint64_t)word << 32 | site.pc),
                             (uint64_t)site.bytes << 32 | deed->thread);
    for (;; ++hash) {
        uint32_t at = (uint32_t)hash & (2 * SHADOW_ITEMS - 1);
        bool is_free = shadow->item_blocks[at] != shadow->round;
        BlockAccess *item =
            &shadow->items[is_free ? shadow->item_count : (int)shadow->item_places[at]];
        if (!is_free && is_same_item(item, word, site, deed->thread))
            return item;
        if (!is_free)
            continue;
        if (shadow->item_count == SHADOW_ITEMS)
            return NULL;
        shadow->item_blocks[at] = shadow->round;
        shadow->item_places[at] = (uint32_t)shadow->item_count++;
        *item = (BlockAccess){{site, 1, deed->step, *deed}, word, false};
        compare(shadow, item);
        return item;
    }
}

/* What the bytes of the word hold after a write. */
static void note_value(Shadow *shadow, WatchedWord *word, uint8_t bytes, uint32_t value)
{
    for (int i = 0; i < 4; ++i) {
        uint32_t mask = (uint32_t)0xff << 8 * i;
        if (!(bytes >> i & 1))
            continue;
        if (word->value_bytes >> i & 1)
            word->is_mixed |= ((word->value ^ value) & mask) != 0;
        word->value = (word->value & ~mask) | (value & mask);
    }
    word->value_bytes |= bytes;
    look_for_harm(shadow, word);
}

static void touch_word(Shadow *shadow, int index, Site site, const Deed *deed, Memory *memory)
{
    WatchedWord *word = &shadow->words[index];
    BlockAccess *item = find_item(shadow, index, site, deed);
    if (item)
        item->access.last = *deed;
    else
        shadow->is_full = true;
    if (!site_writes(site))
        return;
    uint32_t value;
    memcpy(&value, memory_read(memory, word->number * 4, 4), sizeof value);
    note_value(shadow, word, site.bytes, value);
}

static void touch_bytes(Shadow *shadow, const Step *step, uint32_t lane, Deed deed, Memory *memory)
{
    uint64_t at = step->arena[lane];
    uint32_t size = step->access_bytes;
    Site site = shadow->sites[step->pc];
    for (uint64_t number = at / 4; number <= (at + size - 1) / 4; ++number) {
        int place = *word_place(shadow, number);
        if (!place)
            continue;
        deed.word = place - 1;
        site.bytes = site_bytes(at, size, number);
        if (shadow->known && known_is_strong(step) && site.bytes == 15)
            deed.link = known_observe(shadow->known, step, lane, deed.word,
                                      &shadow->words[deed.word].links);
        touch_word(shadow, deed.word, site, &deed, memory);
    }
}

bool shadow_is_exhausted(const Shadow *shadow)
{
    return shadow->work > WORK_MOST;
}

static void fold(Shadow *shadow, const Step *step, Memory *memory)
{
    shadow->work -= shadow->work < STEP_WORK ? shadow->work : STEP_WORK;
    for (uint32_t lanes = step_lanes_in(step, SPACE_GLOBAL); lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        Deed deed = {.block = shadow->block,
                     .thread = step->warp * WARP_LANES + lane,
                     .interval = step->interval,
                     .sync = shadow->known ? known_syncs(shadow->known, step->warp) : 0,
                     .step = step->index};
        touch_bytes(shadow, step, lane, deed, memory);
    }
    if (shadow->known)
        known_fold(shadow->known, step);
}

/* ---- blocks and passes ---- */

void shadow_begin_pass(Shadow *shadow)
{
    arena_free(shadow->pass);
    shadow->pass = arena_new();
    shadow->groups = NULL;
    shadow->pending = NULL;
    shadow->group_count = shadow->group_capacity = 0;
    shadow->pending_count = shadow->pending_capacity = 0;
    for (int i = 0; i < shadow->word_count; ++i)
        shadow->words[i] =
            (WatchedWord){.number = shadow->words[i].number, .groups = NONE, .pending = NONE};
    races_begin_pass(&shadow->races);
    if (shadow->known)
        known_begin_pass(shadow->known);
}

static void begin_block(Shadow *shadow, uint32_t block)
{
    shadow->block = block;
    shadow->round++;
    shadow->item_count = 0;
    if (shadow->known)
        known_begin_block(shadow->known, block);
}

static WordAccess *find_group(Shadow *shadow, const WatchedWord *word, Site site)
{
    bool is_alike = !shadow->known || !known_has_fence(shadow->known);
    for (int at = word->groups; at != NONE && is_alike; at = shadow->groups[at].next) {
        WordAccess *group = &shadow->groups[at].access;
        if (group->site.pc == site.pc && group->site.bytes == site.bytes)
            return group;
    }
    return NULL;
}

/* Whoever has observed the later write has observed both; what only read is never observed. */
static void join_links(Deed *group, const Deed *deed)
{
    if (!deed->link || (group->link && deed->link > group->link))
        group->link = deed->link;
}

static void keep_item(Shadow *shadow, const BlockAccess *item)
{
    WatchedWord *word = &shadow->words[item->word];
    WordAccess *group = find_group(shadow, word, item->access.site);
    if (group) {
        group->count++;
        join_links(&group->last, &item->access.last);
        return;
    }
    if (shadow->group_count == SHADOW_GROUPS) {
        shadow->is_full = true;
        return;
    }
    *ARENA_PUSH(shadow->pass, shadow->groups, shadow->group_count, shadow->group_capacity) =
        (AccessGroup){word->groups, item->access};
    word->groups = shadow->group_count - 1;
    word->group_count++;
}

static void end_block(Shadow *shadow)
{
    for (int i = 0; i < shadow->item_count; ++i) {
        WatchedWord *word = &shadow->words[shadow->items[i].word];
        if (shadow->items[i].comes_last && word->group_count > GROUPS_KEPT) {
            word->groups = NONE;
            word->group_count = 0;
            word->has_lost = true;
        }
    }
    for (int i = 0; i < shadow->item_count; ++i)
        keep_item(shadow, &shadow->items[i]);
}

void shadow_follow(Shadow *shadow, const Walk *walk, const Step *step)
{
    switch (walk->event) {
    case WALK_BEGIN: begin_block(shadow, walk->machine->block); break;
    case WALK_STEP: fold(shadow, step, walk->memory); break;
    case WALK_END: end_block(shadow); break;
    }
}

/* ---- telling ---- */

/* Not all was watched: what was is a lower bound. */
static void mark_all(const Shadow *shadow, Report *report)
{
    const Program *program = shadow->races.program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (opcode_info[instr->op].class == CLASS_MEMORY && shadow->sites[pc].pc == pc &&
            (instr->space == SPACE_GLOBAL || instr->space == SPACE_GENERIC))
            report_mark_uncompared(report, instr->own_line);
    }
}

void shadow_tell(const Shadow *shadow, Report *report)
{
    races_tell(&shadow->races, report);
    for (int i = 0; i < shadow->word_count; ++i)
        for (int at = shadow->words[i].pending; at != NONE; at = shadow->pending[at].next) {
            const Pending *pending = &shadow->pending[at];
            races_tell_equal(&shadow->races, pending->race, pending->count, &pending->pair, report);
        }
    if (shadow->is_full || shadow->leaves_words) {
        mark_all(shadow, report);
        report_tell_uncompared(report, SCOPE_GRID);
    }
}
