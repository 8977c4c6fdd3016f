/* A finding in one sentence: who, where, what happened, and what it means. */
#include "probe/record/object.h"
#include "probe/sentences/between.h"
#include "probe/sentences/place.h"
#include "probe/sentences/remedy.h"
#include "probe/sentences/sentence.h"
#include "probe/sentences/warp.h"
#include "probe/sentences/words.h"

enum { THREADS_NAMED = 3, BLOCKS_NAMED = 4 };

const char *sentence_coordinates(Arena *arena, uint64_t linear, Dim3 extent)
{
    Dim3 at = dim3_from_linear(linear, extent);
    if (extent.z > 1)
        return arena_printf(arena, "(%u, %u, %u)", at.x, at.y, at.z);
    return extent.y > 1 ? arena_printf(arena, "(%u, %u)", at.x, at.y)
                        : arena_printf(arena, "%u", at.x);
}

static const char *coordinates(const Words *words, uint64_t linear, Dim3 extent)
{
    return sentence_coordinates(words->arena, linear, extent);
}

static const char *thread_name(const Words *words, uint32_t thread)
{
    return arena_printf(words->arena, pick_words(words, "thread %s", "线程 %s"),
                        coordinates(words, thread, words->launch->block));
}

static const char *line_name(const Words *words, uint32_t number)
{
    return sentence_line(words->arena, words->language, words->program, number);
}

static const char *block_name(const Words *words)
{
    return arena_printf(words->arena, pick_words(words, "block %s", "线程块 %s"),
                        coordinates(words, words->finding->block, words->launch->grid));
}

/* Bytes from the start of the buffer or array. */
static int64_t offset(const Words *words)
{
    const Finding *finding = words->finding;
    return finding->element * (int64_t)object_scalar_bytes(words->program, words->launch,
                                                           finding->space,
                                                           (unsigned)finding->buffer) +
           finding->within;
}

static const char *place_of_finding(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->buffer < 0)
        return pick_words(words, "memory of no array", "不属于任何数组的内存");
    return place_text(words->arena, words->program, words->launch, finding->space, finding->buffer,
                      offset(words), finding->bytes);
}

/* Where an access outside really landed. */
static const char *landing(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->space != SPACE_GLOBAL || finding->landed < 0)
        return "";
    const char *where = sentence_global_place(words->arena, words->language, words->launch,
                                              (uint64_t)finding->landed);
    return arena_printf(words->arena, pick_words(words, "; it hits %s", "，实际落在 %s"), where);
}

/* "past the 9 elements of M" */
static const char *extent(const Words *words)
{
    const Finding *finding = words->finding;
    uint64_t count = place_elements(words->program, words->launch, finding->space, finding->buffer);
    const char *name = place_name(words->program, words->launch, finding->space, finding->buffer);
    if (finding->element < 0)
        return arena_printf(words->arena,
                            pick_words(words, "before the start of %s", "在 %s 的开头之前"), name);
    return arena_printf(
        words->arena,
        pick_words(words, "past the %2$llu elements of %1$s", "超出了 %s 的 %llu 个元素"), name,
        (unsigned long long)count);
}

static const char *say_outside(const Words *words, bool is_read)
{
    const Finding *finding = words->finding;
    if (finding->buffer < 0)
        return arena_printf(words->arena,
                            is_read ? pick_words(words,
                                                 "%s: %s of %s reads through a pointer that "
                                                 "leads to no array",
                                                 "%1$s：%3$s 的%2$s 通过不指向任何数组的指针读取")
                                    : pick_words(words,
                                                 "%s: %s of %s writes through a pointer that "
                                                 "leads to no array",
                                                 "%1$s：%3$s 的%2$s 通过不指向任何数组的指针写入"),
                            line_name(words, finding->line), thread_name(words, finding->thread),
                            block_name(words));
    return arena_printf(words->arena,
                        is_read ? pick_words(words, "%1$s: %2$s of %3$s reads %4$s, %6$s%5$s",
                                             "%1$s：%3$s 的%2$s 读取 %4$s，%6$s%5$s")
                                : pick_words(words, "%1$s: %2$s of %3$s writes %4$s, %6$s%5$s",
                                             "%1$s：%3$s 的%2$s 写入 %4$s，%6$s%5$s"),
                        line_name(words, finding->line), thread_name(words, finding->thread),
                        block_name(words), place_of_finding(words),
                        arena_printf(words->arena, "%s%s", landing(words), remedy_end(words)),
                        extent(words));
}

