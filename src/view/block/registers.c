/* The registers of the picked thread: the variables alive where its warp stands, what the thread
 * itself computed first, then its own memory, the arguments after. Where they have no room, what
 * changes comes first. */
#include "view/block/block.h"
#include "view/values/alive.h"

#include <math.h>
#include <string.h>

static const float ROW = 20, ROW_DENSE = 16, COLUMN_GAP = 10, NAME_GAP = 6, INSET = 3;
enum {
    TEXT_REGISTER = 13,
    TEXT_REGISTER_DENSE = 12,
    FOLDED_LEAST = 10,
    NUMBER_LEAST = 8,
    COLUMNS_MOST = 3,
    RANKS = 4
};

/* The longest part of a value's text that has room, of a struct whole members: "{x = 1, …}". The
 * tip of the variable tells it in full. */
static const char *folded(View *view, const char *text, float units, float width)
{
    const char *end = text[0] == '{' ? " …}" : "…";
    const char *kept = text;
    for (size_t length = strlen(text); length > 1; --length) {
        if (view_text_width(view, FONT_CODE, units, kept) <= width)
            return kept;
        bool is_inside =
            ((unsigned char)text[length - 1] & 0xc0) == 0x80; /* a letter's later bytes */
        bool is_member = text[0] != '{' || text[length - 2] == ',';
        if (!is_inside && is_member)
            kept = arena_printf(view->arena, "%.*s%s", (int)length - 1, text, end);
    }
    return text[0] == '{' ? "{…}" : kept;
}

/* The name keeps its room; a value that is too long is folded. */
static void build_register_row(View *view, Rect cell, const AliveVariable *row, float units)
{
    if (!row->name)
        return;
    const Theme *theme = view->theme;
    scene_box(view->scene, cell, view_units(view, 3), row->is_new ? theme->accent_tint : 0, 0, 0,
              target_tag(TARGET_VARIABLE, (uint32_t)row->variable, 0));
    Rect text = rect_inset(cell, view_units(view, INSET));
    text.y = cell.y;
    text.h = cell.h;
    float name = view_text_width(view, FONT_CODE, units, row->name) + 1;
    float gap = view_units(view, NAME_GAP - 1);
    float beside = text.w - gap - view_text_width(view, FONT_CODE, units, row->value) - 1;
    Rect left = rect_cut_left(&text, fminf(name, fmaxf(text.w * 0.6f, beside)));
    rect_cut_left(&text, gap);
    int least = *row->value == '{' ? FOLDED_LEAST : NUMBER_LEAST;
    view_label_fitted(view, FONT_CODE, units, 8, text, 1, theme->text,
                      folded(view, row->value, (float)least, text.w));
    view_label_fitted(view, FONT_CODE, units, 8, left, -1, theme->muted, row->name);
}

/* How the rows stand: column by column, the lines of a column below each other. */
typedef struct Table {
    int columns, lines;
    float units, widths[COLUMNS_MOST];
    int first, shown; /* rows */
} Table;

static float row_width(const View *view, const AliveVariable *row, float units)
{
    if (!row->name)
        return 0;
    return view_text_width(view, FONT_CODE, units, row->name) +
           view_text_width(view, FONT_CODE, units, row->value) +
           view_units(view, NAME_GAP + 2 * INSET) + 2;
}

/* Columns of one width, or else each as wide as it needs. False if some row has no room. */
static bool set_widths(const View *view, const AliveVariable *rows, int count, float width,
                       Table *table)
{
    float room = width - view_units(view, COLUMN_GAP) * (float)(table->columns - 1);
    float even = room / (float)table->columns, widest = 0, sum = 0;
    for (int c = 0; c < table->columns; ++c) {
        float *own = &table->widths[c];
        *own = 0;
        for (int i = c * table->lines; i < count && i < (c + 1) * table->lines; ++i)
            *own = fmaxf(*own, row_width(view, &rows[i], table->units));
        widest = fmaxf(widest, *own);
        sum += *own;
    }
    bool fits = sum <= room && count <= table->columns * table->lines;
    for (int c = 0; c < table->columns; ++c)
        table->widths[c] =
            fits && widest > even ? table->widths[c] + (room - sum) / (float)table->columns : even;
    return fits;
}

