/* What the sentences on findings are filled with. Lanes are told by runs, "lanes 0 to 15", and
 * masks as a student writes them with the lanes that they mean behind. */
#include "probe/sentences/slots.h"

#include "probe/record/object.h"
#include "probe/sentences/place.h"
#include "probe/sentences/remedy.h"
#include "probe/sentences/sentence.h"

#include <assert.h>
#include <string.h>

enum { THREADS_NAMED = 3, BLOCKS_NAMED = 4, RUNS_NAMED = 4 };

static const char *digits(const Words *words, uint64_t number)
{
    return arena_printf(words->arena, "%llu", (unsigned long long)number);
}

/* "300", "-1.5", "nan" */
static const char *converted_number(const Words *words)
{
    double number;
    memcpy(&number, &words->finding->landed, sizeof number);
    return number != number ? "NaN" : arena_printf(words->arena, "%.9g", number);
}

/* "v", "a row of a" */
static const char *member_name(const Words *words)
{
    const IndexLimit *limit = &words->program->limits[words->finding->past];
    return limit->is_row ? SAY(words, "a row of %s", "%s 的一行", limit->member) : limit->member;
}

static const char *owner_name(const Words *words)
{
    const char *name = words->program->limits[words->finding->past].owner;
    return name ? SAY(words, "struct %s", "结构体 %s", name) : SAY(words, "%s", "%s", "a struct");
}

/* ---- lines ---- */

static const char *line_name(const Words *words, uint32_t number)
{
    return sentence_line(words->arena, words->language, words->program, number);
}

static const char *at_line(const Words *words)
{
    uint32_t line = words->finding->line;
    return line ? SAY(words, "%s: ", "%s：", line_name(words, line)) : "";
}

static const char *line_and_more(const Words *words)
{
    uint64_t more = words->finding->count - 1;
    const char *line = line_name(words, words->finding->line);
    const char *count = digits(words, words->language == LANGUAGE_ZH ? more + 1 : more);
    return !more       ? line
           : more == 1 ? SAY(words, "%s and %s more line", "%s等 %s 行", line, count)
                       : SAY(words, "%s and %s more lines", "%s等 %s 行", line, count);
}

static const char *line_number(const Words *words, uint32_t number)
{
    uint32_t file;
    return arena_printf(words->arena, "%d", sentence_line_of(words->program, number, &file));
}

static const char *both_lines(const Words *words)
{
    const Finding *finding = words->finding;
    const char *line = line_number(words, finding->line);
    if (finding->line == finding->other_line)
        return SAY(words, "Line %s", "第 %s 行", line);
    return SAY(words, "Lines %s and %s", "第 %s、%s 行", line,
               line_number(words, finding->other_line));
}

/* ---- threads and blocks ---- */

const char *sentence_coordinates(Arena *arena, uint64_t linear, Dim3 extent)
{
    Dim3 at = dim3_from_linear(linear, extent);
    if (extent.z > 1)
        return arena_printf(arena, "(%u, %u, %u)", at.x, at.y, at.z);
    return extent.y > 1 ? arena_printf(arena, "(%u, %u)", at.x, at.y)
                        : arena_printf(arena, "%u", at.x);
}

static const char *thread_name(const Words *words, uint32_t thread)
{
    return SAY(words, "thread %s", "线程 %s",
               sentence_coordinates(words->arena, thread, words->launch->block));
}

static const char *block_name(const Words *words, uint32_t block)
{
    return SAY(words, "block %s", "线程块 %s",
               sentence_coordinates(words->arena, block, words->launch->grid));
}

static const char *thread_of_block(const Words *words, uint32_t thread, uint32_t block)
{
    return SAY(words, "%1$s of %2$s", "%2$s 的%1$s", thread_name(words, thread),
               block_name(words, block));
}

static const char *warp_name(const Words *words)
{
    return SAY(words, "warp %1$u of %2$s", "%2$s 的线程束 %1$u",
               words->finding->thread / WARP_LANES, block_name(words, words->finding->block));
}