static const char *say_wrong_row(const Words *words, bool is_read)
{
    const Finding *finding = words->finding;
    const char *row = pick_words(words, "row", "行"), *column = pick_words(words, "column", "列");
    bool turned = finding_is_turned(words->launch, finding);
    return arena_printf(
        words->arena,
        is_read ? pick_words(words,
                             "%1$s: %2$s of %3$s reads %4$s, but was meant for a %5$s outside "
                             "the matrix: the value comes from another %6$s",
                             "%1$s：%3$s 的%2$s 读到了 %4$s，而它要访问的%5$s在矩阵之外，"
                             "取到的是另一%6$s的值")
                : pick_words(words,
                             "%1$s: %2$s of %3$s writes %4$s, but was meant for a %5$s outside "
                             "the matrix: it overwrites an element of another %6$s",
                             "%1$s：%3$s 的%2$s 写到了 %4$s，而它要访问的%5$s在矩阵之外，"
                             "覆盖了另一%6$s的元素"),
        line_name(words, finding->line), thread_name(words, finding->thread), block_name(words),
        place_of_finding(words), turned ? row : column, turned ? column : row);
}

static const char *race_meaning(const Words *words)
{
    switch (words->finding->kind) {
    case FINDING_RACE_RAW:
        return pick_words(words,
                          "%2$s (%1$s) writes %5$s and %4$s (%3$s) reads it, with no "
                          "barrier between: the old value may be read",
                          "%2$s（%1$s）写入 %5$s，%4$s（%3$s）读取它，两者之间没有屏障，"
                          "可能读到旧值");
    case FINDING_RACE_WAR:
        return pick_words(words,
                          "%2$s (%1$s) reads %5$s and %4$s (%3$s) overwrites it, with "
                          "no barrier between: the new value may be read",
                          "%2$s（%1$s）读取 %5$s，%4$s（%3$s）覆盖它，两者之间没有屏障，"
                          "可能读到新值");
    default:
        return pick_words(words,
                          "%2$s (%1$s) and %4$s (%3$s) both write %5$s, with no barrier "
                          "between: either value may stay",
                          "%2$s（%1$s）与%4$s（%3$s）都写入 %5$s，两者之间没有屏障，"
                          "最后留下哪个值不确定");
    }
}

/* By what rule it is allowed. */
static const char *note_meaning(const Words *words)
{
    if (words->finding->kind == NOTE_COMPARE_AND_SWAP)
        return pick_words(
            words,
            "%2$s (%1$s) reads %5$s while %4$s (%3$s) may change it by an atomic "
            "operation, with no barrier between: allowed, because the value read is only what "
            "atomicCAS compares the word with; if it is old, atomicCAS changes nothing and the "
            "loop tries again",
            "%2$s（%1$s）读取 %5$s，%4$s（%3$s）同时可能用原子操作改变它，"
            "两者之间没有屏障。这是允许的：读到的值只用作 atomicCAS 的比较值，"
            "若已过时，atomicCAS 什么也不改，循环会重试");
    return pick_words(
        words,
        "%2$s (%1$s) and %4$s (%3$s) both write %5$s, with no barrier between: allowed, "
        "because all that write it store the same value, and one of the values written stays",
        "%2$s（%1$s）与%4$s（%3$s）都写入 %5$s，两者之间没有屏障。"
        "这是允许的：写入者存的都是同一个值，最后留下的是其中之一");
}

