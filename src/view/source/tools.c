/* Buttons say as much as there is room for: before one is left out, all lose words and then their
 * keys, what the strip counts first. A key alone would tell nobody what it is for. */
#include "view/source/tools.h"

#include "session/edits/edit.h"
#include "session/lessons/take.h"
#include "session/programs/console.h"
#include "session/scenes/show.h"
#include "view/draw/button.h"

#include <math.h>

enum { TOOLS = 6, WORDINGS = 3 };

typedef struct Tool {
    CommandName name;
    const char *words[WORDINGS]; /* the longest first */
    int used;                    /* of these */
} Tool;

/* What a button says where its help has no room; "" where it is short enough. */
static const char *short_title(View *view, CommandName name)
{
    if (name == COMMAND_HEAT)
        return view_text(view, STRING_TOOL_HEAT);
    if (name == COMMAND_CONTROLS)
        return view_text(view, STRING_CONTROLS);
    if (name == COMMAND_CONSOLE)
        return view_text(view, console_runs(view->session) ? STRING_CONSOLE_BUTTON_RUNS
                                                           : STRING_CONSOLE_BUTTON);
    return name == COMMAND_RESTORE ? view_text(view, STRING_TOOL_RESTORE)
                                   : command_info[name].help[view->language];
}

static Tool tool_of(View *view, CommandName name, const Heat *heat)
{
    const char *key = key_text(view, name), *title = short_title(view, name);
    if (name == COMMAND_HEAT)
        return (Tool){name, {heat_legend(view, heat), heat_name(view, heat), title}, 0};
    bool is_short = name == COMMAND_CONTROLS || name == COMMAND_CONSOLE;
    const char *words = is_short ? title : command_info[name].help[view->language];
    return (Tool){name,
                  {arena_printf(view->arena, "%s  %s", words, key),
                   arena_printf(view->arena, "%s  %s", title, key), title},
                  0};
}

static float tools_width(View *view, const Tool *tools, int count, float gap)
{
    float width = 0;
    for (int i = 0; i < count; ++i)
        width += button_words_width(view, tools[i].words[tools[i].used]) + gap;
    return width;
}

/* Takes words away, from the strip's button on, until all have room. */
static void shorten(View *view, Tool *tools, int count, float gap, float room)
{
    static const CommandName order[] = {COMMAND_HEAT,    COMMAND_REDO,     COMMAND_UNDO,
                                        COMMAND_RESTORE, COMMAND_CONTROLS, COMMAND_CONSOLE};
    for (int i = 0; i < TOOLS; ++i)
        for (int j = 0; j < count; ++j)
            while (tools[j].name == order[i] && tools[j].used + 1 < WORDINGS &&
                   tools_width(view, tools, count, gap) > room)
                ++tools[j].used;
}

/* Scenes and lessons show a kernel, whatever program it stands in. */
static bool is_program(const View *view)
{
    return console_has_main(view->session) && !scene_shown(view->session) &&
           !lesson_shown(view->session);
}

void source_tools_build(View *view, Rect outer, Rect inside, const char *title, const Heat *heat)
{
    float gap = view_units(view, 5);
    float used = view_text_width(view, FONT_UI, TEXT_SMALL, title) + view_units(view, 10);
    Rect row = {inside.x + used, outer.y + view_units(view, 6), inside.w - used,
                inside.y - outer.y - view_units(view, 8)};
    row.h = fminf(row.h, view_units(view, 20));
    const CommandName names[] = {COMMAND_CONSOLE, COMMAND_CONTROLS, COMMAND_RESTORE,
                                 COMMAND_UNDO,    COMMAND_HEAT,     COMMAND_REDO};
    const bool shown[] = {is_program(view),
                          true,
                          session_is_edited(view->session),
                          session_undo_edits(view->session),
                          true,
                          session_redo_edits(view->session)};
    Tool tools[TOOLS];
    int count = 0;
    for (int i = 0; i < TOOLS; ++i)
        if (shown[i])
            tools[count++] = tool_of(view, names[i], heat);
    shorten(view, tools, count, gap, row.w + gap);
    for (int i = 0; i < count; ++i) {
        float width = button_words_build(view, row, tools[i].name, tools[i].words[tools[i].used]);
        rect_cut_right(&row, width > 0 ? width + gap : 0);
    }
}