static int lines_in(const View *view, float height, float row, float units)
{
    float least = 1.25f * (float)view_font(view, units);
    int lines = (int)(height / fmaxf(view_units(view, row), least));
    return lines > 0 ? lines : 1;
}

/* What is asked for, or what the step has just written, is among the rows shown. */
static int first_row(const View *view, const AliveVariable *rows, int count, int shown)
{
    int first = view->selection->register_scroll;
    for (int i = 0; i < count && !view->selection->register_scroll; ++i)
        if (rows[i].is_new && i >= shown)
            first = i - shown + 1;
    return first > count - shown ? count - shown : first;
}

/* In letters as large as there is room for all; where there is none, a part of the rows. */
static Table choose_table(const View *view, const AliveVariable *rows, int count, Rect inside)
{
    static const struct {
        int columns;
        float units, row;
    } ways[] = {{2, TEXT_REGISTER, ROW},
                {1, TEXT_REGISTER, ROW},
                {3, TEXT_REGISTER, ROW},
                {3, TEXT_REGISTER_DENSE, ROW},
                {2, TEXT_REGISTER_DENSE, ROW_DENSE},
                {3, TEXT_REGISTER_DENSE, ROW_DENSE},
                {3, TEXT_TINY, ROW_DENSE}};
    Table table = {.shown = count};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
        table.columns = ways[i].columns;
        table.units = ways[i].units;
        table.lines = lines_in(view, inside.h, ways[i].row, ways[i].units);
        if (set_widths(view, rows, count, inside.w, &table))
            return table;
    }
    int roomy = lines_in(view, inside.h, ROW, TEXT_REGISTER);
    bool is_roomy = count <= 2 * roomy;
    table.units = is_roomy ? TEXT_REGISTER : TEXT_REGISTER_DENSE;
    table.lines = is_roomy ? roomy : lines_in(view, inside.h, ROW_DENSE, TEXT_REGISTER_DENSE);
    table.columns = count <= table.lines ? 1 : 2;
    table.shown = count < table.columns * table.lines ? count : table.columns * table.lines;
    table.first = first_row(view, rows, count, table.shown);
    set_widths(view, rows, count, inside.w, &table);
    return table;
}

/* The heading of the panel, with the part of the rows that is shown where not all are. */
static const char *registers_heading(View *view, const Table *table, int count, float width)
{
    const char *thread = view_thread_at(view, view->selection->thread);
    const char *text = view_format(view, STRING_REGISTERS_OF_THREAD, thread);
    if (table->shown >= count)
        return text;
    int from = table->first + 1, to = table->first + table->shown;
    const char *part = view_format(view, STRING_REGISTERS_PART, text, from, to, count);
    return view_text_width(view, FONT_UI, TEXT_SMALL, part) <= width
               ? part
               : view_format(view, STRING_REGISTERS_PART, thread, from, to, count);
}

static void build_rows(View *view, Rect inside, const AliveVariable *rows, const Table *table)
{
    float height = inside.h / (float)table->lines, x = inside.x;
    for (int c = 0; c < table->columns; ++c) {
        for (int line = 0; line < table->lines && c * table->lines + line < table->shown; ++line)
            build_register_row(view,
                               (Rect){x, inside.y + (float)line * height, table->widths[c], height},
                               &rows[table->first + c * table->lines + line], table->units);
        x += table->widths[c] + view_units(view, COLUMN_GAP);
    }
}

/* A place for each variable that the threads have of their own, which it keeps while others come
 * and go; two whose scopes do not meet may share it. place: [variable_count]. Returns how many
 * there are. */
static int find_places(View *view, int *place)
{
    const Program *program = view->program;
    uint32_t *ends = ARENA_ARRAY(view->arena, uint32_t, program->variable_count + 1);
    int places = 0;
    for (int i = 0; i < program->variable_count; ++i) {
        const Variable *variable = &program->variables[i];
        if (variable->storage != STORAGE_REGISTER && variable->storage != STORAGE_LOCAL)
            continue;
        place[i] = 0;
        while (place[i] < places && ends[place[i]] > variable->first_pc)
            ++place[i];
        places += place[i] == places;
        ends[place[i]] = variable->end_pc;
    }
    return places;
}

