/* Sums term by term: for an element of the result, the thread that stored it and what it added up;
 * for every kernel of the course and of features, what the terms come to is what lies in memory. */
#include "corpus.h"

#include "probe/results/values.h"
#include "probe/sentences/accumulation.h"
#include "probe/time/sum_search.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Elements of a buffer that are told; a sanitizer makes each long. */
#ifdef __SANITIZE_ADDRESS__
enum { BUDGET = 1000, ELEMENTS = 2 };
#else
enum { BUDGET = 1000, ELEMENTS = 5 };
#endif

static const char *source_root;

static uint32_t last_block(const Run *run)
{
    return (uint32_t)launch_block_count(&run->launch) - 1;
}

static SumResult finish(SumSearch *search)
{
    while (!sum_search_run(search, BUDGET))
        ;
    return sum_search_result(search);
}

/* ---- an element ---- */

typedef struct Case {
    Run *run;
    Arena *arena;
    Accumulators accumulators;
    SumSearch *search;
    SumResult result;
} Case;

static void open_case(Case *c, Run *run)
{
    *c = (Case){.run = run, .arena = arena_new()};
    assert_non_null(run->program);
    c->accumulators = accumulators_of(c->arena, run->program);
}

static void close_case(Case *c)
{
    sum_search_free(c->search);
    run_free(c->run);
    arena_free(c->arena);
}

/* The text of the sum, or what there is instead. */
static const char *sum_of_element(Case *c, SumSpan span, const char *buffer, uint64_t element,
                                  int most)
{
    const Launch *launch = &c->run->launch;
    const Buffer *b = launch_buffer_named(launch, buffer);
    const char *reason;
    assert_non_null(b);
    sum_search_free(c->search);
    c->search = sum_search_element(&c->accumulators, launch, span,
                                   b->offset_bytes + element * scalar_size_bytes(b->type), &reason);
    assert_non_null(c->search);
    c->result = finish(c->search);
    const char *text = c->result.is_found     ? sum_text(c->arena, launch, &c->result.sum, most)
                       : c->result.has_writer ? "no sum"
                                              : "nobody";
    return text;
}

static void check_element(const char *file, const char *options, const char *buffer,
                          uint64_t element, const char *expected)
{
    Case c;
    Arena *arena = arena_new();
    open_case(&c, corpus_load_path(arena_printf(arena, "%s/%s", source_root, file), options));
    SumSpan all = {0, last_block(c.run), UINT64_MAX};
    assert_string_equal(sum_of_element(&c, all, buffer, element, 9), expected);
    assert_false(c.result.is_alone);
    close_case(&c);
    arena_free(arena);
}

static void elements_are_told_term_by_term(void **state)
{
    const char *const files[] = {"kernels/01_naive.cu", "kernels/02_tiled.cu",
                                 "kernels/03_tiled_dynamic.cu", "kernels/04_naive_swapped.cu",
                                 "kernels/11_coarsened.cu"};
    for (int i = 0; i < 5; ++i) {
        check_element(files[i], "", "P", 0, "4 · 8 + 3 · 3 + 9 · 4 + 5 · 7 = 112");
        check_element(files[i], "--fmad off", "P", 14, "5 · 3 + 3 · 4 + 9 · 8 + 4 · 3 = 111");
    }
    check_element("kernels/11_coarsened.cu", "-D TILE_WIDTH=4", "P", 14,
                  "5 · 3 + 3 · 4 + 9 · 8 + 4 · 3 = 111");
    check_element("kernels/16_stencil.cu", "", "out", 3, "3 + 9 + 5 + 2 + 7 = 26");
    check_element("kernels/17_reduction.cu", "", "sums", 0, "4 + 2 + 15 + 18 = 39");
    check_element("kernels/13_histogram_private.cu", "", "bins", 1, "7 + 6 = 13");
    check_element("kernels/12_histogram.cu", "", "bins", 1,
                  "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + … + 1 = 13");
    check_element("kernels/14_transpose.cu", "", "out", 3, "no sum");
    check_element("kernels/02_tiled.cu", "", "M", 3, "nobody");
    const char *forms = "tests/kernels/features/accumulations.cu";
    check_element(forms, "", "out", 2, "max(1, 1, 2, 3, 4) = 4");
    check_element(forms, "", "out", 4, "1 · 2 · 3 · 4 = 24");
    check_element(forms, "", "out", 5, "-1 · 1 - 2 · 2 - 3 · 3 - 4 · 4 = -30");
    check_element(forms, "", "out", 12, "1 + 3 · 1 + 2 + 3 · 2 + 3 + 3 · 3 + 4 + 3 · 4 = 40");
    check_element(forms, "", "out", 13, "10 · 2 = 20");
}

