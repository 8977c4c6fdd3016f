/* The reference is only asked about launches that left something else than the emulator: equal
 * bytes are equally right. */
#include "probe/checks/launches.h"

#include "probe/sentences/sentence.h"

#include <string.h>

enum { CHECK_LIMIT_BYTES = 1 << 28 };

/* Whether a finding of this kind means that the result may hang on the schedule. */
static bool launches_may_differ(FindingKind kind)
{
    return finding_is_race(kind) || kind == FINDING_BARRIER_DIVERGENCE;
}

const Finding *launches_cause_in(const Finding *findings, int count)
{
    for (int i = 0; i < count; ++i)
        if (launches_may_differ(findings[i].kind))
            return &findings[i];
    return NULL;
}

const Finding *launches_cause(const Report *report)
{
    return launches_cause_in(report_findings(report), report->finding_count);
}

static const uint8_t *arena_of(const LaunchesInput *input, int index)
{
    return input->arenas + (uint64_t)index * input->stride_bytes;
}

/* The reference check on what a launch left, in a Memory that holds just that. */
static CheckResult check_bytes(Arena *arena, const LaunchesInput *input, const uint8_t *bytes)
{
    const Launch *launch = input->launch;
    const char *reason;
    CheckResult check = {.reference = REFERENCE_NONE};
    if (!input->check || input->check->reference == REFERENCE_NONE ||
        launch->arena_bytes > CHECK_LIMIT_BYTES)
        return check;
    Memory *memory = memory_new(launch, &reason);
    if (!memory)
        return check;
    memcpy(memory_write(memory, 0, launch->arena_bytes), bytes, launch->arena_bytes);
    check = check_result(arena, input->program, launch, memory, input->report);
    memory_free(memory);
    return check;
}

/* Where there is no reference: the buffer in which the most scalars differ, in any launch. */
static void choose_buffer(const LaunchesInput *input, const Agreement *all, Launches *result)
{
    uint64_t most = 0;
    result->buffer = -1;
    if (result->check.reference != REFERENCE_NONE)
        result->buffer = result->check.output;
    for (int i = 0; i < input->count && result->check.reference == REFERENCE_NONE; ++i)
        for (int b = 0; b < input->launch->buffer_count; ++b)
            if (all[i].buffers[b].different > most) {
                most = all[i].buffers[b].different;
                result->buffer = b;
            }
    if (result->buffer >= 0) {
        const Buffer *buffer = &input->launch->buffers[result->buffer];
        result->cells = buffer_bytes(buffer) / scalar_size_bytes(buffer->type);
    }
}

static void count_cells(Launches *result, uint8_t *times, const uint8_t *bad, uint64_t count)
{
    count = count < result->cells ? count : result->cells;
    for (uint64_t i = 0; i < count; ++i) {
        if (!bad[i])
            continue;
        result->bad_cells += times[i]++ == 0;
        if (times[i] > times[result->worst])
            result->worst = i;
    }
}

static void fold(Arena *arena, const LaunchesInput *input, const Agreement *all,
                 const CheckResult *checks, Launches *result)
{
    bool has_reference = result->check.reference != REFERENCE_NONE;
    uint8_t *times = NULL;
    if (result->buffer >= 0 && result->cells <= AGREEMENT_CELLS_LIMIT)
        times = arena_alloc(arena, result->cells + 1);
    for (int i = 0; i < input->count; ++i) {
        const LaunchVerdict *verdict = &result->each[i];
        result->bad_launches += has_reference ? verdict->wrong > 0 : verdict->different > 0;
        if (!times)
            continue;
        const uint8_t *bad =
            has_reference ? checks[i].wrong_cells : all[i].buffers[result->buffer].cells;
        uint64_t count = has_reference ? checks[i].total : all[i].buffers[result->buffer].total;
        if (bad && (!has_reference || checks[i].wrong))
            count_cells(result, times, bad, count);
    }
    if (result->bad_cells)
        result->times = times;
}

bool launches_compare(Arena *arena, const LaunchesInput *input, Launches *result)
{
    LaunchVerdict *each = ARENA_ARRAY(arena, LaunchVerdict, input->count + 1);
    Agreement *all = ARENA_ARRAY(arena, Agreement, input->count + 1);
    CheckResult *checks = ARENA_ARRAY(arena, CheckResult, input->count + 1);
    *result = (Launches){.count = input->count, .each = each, .buffer = -1};
    for (int i = 0; i < input->count; ++i) {
        if (input->goes_on && !input->goes_on(input->context, i))
            return false;
        const uint8_t *bytes = arena_of(input, i);
        all[i] = agreement_compare(arena, input->launch, input->memory, bytes);
        if (!all[i].different && input->check)
            checks[i] = *input->check;
        else
            checks[i] = check_bytes(arena, input, bytes);
        each[i] = (LaunchVerdict){all[i].different, checks[i].wrong};
    }
    if (input->count) {
        result->first = all[0];
        result->check = checks[0];
    }
    choose_buffer(input, all, result);
    fold(arena, input, all, checks, result);
    return true;
}

static const char *bad_sentence(Arena *arena, Language language, const Launch *launch,
                                const Launches *l)
{
    const Buffer *buffer = &launch->buffers[l->buffer];
    unsigned long long cells = l->bad_cells;
    const char *text =
        l->check.reference == REFERENCE_NONE
            ? language_printf(
                  arena, language,
                  "%s of the GPU differs from the emulation in %d of %d launches: %llu cells.",
                  "GPU 上的 %s 在 %d 次启动中与模拟不同（共 %d 次）：%llu 个元素。", buffer->name,
                  l->bad_launches, l->count, cells)
            : language_printf(arena, language,
                              "%s is wrong in %d of %d launches on the GPU: %llu cells.",
                              "GPU 上的 %s 在 %d 次启动中出错（共 %d 次）：%llu 个元素。",
                              buffer->name, l->bad_launches, l->count, cells);
    if (!l->times || l->count < 2)
        return text;
    uint64_t at = buffer->offset_bytes + l->worst * scalar_size_bytes(buffer->type);
    return language_printf(arena, language, "%s %s most often, in %d.", "%s %s 最常如此，%d 次。",
                           text, sentence_global_place(arena, language, launch, at),
                           l->times[l->worst]);
}

static const char *good_sentence(Arena *arena, Language language, const Launch *launch,
                                 const Launches *l)
{
    if (dim3_count(launch->block) <= WARP_LANES)
        return language_printf(
            arena, language,
            "None of %d launches went wrong, yet the finding is proved: a block of one warp ran "
            "in lockstep, which hides it. Take blocks of more than 32 threads.",
            "%d 次启动都没有出错，但问题已被证明：只有一个线程束的线程块以锁步执行，掩盖了它。"
            "请让每块多于 32 个线程。",
            l->count);
    return language_printf(
        arena, language,
        "None of %d launches went wrong, yet the finding is proved: this time the warps came in an "
        "order that hides it.",
        "%d 次启动都没有出错，但问题已被证明：这次各线程束的先后次序恰好掩盖了它。", l->count);
}

const char *launches_sentence(Arena *arena, Language language, const Launch *launch,
                              const Launches *l, const Finding *cause)
{
    if (l->bad_launches && l->buffer >= 0)
        return bad_sentence(arena, language, launch, l);
    if (cause)
        return good_sentence(arena, language, launch, l);
    return l->count > 1 ? language_printf(arena, language, "All %d launches left the same.",
                                          "%d 次启动结果都相同。", l->count)
                        : NULL;
}
