/* A text is read as a name and a range for each subscript, and the cells of all that lies in these
 * ranges are put together. */
#include "view/arrows/named.h"

#include "base/quote.h"
#include "session/data/buffer.h"
#include "view/arrows/ways.h"
#include "view/block/threads.h"
#include "view/values/values.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIMS_MOST = 4, CELLS_MOST = 4096 };

typedef struct Range {
    int64_t first, last; /* last -1: to the end */
    int64_t every;       /* 0: each of them */
} Range;

typedef struct Reader {
    const char *at;
    bool is_good;
} Reader;

static bool takes(Reader *reader, const char *text)
{
    size_t length = strlen(text);
    bool is_it = strncmp(reader->at, text, length) == 0;
    if (is_it)
        reader->at += length;
    return is_it;
}

static int64_t read_number(Reader *reader)
{
    char *end;
    if (!isdigit((unsigned char)*reader->at))
        reader->is_good = false;
    int64_t value = strtoll(reader->at, &end, 10);
    reader->at = end;
    return value;
}

/* "3", "3..5", "*", or "0..31/4", every fourth of them. */
static Range read_range(Reader *reader)
{
    Range range = {0, -1, 0};
    if (takes(reader, "*"))
        return range;
    range.first = range.last = read_number(reader);
    if (takes(reader, "..*"))
        range.last = -1;
    else if (takes(reader, ".."))
        range.last = read_number(reader);
    if (takes(reader, "/"))
        range.every = read_number(reader);
    return range;
}

/* ---- what cells there are ---- */

/* What subscripts count in: the array, and how long it is in each direction. */
typedef struct Array {
    int buffer, variable; /* one of them -1; both: the threads of the block, */
    const CellGrid *grid; /* or what a panel shows, where that is not NULL */
    int64_t dims[DIMS_MOST];
    int64_t spare[DIMS_MOST]; /* room that is drawn beyond the end */
    int count;
} Array;

/* What hangs over the edge of a matrix has a place, too, where it is drawn cell by cell. */
static void take_spare(const CellGrid *grid, Array *array)
{
    if (!grid->is_shown || grid->is_linear || grid->is_transposed || grid->group != 1)
        return;
    array->spare[0] = grid->spare_rows;
    array->spare[1] = grid->spare_columns;
}

static Array array_of_buffer(const View *view, int buffer)
{
    Array array = {.buffer = buffer, .variable = -1, .count = 1};
    const Buffer *source = &view->launch->buffers[buffer];
    array.dims[0] = buffer_scalars(source);
    if (source->rows > 0 && source->cols > 0) {
        buffer_shape(source, &array.dims[0], &array.dims[1]);
        array.count = 2;
        take_spare(&view->buffers[buffer], &array);
    }
    return array;
}

static Array array_of_shared(const View *view, int variable)
{
    Array array = {.buffer = -1, .variable = variable};
    for (const Type *type = view->program->shared[variable].type;
         type->kind == TYPE_ARRAY && array.count < DIMS_MOST; type = type->element)
        array.dims[array.count++] = type->length;
    if (array.count == 1 && array.dims[0] == 0)
        array.dims[0] = view->shared[variable].rows * view->shared[variable].columns;
    return array;
}

/* An operand of a tensor core, as panel Memory shows it: "A[3][*]". */
static bool find_operand(const View *view, const char *name, size_t length, Array *array)
{
    for (int i = 0; i < OPERANDS && length == 1; ++i) {
        const CellGrid *grid = &view->operands[i].grid;
        if (view->operands[i].name == *name) {
            *array = (Array){-1, -1, grid, {grid->rows, grid->columns}, {0}, 2};
            return true;
        }
    }
    return false;
}

static bool find_array(const View *view, const char *name, size_t length, Array *array)
{
    for (int i = 0; i < view->program->shared_count; ++i)
        if (strncmp(view->program->shared[i].name, name, length) == 0 &&
            !view->program->shared[i].name[length]) {
            *array = array_of_shared(view, i);
            return view->shared[i].is_shown;
        }
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (strncmp(view->launch->buffers[i].name, name, length) == 0 &&
            !view->launch->buffers[i].name[length]) {
            *array = array_of_buffer(view, i);
            return view->buffers[i].is_shown;
        }
    return find_operand(view, name, length, array);
}

static bool cell_of(const View *view, const Array *array, const int64_t at[DIMS_MOST], Rect *rect)
{
    int64_t element = 0;
    for (int i = 0; i < array->count; ++i)
        element = element * array->dims[i] + at[i];
    if (array->variable >= 0)
        return ways_shared_place(view, array->variable, element, rect);
    if (array->buffer >= 0) {
        const CellGrid *grid = &view->buffers[array->buffer];
        if (array->count == 2 && (at[0] >= array->dims[0] || at[1] >= array->dims[1])) {
            *rect = cells_drawn_cell(grid, at[0], at[1]);
            return true;
        }
        if (array->count == 2 && !grid->is_linear)
            element = cells_at(grid, at[0], at[1]);
        return ways_global_place(view, array->buffer, element, rect);
    }
    if (array->grid) {
        *rect = cells_cell(array->grid, element);
        return true;
    }
    *rect = excerpt_holds(&view->threads.grid, element) ? thread_cell(view, (uint32_t)element)
                                                        : (Rect){0};
    return rect->w > 0;
}

