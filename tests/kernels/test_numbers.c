/* Conversions, functions that say how they round, and NaNs: all bits as an H200 has given them, by
 * both engines. What it gave is recorded by tests/gpu/proof/numbers.cu.
 *
 * usage: ROOT RECORDS */
#include "corpus.h"
#include "numbers/arguments.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { COLUMNS = 16, TEXT = 64 };

static const char *root, *records;

/* One line of a record, in columns. */
typedef struct Line {
    char columns[COLUMNS][TEXT];
    int count;
} Line;

typedef struct NumberType {
    const char *id, *name; /* name: in CUDA C, and in the record */
    char kind;
    int bytes;
} NumberType;

static const NumberType types[] = {
#define NUMBER_TYPE(id, T, kind, bytes) {#id, #T, kind, bytes},
#include "numbers/types.def"
#undef NUMBER_TYPE
};
enum { TYPES = sizeof types / sizeof *types };

static const NumberType *type_of(const char *name)
{
    for (int i = 0; i < TYPES; ++i)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    fail_msg("no type %s", name);
    return NULL;
}

static FILE *open_record(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", records, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

static bool next_line(FILE *file, Line *line)
{
    char text[1024];
    if (!fgets(text, sizeof text, file))
        return false;
    line->count = 0;
    for (const char *at = text; line->count < COLUMNS; ++at) {
        size_t length = strcspn(at, ",\n");
        snprintf(line->columns[line->count++], TEXT, "%.*s", (int)length, at);
        at += length;
        if (*at != ',')
            break;
    }
    return true;
}

static Buffer *buffer_of(const Run *run, const char *name)
{
    for (int i = 0; i < run->launch.buffer_count; ++i)
        if (strcmp(run->launch.buffers[i].name, name) == 0)
            return &run->launch.buffers[i];
    fail_msg("no buffer %s", name);
    return NULL;
}

static Run *open_kernel(const char *file, const char *kernel, const char *options)
{
    char path[512], all[2048];
    snprintf(path, sizeof path, "%s/tests/kernels/numbers/%s", root, file);
    snprintf(all, sizeof all, "--kernel %s %s", kernel, options);
    Run *run = corpus_load_path(path, all);
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    return run;
}

/* The arguments, little end first, become what the buffer holds before the launch. */
static void put_arguments(const Run *run, const char *name, const uint64_t *arguments, int count,
                          int bytes)
{
    Buffer *buffer = buffer_of(run, name);
    uint8_t *all = arena_alloc(run->arena, (size_t)(count * bytes));
    for (int i = 0; i < count; ++i)
        memcpy(all + i * bytes, &arguments[i], (size_t)bytes);
    buffer->fill = FILL_BYTES;
    buffer->bytes = all;
    buffer->byte_count = (uint64_t)(count * bytes);
}

static uint64_t result_of(const Run *run, const Outcome *outcome, const char *name, int index,
                          int bytes)
{
    const Buffer *buffer = buffer_of(run, name);
    uint64_t bits = 0;
    memory_copy_out(outcome->memory, buffer->offset_bytes + (uint64_t)(index * bytes), &bits,
                    (uint64_t)bytes);
    return bits;
}

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 16);
}

/* ---- conversions ---- */

static Run *open_conversion(const NumberType *from)
{
    static const char *const names[TYPES] = {
        "bool",    "int8_t",   "uint8_t", "int16_t",       "uint16_t", "int",   "uint32_t",
        "int64_t", "uint64_t", "__half",  "__nv_bfloat16", "float",    "double"};
    char options[1024];
    int length = snprintf(options, sizeof options,
                          "--template %s --block 256 --grid %d --arg n=%d --arg in=zeros:%d",
                          names[from - types], (NUMBERS + 255) / 256, NUMBERS, NUMBERS);
    for (int i = 0; i < TYPES; ++i)
        length += snprintf(options + length, sizeof options - (size_t)length, " --arg %s=zeros:%d",
                           types[i].id, NUMBERS);
    Run *run = open_kernel("conversions.cu", "convert", options);
    static uint64_t arguments[NUMBERS];
    for (int i = 0; i < NUMBERS; ++i)
        arguments[i] = numbers_argument(from->kind, from->bytes, i);
    put_arguments(run, "in", arguments, NUMBERS, from->bytes);
    return run;
}

