/* Reports: merging in any order, the limit on findings, equality as bytes. */
#include "probe/record/report.h"
#include "vm/page.h"

#include "base/arena.h"
#include "probe/record/shown.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const Program program = {.line_count = 7};
static const Launch launch = {.buffer_count = 2};

static Report *new_report(void)
{
    Report *report = page_alloc_aligned(report_size(&program, &launch));
    report_start(report, &program, &launch);
    return report;
}

static Finding finding_at(FindingKind kind, uint32_t line, uint32_t block, uint64_t step)
{
    return (Finding){.kind = kind,
                     .space = SPACE_GLOBAL,
                     .line = line,
                     .count = 1,
                     .block = block,
                     .step = step,
                     .other_thread = FINDING_NO_THREAD};
}

TEST(occurrences_are_counted_and_the_first_is_kept)
{
    Report *report = new_report();
    const uint32_t blocks[] = {3, 1, 2, 1};
    for (uint64_t i = 0; i < 4; ++i) {
        Finding finding = finding_at(FINDING_RACE_RAW, 5, blocks[i], 10 - i);
        report_find(report, &finding);
    }
    assert_int_equal(report->finding_count, 1);
    const Finding *found = report_findings(report);
    assert_int_equal(found->count, 4);
    assert_int_equal(found->block, 1);
    assert_int_equal(found->step, 7);
    page_free_aligned(report);
}

TEST(findings_stand_in_order)
{
    Report *report = new_report();
    for (uint32_t i = 0; i < 30; ++i) {
        Finding finding = finding_at((FindingKind)(i * 7 % 5), i * 11 % 6, 0, 0);
        report_find(report, &finding);
    }
    const Finding *found = report_findings(report);
    for (int i = 1; i < report->finding_count; ++i)
        assert_true(found[i - 1].kind < found[i].kind ||
                    (found[i - 1].kind == found[i].kind && found[i - 1].line < found[i].line));
    assert_int_equal(report->finding_count, 30);
    page_free_aligned(report);
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Reports of ten blocks, each with more kinds of findings than are kept. */
static void fill(Report *report, uint32_t block)
{
    uint32_t seed = block + 1;
    for (int i = 0; i < 400; ++i) {
        Finding finding =
            finding_at((FindingKind)(next(&seed) % 8), next(&seed) % 64, block, next(&seed) % 100);
        finding.thread = next(&seed) % 32;
        finding.threads[0] = (uint64_t)1 << finding.thread;
        report_find(report, &finding);
    }
    report->counters.flops = block;
    report_buffers(report)[1].loads = block * 3;
    report_buffers(report)[1].reach_bytes = 64 * (block + 1);
    report_lines(report)[7].global_load.sectors = block * 5;
}

static Report *merge_from(uint32_t first, uint32_t step)
{
    Report *all = new_report();
    for (uint32_t i = 0; i < 10; ++i) {
        Report *one = new_report();
        fill(one, (first + i * step) % 10);
        report_merge(all, one);
        page_free_aligned(one);
    }
    return all;
}

TEST(merging_does_not_depend_on_the_order)
{
    Report *a = merge_from(0, 1);
    Report *b = merge_from(7, 3);
    Report *c = merge_from(9, 9);
    assert_true(report_equal(a, b));
    assert_true(report_equal(a, c));
    assert_int_equal(a->counters.flops, 45);
    assert_int_equal(report_buffers(a)[1].loads, 135);
    assert_int_equal(report_buffers(a)[1].reach_bytes, 640);
    assert_int_equal(report_lines(a)[7].global_load.sectors, 225);
    assert_int_equal(a->finding_count, REPORT_FINDING_LIMIT);
    uint64_t total = a->findings_lost;
    for (int i = 0; i < a->finding_count; ++i)
        total += report_findings(a)[i].count;
    assert_int_equal(total, 4000);
    b->counters.flops++;
    assert_false(report_equal(a, b));
    page_free_aligned(a);
    page_free_aligned(b);
    page_free_aligned(c);
}

/* counter.def numbers the places of what the window shows. */
TEST(no_place_of_the_window_is_empty)
{
    for (int i = 0; i < COUNTER_CARDS; ++i)
        for (int language = 0; language < LANGUAGE_COUNT; ++language) {
            const char *clause = counter_cards[i].clause[language], *at = clause;
            int texts = 0;
            assert_non_null(counter_cards[i].name[language]);
            for (; (at = strstr(at, "%s")) != NULL; ++at)
                ++texts;
            assert_int_equal(texts, *counter_cards[i].clause[LANGUAGE_EN] ? 2 : 0);
        }
    for (int i = 0; i < counter_tip_count; ++i)
        assert_non_null(counter_tips[i].name[LANGUAGE_ZH]);
}

TEST(absent_threads_are_those_of_the_first_block)
{
    Report *report = new_report();
    const uint32_t blocks[] = {4, 2, 2, 3};
    for (uint32_t i = 0; i < 4; ++i) {
        Finding finding = finding_at(FINDING_BARRIER_DIVERGENCE, 5, blocks[i], 0);
        finding.threads[15] = (uint64_t)1 << i;
        report_find(report, &finding);
    }
    assert_int_equal(report_findings(report)->threads[15], 6);
    page_free_aligned(report);
}

/* Notes of one rule and one line are one, those between blocks another; findings know of none. */
TEST(a_note_is_no_finding)
{
    Report *report = new_report(), *all = new_report();
    for (uint32_t i = 0; i < 6; ++i) {
        Finding note = finding_at(NOTE_EQUAL_VALUES, 5, 3 - i % 2, i);
        note.scope = i < 4 ? SCOPE_BLOCK : SCOPE_GRID;
        note.other_block = i < 4 ? 0 : 7;
        report_find(report, &note);
    }
    report_merge(all, report);
    assert_int_equal(all->finding_count, 0);
    assert_int_equal(all->note_count, 2);
    const Finding *notes = report_notes(all);
    assert_int_equal(notes[0].count, 4);
    assert_int_equal(notes[0].block, 2);
    assert_int_equal(notes[0].step, 1);
    assert_int_equal(notes[1].scope, SCOPE_GRID);
    assert_int_equal(notes[1].other_block, 7);
    assert_int_equal(notes[1].count, 2);
    assert_true(report_equal(all, report));
    report_notes(all)->count++;
    assert_false(report_equal(all, report));
    page_free_aligned(report);
    page_free_aligned(all);
}

TEST(notes_beyond_the_limit_are_dropped)
{
    Report *report = new_report();
    for (uint32_t i = 0; i < 2 * REPORT_NOTE_LIMIT; ++i) {
        Finding note = finding_at(NOTE_COMPARE_AND_SWAP, 2 * REPORT_NOTE_LIMIT - i, 0, i);
        report_find(report, &note);
    }
    assert_int_equal(report->note_count, REPORT_NOTE_LIMIT);
    assert_int_equal(report_notes(report)[0].line, 1);
    assert_int_equal(report_notes(report)[REPORT_NOTE_LIMIT - 1].line, REPORT_NOTE_LIMIT);
    assert_int_equal(report->findings_lost, 0);
    page_free_aligned(report);
}

TEST(every_kind_has_a_name)
{
    for (int i = 0; i < FINDING_KIND_END; ++i)
        assert_true(strlen(finding_names[i]) > 3);
}
