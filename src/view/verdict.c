/* A cell is told to be wrong once it is final: it holds what it holds when the grid has ended, and no
 * thread of the block in view, if that still runs, may write it. So nothing is given away early. */
#include "view/verdict.h"

#include "view/values.h"

#include "probe/sentence.h"

#include <math.h>

static const CheckResult *wrong_check(const View *view)
{
    const CheckResult *check = view->slot ? view->slot->check : NULL;
    return check && check->wrong ? check : NULL;
}

const char *verdict_text(View *view)
{
    const CheckResult *check = wrong_check(view);
    return check ? view_format(view, STRING_VERDICT,
                               (unsigned long long)(check->total - check->wrong),
                               (unsigned long long)check->total)
                 : NULL;
}

const char *verdict_short(View *view)
{
    const CheckResult *check = wrong_check(view);
    return check ? arena_printf(view->arena, "%llu/%llu",
                                (unsigned long long)(check->total - check->wrong),
                                (unsigned long long)check->total)
                 : NULL;
}

/* Scalars before where the output's pointer points. */
static int64_t check_start(const View *view, const CheckResult *check)
{
    const Buffer *buffer = &view->launch->buffers[check->output];
    int64_t start = launch_start_bytes(view->launch, buffer->parameter);
    return start <= 0 || (uint64_t)start > buffer_bytes(buffer)
               ? 0
               : start / (int64_t)buffer_scalar_bytes(buffer);
}

bool verdict_is_due(const View *view)
{
    return view->slot->covers_grid &&
           timeline_position(view->slot->timeline) == timeline_length(view->slot->timeline);
}

/* Whether the block in view may yet write it. */
static bool is_in_work(const View *view, int buffer, int64_t scalar)
{
    if (machine_is_done(view->machine))
        return false;
    Footprint whole = view->slot->footprints->whole[buffer];
    int64_t rows, columns;
    buffer_shape(&view->launch->buffers[buffer], &rows, &columns);
    int64_t row = scalar / columns, column = scalar % columns;
    return row >= whole.row && row < whole.row + whole.row_count && column >= whole.column &&
           column < whole.column + whole.column_count;
}

static bool holds(const View *view, int buffer, int64_t scalar, double found)
{
    uint64_t bits;
    if (!buffer_value(view, buffer, scalar, &bits))
        return false;
    double now = value_number(view->launch->buffers[buffer].type, bits);
    return now == found || (isnan(now) && isnan(found));
}

const WrongCell *verdict_cell(const View *view, int buffer, int64_t scalar)
{
    const CheckResult *check = wrong_check(view);
    if (!check || buffer != check->output)
        return NULL;
    int64_t at = scalar - check_start(view, check);
    const WrongCell *wrong = at >= 0 ? check_wrong_cell(check, (uint64_t)at) : NULL;
    if (!wrong || verdict_is_due(view))
        return wrong;
    return !is_in_work(view, buffer, scalar) && holds(view, buffer, scalar, wrong->found) ? wrong
                                                                                          : NULL;
}

void verdict_each(const View *view, int buffer, void (*note)(void *context, int64_t scalar),
                  void *context)
{
    const CheckResult *check = wrong_check(view);
    if (!check || buffer != check->output)
        return;
    int64_t start = check_start(view, check);
    for (int i = 0; i < check->list_count; ++i)
        if (verdict_cell(view, buffer, start + (int64_t)check->list[i].at))
            note(context, start + (int64_t)check->list[i].at);
}

const char *verdict_expected(View *view, const WrongCell *wrong)
{
    return view_format(view, STRING_SHOULD_BE, wrong->expected);
}

static const char *unwritten_text(View *view, const CheckResult *check)
{
    if (!check->unwritten)
        return "";
    const char *text =
        view_format(view, STRING_VERDICT_UNWRITTEN, (unsigned long long)check->unwritten);
    if (!check->grid.x)
        return text;
    return arena_printf(view->arena, "%s%s", text,
                        view_format(view, STRING_VERDICT_GRID, check->grid.x, check->grid.y));
}

const char *verdict_sentence(View *view)
{
    const CheckResult *check = wrong_check(view);
    if (!check)
        return NULL;
    const char *text = view_format(view, STRING_VERDICT_RESULT, verdict_text(view));
    const char *unwritten = unwritten_text(view, check);
    if (!check->list_count)
        return arena_printf(view->arena, "%s%s", text, unwritten);
    const WrongCell *first = &check->list[0];
    const Buffer *buffer = &view->launch->buffers[check->output];
    int64_t scalar = (int64_t)first->at + check_start(view, check);
    uint64_t at = buffer->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(buffer);
    return arena_printf(view->arena, "%s · %s = %g%s%s", text,
                        sentence_global_place(view->arena, view->language, view->launch, at),
                        first->found, verdict_expected(view, first), unwritten);
}