/* ---- put together ---- */

static bool is_same(Rect a, Rect b)
{
    return fabsf(a.x - b.x) < 0.5f && fabsf(a.y - b.y) < 0.5f;
}

typedef struct Gathering {
    Named *named;
    Rect whole;
    float area;
} Gathering;

/* Cells that stand for several elements come several times. */
static void gather(Gathering *all, Rect rect)
{
    Named *named = all->named;
    for (int i = 0; i < named->count; ++i)
        if (is_same(named->rects[i], rect))
            return;
    all->whole = all->area > 0 ? rect_around(all->whole, rect) : rect;
    all->area += rect.w * rect.h;
    if (named->count < NAMED_MOST)
        named->rects[named->count++] = rect;
}

static void put_together(Gathering *all)
{
    bool is_full = fabsf(all->whole.w * all->whole.h - all->area) < 0.02f * all->area + 1;
    if (all->named->count > 1 && (is_full || all->named->count == NAMED_MOST)) {
        all->named->rects[0] = all->whole;
        all->named->count = 1;
    }
}

static bool is_in_steps(const Array *array, const Range *ranges, const int64_t at[DIMS_MOST])
{
    for (int i = 0; i < array->count; ++i)
        if (ranges[i].every > 0 && (at[i] - ranges[i].first) % ranges[i].every != 0)
            return false;
    return true;
}

/* Every element in the ranges; the last subscript runs first. */
static void gather_ranges(const View *view, const Array *array, const Range *ranges, Gathering *all)
{
    int64_t at[DIMS_MOST] = {0}, cells = 1;
    for (int i = 0; i < array->count; ++i) {
        at[i] = ranges[i].first;
        cells *= ranges[i].last - ranges[i].first + 1;
    }
    for (int64_t n = 0; n < cells && n < CELLS_MOST; ++n) {
        Rect rect;
        if (is_in_steps(array, ranges, at) && cell_of(view, array, at, &rect))
            gather(all, rect);
        int dim = array->count - 1;
        for (; dim > 0 && at[dim] == ranges[dim].last; --dim)
            at[dim] = ranges[dim].first;
        ++at[dim];
    }
}

/* Ranges end where the array does, or, if they begin behind that, where the room there ends; false:
 * one begins behind that, too. */
static bool close_ranges(const Array *array, Range *ranges)
{
    for (int i = 0; i < array->count; ++i) {
        bool is_beyond = ranges[i].first >= array->dims[i];
        int64_t end = array->dims[i] + (is_beyond ? array->spare[i] : 0);
        if (ranges[i].last < 0 || ranges[i].last >= end)
            ranges[i].last = end - 1;
        if (ranges[i].first > ranges[i].last)
            return false;
    }
    return array->count > 0;
}

static bool find_cells(const View *view, Array array, Range *ranges, Named *named)
{
    Gathering all = {.named = named};
    if (close_ranges(&array, ranges))
        gather_ranges(view, &array, ranges, &all);
    put_together(&all);
    return named->count > 0;
}

/* ---- what a text says ---- */

static Array threads_of(const View *view)
{
    Dim3 block = view->launch->block;
    return (Array){-1, -1, NULL, {block.z, block.y, block.x}, {0}, 3};
}

/* "(x, y, z)": as CUDA writes it, x first. */
static bool find_threads(const View *view, Reader *reader, Named *named)
{
    Range ranges[DIMS_MOST] = {{0}, {0}, {0}};
    for (int dim = 2; dim >= 0; --dim) {
        ranges[dim] = read_range(reader);
        if (!takes(reader, ", "))
            break;
    }
    return view->threads.grid.is_shown && takes(reader, ")") && !*reader->at && reader->is_good &&
           find_cells(view, threads_of(view), ranges, named);
}

static bool find_warp(const View *view, Reader *reader, Named *named)
{
    int64_t first = read_number(reader) * WARP_LANES, count = view->machine->thread_count;
    Array line = {-1, -1, NULL, {count}, {0}, 1};
    Range range = {first, first + WARP_LANES - 1, 0};
    return view->threads.grid.is_shown && !*reader->at && reader->is_good &&
           find_cells(view, line, &range, named);
}

static bool is_code_in(const Shape *shape, Rect band, int font_px)
{
    return shape->kind == SHAPE_TEXT && shape->font == FONT_CODE &&
           (!font_px || shape->font_px == font_px) &&
           rect_holds(band, (Point){shape->rect.x, shape->rect.y});
}