static const char *writers(const Words *words)
{
    return words->finding->scope == SCOPE_GRID
               ? PICK(words, "different blocks", "不同的线程块")
               : PICK(words, "different threads of a block", "同一线程块的不同线程");
}

/* "(1, 0), (1, 1)": the absent threads of the first block, a few of them. */
static const char *thread_list(const Words *words)
{
    const char *list = "";
    int named = 0;
    for (uint32_t thread = 0; thread < 16 * 64; ++thread) {
        if (!(words->finding->threads[thread / 64] >> thread % 64 & 1))
            continue;
        if (named == THREADS_NAMED)
            return SAY(words, "%s, ...", "%s 等", list);
        list = arena_printf(words->arena, "%s%s%s", list, named++ ? PICK(words, ", ", "、") : "",
                            sentence_coordinates(words->arena, thread, words->launch->block));
    }
    return list;
}

/* "2 threads ((1, 0), (1, 1)) of block (1, 0), 2 of block (0, 1) and 3 of block (1, 1)" */
static const char *absent_threads(const Words *words)
{
    const Finding *finding = words->finding;
    const FindingBlock *blocks = finding->in_blocks;
    uint64_t count = finding->blocks, named = count <= BLOCKS_NAMED ? count : BLOCKS_NAMED - 1;
    const char *list =
        blocks->threads == 1
            ? thread_of_block(words, finding->thread, finding->block)
            : SAY(words, "%1$u threads (%2$s) of %3$s", "%3$s 的 %1$u 个线程（%2$s）",
                  blocks->threads, thread_list(words), block_name(words, finding->block));
    for (uint64_t i = 1; i < named; ++i) {
        const char *comma = i + 1 < count ? PICK(words, ", ", "、") : PICK(words, " and ", "、");
        list = SAY(words, "%1$s%2$s%3$u of %4$s", "%1$s%2$s%4$s 的 %3$u 个", list, comma,
                   blocks[i].threads, block_name(words, blocks[i].block));
    }
    if (named == count)
        return list;
    return SAY(words, "%s and some of %s more blocks", "%s以及另外 %s 个线程块中的线程", list,
               digits(words, count - named));
}

/* ---- places ---- */

static const char *array_name(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->buffer < 0)
        return PICK(words, "an array", "数组");
    return place_name(words->program, words->launch, finding->space, finding->buffer);
}

static const char *pointer_name(const Words *words)
{
    return words->launch->lost[-2 - words->finding->buffer].name;
}

static const char *place_of(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->buffer < 0)
        return PICK(words, "memory of no array", "不属于任何数组的内存");
    uint32_t scalar = object_scalar_bytes(words->program, words->launch, finding->space,
                                          (unsigned)finding->buffer);
    return place_text(words->arena, words->program, words->launch, finding->space, finding->buffer,
                      finding->element * (int64_t)scalar + finding->within, finding->bytes);
}

static const char *mbarrier_name(const Words *words, int object, int64_t element)
{
    if (object < 0)
        return "__syncthreads()";
    return place_mbarrier(words->arena, words->program, words->launch, object, element);
}

/* Where an access outside really landed. */
static const char *landing(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->space != SPACE_GLOBAL || finding->landed < 0)
        return "";
    return SAY(words, "; it hits %s", "，实际落在 %s",
               sentence_global_place(words->arena, words->language, words->launch,
                                     (uint64_t)finding->landed));
}

/* The piece that nothing has set in which the finding's word lies, *before the one in front of it;
 * NULL: there is none. */
static const BufferPiece *unset_piece(const Launch *launch, const Finding *finding,
                                      const BufferPiece **before)
{
    bool is_buffer = finding->space == SPACE_GLOBAL && finding->buffer >= 0;
    const Buffer *buffer = is_buffer ? &launch->buffers[finding->buffer] : NULL;
    *before = NULL;
    if (!buffer || finding->element < 0)
        return NULL;
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t last = (uint64_t)finding->element * size + size - 1;
    int index = buffer_piece_at(buffer, last);
    if (index >= buffer->piece_count || buffer->pieces[index].kind != PIECE_UNSET ||
        buffer->pieces[index].from > last)
        return NULL;
    if (index && buffer->pieces[index - 1].to == buffer->pieces[index].from)
        *before = &buffer->pieces[index - 1];
    return &buffer->pieces[index];
}