/* That the count of races is too low. */
static const char *and_more(const Words *words)
{
    if (!words->finding->is_at_least)
        return "";
    return pick_words(words,
                      "; there may be more such races than are counted: too many accesses stand "
                      "between two barriers for all of them to be compared",
                      "；这样的竞争可能比统计到的更多：两个屏障之间的访问太多，没有全部比较");
}

static const char *say_race(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->scope == SCOPE_GRID)
        return sentence_between(words->arena, words->language, words->program, words->launch,
                                finding);
    const char *what = arena_printf(
        words->arena, finding_is_note(finding->kind) ? note_meaning(words) : race_meaning(words),
        line_name(words, finding->line), thread_name(words, finding->thread),
        line_name(words, finding->other_line), thread_name(words, finding->other_thread),
        place_of_finding(words));
    return arena_printf(words->arena, pick_words(words, "in %s, %s%s%s", "在%s 中，%s%s%s"),
                        block_name(words), what, remedy_end(words), and_more(words));
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
            return arena_printf(words->arena, pick_words(words, "%s, ...", "%s 等"), list);
        list =
            arena_printf(words->arena, "%s%s%s", list, named++ ? pick_words(words, ", ", "、") : "",
                         coordinates(words, thread, words->launch->block));
    }
    return list;
}

/* "2 threads ((1, 0), (1, 1)) of block (1, 0)" */
static const char *first_absent(const Words *words, uint32_t count)
{
    if (count == 1)
        return arena_printf(words->arena, pick_words(words, "%1$s of %2$s", "%2$s 的%1$s"),
                            thread_name(words, words->finding->thread), block_name(words));
    return arena_printf(
        words->arena,
        pick_words(words, "%1$u threads (%2$s) of %3$s", "%3$s 的 %1$u 个线程（%2$s）"), count,
        thread_list(words), block_name(words));
}

/* "2 threads ((1, 0), (1, 1)) of block (1, 0), 2 of block (0, 1) and 3 of block (1, 1)" */
static const char *absent_threads(const Words *words)
{
    const FindingBlock *blocks = words->finding->in_blocks;
    uint64_t count = words->finding->blocks,
             named = count <= BLOCKS_NAMED ? count : BLOCKS_NAMED - 1;
    const char *list = first_absent(words, blocks[0].threads);
    for (uint64_t i = 1; i < named; ++i)
        list = arena_printf(
            words->arena,
            i + 1 < count
                ? pick_words(words, "%1$s, %2$u of block %3$s", "%1$s、线程块 %3$s 的 %2$u 个")
                : pick_words(words, "%1$s and %2$u of block %3$s", "%1$s、线程块 %3$s 的 %2$u 个"),
            list, blocks[i].threads, coordinates(words, blocks[i].block, words->launch->grid));
    if (named < count)
        list = arena_printf(words->arena,
                            pick_words(words, "%s and some of %llu more blocks",
                                       "%s以及另外 %llu 个线程块中的线程"),
                            list, (unsigned long long)(count - named));
    return list;
}

static const char *say_elsewhere(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(words,
                   "%1$s: while %3$s and others wait at this barrier, %4$s wait at a different "
                   "one, on %2$s: all threads of a block must come to the same barrier, and CUDA "
                   "does not define what happens otherwise",
                   "%1$s：%3$s 等线程在这个屏障处等待时，%4$s却在%2$s的另一个屏障处等待；"
                   "同一线程块的所有线程必须到达同一个屏障，否则结果在 CUDA 中没有定义"),
        line_name(words, finding->line), line_name(words, finding->other_line),
        thread_name(words, finding->other_thread), absent_threads(words));
}

