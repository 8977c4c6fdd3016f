/* The registers of the picked thread: the variables alive where its warp stands, what the thread
 * itself computed first, the arguments after. */
#include "view/formula.h"
#include "view/values.h"

#include "program/slots.h"

#include <math.h>
#include <string.h>

static const float ROW = 20, COLUMN_GAP = 10, NAME_GAP = 6;
enum { TEXT_REGISTER = 13, TEXT_REGISTER_DENSE = 12, FOLDED_LEAST = 10 };

typedef struct RegisterRow {
    const char *name, *value;
    int variable;
    bool is_new; /* the step shown wrote it */
} RegisterRow;

static bool is_alive(const Variable *variable, uint32_t pc)
{
    return pc >= variable->first_pc && pc < variable->end_pc;
}

static bool was_written(View *view, const Variable *variable)
{
    const Step *step = view->step;
    uint32_t thread = view->session->selection.thread;
    return step && variable->storage == STORAGE_REGISTER && step->instr->dst >= variable->operand &&
           step->instr->dst < variable->operand + type_slots(variable->type) &&
           step->warp == thread / WARP_LANES &&
           step_lane_is_active(view, (int)(thread % WARP_LANES));
}

/* An inner name hides an outer one. */
static bool is_hidden(const View *view, int index, uint32_t pc)
{
    const Variable *variables = view->program->variables;
    for (int i = index + 1; i < view->program->variable_count; ++i)
        if (is_alive(&variables[i], pc) && strcmp(variables[i].name, variables[index].name) == 0)
            return true;
    return false;
}

static int gather_rows(View *view, RegisterRow *rows, StorageKind storage, int count)
{
    uint32_t thread = view->session->selection.thread;
    uint32_t pc = machine_warps(view->machine)[thread / WARP_LANES].pc;
    for (int i = 0; i < view->program->variable_count; ++i) {
        const Variable *variable = &view->program->variables[i];
        if (variable->storage != storage || !is_alive(variable, pc) || is_hidden(view, i, pc))
            continue;
        const char *value = variable_text(view, variable, thread);
        bool is_argument = storage == STORAGE_UNIFORM && variable->type->kind == TYPE_POINTER;
        if (value && !is_argument)
            rows[count++] = (RegisterRow){variable->name, value, i, was_written(view, variable)};
    }
    return count;
}

/* Shorter where it has no room in letters that can be read: "{x = 1, …}"; pointed at, it is told in
 * full. */
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

static void build_row(View *view, Rect cell, const RegisterRow *row, float units)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, cell, view_units(view, 3), row->is_new ? theme->accent_tint : 0, 0, 0,
              target_tag(TARGET_VARIABLE, (uint32_t)row->variable, 0));
    Rect text = rect_inset(cell, view_units(view, 3));
    text.y = cell.y;
    text.h = cell.h;
    float most = text.w * 0.7f, name = view_text_width(view, FONT_CODE, units, row->name);
    const char *shown = folded(view, row->value, FOLDED_LEAST,
                               fmaxf(most, text.w - name - view_units(view, NAME_GAP)));
    float width = view_text_width(view, FONT_CODE, units, shown) + 1;
    Rect value = rect_cut_right(&text, fminf(width, fmaxf(most, text.w - name)));
    view_label_fitted(view, FONT_CODE, units, 8, value, 1, theme->text, shown);
    rect_cut_right(&text, view_units(view, NAME_GAP - 1));
    view_label_fitted(view, FONT_CODE, units, 8, text, -1, theme->muted, row->name);
}

static const char *heading(View *view)
{
    return view_format(view, STRING_REGISTERS_OF_THREAD,
                       view_thread_at(view, view->session->selection.thread));
}

static bool names_fit(const View *view, const RegisterRow *rows, int count, float width)
{
    bool fits = true;
    for (int i = 0; i < count; ++i)
        fits &= view_text_width(view, FONT_CODE, TEXT_REGISTER, rows[i].name) +
                    view_text_width(view, FONT_CODE, TEXT_REGISTER, rows[i].value) +
                    view_units(view, COLUMN_GAP + NAME_GAP) <=
                width;
    return fits;
}

/* Three columns if every row fits, perhaps in smaller letters; else two. */
static int choose_columns(View *view, const RegisterRow *rows, int count, float width, float *units)
{
    float room = (width - 2 * view_units(view, COLUMN_GAP)) / 3 - view_units(view, NAME_GAP + 6);
    for (*units = TEXT_REGISTER; *units >= TEXT_REGISTER_DENSE; *units -= 1) {
        bool fits = true;
        for (int i = 0; i < count; ++i)
            fits &= view_text_width(view, FONT_CODE, *units, rows[i].name) +
                        view_text_width(view, FONT_CODE, *units, rows[i].value) <=
                    room;
        if (fits)
            return 3;
    }
    *units = TEXT_REGISTER;
    return 2;
}

const char *accumulators_text(View *view, float width)
{
    RegisterRow *rows = ARENA_ARRAY(view->arena, RegisterRow, view->program->variable_count + 1);
    int count = gather_rows(view, rows, STORAGE_REGISTER, 0);
    const char *text = NULL;
    for (int i = 0; i < count; ++i) {
        const Type *type = view->program->variables[rows[i].variable].type;
        if (type->kind != TYPE_SCALAR || !scalar_is_float(type->scalar))
            continue;
        text = text ? arena_printf(view->arena, "%s  %s = %s", text, rows[i].name, rows[i].value)
                    : arena_printf(view->arena, "%s = %s", rows[i].name, rows[i].value);
    }
    if (!text || view->launch->block.z > 1)
        return text;
    uint32_t thread = view->session->selection.thread;
    const char *whose = arena_printf(view->arena, "(%s)  %s",
                                     view_indices(view, thread, view->launch->block), text);
    return view_text_width(view, FONT_CODE, TEXT_BODY, whose) <= width ? whose : text;
}

void registers_build(View *view)
{
    Rect inside = view_panel(view, view->layout.registers, heading(view));
    RegisterRow *rows = ARENA_ARRAY(view->arena, RegisterRow, view->program->variable_count + 1);
    int count = gather_rows(view, rows, STORAGE_REGISTER, 0);
    count = gather_rows(view, rows, STORAGE_UNIFORM, count);
    float units = TEXT_REGISTER;
    int lines = (int)(inside.h / view_units(view, ROW)), columns = 2;
    if (count > 2 * lines)
        columns = choose_columns(view, rows, count, inside.w, &units);
    else if (count <= lines && !names_fit(view, rows, count, inside.w / 2))
        columns = 1;
    float height = inside.h / (float)(lines > 0 ? lines : 1), gap = view_units(view, COLUMN_GAP);
    float width = (inside.w - gap * (float)(columns - 1)) / (float)columns;
    for (int i = 0; i < count && i < columns * lines; ++i) {
        Rect cell = {inside.x + (float)(i / lines) * (width + gap),
                     inside.y + (float)(i % lines) * height, width, height};
        build_row(view, cell, &rows[i], units);
    }
    if (!count)
        scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                        (Point){inside.x, inside.y}, inside.w, 2, view->theme->muted,
                        view_text(view, STRING_REGISTERS_NONE));
}