uint64_t copied_bytes(const Launch *launch, const Finding *finding)
{
    const BufferPiece *before, *piece = unset_piece(launch, finding, &before);
    const Buffer *buffer = piece ? &launch->buffers[finding->buffer] : NULL;
    if (!piece || piece->to < buffer_bytes(buffer))
        return 0;
    for (int i = 0; &buffer->pieces[i] != piece; ++i)
        if (buffer->pieces[i].kind == PIECE_UNSET)
            return 0;
    return piece->from;
}

bool is_between_rows(const Launch *launch, const Finding *finding)
{
    const BufferPiece *before, *piece = unset_piece(launch, finding, &before);
    return piece && piece->from && piece->to < buffer_bytes(&launch->buffers[finding->buffer]);
}

bool is_cleared_in_part(const Launch *launch, const Finding *finding)
{
    const BufferPiece *before;
    return unset_piece(launch, finding, &before) && before && before->kind == PIECE_BYTE;
}

static const char *giver_name(const Words *words)
{
    const Buffer *buffers = words->launch->buffers;
    return buffers[buffers[words->finding->buffer].places_from].name;
}

const LaunchCopy *copy_of(const Launch *launch, const Finding *finding)
{
    const LaunchCopy *copy = launch->copies;
    while (copy->line != finding->line || copy->buffer != finding->buffer ||
           (copy->said != NULL) != (finding->kind == FINDING_COPY_WRONG_KIND))
        ++copy;
    return copy;
}

static const LaunchDoubt *doubt_of(const Words *words)
{
    return &words->launch->doubts[words->finding->doubt];
}

/* "column 2", "columns 2 and 3", "columns 992 to 999", "8 columns (the first is 2)" */
static const char *slices_text(const Words *words, const FindingSlices *slices, const char *one,
                               const char *many, const char *chinese)
{
    unsigned long long count = slices->count, first = slices->first, last = slices->last;
    const char *noun = PICK(words, count == 1 ? one : many, chinese);
    return count == 1 ? SAY(words, "%1$s %2$llu", "第 %2$llu %1$s", noun, first)
           : count == 2
               ? SAY(words, "%1$s %2$llu and %3$llu", "第 %2$llu、%3$llu %1$s", noun, first, last)
           : last - first + 1 == count
               ? SAY(words, "%1$s %2$llu to %3$llu", "第 %2$llu 至 %3$llu %1$s", noun, first, last)
               : SAY(words, "%2$llu %1$s (the first is %3$llu)",
                     "%2$llu %1$s（第一个是第 %3$llu %1$s）", noun, count, first);
}

static const char *never_read(const Words *words)
{
    const FindingSlices *rows = &words->finding->rows, *columns = &words->finding->columns;
    const char *of_rows = slices_text(words, rows, "row", "rows", "行");
    const char *of_columns = slices_text(words, columns, "column", "columns", "列");
    if (rows->count && columns->count)
        return SAY(words, "%s and %s", "%s和%s", of_rows, of_columns);
    return rows->count ? of_rows : columns->count ? of_columns : PICK(words, "all", "全部");
}

/* ---- what happens ---- */

/* The text of an instruction of this kind on the finding's line, the condition of an assertion or
 * the name of the function that ends, in between; or nothing. */
static const char *effect_text(const Words *words, Opcode op, const char *before, const char *after)
{
    const Program *program = words->program;
    const Instr *instr = program->code, *end = instr + program->code_count;
    while (instr < end && (instr->op != op || instr->own_line != words->finding->line))
        ++instr;
    if (instr == end || instr->imm < 0 || instr->imm >= program->text_count)
        return "";
    return arena_printf(words->arena, "%s%s%s", before, program->texts[instr->imm], after);
}

