/* Sentences in both languages: what is said of the steps and findings of the lecture's examples. */
#include "kernels.h"
#include "probe/sentences/sentence.h"
#include "test.h"

#include <string.h>

static void check_finding(const KernelOptions *options, FindingKind kind, const char *en,
                          const char *zh)
{
    Kernel kernel = kernel_make(options);
    const Report *report = probe_report(kernel_run(&kernel, PROBE_COUNT, NULL));
    const Finding *finding = NULL;
    for (int i = 0; i < report->finding_count && !finding; ++i)
        if (report_findings(report)[i].kind == kind)
            finding = &report_findings(report)[i];
    assert_non_null(finding);
    assert_string_equal(
        sentence_finding(kernel.arena, LANGUAGE_EN, kernel.program, kernel.launch, finding), en);
    assert_string_equal(
        sentence_finding(kernel.arena, LANGUAGE_ZH, kernel.program, kernel.launch, finding), zh);
    kernel_free(&kernel);
}

/* Of a line whose requests were not all compared. */
static void check_at_least(const KernelOptions *options)
{
    Kernel kernel = kernel_make(options);
    Report *report = probe_report_mutable(kernel_run(&kernel, PROBE_COUNT, NULL));
    report_mark_uncompared(report, 10);
    const Finding *race = NULL;
    for (int i = 0; i < report->finding_count && !race; ++i)
        if (report_findings(report)[i].kind == FINDING_RACE_WAR)
            race = &report_findings(report)[i];
    assert_non_null(race);
    assert_true(race->is_at_least);
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_EN, kernel.program, kernel.launch, race),
               "there may be more such races than are counted"));
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_ZH, kernel.program, kernel.launch, race),
               "没有全部比较"));
    kernel_free(&kernel);
}

/* What is allowed says so, and why. */
static void check_note(FindingKind rule, const char *en, const char *zh)
{
    Kernel kernel =
        kernel_make(&(KernelOptions){.kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2});
    Finding note = {.kind = rule,
                    .space = SPACE_SHARED,
                    .line = 10,
                    .other_line = 15,
                    .count = 3,
                    .thread = 0,
                    .other_thread = 1,
                    .element = 1,
                    .landed = -1};
    const Launch *launch = kernel.launch;
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_EN, kernel.program, launch, &note), en));
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_ZH, kernel.program, launch, &note), zh));
    assert_non_null(
        strstr(sentence_finding_brief(kernel.arena, LANGUAGE_EN, kernel.program, launch, &note),
               "allowed"));
    kernel_free(&kernel);
}

static void notes(void **state)
{
    check_note(NOTE_EQUAL_VALUES,
               "thread (0, 0) (line 10) and thread (1, 0) (line 15) both write Mds[1], with no "
               "barrier between: allowed, because all that write it store the same value",
               "存的都是同一个值");
    check_note(NOTE_COMPARE_AND_SWAP,
               "thread (0, 0) (line 10) reads Mds[1] while thread (1, 0) (line 15) may change it",
               "atomicCAS 什么也不改");
}

/* Contents that nobody gave say where P is written. */
static void doubtful_places(void **state)
{
    Kernel kernel =
        kernel_make(&(KernelOptions){.kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2});
    Finding note = {.kind = NOTE_ASSUMED_PLACES,
                    .scope = SCOPE_GRID,
                    .space = SPACE_GLOBAL,
                    .buffer = 2,
                    .line = 10,
                    .count = 3,
                    .other_thread = FINDING_NO_THREAD,
                    .landed = -1};
    kernel.launch->buffers[2].places_from = 1;
    assert_string_equal(
        sentence_finding(kernel.arena, LANGUAGE_EN, kernel.program, kernel.launch, &note),
        "Line 10 writes to P at places that the contents of N give, and these were made up; with "
        "them different blocks write to the same elements. Yours may keep them apart, so nobody is "
        "accused: --arg N=@FILE gives yours.");
    note.scope = SCOPE_BLOCK;
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_ZH, kernel.program, kernel.launch, &note),
               "用它们时，同一线程块的不同线程会写入相同的元素"));
    kernel_free(&kernel);
}