/* The rows alive in their places, the arguments after them; as they were, where so many have no
 * room. A row without a name is free. */
static void keep_places(View *view, AliveVariable **rows, int *count, Rect inside)
{
    int *place = ARENA_ARRAY(view->arena, int, view->program->variable_count + 1);
    int places = find_places(view, place), all = places;
    AliveVariable *kept = ARENA_ARRAY(view->arena, AliveVariable, places + *count + 1);
    memset(kept, 0, sizeof *kept * (size_t)(places + *count + 1));
    for (int i = 0; i < *count; ++i) {
        const AliveVariable *row = &(*rows)[i];
        bool is_own = view->program->variables[row->variable].storage != STORAGE_UNIFORM;
        AliveVariable *to = &kept[is_own ? place[row->variable] : all++];
        if (to->name)
            return;
        *to = *row;
    }
    if (!*count || choose_table(view, kept, all, inside).shown < all)
        return;
    *rows = kept;
    *count = all;
}

/* How many instructions write a variable: one that is written again and again, as a sum or the
 * counter of a loop, is what changes. */
static int writers_of(const Program *program, int index)
{
    const Variable *variable = &program->variables[index];
    int writers = 0;
    for (uint32_t pc = 0; pc < program->code_count && variable->storage == STORAGE_REGISTER; ++pc)
        writers += program->code[pc].dst == variable->operand && pc + 1 >= variable->first_pc &&
                   pc < variable->end_pc;
    return writers;
}

/* 0: it changes; 1: computed once; 2: of its own memory; 3: an argument. */
static int rank_of(const View *view, const AliveVariable *row)
{
    StorageKind storage = view->program->variables[row->variable].storage;
    if (storage != STORAGE_REGISTER)
        return storage == STORAGE_LOCAL ? 2 : 3;
    return writers_of(view->program, row->variable) > 1 ? 0 : 1;
}

/* Where not all have room, those that matter stand first: of one rank those that were declared
 * last, for Col is what the lines below go by, and tx is where it came from. */
static void put_in_order(const View *view, AliveVariable *rows, int count)
{
    AliveVariable *given = ARENA_ARRAY(view->arena, AliveVariable, count + 1);
    int *ranks = ARENA_ARRAY(view->arena, int, count + 1), put = 0;
    memcpy(given, rows, sizeof *rows * (size_t)count);
    for (int i = 0; i < count; ++i)
        ranks[i] = rank_of(view, &given[i]);
    for (int rank = 0; rank < RANKS; ++rank)
        for (int i = 0; i < count; ++i) {
            int at = rank < 2 ? count - 1 - i : i;
            if (ranks[at] == rank)
                rows[put++] = given[at];
        }
}

void registers_build(View *view)
{
    Rect inside = view_panel_inside(view, view->layout.registers, true);
    AliveVariable *rows =
        ARENA_ARRAY(view->arena, AliveVariable, view->program->variable_count + 1);
    int count = alive_find(view, rows, STORAGE_REGISTER, 0);
    count = alive_find(view, rows, STORAGE_LOCAL, count);
    count = alive_find(view, rows, STORAGE_UNIFORM, count);
    if (choose_table(view, rows, count, inside).shown < count)
        put_in_order(view, rows, count);
    keep_places(view, &rows, &count, inside);
    Table table = choose_table(view, rows, count, inside);
    view_panel(view, view->layout.registers, registers_heading(view, &table, count, inside.w));
    if (table.shown < count)
        scene_rect(view->scene, view->layout.registers, 0,
                   (PickTag){TARGET_REGISTERS, (uint32_t)table.first,
                             (uint32_t)(count - table.shown - table.first), 0});
    build_rows(view, inside, rows, &table);
    if (!count)
        scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                        (Point){inside.x, inside.y}, inside.w, 2, view->theme->muted,
                        view_text(view, STRING_REGISTERS_NONE));
}