static int check_sum(const Run *run, const Outcome *outcome, const NumberType *from,
                     const NumberType *to, const char *expected)
{
    uint64_t hash = 0;
    for (int i = 0; i < NUMBERS; ++i)
        hash = numbers_hash(hash, result_of(run, outcome, to->id, i, to->bytes));
    if (hash == number(expected))
        return 0;
    print_error("%s -> %s: checksum %016llx, not %s\n", from->name, to->name,
                (unsigned long long)hash, expected);
    return 1;
}

static int check_special(const Run *run, const Outcome *outcome, const NumberType *from,
                         const Line *line, int index)
{
    int wrong = 0;
    for (int i = 0; i < TYPES; ++i) {
        uint64_t got = result_of(run, outcome, types[i].id, index, types[i].bytes);
        if (got == number(line->columns[2 + i]))
            continue;
        print_error("%s -> %s: %s gives %llx, not %s\n", from->name, types[i].name,
                    line->columns[1], (unsigned long long)got, line->columns[2 + i]);
        ++wrong;
    }
    return wrong;
}

static void conversions_are_the_device_s(void **state)
{
    (void)state;
    FILE *file = open_record("conversions.csv");
    Line line;
    Run *run = NULL;
    Outcome outcome = {0};
    const NumberType *from = NULL;
    int wrong = 0, special = 0, pairs = 0;
    assert_true(next_line(file, &line) && next_line(file, &line)); /* the heads */
    while (next_line(file, &line)) {
        if (strcmp(line.columns[1], "all") != 0) {
            wrong += check_special(run, &outcome, from, &line, NUMBERS_WHOLE + special++);
            continue;
        }
        if (run) {
            outcome_free(&outcome);
            run_free(run);
        }
        from = type_of(line.columns[0]);
        run = open_conversion(from);
        outcome = corpus_execute(run);
        assert_int_equal(outcome.report->finding_count, 0);
        special = 0;
        for (int i = 0; i < TYPES; ++i, ++pairs)
            wrong += check_sum(run, &outcome, from, &types[i], line.columns[2 + i]);
    }
    outcome_free(&outcome);
    run_free(run);
    fclose(file);
    assert_int_equal(pairs, TYPES * TYPES);
    assert_int_equal(wrong, 0);
}

/* ---- roundings ---- */

typedef struct Rounded {
    const char *name, *from, *to;
    int operands;
} Rounded;

static const Rounded functions[] = {
#define ONE(name, T)         {#name, #T, #T, 1},
#define TWO(name, T)         {#name, #T, #T, 2},
#define THREE(name, T)       {#name, #T, #T, 3},
#define TURN(name, From, To) {#name, #From, #To, 1},
#include "numbers/rounded.def"
};

static int digits_of(const NumberType *type)
{
    static const char *const ids[] = {"f16", "bf16", "f32", "f64"};
    static const int digits[] = {10, 7, 23, 52};
    for (int i = 0; i < 4; ++i)
        if (strcmp(type->id, ids[i]) == 0)
            return digits[i];
    return 0;
}

/* All NaNs are one. */
static uint64_t rounded_sum(const Run *run, const Outcome *outcome, const NumberType *to)
{
    uint64_t hash = 0, all = ((uint64_t)1 << (8 * to->bytes - 1)) - 1;
    int digits = digits_of(to);
    for (int i = 0; i < NUMBERS_ROUNDED; ++i) {
        uint64_t bits = result_of(run, outcome, "out", i, to->bytes);
        hash = numbers_hash(hash, digits && (bits & all) > all >> digits << digits ? all : bits);
    }
    return hash;
}