/* The size in which most in the band is written: of the code, not of what stands beside it. */
static int code_px(const View *view, Rect band)
{
    int best = 0;
    size_t most = 0;
    for (int i = 0; i < view->scene->count; ++i) {
        int px = view->scene->shapes[i].font_px;
        size_t length = 0;
        for (int k = 0; k < view->scene->count && is_code_in(&view->scene->shapes[i], band, 0); ++k)
            if (is_code_in(&view->scene->shapes[k], band, px))
                length += strlen(view->scene->shapes[k].text);
        if (length > most) {
            most = length;
            best = px;
        }
    }
    return best;
}

/* The last row of a line of the source, without what stands beside it in other letters. */
static Rect last_row(const View *view, Rect band)
{
    Rect row = {0};
    int px = code_px(view, band);
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (!is_code_in(shape, band, px))
            continue;
        float width = scene_text_width(view->scene, shape->font, px, shape->text);
        Rect text = {shape->rect.x, shape->rect.y - (float)px, width, 1.3f * (float)px};
        bool is_above = row.w > 0 && text.y < row.y - 1, is_beside = fabsf(text.y - row.y) <= 1;
        if (!is_above)
            row = row.w > 0 && is_beside ? rect_around(row, text) : text;
    }
    return row;
}

/* A line that a piece of its text names. */
static bool find_line(const View *view, const char *quote, Named *named)
{
    const SourceFile *file = &view->program->sources->files[0];
    const Phrase *reason;
    int line = quote_find(view->arena, file, quote, NULL, NULL, &reason);
    Rect band = {0};
    for (int i = 0; i < view->scene->count && line > 0; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (shape->tag.kind == TARGET_LINE && shape->tag.a == (uint32_t)line &&
            shape->kind == SHAPE_RECT)
            band = rect_intersect(shape->rect, view->layout.source);
    }
    named->rects[0] = last_row(view, band);
    named->count = named->rects[0].w > 0;
    return named->count > 0;
}

static size_t name_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        ++length;
    return length;
}

static bool find_elements(const View *view, Reader *reader, Named *named)
{
    Range ranges[DIMS_MOST] = {{0, -1, 0}, {0, -1, 0}, {0, -1, 0}, {0, -1, 0}};
    Array array;
    int count = 0;
    size_t length = name_length(reader->at);
    if (!length || !find_array(view, reader->at, length, &array))
        return false;
    reader->at += length;
    for (; takes(reader, "[") && reader->is_good && count < array.count; ++count) {
        ranges[count] = read_range(reader);
        reader->is_good &= takes(reader, "]");
    }
    if (*reader->at || !reader->is_good)
        return false;
    if (!count) {
        named->rects[named->count++] =
            cells_bounds(array.grid            ? array.grid
                         : array.variable >= 0 ? &view->shared[array.variable]
                                               : &view->buffers[array.buffer]);
        return true;
    }
    return find_cells(view, array, ranges, named);
}

bool named_find(const View *view, const char *text, Named *named)
{
    Reader reader = {text, true};
    named->count = 0;
    if (takes(&reader, "thread ("))
        return find_threads(view, &reader, named);
    if (takes(&reader, "line "))
        return find_line(view, reader.at, named);
    if (takes(&reader, "warp "))
        return find_warp(view, &reader, named);
    return find_elements(view, &reader, named);
}

/* ---- in a sentence ---- */

static bool is_told_as_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (isupper((unsigned char)name[i]) || name[i] == '_')
            return true;
    return false;
}

/* How long the subscripts with numbers are that stand here. */
static size_t subscripts_length(const char *text)
{
    size_t length = 0;
    while (text[length] == '[') {
        size_t inside = strspn(text + length + 1, "0123456789.*");
        if (!inside || text[length + 1 + inside] != ']')
            break;
        length += inside + 2;
    }
    return length;
}

/* "(1, 0)" behind the word for a thread in either language. */
static const char *thread_here(const View *view, const char **at)
{
    static const char *const words[] = {"thread (", "线程 ("};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        size_t length = strlen(words[i]);
        if (strncmp(*at, words[i], length) != 0)
            continue;
        size_t inside = strspn(*at + length, "0123456789, ");
        if (!inside || (*at)[length + inside] != ')')
            return NULL;
        const char *text = arena_printf(view->arena, "thread (%.*s)", (int)inside, *at + length);
        *at += length + inside + 1;
        return text;
    }
    return NULL;
}

const char *named_next(const View *view, const char **at)
{
    Array array;
    while (**at) {
        const char *thread = thread_here(view, at);
        if (thread)
            return thread;
        size_t length = name_length(*at), more = subscripts_length(*at + length);
        const char *name = *at;
        *at += length ? length + more : 1;
        bool is_name = more || (*at)[0] == '[' || is_told_as_name(name, length);
        if (length && is_name && find_array(view, name, length, &array))
            return arena_text(view->arena, name, length + more);
    }
    return NULL;
}
