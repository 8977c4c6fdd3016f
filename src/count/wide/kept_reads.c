/* Reads of a wide block are kept as patterns until it has ended well: one that is given up is run
 * again by the machine, and what it read before may not have been right. */
#include "count/wide/state.h"

void wide_log_read(Wide *wide, const WideAccess *access)
{
    *ARENA_PUSH(wide->arena, wide->reads_log, wide->read_count, wide->read_capacity) =
        (WideRead){access->start, access->scale, access->pattern, wide->active, access->bytes};
}

/* Notes a load, sixteen lanes at once where they lie side by side or all at one place. */
static void note_read(Wide *wide, const WideRead *read)
{
    const Pattern *pattern = pattern_at(wide->table, read->pattern);
    const Mask *active = mask_at(wide->table, read->mask);
    for (uint32_t lane = 0; lane < wide->lanes; lane += LANE_GROUP) {
        uint32_t group = active->words[lane / 32] >> lane % 32 & 0xffff;
        GroupKind kind = (GroupKind)pattern->kind[lane / LANE_GROUP];
        bool is_run = group == 0xffff && kind == GROUP_RUN && read->scale == read->bytes;
        if (group && kind == GROUP_ONE)
            group &= -group;
        if (is_run) {
            reads_note(wide->reads, (uint64_t)(read->start + pattern->rel[lane] * read->scale),
                       LANE_GROUP * read->bytes);
            continue;
        }
        for (; group; group &= group - 1) {
            int64_t at = pattern->rel[lane + (uint32_t)__builtin_ctz(group)] * read->scale;
            reads_note(wide->reads, (uint64_t)(read->start + at), read->bytes);
        }
    }
}

void wide_note_reads(Wide *wide)
{
    for (int i = 0; i < wide->read_count; ++i)
        note_read(wide, &wide->reads_log[i]);
}
