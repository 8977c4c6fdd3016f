/* The sheet of misconceptions. Who looks at it is to see, card by card, the sentence with a cross,
 * and below it, with a tick, what the count says; a press leads to the stage that counts it. */
#include "session/lessons/cards.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

enum { LINES_MOST = 8 };
static const float WIDTH = 1000, PAD = 10, MARK = 26;

typedef struct Card {
    const char *says, *but;
    float says_h, but_h, height;
} Card;

static float paragraph_height(View *view, float width, const char *text)
{
    int font = view_font(view, TEXT_BODY);
    int lines = scene_prose(view->scene, font, (Point){0, 0}, width, 0, 0, 0, 0, text);
    return (float)lines * scene_line_height(font);
}

static Card measure(View *view, int row, float width)
{
    const char *says = cards_says(view->session, row), *but = cards_but(view->session, row);
    Card card = {
        .says = says ? view_format(view, STRING_CARDS_SAYS, says) : "…",
        .but = but ? but : view_text(view, STRING_CARDS_COUNTING),
    };
    width -= view_units(view, MARK + 2 * PAD);
    card.says_h = paragraph_height(view, width, card.says);
    card.but_h = paragraph_height(view, width, card.but);
    card.height = card.says_h + card.but_h + view_units(view, 22 + 2 * PAD);
    return card;
}

static void build_text(View *view, Rect room, const char *mark, Colour colour, Colour ink,
                       const char *text)
{
    Rect sign = rect_cut_left(&room, view_units(view, MARK));
    sign.h = 1.4f * (float)view_font(view, TEXT_BODY);
    view_label(view, FONT_UI, TEXT_LARGE, sign, -1, colour, mark);
    scene_prose(view->scene, view_font(view, TEXT_BODY), (Point){room.x, room.y}, room.w, 0,
                LINES_MOST, ink, view->theme->code[CODE_TYPE], text);
}

static void build_card(View *view, Rect rect, int row, const Card *card)
{
    const Theme *theme = view->theme;
    const Lesson *lesson = cards_lesson(view->session, row);
    bool is_picked = view->session->cards.row == row && view->session->cards.only < 0;
    bool is_hovered = view_is_hovered(view, TARGET_CARD, (uint32_t)row, 0);
    scene_box(view->scene, rect, view_units(view, 8),
              is_picked || is_hovered ? theme->accent_tint : theme->well,
              is_picked ? theme->focus : theme->edge,
              is_picked ? view_units(view, 2) : view_hairline(view),
              target_tag(TARGET_CARD, (uint32_t)row, 0));
    Rect inside = rect_inset(rect, view_units(view, PAD));
    int number = lesson_number(lesson);
    const char *title = lesson->title.in[view->language];
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 9, rect_cut_top(&inside, view_units(view, 20)), -1,
                      theme->muted,
                      number ? arena_printf(view->arena, "%d  %s", number, title) : title);
    build_text(view, rect_cut_top(&inside, card->says_h), "×", theme->danger, theme->text,
               card->says);
    rect_cut_top(&inside, view_units(view, 2));
    bool is_known = cards_but(view->session, row) != NULL;
    build_text(view, inside, is_known ? "✓" : "…", is_known ? theme->good : theme->muted,
               is_known ? theme->text : theme->muted, card->but);
}

/* The first card that is seen, so that the picked one is. */
static int first_card(const Card *cards, int picked, float room, float gap)
{
    float used = 0;
    int first = picked;
    for (int i = picked; i >= 0; --i) {
        used += cards[i].height + gap;
        if (used > room + gap)
            break;
        first = i;
    }
    return first;
}

static void build_title(View *view, Rect line)
{
    const char *words = view_text(view, STRING_CARDS_TITLE);
    if (view->session->cards.only >= 0)
        words = view_format(view, STRING_CARDS_END,
                            cards_lesson(view->session, 0)->title.in[view->language]);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text, words);
}

static void build_way(View *view, Rect *foot, CommandName command, StringKey words)
{
    const char *both =
        arena_printf(view->arena, "%s  %s", view_text(view, words), key_text(view, command));
    rect_cut_right(foot, button_words_build(view, *foot, command, both) + view_units(view, 8));
}

/* At the end of a lesson: its exercise, and the map with what is next. */
static void build_ways_on(View *view, Rect *foot)
{
    build_way(view, foot, COMMAND_OPEN, STRING_CARDS_MAP);
    if (cards_lesson(view->session, 0)->exercise)
        build_way(view, foot, COMMAND_EXERCISE, STRING_CARDS_EXERCISE);
}

void cards_build(View *view)
{
    const Theme *theme = view->theme;
    const Session *session = view->session;
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    float gap = view_units(view, 8), pad = view_units(view, 16), row = view_units(view, 30);
    float width = fminf((float)view->scene->width * 0.94f, view_units(view, WIDTH));
    int count = cards_count(session);
    Card *cards = ARENA_ARRAY(view->arena, Card, count);
    float all = 0;
    for (int i = 0; i < count; ++i) {
        cards[i] = measure(view, i, width - 2 * pad);
        all += cards[i].height + gap;
    }
    float height = fminf((float)view->scene->height * 0.96f, all + 2 * row + 2 * pad);
    Rect inside = rect_inset(sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0)), pad);
    Rect title = rect_cut_top(&inside, row), foot = rect_cut_bottom(&inside, row);
    build_title(view, title);
    int first = first_card(cards, session->cards.row, inside.h, gap), seen = 0;
    for (int i = first; i < count && cards[i].height <= inside.h + 1; ++i, ++seen) {
        build_card(view, rect_cut_top(&inside, cards[i].height), i, &cards[i]);
        rect_cut_top(&inside, gap);
    }
    if (seen < count)
        sheet_part_build(view, &foot, first, seen, count);
    if (session->cards.only >= 0)
        build_ways_on(view, &foot);
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 8, foot, -1, theme->muted,
        view_text(view, session->cards.only >= 0 ? STRING_CARDS_END_HINT : STRING_CARDS_HINT));
}