static void check_between(FindingKind kind, const char *en, const char *zh)
{
    Kernel kernel =
        kernel_make(&(KernelOptions){.kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2});
    Finding race = {.kind = kind,
                    .scope = SCOPE_GRID,
                    .space = SPACE_GLOBAL,
                    .buffer = 2,
                    .line = 10,
                    .other_line = 15,
                    .count = 3,
                    .block = 2,
                    .other_block = 1,
                    .thread = 0,
                    .other_thread = 1,
                    .element = 6,
                    .landed = -1};
    const Launch *launch = kernel.launch;
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_EN, kernel.program, launch, &race), en));
    assert_non_null(
        strstr(sentence_finding(kernel.arena, LANGUAGE_ZH, kernel.program, launch, &race), zh));
    kernel_free(&kernel);
}

/* Both threads are told with their blocks. */
static void between_blocks(void **state)
{
    check_between(FINDING_RACE_WAW,
                  "Thread (0, 0) of block (0, 1) (line 10) and thread (1, 0) of block (1, 0) (line "
                  "15) both write P[1][2], but nothing orders the blocks of a grid",
                  "线程块 (0, 1) 的线程 (0, 0)（第 10 行）与线程块 (1, 0) 的线程 (1, 0)（第 15 "
                  "行）都写入 P[1][2]，但线程块之间没有先后顺序");
    check_between(FINDING_RACE_WAR, "reads P[1][2] and thread (1, 0) of block (1, 0) (line 15)",
                  "可能读到新值，或丢失一次更新；应写入另一个数组");
    check_between(FINDING_RACE_RAW, "leave the reading to the next launch", "应留给下一次启动读取");
    check_between(NOTE_EQUAL_VALUES, "store the same value", "存的都是同一个值");
}

static void findings(void **state)
{
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2, .without_guards = true};
    check_finding(
        &options, FINDING_OUT_OF_BOUNDS_READ,
        "Line 10: thread (0, 1) of block (0, 1) reads M[9], past the 9 elements of M; it "
        "hits the memory right past the end of M; test the index first, or make M longer.",
        "第 10 行：线程块 (0, 1) 的线程 (0, 1) 读取 M[9]，超出了 M 的 9 个元素，"
        "实际落在紧接 M 末尾之后的内存；请先检查下标，或加长 M。");
    check_finding(&options, FINDING_WRONG_ROW_WRITE,
                  "Line 17: thread (1, 0) of block (1, 0) writes P[1][0], but was meant for a "
                  "column outside the matrix: it overwrites an element of another row.",
                  "第 17 行：线程块 (1, 0) 的线程 (1, 0) 写到了 P[1][0]，"
                  "而它要访问的列在矩阵之外，覆盖了另一行的元素。");
    options = (KernelOptions){
        .kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2, .without_second_barrier = true};
    check_finding(&options, FINDING_RACE_WAR,
                  "In block (0, 0), thread (0, 0) (line 15) reads Mds[1] and thread (1, 0) (line "
                  "10) overwrites it, with no barrier between: the new value may be read.",
                  "在线程块 (0, 0) 中，线程 (0, 0)（第 15 行）读取 Mds[1]，线程 (1, 0)（第 10 "
                  "行）覆盖它，两者之间没有屏障，可能读到新值。");
    check_at_least(&options);
    options = (KernelOptions){
        .kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2, .barrier_in_guard = true};
    check_finding(
        &options, FINDING_BARRIER_DIVERGENCE,
        "Line 18: the barrier opens without 2 threads ((1, 0), (1, 1)) of block (1, 0), 2 "
        "of block (0, 1) and 3 of block (1, 1), which never arrive.",
        "第 18 行：线程块 (1, 0) 的 2 个线程（(1, 0)、(1, 1)）、线程块 (0, 1) 的 2 "
        "个、线程块 (1, 1) 的 3 个始终没有到达，屏障就放行了。");
}

static bool has(const char *const *expected, size_t count, const char *text, unsigned *seen)
{
    for (size_t i = 0; i < count; ++i)
        if (!strcmp(expected[i], text))
            *seen |= 1u << i;
    return *seen == (1u << count) - 1;
}

