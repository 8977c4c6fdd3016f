/* Lanes are told by runs, "lanes 0 to 15", and masks as a student writes them with the lanes that
 * they mean behind: "0x0000ffff (lanes 0 to 15)". */
#include "probe/sentences/warp.h"

#include "probe/sentences/sentence.h"
#include "probe/sentences/words.h"

enum { RUNS_NAMED = 4 };

static const char *line_text(const Words *words, uint32_t number)
{
    return sentence_line(words->arena, words->language, words->program, number);
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

/* "0 to 7, 16 and more" */
static const char *run_list(const Words *words, uint32_t lanes)
{
    const char *list = "";
    for (int runs = 0; lanes; ++runs) {
        uint32_t first, last;
        if (runs == RUNS_NAMED)
            return arena_printf(words->arena, pick_words(words, "%s and others", "%s 等"), list);
        take_run(&lanes, &first, &last);
        list = arena_printf(words->arena, "%s%s%u", list, runs ? pick_words(words, ", ", "、") : "",
                            first);
        if (last == first + 1)
            list = arena_printf(words->arena, pick_words(words, "%s, %u", "%s、%u"), list, last);
        else if (last > first)
            list = arena_printf(words->arena, pick_words(words, "%s to %u", "%s～%u"), list, last);
    }
    return list;
}

/* "lane 5", "lanes 0 to 15" */
static const char *lane_list(const Words *words, uint32_t lanes)
{
    if (!lanes)
        return pick_words(words, "no lane", "没有线程道");
    bool is_one = !(lanes & (lanes - 1));
    return arena_printf(words->arena,
                        is_one ? pick_words(words, "lane %s", "线程道 %s")
                               : pick_words(words, "lanes %s", "线程道 %s"),
                        run_list(words, lanes));
}

static const char *mask_text(const Words *words, uint32_t mask)
{
    return arena_printf(words->arena, pick_words(words, "0x%08x (%s)", "0x%08x（%s）"), mask,
                        lane_list(words, mask));
}

/* ---- names ---- */

static const char *thread_text(const Words *words, uint32_t thread)
{
    return arena_printf(words->arena, pick_words(words, "thread %s", "线程 %s"),
                        sentence_coordinates(words->arena, thread, words->launch->block));
}

static const char *block_text(const Words *words)
{
    return arena_printf(
        words->arena, pick_words(words, "block %s", "线程块 %s"),
        sentence_coordinates(words->arena, words->finding->block, words->launch->grid));
}

/* "of warp 1 of block 0" */
static const char *warp_text(const Words *words)
{
    return arena_printf(words->arena, pick_words(words, "warp %1$u of %2$s", "%2$s 的线程束 %1$u"),
                        words->finding->thread / WARP_LANES, block_text(words));
}

/* What stands on the finding's line. */
static const char *operation_text(const Words *words)
{
    const Program *program = words->program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        if (program->code[pc].place != words->finding->line)
            continue;
        switch (program->code[pc].op) {
        case OP_SHUFFLE: return pick_words(words, "shuffle", "洗牌（shuffle）");
        case OP_VOTE: return pick_words(words, "vote", "投票（vote）");
        case OP_WARP_SYNC: return pick_words(words, "warp barrier", "线程束同步");
        default: break;
        }
    }
    return pick_words(words, "warp operation", "线程束操作");
}

/* ---- sources ---- */

/* Why the source gives nothing, behind "lane 16 of its warp, "; the lane is known. */
static const char *source_state(const Words *words)
{
    switch (words->finding->warp.reason) {
    case WARP_SOURCE_ABSENT:
        return arena_printf(words->arena,
                            pick_words(words, "which does not exist (the block has %llu threads)",
                                       "该线程道并不存在（线程块只有 %llu 个线程）"),
                            (unsigned long long)dim3_count(words->launch->block));
    case WARP_SOURCE_ENDED:
        return pick_words(words, "whose thread has returned", "它的线程已经返回");
    case WARP_SOURCE_UNNAMED:
        return arena_printf(
            words->arena, pick_words(words, "which its mask %s leaves out", "其掩码 %s 没有包含它"),
            mask_text(words, words->finding->warp.mask));
    default: return pick_words(words, "which does not come along", "它没有一同执行到这里");
    }
}

