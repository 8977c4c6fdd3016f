/* What several panels have: a paragraph, a button with its words, the line that names the
 * device. */
#include "view/panels/panel.h"
#include "session/data/session_data.h"

#include "view/draw/button.h"

void panel_text(View *view, Rect *room, float units, int lines, Colour colour, const char *text)
{
    if (room->h < scene_line_height(view_font(view, units)) / 2)
        return; /* nothing of it would be seen */
    float height = scene_paragraph(view->scene, FONT_UI, view_font(view, units),
                                   (Point){room->x, room->y}, room->w, lines, colour, text);
    rect_cut_top(room, height + view_units(view, 4));
}

void panel_note(View *view, Rect line, Colour colour, const char *text)
{
    bool fits = view_text_width(view, FONT_UI, 0, text) <= line.w;
    if (fits || !view->look->lecture)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, colour, text);
}

void panel_button(View *view, Rect *room, StringKey words, CommandName command)
{
    const char *text =
        arena_printf(view->arena, "%s  %s", view_text(view, words), key_text(view, command));
    Rect line = rect_cut_top(room, view_units(view, 26));
    float width = button_words_width(view, text);
    if (width <= line.w)
        button_words_build(view, rect_cut_left(&line, width), command, text);
}

void panel_device_line(View *view, Rect *room)
{
    const Theme *theme = view->theme;
    Rect line = rect_cut_top(room, view_units(view, 24));
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, COMMAND_DEVICE_NEXT, 0);
    scene_box(view->scene, line, view_units(view, 5), is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->edge, view_hairline(view),
              target_tag(TARGET_BUTTON, COMMAND_DEVICE_NEXT, 0));
    rect_cut_left(&line, view_units(view, 8));
    rect_cut_right(&line, view_units(view, 8));
    const char *key = view->look->paper ? ""
                                        : view_format(view, STRING_DEVICE_OTHER,
                                                      key_text(view, COMMAND_DEVICE_NEXT));
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, key) + 1;
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_right(&line, width), 1, theme->muted, key);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, theme->text,
                      session_device(view->session)->name);
    rect_cut_top(room, view_units(view, 6));
}

const DeviceModel *panel_known_device(View *view, Rect *room)
{
    const DeviceModel *device = session_device(view->session);
    if (!device || !occupancy_is_known(device->major, device->minor)) {
        panel_text(view, room, TEXT_BODY, 3, view->theme->muted,
                   view_text(view, STRING_OCCUPANCY_NONE));
        return NULL;
    }
    panel_device_line(view, room);
    return device;
}

const GpuView *panel_gpu(const View *view)
{
    const GpuView *gpu = &view->session->gpu;
    return gpu->state != GPU_VIEW_IDLE && gpu->run == view->session->front &&
                   gpu->launch == &view->slot->run->launch
               ? gpu
               : NULL;
}