static const char *say_absent(const Words *words)
{
    const Finding *finding = words->finding;
    if (finding->other_line && finding->other_thread != FINDING_NO_THREAD)
        return say_elsewhere(words);
    const char *format =
        finding->other_line
            ? pick_words(words,
                         "%1$s: the barrier opens without %2$s, which had returned on %3$s "
                         "and never arrive: today's hardware counts threads that have ended as "
                         "arrived, but CUDA does not define it",
                         "%1$s：屏障放行时，%2$s已经在%3$s返回，不会再到达；"
                         "如今的硬件把已结束的线程算作到达，但 CUDA 对此没有定义")
        : finding->count == 1
            ? pick_words(words, "%1$s: the barrier opens without %2$s, which never arrives",
                         "%1$s：%2$s始终没有到达，屏障就放行了")
            : pick_words(words, "%1$s: the barrier opens without %2$s, which never arrive",
                         "%1$s：%2$s始终没有到达，屏障就放行了");
    return arena_printf(words->arena, format, line_name(words, finding->line),
                        absent_threads(words), line_name(words, finding->other_line));
}

/* The instruction of this kind that stands on the finding's line; NULL if there is none. */
static const Instr *instr_of(const Words *words, Opcode op)
{
    const Program *program = words->program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == op && program->code[pc].place == words->finding->line)
            return &program->code[pc];
    return NULL;
}

/* " (i < 4)", the condition of the assertion, or the name of the function that ends, on the
 * finding's line; or nothing. */
static const char *effect_text(const Words *words, Opcode op, const char *format)
{
    const Instr *instr = instr_of(words, op);
    return instr && instr->imm >= 0 && instr->imm < words->program->text_count
               ? arena_printf(words->arena, format, words->program->texts[instr->imm])
               : "";
}

static const char *say_assert(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(words->arena,
                        pick_words(words, "%1$s: the assertion%4$s fails for %2$s of %3$s",
                                   "%1$s：断言%4$s 对%3$s 的%2$s 不成立"),
                        line_name(words, finding->line), thread_name(words, finding->thread),
                        block_name(words), effect_text(words, OP_ASSERT, " (%s)"));
}

static const char *say_missing_return(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(words,
                   "%1$s: %2$s of %3$s comes to the end of the function%4$s without a return, "
                   "though it is to return a value: what its caller gets is undefined, so let "
                   "every way through the function return one",
                   "%1$s：%3$s 的%2$s 到达函数%4$s 的末尾而没有执行 return，"
                   "但该函数应返回一个值；调用者得到的值是未定义的，请让每条路径都返回值"),
        line_name(words, finding->line), thread_name(words, finding->thread), block_name(words),
        effect_text(words, OP_FALL_OFF, " %s"));
}

static const char *say_shift(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(
        words->arena,
        pick_words(words,
                   "%1$s: %2$s of %3$s shifts a number of %4$u bits by %5$lld: C++ defines "
                   "shifts by 0 to %6$u only, and what a compiler makes of others differs",
                   "%1$s：%3$s 的%2$s 把 %4$u 位的数移了 %5$lld 位；"
                   "C++ 只定义了移 0 到 %6$u 位，其他情况的结果因编译器而异"),
        line_name(words, finding->line), thread_name(words, finding->thread), block_name(words),
        8 * finding->bytes, (long long)finding->element, 8 * finding->bytes - 1);
}

static const char *say_misaligned(const Words *words)
{
    const Finding *finding = words->finding;
    const char *format =
        pick_words(words,
                   "%1$s: %2$s of %3$s accesses %5$u bytes at %4$s, %6$u %7$s past a multiple of "
                   "%5$u",
                   "%1$s：%3$s 的%2$s 在 %4$s 处访问 %5$u 个字节，地址必须是 %5$u 的倍数，"
                   "但多出了 %6$u 个字节%7$s");
    const char *unit =
        finding->past == 1 ? pick_words(words, "byte", "") : pick_words(words, "bytes", "");
    return arena_printf(words->arena, format, line_name(words, finding->line),
                        thread_name(words, finding->thread), block_name(words),
                        place_of_finding(words), finding->bytes, finding->past, unit);
}