static const char *race_remedy(const Words *words)
{
    const char *text = remedy_of_race(words->language, words->program, words->finding);
    return *text ? SAY(words, "; %s", "；%s", text) : "";
}

static const char *and_more(const Words *words)
{
    if (!words->finding->is_at_least)
        return "";
    if (words->finding->scope == SCOPE_GRID)
        return PICK(
            words,
            "; there may be more such races than are counted: the accesses are too many for "
            "all of them to be compared",
            "；这样的竞争可能比统计到的更多：访问太多，没有全部比较");
    return PICK(words,
                "; there may be more such races than are counted: too many accesses stand between "
                "two barriers for all of them to be compared",
                "；这样的竞争可能比统计到的更多：两个屏障之间的访问太多，没有全部比较");
}

/* What of a warp stands on the finding's line. */
static const char *operation_name(const Words *words)
{
    const Program *program = words->program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        if (program->code[pc].own_line != words->finding->line)
            continue;
        switch (program->code[pc].op) {
        case OP_SHUFFLE: return PICK(words, "shuffle", "洗牌（shuffle）");
        case OP_VOTE: return PICK(words, "vote", "投票（vote）");
        case OP_WARP_SYNC: return PICK(words, "warp barrier", "线程束同步");
        default: break;
        }
    }
    return PICK(words, "warp operation", "线程束操作");
}

/* ---- lanes ---- */

/* The lowest run of set bits, as its first and last lane; takes it out of *lanes. */
static void take_run(uint32_t *lanes, uint32_t *first, uint32_t *last)
{
    *first = (uint32_t)__builtin_ctz(*lanes);
    uint32_t rest = ~(*lanes >> *first);
    *last = rest ? *first + (uint32_t)__builtin_ctz(rest) - 1 : WARP_LANES - 1;
    if (*last >= WARP_LANES)
        *last = WARP_LANES - 1;
    *lanes &= *last == WARP_LANES - 1 ? 0 : UINT32_MAX << (*last + 1);
}

/* "0 to 7, 16 and others" */
static const char *run_list(const Words *words, uint32_t lanes)
{
    const char *list = "", *comma = PICK(words, ", ", "、");
    for (int runs = 0; lanes; ++runs) {
        uint32_t first, last;
        if (runs == RUNS_NAMED)
            return SAY(words, "%s and others", "%s 等", list);
        take_run(&lanes, &first, &last);
        list = arena_printf(words->arena, "%s%s%u", list, runs ? comma : "", first);
        if (last > first)
            list = arena_printf(words->arena, "%s%s%u", list,
                                last == first + 1 ? comma : PICK(words, " to ", "～"), last);
    }
    return list;
}

/* "lane 5", "lanes 0 to 15" */
static const char *lane_list(const Words *words, uint32_t lanes)
{
    if (!lanes)
        return PICK(words, "no lane", "没有线程道");
    bool is_one = !(lanes & (lanes - 1));
    return SAY(words, "%s %s", "%s %s",
               is_one ? PICK(words, "lane", "线程道") : PICK(words, "lanes", "线程道"),
               run_list(words, lanes));
}

static const char *mask_text(const Words *words, uint32_t mask)
{
    return SAY(words, "0x%08x (%s)", "0x%08x（%s）", mask, lane_list(words, mask));
}

/* ---- filling ---- */

/* What stands for a slot, which is followed by its brace. */
static const char *slot_text(const Words *words, const char *slot)
{
    const Finding *finding = words->finding;
#define SLOT(name, text)                                                                           \
    if (strncmp(slot, #name "}", sizeof #name) == 0)                                               \
        return text;
#include "probe/sentences/slot.def"
    assert(!"a slot");
    return "";
}

const char *slots_fill(const Words *words, const char *text)
{
    const char *filled = "", *open;
    for (; (open = strchr(text, '{')) != NULL; text = strchr(open, '}') + 1)
        filled = arena_printf(words->arena, "%s%.*s%s", filled, (int)(open - text), text,
                              slot_text(words, open + 1));
    return arena_printf(words->arena, "%s%s", filled, text);
}
