/* Which threads a barrier opened without, in which blocks, and why: the kernels of the folder
 * broken with barriers that not all threads come to, and correct ones with returns. */
#include "corpus.h"

#include "probe/sentences/sentence.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *source_root; /* of the project, from the command line */

typedef struct Case {
    Run *run;
    Outcome outcome;
} Case;

static Case open_case(const char *name, const char *options)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/kernels/broken/%s.cu", source_root, name);
    Case test = {.run = corpus_load_path(path, options)};
    test.outcome = corpus_execute(test.run);
    return test;
}

static void close_case(Case *test)
{
    outcome_free(&test->outcome);
    run_free(test->run);
}

/* The finding of barrier divergence with this number, in their order. */
static const Finding *divergence(const Case *test, int number)
{
    const Report *report = test->outcome.report;
    for (int i = 0; i < report->finding_count; ++i)
        if (report_findings(report)[i].kind == FINDING_BARRIER_DIVERGENCE && number-- == 0)
            return &report_findings(report)[i];
    fail_msg("no such finding");
    return NULL;
}

static void check_lines(const Finding *finding, int line, int other_line, int count, int blocks)
{
    assert_int_equal(finding->line, line);
    assert_int_equal(finding->other_line, other_line);
    assert_int_equal(finding->count, count);
    assert_int_equal(finding->blocks, blocks);
}

static void check_block(const Finding *finding, int number, uint32_t block, uint32_t threads)
{
    assert_int_equal(finding->in_blocks[number].block, block);
    assert_int_equal(finding->in_blocks[number].threads, threads);
}

static void check_sentence(const Case *test, const Finding *finding, const char *en, const char *zh)
{
    Arena *arena = arena_new();
    const Run *run = test->run;
    assert_string_equal(sentence_finding(arena, LANGUAGE_EN, run->program, &run->launch, finding),
                        en);
    assert_string_equal(sentence_finding(arena, LANGUAGE_ZH, run->program, &run->launch, finding),
                        zh);
    arena_free(arena);
}

static void threads_that_returned(void **state)
{
    Case test = open_case("early_return_rows", "");
    assert_int_equal(findings_of(test.outcome.report, FINDING_BARRIER_DIVERGENCE), 28);
    const Finding *finding = divergence(&test, 0);
    check_lines(finding, 10, 8, 28, 2);
    check_block(finding, 0, 0, 8);
    check_block(finding, 1, 1, 20);
    check_block(finding, 2, 0, 0);
    assert_int_equal(finding->threads[0], 0xff000000u);
    check_sentence(&test, finding,
                   "Line 10: the barrier opens without 8 threads ((0, 6), (1, 6), (2, 6), ...) of "
                   "block (0, 0) and 20 of block (1, 0), which had returned on line 8 and never "
                   "arrive: today's hardware counts threads that have ended as arrived, but CUDA "
                   "does not define it.",
                   "第 10 行：屏障放行时，线程块 (0, 0) 的 8 个线程（(0, 6)、(1, 6)、(2, 6) "
                   "等）、线程块 (1, 0) 的 20 个已经在第 8 行返回，不会再到达；"
                   "如今的硬件把已结束的线程算作到达，但 CUDA 对此没有定义。");
    close_case(&test);
}

/* Each is told of at the first barrier that misses it, with the return it left by. */
static void threads_that_return_one_after_another(void **state)
{
    Case test = open_case("early_return_warps", "");
    check_lines(divergence(&test, 0), 9, 7, 24, 1);
    check_lines(divergence(&test, 1), 13, 11, 52, 2);
    check_block(divergence(&test, 1), 0, 0, 32);
    check_block(divergence(&test, 1), 1, 1, 20);
    close_case(&test);
}

static void threads_that_pass_it_by(void **state)
{
    Case test = open_case("barrier_in_guard", "");
    const Finding *finding = divergence(&test, 0);
    check_lines(finding, 32, 0, 7, 3);
    check_block(finding, 0, 1, 2);
    check_block(finding, 1, 2, 2);
    check_block(finding, 2, 3, 3);
    close_case(&test);
    test = open_case("barrier_skipped_by_warps", "");
    check_lines(divergence(&test, 0), 7, 0, 32, 1);
    close_case(&test);
}

static void lanes_at_two_barriers(void **state)
{
    Case test = open_case("barrier_in_branches", "");
    const Finding *finding = divergence(&test, 0);
    assert_int_equal(test.outcome.report->finding_count, 1);
    check_lines(finding, 8, 11, 6, 1);
    assert_int_equal(finding->threads[0], 0xee);
    assert_int_equal(finding->other_thread, 0);
    check_sentence(&test, finding,
                   "Line 8: while thread 0 and others wait at this barrier, 6 threads (1, 2, 3, "
                   "...) of block 0 wait at a different one, on line 11: all threads of a block "
                   "must come to the same barrier, and CUDA does not define what happens "
                   "otherwise.",
                   "第 8 行：线程 0 等线程在这个屏障处等待时，线程块 0 的 6 个线程（1、2、3 "
                   "等）却在第 11 行的另一个屏障处等待；同一线程块的所有线程必须到达同一个屏障，"
                   "否则结果在 CUDA 中没有定义。");
    close_case(&test);
}

static void warps_at_two_barriers(void **state)
{
    Case test = open_case("barrier_by_warp", "");
    assert_int_equal(test.outcome.report->finding_count, 2);
    check_lines(divergence(&test, 0), 9, 12, 64, 2);
    check_lines(divergence(&test, 1), 10, 14, 64, 2);
    assert_int_equal(divergence(&test, 0)->thread, 32);
    assert_int_equal(divergence(&test, 0)->other_thread, 0);
    close_case(&test);
}

/* A block that all its threads leave, or none, is no finding. */
static void blocks_that_all_leave(void **state)
{
    const char *const sizes[] = {"--set n=8 --grid 4,1", "--set n=8 --grid 2,3"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        Case test = open_case("early_return_rows", sizes[i]);
        assert_int_equal(test.outcome.report->finding_count, 0);
        close_case(&test);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    source_root = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_that_returned),
        cmocka_unit_test(threads_that_return_one_after_another),
        cmocka_unit_test(threads_that_pass_it_by),
        cmocka_unit_test(lanes_at_two_barriers),
        cmocka_unit_test(warps_at_two_barriers),
        cmocka_unit_test(blocks_that_all_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