/* Why a buffer holds chance there: nothing was copied to it, or too little. */
static const char *unset_reason(const Words *words)
{
    const Finding *finding = words->finding;
    bool is_buffer = finding->space == SPACE_GLOBAL && finding->buffer >= 0;
    const Buffer *buffer = is_buffer ? &words->launch->buffers[finding->buffer] : NULL;
    if (!buffer || !buffer->unset_from)
        return pick_words(words,
                          "cudaMalloc leaves whatever was there before, so copy to it or set it "
                          "first (cudaMemcpy, cudaMemset)",
                          "cudaMalloc 分配的内存内容是不确定的，请先复制或设置"
                          "（cudaMemcpy、cudaMemset）");
    const char *format =
        buffer->unset_from == buffer->count
            ? pick_words(words,
                         "cudaMemcpy has copied only %llu bytes to its start; the size of a copy "
                         "is in bytes, so multiply by sizeof",
                         "cudaMemcpy 只向其开头复制了 %llu 个字节；复制的大小以字节计，"
                         "请乘以 sizeof")
            : pick_words(words,
                         "cudaMemcpy has copied only %llu bytes to its start; copy all that the "
                         "kernel reads, or let it read less",
                         "cudaMemcpy 只向其开头复制了 %llu 个字节；请复制核函数要读的全部内容，"
                         "或让它少读一些");
    return arena_printf(words->arena, format, (unsigned long long)buffer->unset_from);
}

static const char *unset_format(const Words *words)
{
    switch (words->finding->space) {
    case SPACE_LOCAL:
        return pick_words(words,
                          "%1$s: %2$s of %3$s reads %4$s before anything has set it: a variable "
                          "declared without a value holds whatever was there before",
                          "%1$s：%3$s 的%2$s 在 %4$s 被赋值之前就读取了它；"
                          "声明时没有初值的变量，其内容是不确定的");
    case SPACE_GLOBAL:
        return pick_words(words,
                          "%1$s: %2$s of %3$s reads %4$s, which nothing has filled by then: %5$s",
                          "%1$s：%3$s 的%2$s 读取 %4$s，而此时还没有什么填充过它；%5$s");
    default:
        return pick_words(words, "%1$s: %2$s of %3$s reads %4$s, which nothing has written yet",
                          "%1$s：%3$s 的%2$s 读取 %4$s，而它还没有被写过");
    }
}

/* Kinds that need line, thread, block and place only. */
static const char *plain_format(const Words *words)
{
    switch (words->finding->kind) {
    case FINDING_UNINITIALIZED_READ: return unset_format(words);
    case FINDING_DANGLING_POINTER:
        return pick_words(words,
                          "%1$s: %2$s of %3$s accesses %4$s through a pointer, but that is no "
                          "more: the block or function that it was declared in has ended",
                          "%1$s：%3$s 的%2$s 通过指针访问 %4$s，但它已不存在："
                          "声明它的代码块或函数已经结束");
    case FINDING_DIVIDE_BY_ZERO:
        return pick_words(words, "%1$s: %2$s of %3$s divides by zero", "%1$s：%3$s 的%2$s 除以零");
    case FINDING_STEP_LIMIT:
        return pick_words(words,
                          "%1$s: %2$s of %3$s never leaves this loop, so its block never ends: "
                          "check what ends the loop, and what changes that in every turn",
                          "%1$s：%3$s 的%2$s 永远不会离开这个循环，因此它的线程块不会结束；"
                          "请检查循环的结束条件，以及每一轮里是什么在改变它");
    case NOTE_LONG_LOOP:
        return pick_words(
            words,
            "%1$s: %2$s of %3$s was still in this loop when the limit of steps was "
            "reached, and nothing shows that it would not end: it may only be "
            "long. What is told is what was done by then; a larger --max-steps or "
            "smaller sizes let it end",
            "%1$s：达到步数上限时，%3$s 的%2$s 仍在这个循环中；没有迹象表明它不会结束，"
            "可能只是循环很长。这里给出的是到那时为止的结果；"
            "增大 --max-steps 或减小规模可以让它执行完");
    case NOTE_WAITS_FOR_BLOCK:
        return pick_words(words,
                          "%1$s: %2$s of %3$s waits for what another block is to do. Blocks run "
                          "one after another here, so the run ends at the limit of steps, and "
                          "what is told is what was done by then; a GPU may run both at once",
                          "%1$s：%3$s 的%2$s 在等待另一个线程块的操作。这里线程块依次执行，"
                          "因此运行在步数上限处结束，给出的是到那时为止的结果；"
                          "GPU 可能同时执行两者");
    default: return "";
    }
}