/* ---- by tensor cores ---- */

/* Every element is what its products come to, one after another; the last one left what lies in
 * memory. */
static void check_trail(Case *c, const Values *out, uint64_t element, int products)
{
    SumSpan all = {0, last_block(c->run), UINT64_MAX};
    const char *name = c->run->launch.buffers[2].name;
    const TrailResult *trail = &c->result.trail;
    double now = 0;
    assert_string_equal(sum_of_element(c, all, name, element, 9), "no sum");
    assert_int_equal(trail->count, products);
    assert_true(trail->is_value);
    for (int i = 0; i < products; ++i) {
        const TrailTerm *term = &trail->terms[i];
        double sum = term->old;
        assert_true(term->old == now);
        for (uint32_t k = 0; k < term->depth; ++k)
            sum += term->a[k] * term->b[k];
        now = term->now; /* small whole numbers: exact below 2048 in half precision */
        assert_true(sum == now && sum < 2048);
        assert_true(term->step < c->result.step);
    }
    assert_true(now > 0 && now == value_at(out, element));
}

static void check_trails(const char *file, int products)
{
    static const uint64_t elements[] = {0, 1, 9, 75, 200};
    Case c;
    Arena *arena = arena_new();
    open_case(&c, corpus_load_path(arena_printf(arena, "%s/%s", source_root, file), ""));
    Outcome outcome = corpus_execute(c.run);
    Values out = values_borrow_final(&c.run->launch, outcome.memory, 2, UINT64_MAX);
    for (int i = 0; i < 5; ++i)
        check_trail(&c, &out, elements[i], products);
    values_free(&out);
    outcome_free(&outcome);
    close_case(&c);
    arena_free(arena);
}

static void results_of_tensor_cores_are_told_product_by_product(void **state)
{
    check_trails("tests/kernels/features/tensor_product.cu", 2);
    check_trails("tests/kernels/features/hgemm_stages.cu", 4);
    check_trails("kernels/32_mma_swizzled.cu", 4);
}

/* What is stored is twice what the tensor core left. */
static void what_is_computed_from_products_says_so(void **state)
{
    Case c;
    Arena *arena = arena_new();
    const char *path =
        arena_printf(arena, "%s/tests/kernels/features/wmma_product.cu", source_root);
    open_case(&c, corpus_load_path(path, ""));
    sum_of_element(&c, (SumSpan){0, 0, UINT64_MAX}, "out", 17, 9);
    assert_int_equal(c.result.trail.count, 1);
    assert_false(c.result.trail.is_value);
    assert_true(c.result.trail.terms[0].now == 32);
    close_case(&c);
    arena_free(arena);
}

/* ---- who stored it ---- */

static void the_writer_is_found_in_any_block(void **state)
{
    Case c;
    Arena *arena = arena_new();
    const char *path = arena_printf(arena, "%s/kernels/02_tiled.cu", source_root);
    open_case(&c, corpus_load_path(path, "--set j=64 --set k=64 --set l=64"));
    SumSpan all = {0, last_block(c.run), UINT64_MAX};
    sum_of_element(&c, all, "P", 64 * 21 + 43, 3);
    assert_int_equal(c.result.block, 10 * 32 + 21); /* of 32 x 32, by tiles of 2 */
    assert_int_equal(c.result.thread, 3);
    assert_int_equal(c.result.sum.all_terms, 64);
    assert_true(c.result.is_value);
    const SumTerm *term = &c.result.sum.terms[0];
    assert_int_equal(term->block, c.result.block);
    assert_true(term->step < c.result.step);

    /* Before that block nobody has; in the block before its store neither. */
    SumSpan before = {0, c.result.block - 1, UINT64_MAX};
    SumSpan within = {0, c.result.block, c.result.step};
    assert_string_equal(sum_of_element(&c, before, "P", 64 * 21 + 43, 3), "nobody");
    assert_string_equal(sum_of_element(&c, within, "P", 64 * 21 + 43, 3), "nobody");
    close_case(&c);
    arena_free(arena);
}

/* ---- what a thread holds ---- */

static void a_sum_is_told_while_it_grows(void **state)
{
    Case c;
    Arena *arena = arena_new();
    const char *path = arena_printf(arena, "%s/kernels/02_tiled.cu", source_root), *reason;
    open_case(&c, corpus_load_path(path, ""));
    const Accumulation *item = &c.accumulators.accumulations.items[0];
    SumTarget target = {item->slot, item->variable, SPACE_LOCAL, 0, 1};
    const char *const texts[] = {"0 = 0", "4 · 6 = 24", "4 · 6 + 3 · 8 = 48"};
    const uint64_t moments[] = {20, 45, 60};
    for (int i = 0; i < 3; ++i) {
        SumSearch *search = sum_search_target(&c.accumulators, &c.run->launch,
                                              (SumSpan){0, 0, moments[i]}, &target, &reason);
        SumResult result = finish(search);
        assert_string_equal(sum_text(c.arena, &c.run->launch, &result.sum, 9), texts[i]);
        sum_search_free(search);
    }
    close_case(&c);
    arena_free(arena);
}

