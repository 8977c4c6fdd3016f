/* Sites, and pairs by their sites. */
#include "count/races/pair.h"

#include "probe/record/object.h"

enum { RACE_LIMIT = 1024 };

/* Races of two sites and a buffer. */
typedef struct GridRace {
    Site first, second; /* in the kernel's text */
    int buffer;
    uint64_t count, best; /* pairs of this pass; of the pass before that had most */
    bool is_at_least;
    bool is_told; /* pair is of a pass before */
    Pair pair;    /* the first one */
} GridRace;

static Touch touch_of(const Instr *instr, FindingScope scope)
{
    bool is_strong = instr->flags & INSTR_VOLATILE;
    Opcode op = scope == SCOPE_GRID ? instr_opcode_between(instr) : (Opcode)instr->op;
    if (op == OP_ATOMIC)
        return TOUCH_ATOMIC;
    if (op == OP_LOAD)
        return is_strong ? TOUCH_STRONG_READ : TOUCH_READ;
    return is_strong ? TOUCH_STRONG_WRITE : TOUCH_WRITE;
}

/* The first instruction of the line that does the same. */
static uint32_t first_of_site(const Program *program, uint32_t pc, FindingScope scope)
{
    const Instr *instr = &program->code[pc];
    for (uint32_t first = 0; first < pc; ++first)
        if (opcode_info[program->code[first].op].class == CLASS_MEMORY &&
            program->code[first].own_line == instr->own_line &&
            touch_of(&program->code[first], scope) == touch_of(instr, scope))
            return first;
    return pc;
}

Site *pair_sites(Arena *arena, const Program *program, const Launch *launch, FindingScope scope)
{
    Site *sites = ARENA_ARRAY(arena, Site, program->code_count);
    uint8_t *roles = ARENA_ARRAY(arena, uint8_t, program->code_count);
    role_find(roles, program, launch);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        if (opcode_info[program->code[pc].op].class != CLASS_MEMORY)
            continue;
        uint32_t first = first_of_site(program, pc, scope);
        sites[pc] = (Site){first, (uint8_t)touch_of(&program->code[pc], scope), 0, roles[pc]};
        if (roles[first] != roles[pc])
            roles[first] = ROLE_PLAIN;
    }
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        sites[pc].role = roles[sites[pc].pc];
    return sites;
}

bool pair_is_compared(Site a, Site b)
{
    return (a.touch == TOUCH_ATOMIC && b.role == ROLE_COMPARED) ||
           (b.touch == TOUCH_ATOMIC && a.role == ROLE_COMPARED);
}

bool pair_may_be_equal(Site a, Site b)
{
    return a.role == ROLE_EQUAL && b.role == ROLE_EQUAL && a.bytes == b.bytes;
}

static bool is_strong(Site site)
{
    return site.touch >= TOUCH_STRONG_READ;
}

bool pair_conflicts(Site a, Site b)
{
    if (!(a.bytes & b.bytes) || (!site_writes(a) && !site_writes(b)))
        return false;
    return !is_strong(a) || !is_strong(b) ||
           (a.touch == TOUCH_STRONG_WRITE && b.touch == TOUCH_STRONG_WRITE);
}

bool pair_is_earlier(const Pair *a, const Pair *b)
{
    const Deed *p = &a->late.last, *q = &b->late.last;
    if (p->block != q->block)
        return p->block < q->block;
    if (a->late.first_step != b->late.first_step)
        return a->late.first_step < b->late.first_step;
    if (p->thread != q->thread)
        return p->thread < q->thread;
    p = &a->early.last, q = &b->early.last;
    if (p->block != q->block)
        return p->block < q->block;
    return p->thread != q->thread ? p->thread < q->thread : a->word < b->word;
}

int races_find(Races *races, Site a, Site b, uint64_t word)
{
    int buffer = launch_buffer_at(races->launch, word * 4), i = 0;
    Site first = a.pc <= b.pc ? a : b, second = a.pc <= b.pc ? b : a;
    for (; i < races->count; ++i) {
        const GridRace *race = &races->list[i];
        if (race->first.pc == first.pc && race->second.pc == second.pc && race->buffer == buffer)
            return i;
    }
    if (races->count == RACE_LIMIT)
        return -1;
    *ARENA_PUSH(races->arena, races->list, races->count, races->capacity) =
        (GridRace){.first = first, .second = second, .buffer = buffer};
    return i;
}

void races_add(Races *races, int number, uint64_t count, const Pair *pair, bool is_at_least)
{
    GridRace *race = &races->list[number];
    if (!race->is_told && (!race->count || pair_is_earlier(pair, &race->pair)))
        race->pair = *pair;
    race->count += count;
    race->is_at_least |= is_at_least;
}

void races_begin_pass(Races *races)
{
    for (int i = 0; i < races->count; ++i) {
        GridRace *race = &races->list[i];
        race->best = race->count > race->best ? race->count : race->best;
        race->count = 0;
        race->is_told = race->best > 0;
    }
}

static uint32_t line_of(const Races *races, Site site)
{
    return races->program->code[site.pc].own_line;
}

static FindingKind kind_of(const GridRace *race)
{
    if (pair_is_compared(race->first, race->second))
        return NOTE_COMPARE_AND_SWAP;
    if (site_writes(race->first) && site_writes(race->second))
        return FINDING_RACE_WAW;
    return site_writes(race->first) ? FINDING_RACE_RAW : FINDING_RACE_WAR;
}

static void tell_race(const Races *races, const GridRace *race, FindingKind kind, uint64_t count,
                      const Pair *pair, Report *report)
{
    bool is_early_first = pair->early.site.pc <= pair->late.site.pc;
    const WordAccess *first = is_early_first ? &pair->early : &pair->late;
    const WordAccess *second = is_early_first ? &pair->late : &pair->early;
    ObjectPlace place = object_place(races->program, races->launch, SPACE_GLOBAL, pair->word * 4);
    Finding finding = {.kind = kind,
                       .scope = SCOPE_GRID,
                       .space = SPACE_GLOBAL,
                       .buffer = race->buffer,
                       .line = line_of(races, race->first),
                       .other_line = line_of(races, race->second),
                       .count = count,
                       .block = first->last.block,
                       .thread = first->last.thread,
                       .step = first->first_step,
                       .other_block = second->last.block,
                       .other_thread = second->last.thread,
                       .other_step = second->first_step,
                       .element = place.element,
                       .within = place.within,
                       .landed = -1};
    report_find(report, &finding);
    if (race->is_at_least && !finding_is_note(kind)) {
        report_mark_uncompared(report, finding.line);
        report_mark_uncompared(report, finding.other_line);
    }
}

bool races_are_any(const Races *races)
{
    for (int i = 0; i < races->count; ++i)
        if ((races->list[i].count || races->list[i].best) &&
            !finding_is_note(kind_of(&races->list[i])))
            return true;
    return false;
}

void races_tell(const Races *races, Report *report)
{
    for (int i = 0; i < races->count; ++i) {
        const GridRace *race = &races->list[i];
        uint64_t count = race->count > race->best ? race->count : race->best;
        if (count)
            tell_race(races, race, kind_of(race), count, &race->pair, report);
    }
}

void races_tell_equal(const Races *races, int number, uint64_t count, const Pair *pair,
                      Report *report)
{
    const GridRace *race = &races->list[number];
    if (kind_of(race) == FINDING_RACE_WAW)
        tell_race(races, race, NOTE_EQUAL_VALUES, count, pair, report);
}