static const char *say_plain(const Words *words)
{
    const Finding *finding = words->finding;
    return arena_printf(words->arena, plain_format(words), line_name(words, finding->line),
                        thread_name(words, finding->thread), block_name(words),
                        place_of_finding(words), unset_reason(words));
}

/* "column 2", "columns 2 and 3", "columns 992 to 999", "8 columns, the first of them 2," */
static const char *slices_text(const Words *words, const FindingSlices *slices, const char *one,
                               const char *many, const char *chinese)
{
    unsigned long long count = slices->count, first = slices->first, last = slices->last;
    bool is_run = last - first + 1 == count;
    if (words->language == LANGUAGE_ZH)
        return count == 1   ? arena_printf(words->arena, "第 %llu %s", first, chinese)
               : count == 2 ? arena_printf(words->arena, "第 %llu、%llu %s", first, last, chinese)
               : is_run ? arena_printf(words->arena, "第 %llu 至 %llu %s", first, last, chinese)
                        : arena_printf(words->arena, "%llu %s（第一个是第 %llu %s）", count,
                                       chinese, first, chinese);
    return count == 1   ? arena_printf(words->arena, "%s %llu", one, first)
           : count == 2 ? arena_printf(words->arena, "%s %llu and %llu", many, first, last)
           : is_run     ? arena_printf(words->arena, "%s %llu to %llu", many, first, last)
                    : arena_printf(words->arena, "%llu %s (the first is %llu)", count, many, first);
}

static const char *say_never_read(const Words *words)
{
    const Finding *finding = words->finding;
    const char *name = place_name(words->program, words->launch, SPACE_GLOBAL, finding->buffer);
    const char *what = "";
    if (finding->rows.count)
        what = slices_text(words, &finding->rows, "row", "rows", "行");
    if (finding->columns.count)
        what = arena_printf(words->arena, "%s%s%s", what,
                            *what ? pick_words(words, " and ", "和") : "",
                            slices_text(words, &finding->columns, "column", "columns", "列"));
    if (!*what)
        what = pick_words(words, "all", "全部");
    const char *text = arena_printf(
        words->arena,
        finding->count == 1
            ? pick_words(words, "%1$s of %2$s is never read: what it adds to the result is missing",
                         "%2$s 的%1$s从未被读取，结果中缺少它的贡献")
            : pick_words(words,
                         "%1$s of %2$s are never read: what they add to the result is missing",
                         "%2$s 的%1$s从未被读取，结果中缺少它们的贡献"),
        what, name);
    if (!finding->line)
        return text;
    return arena_printf(words->arena, pick_words(words, "%s: %s", "%s：%s"),
                        line_name(words, finding->line), text);
}

static const char *uncompared_lines(const Words *words)
{
    unsigned long long more = words->finding->count - 1;
    const char *line = line_name(words, words->finding->line);
    if (more == 0)
        return line;
    return arena_printf(words->arena,
                        more == 1 ? pick_words(words, "%s and %llu more line", "%s等 %llu 行")
                                  : pick_words(words, "%s and %llu more lines", "%s等 %llu 行"),
                        line, words->language == LANGUAGE_ZH ? more + 1 : more);
}