static const char *source_remedy(const Words *words)
{
    switch (words->finding->warp.reason) {
    case WARP_SOURCE_ABSENT:
        return pick_words(words, "begin at half the lanes that there are, or launch whole warps",
                          "请从实际线程道数的一半开始，或者启动完整的线程束");
    case WARP_SOURCE_ENDED:
        return pick_words(
            words,
            "let no thread return before, those without work give a neutral value (0 for "
            "a sum)",
            "请不要让线程提前返回，没有工作的提供不影响结果的值（求和时为 0）");
    case WARP_SOURCE_UNNAMED:
        return pick_words(words, "name the lanes that are read from, too",
                          "请把被读取的线程道也写进掩码");
    default:
        return pick_words(
            words, "let all lanes come, those without work with a neutral value (0 for a sum)",
            "请让所有线程道都执行到这里，没有工作的提供不影响结果的值（求和时为 0）");
    }
}

static const char *say_source(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(words,
                   "%1$s: %2$s of %3$s takes a value from lane %4$u of its warp, %5$s: CUDA does "
                   "not define what it gets, and the result depends on it; %6$s",
                   "%1$s：%3$s 的%2$s 从本线程束的线程道 %4$u 取值，%5$s；"
                   "取到的值在 CUDA 中没有定义，结果却依赖于它；%6$s"),
        line_text(words, finding->line), thread_text(words, finding->thread), block_text(words),
        finding->other_thread % WARP_LANES, source_state(words), source_remedy(words));
}

/* ---- masks ---- */

static const char *say_caller(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(
            words,
            "%1$s: %2$s of %3$s come to this %4$s, but the mask %5$s leaves them out: CUDA "
            "does not define it, and a GPU may stop with an illegal instruction; name every lane "
            "that comes",
            "%1$s：%3$s 的%2$s 执行这个%4$s，掩码 %5$s 却不包含它们自己；"
            "CUDA 对此没有定义，GPU 可能因非法指令而中止；请在掩码中写上每个执行到这里的线程道"),
        line_text(words, finding->line), lane_list(words, finding->warp.lanes), warp_text(words),
        operation_text(words), mask_text(words, finding->warp.mask));
}

static const char *say_masks(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(
            words,
            "%1$s: %2$s of %3$s gives this %4$s the mask %5$s, but %6$s, which it names, "
            "gives %7$s: they must be the same, or CUDA does not define what happens; work the "
            "mask out before the lanes part",
            "%1$s：%3$s 的%2$s 给这个%4$s 的掩码是 %5$s，其中包含的%6$s 给的却是 %7$s；"
            "两者必须相同，否则在 CUDA 中没有定义；请在分支之前算好掩码"),
        line_text(words, finding->line), thread_text(words, finding->thread), block_text(words),
        operation_text(words), mask_text(words, finding->warp.mask),
        thread_text(words, finding->other_thread), mask_text(words, finding->warp.lanes));
}

static const char *say_missing(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(
            words,
            "%1$s: %2$s of %3$s do not come to this %4$s, though its mask 0x%5$08x names "
            "them: CUDA does not define what happens, and a GPU may wait forever; let them come, "
            "or work the mask out with __ballot_sync before the branch (__activemask() in it is "
            "no cure)",
            "%1$s：%3$s 的%2$s 没有执行到这个%4$s，掩码 0x%5$08x 却包含它们；"
            "CUDA 对此没有定义，GPU 可能一直等待；请让它们也执行到这里，"
            "或在分支之前用 __ballot_sync 算好掩码（在分支内用 __activemask() 不能解决问题）"),
        line_text(words, finding->line), lane_list(words, finding->warp.lanes), warp_text(words),
        operation_text(words), finding->warp.mask);
}

static const char *say_parted(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(
            words,
            "%1$s: %2$s of %3$s, which the mask 0x%5$08x of this %4$s names, come to another "
            "one on %6$s: GPUs since Volta join the two, but the emulator runs each branch "
            "by itself; write one for all lanes, behind the branches",
            "%1$s：这个%4$s 的掩码 0x%5$08x 包含 %3$s 的%2$s，"
            "它们执行的却是%6$s的另一个；Volta 及之后的 GPU 会让两者会合，"
            "而模拟器分别执行两个分支；请在分支之后为所有线程道只写一个"),
        line_text(words, finding->line), lane_list(words, finding->warp.lanes), warp_text(words),
        operation_text(words), finding->warp.mask, line_text(words, finding->other_line));
}

const char *warp_finding_text(Arena *arena, Language language, const Program *program,
                              const Launch *launch, const Finding *finding)
{
    Words words = {arena, language, program, launch, finding};
    switch (finding->warp.reason) {
    case WARP_CALLER_UNNAMED: return say_caller(&words);
    case WARP_MASKS_DIFFER: return say_masks(&words);
    case WARP_LANES_MISSING: return say_missing(&words);
    case WARP_LANES_PARTED: return say_parted(&words);
    default: return say_source(&words);
    }
}