/* ---- blocks that build on each other ---- */

static const char chained[] =
    "__global__ void chained(float *out) {\n"
    "    float sum = out[blockIdx.x];\n"
    "    for (int i = 0; i < 2; ++i) sum += out[blockIdx.x] + i;\n"
    "    out[blockIdx.x + 1] = sum;\n"
    "}\n"
    "int main() { float *out; cudaMalloc(&out, 9 * sizeof(float));\n"
    "    cudaMemset(out, 0, 9 * sizeof(float)); chained<<<8, 1>>>(out); }\n";

static void what_other_blocks_wrote_is_run_first(void **state)
{
    Case c;
    LoadOptions options = {0};
    open_case(&c, run_load_text("chained.cu", chained, sizeof chained - 1, &options));
    /* out[b + 1] = 3 out[b] + 1: 0, 1, 4, 13, 40 */
    assert_string_equal(sum_of_element(&c, (SumSpan){0, 7, UINT64_MAX}, "out", 4, 9),
                        "13 + 13 + 14 = 40");
    assert_false(c.result.is_alone);
    /* A record that begins with this block knows nothing of the others. */
    assert_string_equal(sum_of_element(&c, (SumSpan){3, 3, UINT64_MAX}, "out", 4, 9), "0 + 1 = 1");
    close_case(&c);
}

/* ---- all kernels ---- */

static bool is_written(const Report *report, int buffer)
{
    return report_buffers(report)[buffer].stores || report_buffers(report)[buffer].atomics;
}

static void check_buffer(Case *c, const Outcome *outcome, int buffer, int *sums)
{
    const Buffer *b = &c->run->launch.buffers[buffer];
    uint32_t bytes = scalar_size_bytes(b->type);
    uint64_t scalars = buffer_bytes(b) / bytes;
    for (int i = 0; i < ELEMENTS; ++i) {
        uint64_t element = (uint64_t)i * 7919 % scalars, bits = 0;
        sum_of_element(c, (SumSpan){0, last_block(c->run), UINT64_MAX}, b->name, element, 3);
        if (!c->result.is_found || !c->result.is_value || c->result.sum.type != b->type)
            continue;
        memory_copy_out(outcome->memory, b->offset_bytes + element * bytes, &bits, bytes);
        if (bytes >= 4)
            assert_int_equal(c->result.sum.value, bits);
        ++*sums;
    }
}

/* Those whose results are sums. */
static bool has_sums(const CorpusFile *file)
{
    static const char *const names[] = {"01_naive",     "02_tiled",      "03_tiled_dynamic",
                                        "11_coarsened", "12_histogram",  "13_histogram_private",
                                        "16_stencil",   "17_reduction",  "convolution",
                                        "dot_product",  "thread_arrays", "struct_parameters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(file->name, names[i]) == 0)
            return true;
    return false;
}

static void terms_come_to_what_lies_in_memory(void **state)
{
    const CorpusFile *file = *state;
    Case c;
    int sums = 0;
    open_case(&c, corpus_load(file, ""));
    Outcome outcome = corpus_execute(c.run);
    for (int i = 0; i < c.run->launch.buffer_count; ++i)
        if (is_written(outcome.report, i) && !c.run->launch.buffers[i].is_mixed)
            check_buffer(&c, &outcome, i, &sums);
    assert_true(sums > 0 || !has_sums(file));
    outcome_free(&outcome);
    close_case(&c);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_told_term_by_term),
        cmocka_unit_test(the_writer_is_found_in_any_block),
        cmocka_unit_test(a_sum_is_told_while_it_grows),
        cmocka_unit_test(what_other_blocks_wrote_is_run_first),
        cmocka_unit_test(results_of_tensor_cores_are_told_product_by_product),
        cmocka_unit_test(what_is_computed_from_products_says_so),
    };
    if (argc < 2)
        return 2;
    source_root = argv[1];
    Arena *arena = arena_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    const char *const folders[] = {"kernels", "tests/kernels/features"};
    for (int i = 0; i < 2; ++i) {
        const CorpusFile *files;
        int count =
            corpus_open(arena, arena_printf(arena, "%s/%s", source_root, folders[i]), &files);
        failed += corpus_test(folders[i], files, count, terms_come_to_what_lies_in_memory);
    }
    arena_free(arena);
    return failed;
}