static const char *say_uncompared(const Words *words)
{
    return arena_printf(
        words->arena,
        words->finding->scope == SCOPE_GRID
            ? pick_words(words,
                         "%s: the blocks of this launch do too much to the words that they share "
                         "for all of it to be compared, so there may be more races between them "
                         "than are told; a smaller launch is compared whole",
                         "%s：本次启动的线程块对共享的字访问太多，没有全部比较，"
                         "线程块之间可能还有未列出的竞争；较小的启动会得到完整的比较")
            : pick_words(words,
                         "%s: too many accesses stand between two barriers for all of them to be "
                         "compared, so there may be more races in a block than are told; a "
                         "smaller launch is compared whole",
                         "%s：两个屏障之间的访问太多，没有全部比较，"
                         "线程块内可能还有未列出的竞争；较小的启动会得到完整的比较"),
        uncompared_lines(words));
}

static const char *say_assumed(const Words *words)
{
    const Finding *finding = words->finding;
    const Buffer *buffer = &words->launch->buffers[finding->buffer];
    const char *who =
        finding->scope == SCOPE_GRID
            ? pick_words(words, "different blocks", "不同的线程块")
            : pick_words(words, "different threads of a block", "同一线程块的不同线程");
    return arena_printf(
        words->arena,
        pick_words(words,
                   "%1$s writes to %2$s at places that the contents of %3$s give, and these were "
                   "made up; with them %4$s write to the same elements. Yours may keep them apart, "
                   "so nobody is accused: --arg %3$s=@FILE gives yours",
                   "%1$s：写入 %2$s 的位置由 %3$s 的内容给出，而这些内容是生成的；"
                   "用它们时，%4$s会写入相同的元素。你自己的内容可能不会这样，因此不算错误："
                   "--arg %3$s=@FILE 可给出自己的内容"),
        line_name(words, finding->line), buffer->name,
        words->launch->buffers[buffer->places_from].name, who);
}

static const char *say(const Words *words)
{
    switch (words->finding->kind) {
    case FINDING_OUT_OF_BOUNDS_READ: return say_outside(words, true);
    case FINDING_OUT_OF_BOUNDS_WRITE: return say_outside(words, false);
    case FINDING_WRONG_ROW_READ: return say_wrong_row(words, true);
    case FINDING_WRONG_ROW_WRITE: return say_wrong_row(words, false);
    case FINDING_RACE_RAW:
    case FINDING_RACE_WAR:
    case FINDING_RACE_WAW:
    case NOTE_EQUAL_VALUES:
    case NOTE_COMPARE_AND_SWAP: return say_race(words);
    case FINDING_BARRIER_DIVERGENCE: return say_absent(words);
    case FINDING_MISALIGNED: return say_misaligned(words);
    case FINDING_ASSERT: return say_assert(words);
    case FINDING_NEVER_READ: return say_never_read(words);
    case FINDING_NOT_COMPARED: return say_uncompared(words);
    case NOTE_ASSUMED_PLACES: return say_assumed(words);
    case FINDING_MISSING_RETURN: return say_missing_return(words);
    case FINDING_SHIFT_RANGE: return say_shift(words);
    case FINDING_WARP_SYNC:
        return warp_finding_text(words->arena, words->language, words->program, words->launch,
                                 words->finding);
    default: return say_plain(words);
    }
}

const char *sentence_finding(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const Finding *finding)
{
    Words words = {arena, language, program, launch, finding};
    char *text = arena_printf(arena, "%s%s", say(&words), language == LANGUAGE_ZH ? "。" : ".");
    if (language == LANGUAGE_EN && text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    if (language == LANGUAGE_ZH)
        words_close_up(text);
    return text;
}
