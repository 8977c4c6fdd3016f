/* One element says where all others belong if the tile was copied row by row, or column by column.
 * That is tried; where every copy is where it belongs, the words that were written tell the
 * extent. */
#include "session/rerun/copied_tile.h"

/* Where the elements of one matrix stand in an array. */
typedef struct Layout {
    const CopiedArray *array;
    int buffer;
    int64_t columns;    /* of the matrix */
    int64_t first;      /* the first word that holds an element */
    int64_t pitch;      /* words from a row of the array to the next */
    bool is_transposed; /* a row of the matrix goes down a column of the array */
} Layout;

/* A part of the array. */
typedef struct Box {
    int64_t row, column, rows, columns;
} Box;

static bool holds_element(const Layout *layout, int64_t at)
{
    const CopiedWord *word = &layout->array->words[at];
    return word->kind == COPIED_ELEMENT && word->buffer == layout->buffer;
}

/* The next word from one on that holds an element; the end of the array if there is none. */
static int64_t next_element(const Layout *layout, int64_t at)
{
    while (at < layout->array->count && !holds_element(layout, at))
        ++at;
    return at;
}

/* An array of one dimension has rows as long as the kernel takes them to be: two elements of
 * different rows tell. 0: they do not. */
static int64_t find_pitch(const Layout *layout)
{
    const CopiedWord *words = layout->array->words;
    int64_t columns = layout->columns, start = words[layout->first].element;
    for (int64_t at = next_element(layout, layout->first + 1); at < layout->array->count;
         at = next_element(layout, at + 1)) {
        int64_t rows = words[at].element / columns - start / columns;
        int64_t across = words[at].element % columns - start % columns;
        int64_t apart = at - layout->first - across;
        if (rows)
            return apart % rows ? 0 : apart / rows;
    }
    return 0;
}

/* The element that belongs into a word; may lie outside of the matrix. */
static int64_t element_for(const Layout *layout, int64_t at)
{
    int64_t origin = layout->array->pitch ? 0 : layout->first, from = layout->first - origin;
    int64_t down = (at - origin) / layout->pitch - from / layout->pitch;
    int64_t across = (at - origin) % layout->pitch - from % layout->pitch;
    int64_t start = layout->array->words[layout->first].element;
    return layout->is_transposed ? start + across * layout->columns + down
                                 : start + down * layout->columns + across;
}

static bool is_true_of_all(const Layout *layout)
{
    for (int64_t at = next_element(layout, layout->first); at < layout->array->count;
         at = next_element(layout, at + 1))
        if (layout->array->words[at].element != element_for(layout, at))
            return false;
    return true;
}

static bool find_layout(Layout *layout)
{
    layout->first = next_element(layout, 0);
    if (layout->first == layout->array->count)
        return false;
    layout->pitch = layout->array->pitch ? layout->array->pitch : find_pitch(layout);
    if (layout->pitch <= 0)
        return false;
    if (is_true_of_all(layout))
        return true;
    layout->is_transposed = layout->array->pitch > 0;
    return layout->is_transposed && is_true_of_all(layout);
}

/* The tile has the array for itself, so that whatever was filled there is part of it. */
static bool is_alone(const Layout *layout)
{
    bool alone = layout->array->pitch > 0;
    for (int64_t at = 0; alone && at < layout->array->count; ++at)
        alone = layout->array->words[at].kind != COPIED_ELEMENT || holds_element(layout, at);
    return alone;
}

/* All that was written. */
static Box box_of_all(const Layout *layout)
{
    int64_t top = INT64_MAX, left = INT64_MAX, bottom = 0, right = 0;
    for (int64_t at = 0; at < layout->array->count; ++at) {
        int64_t row = at / layout->pitch, column = at % layout->pitch;
        if (layout->array->words[at].kind == COPIED_NOTHING)
            continue;
        top = row < top ? row : top;
        left = column < left ? column : left;
        bottom = row + 1 > bottom ? row + 1 : bottom;
        right = column + 1 > right ? column + 1 : right;
    }
    return (Box){top, left, bottom - top, right - left};
}

static bool belongs_to_tile(const Layout *layout, int64_t at)
{
    if (at >= layout->array->count || layout->array->words[at].kind == COPIED_NOTHING)
        return false;
    return layout->array->words[at].kind == COPIED_FILL ||
           (holds_element(layout, at) &&
            layout->array->words[at].element == element_for(layout, at));
}

/* From the first element on, as far as words belong to it along its first row and column. */
static Box box_from_first(const Layout *layout)
{
    Box box = {layout->first / layout->pitch, layout->first % layout->pitch, 0, 0};
    while (box.columns < layout->pitch && belongs_to_tile(layout, layout->first + box.columns))
        ++box.columns;
    while (belongs_to_tile(layout, layout->first + box.rows * layout->pitch))
        ++box.rows;
    return box;
}

bool copied_tile_find(const CopiedArray *array, int buffer, int64_t columns, CopiedTile *tile)
{
    Layout layout = {.array = array, .buffer = buffer, .columns = columns};
    if (!find_layout(&layout))
        return false;
    Box box = is_alone(&layout) ? box_of_all(&layout) : box_from_first(&layout);
    int64_t rows = layout.is_transposed ? box.columns : box.rows;
    *tile = (CopiedTile){.rows = rows,
                         .columns = layout.is_transposed ? box.rows : box.columns,
                         .element = element_for(&layout, box.row * layout.pitch + box.column)};
    return true;
}
