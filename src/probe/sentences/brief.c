/* A finding in few words, for a list: a table of what its kind is called. */
#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"
#include "probe/sentences/words.h"

/* In every language; 1: the line, 2: the array, 3: the other line. */
typedef const char *const Brief[LANGUAGE_COUNT];

static Brief briefs[FINDING_KIND_END] = {
    [FINDING_OUT_OF_BOUNDS_READ] = {"Line %1$u reads outside of %2$s",
                                    "第 %1$u 行：读到 %2$s 之外"},
    [FINDING_OUT_OF_BOUNDS_WRITE] = {"Line %1$u writes outside of %2$s",
                                     "第 %1$u 行：写到 %2$s 之外"},
    [FINDING_WRONG_ROW_READ] = {"Line %1$u reads a wrong row of %2$s",
                                "第 %1$u 行：读到 %2$s 的别的行"},
    [FINDING_WRONG_ROW_WRITE] = {"Line %1$u writes to a wrong row of %2$s",
                                 "第 %1$u 行：写到 %2$s 的别的行"},
    [FINDING_RACE_RAW] = {"Lines %1$u and %3$u: a race for %2$s",
                          "第 %1$u、%3$u 行：对 %2$s 的竞争"},
    [FINDING_RACE_WAR] = {"Lines %1$u and %3$u: a race for %2$s",
                          "第 %1$u、%3$u 行：对 %2$s 的竞争"},
    [FINDING_RACE_WAW] = {"Lines %1$u and %3$u: a race for %2$s",
                          "第 %1$u、%3$u 行：对 %2$s 的竞争"},
    [NOTE_EQUAL_VALUES] = {"Lines %1$u and %3$u write equal values to %2$s: allowed",
                           "第 %1$u、%3$u 行：向 %2$s 写入相同的值，允许"},
    [NOTE_COMPARE_AND_SWAP] = {"Line %1$u reads %2$s for the atomicCAS of line %3$u: allowed",
                               "第 %1$u 行：为第 %3$u 行的 atomicCAS 读取 %2$s，允许"},
    [NOTE_ASSUMED_PLACES] = {"Line %1$u: made-up contents say where in %2$s is written",
                             "第 %1$u 行：写入 %2$s 的哪里，由生成的内容决定"},
    [NOTE_LONG_LOOP] = {"Line %1$u: not at its end at the limit of steps",
                        "第 %1$u 行：达到步数上限时尚未结束"},
    [NOTE_WAITS_FOR_BLOCK] = {"Line %1$u: waits for another block", "第 %1$u 行：等待另一个线程块"},
    [FINDING_UNINITIALIZED_READ] = {"Line %1$u reads %2$s before it is written",
                                    "第 %1$u 行：读取还没有写过的 %2$s"},
    [FINDING_BARRIER_DIVERGENCE] = {"Line %1$u: not all threads reach the barrier",
                                    "第 %1$u 行：不是所有线程都到达屏障"},
    [FINDING_MISALIGNED] = {"Line %1$u: a misaligned access of %2$s",
                            "第 %1$u 行：未对齐地访问 %2$s"},
    [FINDING_DIVIDE_BY_ZERO] = {"Line %1$u divides by zero", "第 %1$u 行：除以零"},
    [FINDING_STEP_LIMIT] = {"Line %1$u: a loop that never ends", "第 %1$u 行：循环永远不会结束"},
    [FINDING_ASSERT] = {"Line %1$u: an assertion fails", "第 %1$u 行：断言不成立"},
    [FINDING_MISSING_RETURN] = {"Line %1$u: a function ends without returning a value",
                                "第 %1$u 行：函数结束时没有返回值"},
    [FINDING_DANGLING_POINTER] = {"Line %1$u: a pointer to %2$s, which is no more",
                                  "第 %1$u 行：指针指向已不存在的 %2$s"},
    [FINDING_SHIFT_RANGE] = {"Line %1$u shifts by too many bits, or by less than none",
                             "第 %1$u 行：移位位数超出范围"},
    [FINDING_WARP_SYNC] = {"Line %1$u: a mask that names the wrong lanes",
                           "第 %1$u 行：掩码中的线程道不对"},
    [FINDING_NOT_COMPARED] = {"Line %1$u: not all accesses were compared for races",
                              "第 %1$u 行：没有比较全部访问来查找竞争"},
    [FINDING_NEVER_READ] = {"Not all of %2$s is read", "%2$s 没有全部被读取"},
};

static Brief turned_read = {"Line %1$u reads a wrong column of %2$s",
                            "第 %1$u 行：读到 %2$s 的别的列"};
static Brief turned_write = {"Line %1$u writes to a wrong column of %2$s",
                             "第 %1$u 行：写到 %2$s 的别的列"};
static Brief blocks_race = {"Lines %1$u and %3$u: blocks race for %2$s",
                            "第 %1$u、%3$u 行：线程块竞争 %2$s"};
/* Both places are in one line. */
static Brief race_in_line = {"Line %1$u: a race for %2$s", "第 %1$u 行：对 %2$s 的竞争"};
static Brief blocks_race_in_line = {"Line %1$u: blocks race for %2$s",
                                    "第 %1$u 行：线程块竞争 %2$s"};
static Brief equal_values_in_line = {"Line %1$u writes equal values to %2$s: allowed",
                                     "第 %1$u 行：向 %2$s 写入相同的值，允许"};
static Brief strange_lane = {"Line %1$u: a value from a lane that takes no part",
                             "第 %1$u 行：从未参与的线程道取值"};
static Brief an_array = {"an array", "数组"};
static Brief in_file = {"%s (%s)", "%s（%s）"};

/* The kind's own words, or those of what is special about the finding. */
static const char *const *brief_of(const Launch *launch, const Finding *finding)
{
    bool is_turned = finding_is_turned(launch, finding);
    bool is_one_line = finding->line == finding->other_line;
    bool is_race = finding->kind >= FINDING_RACE_RAW && finding->kind <= FINDING_RACE_WAW;
    if (is_turned && finding->kind == FINDING_WRONG_ROW_READ)
        return turned_read;
    if (is_turned && finding->kind == FINDING_WRONG_ROW_WRITE)
        return turned_write;
    if (is_race && finding->scope == SCOPE_GRID)
        return is_one_line ? blocks_race_in_line : blocks_race;
    if (is_race && is_one_line)
        return race_in_line;
    if (finding->kind == NOTE_EQUAL_VALUES && is_one_line)
        return equal_values_in_line;
    if (finding->kind == FINDING_WARP_SYNC && finding->warp.reason <= WARP_SOURCE_UNNAMED)
        return strange_lane;
    return briefs[finding->kind];
}

const char *sentence_finding_brief(Arena *arena, Language language, const Program *program,
                                   const Launch *launch, const Finding *finding)
{
    const char *name = finding->buffer < 0
                           ? an_array[language]
                           : place_name(program, launch, finding->space, finding->buffer);
    uint32_t file, other_file;
    int line = sentence_line_of(program, finding->line, &file);
    int other = sentence_line_of(program, finding->other_line, &other_file);
    const char *text = arena_printf(arena, brief_of(launch, finding)[language], line, name, other);
    return file ? arena_printf(arena, in_file[language], text, program->sources->files[file].name)
                : text;
}