/* Every expected sentence is said by some step of the block. */
static void check_steps(const Kernel *kernel, uint32_t block, Language language,
                        const char *const *expected, size_t count)
{
    const char *reason = NULL;
    Memory *memory = memory_new(kernel->launch, &reason);
    Machine *machine = build_machine(kernel->arena, kernel->program, kernel->launch, block);
    Step step;
    unsigned seen = 0;
    bool all = false;
    while (machine_step(machine, kernel->program, kernel->launch, memory, &step)) {
        const char *text =
            sentence_step(kernel->arena, language, kernel->program, kernel->launch, &step);
        assert_true(strlen(text) > 12);
        all |= has(expected, count, text, &seen);
    }
    assert_int_equal(seen, (1u << count) - 1);
    assert_true(all);
    memory_free(memory);
}

static void steps(void **state)
{
    const char *const en[] = {
        "Warp 0: 4 threads load M[0][0..1], M[1][0..1] from global memory.",
        "Warp 0: 4 threads store to Mds[0..3] in shared memory.",
        "Warp 0: 4 threads load Mds[1], Mds[3] from shared memory.",
        "Warp 0: 4 threads arrive at the barrier, and the barrier opens for the block.",
        "Warp 0: the condition is true for 2 of 4 threads: the warp diverges.",
        "Warp 0: 4 threads go round the loop.",
        "Warp 0: 4 threads end.",
    };
    const char *const zh[] = {
        "线程束 0：4 个线程从全局内存读取 M[0][0..1]、M[1][0..1]。",
        "线程束 0：4 个线程向共享内存写入 Mds[0..3]。",
        "线程束 0：4 个线程到达屏障，屏障对整个线程块放行。",
        "线程束 0：条件对 4 个线程中的 2 个成立：线程束发生分支发散。",
    };
    KernelOptions options = {.kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2};
    Kernel kernel = kernel_make(&options);
    check_steps(&kernel, 0, LANGUAGE_EN, en, sizeof en / sizeof *en);
    check_steps(&kernel, 0, LANGUAGE_ZH, zh, sizeof zh / sizeof *zh);
    const char *const last[] = {"Warp 0: 1 thread loads M[2][2] from global memory.",
                                "Warp 0: 3 threads store 0 to Mds[1..3] in shared memory."};
    check_steps(&kernel, 3, LANGUAGE_EN, last, 2);
    const char *const padding[] = {"线程束 0：3 个线程向共享内存写入 0 到 Mds[1..3]。"};
    check_steps(&kernel, 3, LANGUAGE_ZH, padding, 1);
    kernel_free(&kernel);
}

static void places(void **state)
{
    KernelOptions options = {.kind = KERNEL_TILED, .j = 3, .k = 4, .l = 5, .tile = 2};
    Kernel kernel = kernel_make(&options);
    const Buffer *m = &kernel.launch->buffers[0], *n = &kernel.launch->buffers[1];
    assert_string_equal(
        sentence_global_place(kernel.arena, LANGUAGE_EN, kernel.launch, m->offset_bytes + 4 * 6),
        "M[1][2]");
    assert_string_equal(
        sentence_global_place(kernel.arena, LANGUAGE_EN, kernel.launch, n->offset_bytes + 4 * 19),
        "N[3][4]");
    assert_string_equal(
        sentence_global_place(kernel.arena, LANGUAGE_EN, kernel.launch, m->offset_bytes + 4 * 13),
        "the memory 4 bytes past the end of M");
    assert_string_equal(sentence_global_place(kernel.arena, LANGUAGE_ZH, kernel.launch, 0),
                        "第一个缓冲区之前的内存");
    assert_string_equal(sentence_shared_place(kernel.arena, kernel.program, kernel.launch, 16 + 4),
                        "Nds[1]");
    assert_string_equal(sentence_shared_place(kernel.arena, kernel.program, kernel.launch, 1000),
                        "shared[1000]");
    kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings),        cmocka_unit_test(notes),
        cmocka_unit_test(doubtful_places), cmocka_unit_test(between_blocks),
        cmocka_unit_test(steps),           cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
