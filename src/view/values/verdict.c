/* A cell is told to be wrong once it is final: it holds what it holds when the grid has ended, and
 * no thread of the block in view, if that still runs, may write it. So nothing is given away
 * early. */
#include "view/values/verdict.h"
#include "session/data/buffer.h"

#include "session/rerun/footprint.h"

#include "session/scenes/veil.h"
#include "view/values/values.h"

#include "probe/sentences/sentence.h"

#include <math.h>
#include <string.h>

static const CheckResult *wrong_check(const View *view)
{
    bool is_told = view->slot && !veil_hides(view->session, VEIL_RESULTS);
    const CheckResult *check = is_told ? view->slot->check : NULL;
    return check && check->wrong ? check : NULL;
}

/* "1 of 9 wrong", or "1/9 wrong": it is said of what is wrong alone. */
static const char *share_text(View *view, const CheckResult *check, bool is_short)
{
    unsigned long long wrong = check->wrong, total = check->total;
    return view_either(view, is_short, STRING_VERDICT_SHORT, STRING_VERDICT, wrong, total);
}

/* Whether the moment shown is the end of the whole grid. */
static bool verdict_is_due(const View *view)
{
    return view->slot->covers_grid &&
           timeline_position(view->slot->timeline) == timeline_length(view->slot->timeline);
}

const char *verdict_fitting(View *view, float width)
{
    const CheckResult *check = wrong_check(view);
    if (!check)
        return NULL;
    for (int i = 0; i < 4; ++i) {
        const char *text = share_text(view, check, i >= 2);
        if (!verdict_is_due(view))
            text = view_either(view, i % 2, STRING_VERDICT_LATER_SHORT, STRING_VERDICT_LATER, text);
        text = arena_printf(view->arena, "× %s", text);
        if (view_text_width(view, FONT_UI, TEXT_SMALL, text) <= width)
            return text;
    }
    return NULL;
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

/* What decides which wrong cells of one buffer are final at the moment shown. */
typedef struct Finality {
    const View *view;
    int buffer;
    int64_t columns;
    Footprint at_work; /* of the block in view, if that still runs */
    uint32_t bytes;
    ScalarType type;
} Finality;

static Finality finality_of(const View *view, int buffer)
{
    const Buffer *source = &view->launch->buffers[buffer];
    Finality finality = {
        .view = view, .buffer = buffer, .bytes = buffer_scalar_bytes(source), .type = source->type};
    int64_t rows;
    buffer_shape(source, &rows, &finality.columns);
    if (!machine_is_done(view->machine))
        finality.at_work = view->slot->footprints->whole[buffer];
    return finality;
}

/* Whether the block in view may yet write it. */
static bool is_in_work(const Finality *finality, int64_t scalar)
{
    const Footprint *part = &finality->at_work;
    if (!part->row_count)
        return false;
    int64_t row = scalar / finality->columns, column = scalar % finality->columns;
    return row >= part->row && row < part->row + part->row_count && column >= part->column &&
           column < part->column + part->column_count;
}

static bool is_number(double now, double found)
{
    return now == found || (isnan(now) && isnan(found));
}

/* What memory holds there is not what it held at the start, or some thread is known to have written
 * the same again. */
static bool element_is_written(const Finality *finality, int64_t scalar, uint64_t bits)
{
    uint64_t any;
    bool is_poison = finality->view->launch->buffers[finality->buffer].fill == FILL_POISON;
    return (is_poison && finality->bytes == 4 && (uint32_t)bits != LAUNCH_POISON_WORD) ||
           buffer_value(finality->view, finality->buffer, scalar, &any);
}

static bool is_final(const Finality *finality, int64_t scalar, const void *bytes, double found)
{
    uint64_t bits = value_bits(finality->type, bytes);
    return is_number(value_number(finality->type, bits), found) && !is_in_work(finality, scalar) &&
           element_is_written(finality, scalar, bits);
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
    Finality finality = finality_of(view, buffer);
    uint8_t bytes[8] = {0};
    memory_copy_out(view->memory,
                    view->launch->buffers[buffer].offset_bytes + (uint64_t)scalar * finality.bytes,
                    bytes, finality.bytes);
    return is_final(&finality, scalar, bytes, wrong->found) ? wrong : NULL;
}

static void each_wrong(const CheckResult *check, int64_t start,
                       void (*note)(void *context, int64_t scalar), void *context)
{
    const uint8_t *flags = check->wrong_cells, *end = flags + check->total;
    for (const uint8_t *at = flags; (at = memchr(at, 1, (size_t)(end - at))); ++at)
        note(context, start + (at - flags));
}

/* There may be a million wrong cells, so memory is read a piece at a time. */
static void each_final(const View *view, const CheckResult *check, int64_t start,
                       void (*note)(void *context, int64_t scalar), void *context)
{
    enum { PIECE = 1024 };
    uint8_t piece[PIECE * 8] = {0};
    const Buffer *buffer = &view->launch->buffers[check->output];
    Finality finality = finality_of(view, check->output);
    int64_t first = 0, count = 0, all = buffer_scalars(buffer);
    for (int i = 0; i < check->list_count; ++i) {
        int64_t scalar = start + (int64_t)check->list[i].at;
        if (scalar >= first + count) {
            first = scalar;
            count = all - first < PIECE ? all - first : PIECE;
            memory_copy_out(view->memory, buffer->offset_bytes + (uint64_t)first * finality.bytes,
                            piece, (uint64_t)count * finality.bytes);
        }
        if (is_final(&finality, scalar, piece + (scalar - first) * finality.bytes,
                     check->list[i].found))
            note(context, scalar);
    }
}

void verdict_each(const View *view, int buffer, void (*note)(void *context, int64_t scalar),
                  void *context)
{
    const CheckResult *check = wrong_check(view);
    if (!check || buffer != check->output)
        return;
    int64_t start = check_start(view, check);
    if (verdict_is_due(view) && check->wrong_cells)
        each_wrong(check, start, note, context);
    else
        each_final(view, check, start, note, context);
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
    const char *text = view_format(view, STRING_VERDICT_RESULT, share_text(view, check, false));
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
