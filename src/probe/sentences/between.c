/* One format for each kind, in which arguments are named by number: languages order them
 * differently. */
#include "probe/sentences/between.h"
#include "probe/record/object.h"
#include "probe/sentences/place.h"
#include "probe/sentences/remedy.h"
#include "probe/sentences/sentence.h"

/* 1 and 3: the threads with their blocks, 2 and 4: their lines, 5: the word */
static const char *const formats[][LANGUAGE_COUNT] = {
    [FINDING_RACE_RAW] = {"%1$s (%2$s) writes %5$s and %3$s (%4$s) reads it, but nothing "
                          "orders the blocks of a grid: the old value may be read",
                          "%1$s（%2$s）写入 %5$s，%3$s（%4$s）读取它，"
                          "但线程块之间没有先后顺序，可能读到旧值"},
    [FINDING_RACE_WAR] = {"%1$s (%2$s) reads %5$s and %3$s (%4$s) overwrites it, but "
                          "nothing orders the blocks of a grid: the new value may be read, or an "
                          "update lost",
                          "%1$s（%2$s）读取 %5$s，%3$s（%4$s）覆盖它，"
                          "但线程块之间没有先后顺序，可能读到新值，或丢失一次更新"},
    [FINDING_RACE_WAW] = {"%1$s (%2$s) and %3$s (%4$s) both write %5$s, but nothing "
                          "orders the blocks of a grid: either value may stay",
                          "%1$s（%2$s）与%3$s（%4$s）都写入 %5$s，"
                          "但线程块之间没有先后顺序，最后留下哪个值不确定"},
    [NOTE_EQUAL_VALUES] = {"%1$s (%2$s) and %3$s (%4$s) both write %5$s, and nothing "
                           "orders the blocks of a grid: allowed, because all that write it store "
                           "the same value, and one of the values written stays",
                           "%1$s（%2$s）与%3$s（%4$s）都写入 %5$s，"
                           "线程块之间没有先后顺序。这是允许的：写入者存的都是同一个值，"
                           "最后留下的是其中之一"},
    [NOTE_COMPARE_AND_SWAP] = {
        "%1$s (%2$s) reads %5$s while %3$s (%4$s) may change it by an atomic operation: "
        "allowed, because the value read is only what atomicCAS compares the word with; if it is "
        "old, atomicCAS changes nothing and the loop tries again",
        "%1$s（%2$s）读取 %5$s，%3$s（%4$s）同时可能用原子操作改变它。"
        "这是允许的：读到的值只用作 atomicCAS 的比较值，若已过时，atomicCAS "
        "什么也不改，循环会重试"}};

static const char *thread_of_block(Arena *arena, Language language, const Launch *launch,
                                   uint32_t thread, uint32_t block)
{
    return arena_printf(
        arena, language == LANGUAGE_ZH ? "线程块 %2$s 的线程 %1$s" : "thread %1$s of block %2$s",
        sentence_coordinates(arena, thread, launch->block),
        sentence_coordinates(arena, block, launch->grid));
}

static const char *word_text(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const Finding *finding)
{
    if (finding->buffer < 0)
        return language == LANGUAGE_ZH ? "不属于任何数组的内存" : "memory of no array";
    uint32_t size = object_scalar_bytes(program, launch, finding->space, (unsigned)finding->buffer);
    return place_text(arena, program, launch, finding->space, finding->buffer,
                      finding->element * (int64_t)size + finding->within, finding->bytes);
}

/* That the count is too low. */
static const char *and_more(Language language, const Finding *finding)
{
    if (!finding->is_at_least)
        return "";
    return language == LANGUAGE_ZH
               ? "；这样的竞争可能比统计到的更多：访问太多，没有全部比较"
               : "; there may be more such races than are counted: the accesses "
                 "are too many for all of them to be compared";
}

const char *sentence_between(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const Finding *finding)
{
    const char *what = arena_printf(
        arena, formats[finding->kind][language],
        thread_of_block(arena, language, launch, finding->thread, finding->block),
        sentence_line(arena, language, program, finding->line),
        thread_of_block(arena, language, launch, finding->other_thread, finding->other_block),
        sentence_line(arena, language, program, finding->other_line),
        word_text(arena, language, program, launch, finding));
    bool is_note = finding_is_note(finding->kind);
    const char *remedy = is_note ? "" : remedy_text(language, remedy_pattern(program, finding));
    return arena_printf(arena, "%s%s%s%s", what,
                        is_note                   ? ""
                        : language == LANGUAGE_ZH ? "；"
                                                  : "; ",
                        remedy, and_more(language, finding));
}

const char *sentence_block_orders(Arena *arena, Language language, const Launch *launch,
                                  const BlockOrders *orders)
{
    bool is_chinese = language == LANGUAGE_ZH;
    if (!orders->tried)
        return "";
    if (!orders->different)
        return arena_printf(arena,
                            is_chinese
                                ? "线程块逐个运行，换了 %u 种顺序结果都相同；在 GPU 上它们同时运行"
                                : "blocks one after another in %u other orders: the same result; "
                                  "on a GPU they run at once",
                            orders->tried);
    const char *format =
        orders->seed ? is_chinese
                           ? "线程块按随机顺序：%3$s 的 %2$llu 个元素中有 %1$llu 个不同"
                           : "blocks in random order: %1$llu of %2$llu elements of %3$s differ"
        : is_chinese ? "线程块按相反顺序：%3$s 的 %2$llu 个元素中有 %1$llu 个不同"
                     : "blocks in reverse order: %1$llu of %2$llu elements of %3$s differ";
    return arena_printf(arena, format, (unsigned long long)orders->different,
                        (unsigned long long)orders->scalars, launch->buffers[orders->buffer].name);
}