static uint64_t run_rounded(const Rounded *function)
{
    static const char *const operands[] = {"a", "b", "c"};
    const NumberType *from = type_of(function->from), *to = type_of(function->to);
    char options[256], kernel[64];
    snprintf(kernel, sizeof kernel, "of_%s", function->name);
    int length =
        snprintf(options, sizeof options, "--block 256 --grid %d --arg n=%d --arg out=zeros:%d",
                 NUMBERS_ROUNDED / 256, NUMBERS_ROUNDED, NUMBERS_ROUNDED);
    for (int i = 0; i < function->operands; ++i)
        length += snprintf(options + length, sizeof options - (size_t)length, " --arg %s=zeros:%d",
                           operands[i], NUMBERS_ROUNDED);
    Run *run = open_kernel("rounded.cu", kernel, options);
    static uint64_t arguments[NUMBERS_ROUNDED];
    for (int which = 0; which < function->operands; ++which) {
        for (int i = 0; i < NUMBERS_ROUNDED; ++i)
            arguments[i] = numbers_random(digits_of(from), from->bytes, i, which);
        put_arguments(run, operands[which], arguments, NUMBERS_ROUNDED, from->bytes);
    }
    Outcome outcome = corpus_execute(run);
    uint64_t sum = rounded_sum(run, &outcome, to);
    outcome_free(&outcome);
    run_free(run);
    return sum;
}

static void roundings_are_the_device_s(void **state)
{
    (void)state;
    FILE *file = open_record("rounded.csv");
    Line line;
    int wrong = 0;
    assert_true(next_line(file, &line) && next_line(file, &line));
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        assert_true(next_line(file, &line));
        assert_string_equal(line.columns[0], functions[i].name);
        uint64_t sum = run_rounded(&functions[i]);
        if (sum != number(line.columns[2])) {
            print_error("%s: checksum %016llx, not %s\n", functions[i].name,
                        (unsigned long long)sum, line.columns[2]);
            ++wrong;
        }
    }
    fclose(file);
    assert_int_equal(wrong, 0);
}

/* ---- NaNs ---- */

static void nans_are_the_device_s(void **state)
{
    (void)state;
    FILE *file = open_record("nans.csv");
    Line line;
    Run *run = NULL;
    Outcome outcome = {0};
    int wrong = 0, operation = -1;
    assert_true(next_line(file, &line) && next_line(file, &line));
    while (next_line(file, &line)) {
        if (atoi(line.columns[0]) != operation) {
            if (run) {
                outcome_free(&outcome);
                run_free(run);
            }
            operation = atoi(line.columns[0]);
            char options[256];
            snprintf(options, sizeof options,
                     "--block 64 --grid %d --arg n=%d --arg op=%d --arg out=zeros:%d "
                     "--arg a=zeros:%d --arg b=zeros:%d --arg c=zeros:%d",
                     NAN_TRIPLES / 64, NAN_TRIPLES, operation, NAN_TRIPLES, NAN_TRIPLES,
                     NAN_TRIPLES, NAN_TRIPLES);
            run = open_kernel("nans.cu", "nans", options);
            for (int which = 0; which < 3; ++which) {
                uint64_t arguments[NAN_TRIPLES];
                for (int i = 0; i < NAN_TRIPLES; ++i)
                    arguments[i] = numbers_nan(i, which);
                put_arguments(run, (const char *[]){"a", "b", "c"}[which], arguments, NAN_TRIPLES,
                              8);
            }
            outcome = corpus_execute(run);
        }
        uint64_t got = result_of(run, &outcome, "out", atoi(line.columns[1]), 8);
        if (got != number(line.columns[5])) {
            print_error("operation %d: %s %s %s gives %llx, not %s\n", operation, line.columns[2],
                        line.columns[3], line.columns[4], (unsigned long long)got, line.columns[5]);
            ++wrong;
        }
    }
    outcome_free(&outcome);
    run_free(run);
    fclose(file);
    assert_int_equal(wrong, 0);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(conversions_are_the_device_s),
                                       cmocka_unit_test(roundings_are_the_device_s),
                                       cmocka_unit_test(nans_are_the_device_s)};
    if (count != 3)
        return 2;
    root = arguments[1];
    records = arguments[2];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
