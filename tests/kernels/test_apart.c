/* Lanes of a warp that go their own way: time goes backwards over that as over anything else. */
#include "corpus.h"

#include "probe/time/timeline.h"
#include "test.h"

#include <stdio.h>

static const char *source_root;

static void parts_of_warps_come_back_in_time(void **state)
{
    enum { EVERY = 97, MOST = 512 };
    char path[1024];
    const char *reason;
    uint64_t hashes[MOST], count = 0;
    snprintf(path, sizeof path, "%s/tests/kernels/features/lanes_apart.cu", source_root);
    Run *run = corpus_load_path(path, "");
    assert_non_null(run->program);
    Timeline *timeline = timeline_new(run->program, &run->launch, 0, 1, &reason);
    assert_non_null(timeline);
    while (!timeline_measure(timeline, 1 << 20)) {
    }
    uint64_t length = timeline_length(timeline);
    for (uint64_t at = 0; at <= length && count < MOST; at += EVERY) {
        timeline_seek(timeline, at);
        hashes[count++] = timeline_hash(timeline);
    }
    assert_true(count * EVERY > length);
    timeline_seek(timeline, length);
    while (count-- > 0) {
        timeline_seek(timeline, count * EVERY);
        assert_true(timeline_hash(timeline) == hashes[count]);
    }
    timeline_free(timeline);
    run_free(run);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_of_warps_come_back_in_time)};
    if (argc < 2)
        return 2;
    source_root = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
