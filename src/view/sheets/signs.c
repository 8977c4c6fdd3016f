/* The key to the picture: every sign in sight has a number beside it, and a sentence in a list. The
 * hard part is where to put them: the list stands where every sign can still be seen beside it and
 * where it covers the fewest words; a number stands at the one of its sign's shapes where it covers
 * no other number and the least of the picture, with a line to it where it has to stand apart. */
#include "view/sheets/sheets.h"
#include "view/sheets/sign_list.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    MARKS_MOST = 48,
    MARKS_TRIED = 12,
    CLIPS_MOST = 64,
    WIDTHS = 4,
    LETTERS = 4,
    STEPS = 16,
    OTHERS_MOST = 300,
    WAYS = 8
};
static const float WIDTH_SHARES[WIDTHS] = {0.3f, 0.38f, 0.46f, 0.6f}, PAD = 12, MARGIN = 6,
                   SMALL = 0.05f; /* of the picture */
/* What it costs to hide a sign, any shape, and to take letters a pixel smaller. */
static const float OF_A_SIGN = 1e6f, OF_ONE = 60, OF_LETTERS = 2000;

/* A shape of a sign that can be seen. */
typedef struct Mark {
    Rect seen;
    Point at; /* what a number points at */
} Mark;

typedef struct Marks {
    Mark all[MARKS_MOST];
    int count;
} Marks;

/* A shape that can be seen, of the picture's small ones. */
typedef struct Thing {
    Rect seen;
    int font_px; /* of a text; 0: it is none */
} Thing;

typedef struct Key {
    View *view;
    int shapes; /* of the picture that is explained */
    Rect *clips;
    Thing *things;
    int thing_count;
    Marks marks[SIGN_COUNT];
    Rect list;
    int font_px;
    Point numbers[SIGN_COUNT]; /* that stand already */
    Point points_at[SIGN_COUNT];
    int rows[SIGN_COUNT], number_count;
} Key;

static float area(Rect rect)
{
    return rect.w * rect.h;
}

/* ---- what can be seen ---- */

static void find_clips(Key *key)
{
    const Scene *scene = key->view->scene;
    Rect open[CLIPS_MOST + 1] = {{0, 0, (float)scene->width, (float)scene->height}};
    int depth = 0;
    key->clips = ARENA_ARRAY(key->view->arena, Rect, key->shapes + 1);
    for (int i = 0; i < key->shapes; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind == SHAPE_CLIP && depth < CLIPS_MOST) {
            open[depth + 1] = rect_intersect(open[depth], shape->rect);
            ++depth;
        } else if (shape->kind == SHAPE_UNCLIP && depth > 0) {
            --depth;
        }
        key->clips[i] = open[depth];
    }
}

/* From the top of the capitals to the baseline. */
static Rect text_rect(const Shape *shape)
{
    float height = 0.7f * (float)shape->font_px;
    return (Rect){shape->rect.x, shape->rect.y - height, shape->rect.w, height};
}

static bool is_stroke(const Shape *shape)
{
    return shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW;
}

static bool is_painted(const Shape *shape)
{
    return shape->kind != SHAPE_CLIP && shape->kind != SHAPE_UNCLIP &&
           (shape->fill >> 24 || shape->stroke >> 24);
}

static void find_things(Key *key)
{
    const Scene *scene = key->view->scene;
    float small = SMALL * (float)scene->width * (float)scene->height;
    key->things = ARENA_ARRAY(key->view->arena, Thing, key->shapes + 1);
    int others = 0, stride = key->shapes / OTHERS_MOST + 1; /* of many cells some will do */
    for (int i = 0; i < key->shapes; ++i) {
        const Shape *shape = &scene->shapes[i];
        bool is_text = shape->kind == SHAPE_TEXT;
        if (!is_painted(shape) || is_stroke(shape))
            continue;
        Rect seen = rect_intersect(is_text ? text_rect(shape) : shape->rect, key->clips[i]);
        if (area(seen) > 0 && area(seen) < small && (is_text || others++ % stride == 0))
            key->things[key->thing_count++] = (Thing){seen, is_text ? shape->font_px : 0};
    }
}

static bool is_covered(const Key *key, int index, Point at)
{
    for (int i = index + 1; i < key->shapes; ++i) {
        const Shape *shape = &key->view->scene->shapes[i];
        if (shape->fill >> 24 >= 0xe0 &&
            (shape->kind == SHAPE_RECT || shape->kind == SHAPE_CIRCLE) &&
            rect_holds(shape->rect, at) && rect_holds(key->clips[i], at))
            return true;
    }
    return false;
}

static void add_point(const Key *key, Marks *marks, int index, Rect seen, Point at)
{
    if (marks->count < MARKS_MOST && rect_holds(key->clips[index], at) &&
        !is_covered(key, index, at))
        marks->all[marks->count++] = (Mark){seen, at};
}

static void add_stroke(const Key *key, Marks *marks, int index, bool is_one_of_many)
{
    static const float shares[] = {0.5f, 0.2f, 0.8f};
    Rect rect = key->view->scene->shapes[index].rect;
    for (int i = 0; i < (is_one_of_many ? 1 : 3); ++i) {
        Point at = {rect.x + rect.w * shares[i], rect.y + rect.h * shares[i]};
        add_point(key, marks, index, (Rect){at.x, at.y, 0, 0}, at);
    }
}

/* The mark of a shape, if it is seen: in its middle, or on the first side of a frame on which
 * nothing lies. */
static void add_shape(const Key *key, Marks *marks, int index)
{
    const Shape *shape = &key->view->scene->shapes[index];
    Rect rect = shape->kind == SHAPE_TEXT ? text_rect(shape) : shape->rect;
    Rect seen = rect_intersect(rect, key->clips[index]);
    if (seen.w < 1 || seen.h < 1)
        return;
    float inset = fmaxf(1, shape->stroke_width) / 2, right = seen.x + seen.w - inset,
          foot = seen.y + seen.h - inset;
    Point middle = rect_centre(seen);
    const Point sides[] = {
        {seen.x + inset, middle.y}, {middle.x, seen.y + inset},       {right, middle.y},
        {middle.x, foot},           {seen.x + inset, seen.y + inset}, {right, seen.y + inset}};
    bool is_frame = shape->kind == SHAPE_RECT && shape->stroke_width > 0 && shape->stroke >> 24;
    int before = marks->count;
    if (!is_frame)
        add_point(key, marks, index, seen, middle);
    for (size_t i = 0; is_frame && i < sizeof sides / sizeof *sides && marks->count == before; ++i)
        add_point(key, marks, index, seen, sides[i]);
}

/* Of signs with many shapes some, all over the picture. */
static void find_marks(Key *key)
{
    const Scene *scene = key->view->scene;
    const Theme *theme = key->view->theme;
    int total[SIGN_COUNT] = {0}, met[SIGN_COUNT] = {0};
    Sign *signs = ARENA_ARRAY(key->view->arena, Sign, key->shapes + 1);
    for (int i = 0; i < key->shapes; ++i) {
        signs[i] =
            is_painted(&scene->shapes[i]) ? sign_of_shape(theme, &scene->shapes[i]) : SIGN_NONE;
        ++total[signs[i]];
    }
    for (int i = 0; i < key->shapes; ++i) {
        Marks *marks = &key->marks[signs[i]];
        int stride = total[signs[i]] / MARKS_MOST + 1;
        bool is_wanted = met[signs[i]]++ % stride == 0 || marks->count == 0;
        if (!signs[i] || !is_wanted)
            continue;
        if (is_stroke(&scene->shapes[i]))
            add_stroke(key, marks, i, stride > 1);
        else
            add_shape(key, marks, i);
    }
}

/* ---- the list ---- */

static bool is_beside(const Key *key, Rect list, Point at)
{
    float r = sign_number_radius(key->font_px);
    Rect near = {list.x - r, list.y - r, list.w + 2 * r, list.h + 2 * r};
    return !rect_holds(near, at);
}

static bool is_labelled(const Key *key, Rect list, Sign sign)
{
    for (int i = 0; i < key->marks[sign].count; ++i)
        if (is_beside(key, list, key->marks[sign].all[i].at))
            return true;
    return false;
}

/* What a list there takes from the picture: above all signs, then words, large ones most, and cells
 * and the like. Of places that cost `most` or more it is only known that they do. */
static float cost_of_list(const Key *key, Rect list, float most)
{
    float cost = 0;
    for (int sign = 1; sign < SIGN_COUNT; ++sign)
        if (key->marks[sign].count && !is_labelled(key, list, (Sign)sign))
            cost += OF_A_SIGN;
    for (int i = 0; i < key->thing_count && cost < most; ++i)
        if (rect_overlaps(key->things[i].seen, list, 0))
            cost += OF_ONE + (float)(key->things[i].font_px * key->things[i].font_px);
    return cost;
}

/* The largest letters, not above font_px, in which the rows are no higher than height. */
static int fitting_letters(const View *view, const SignRow *rows, int count, float width,
                           float height, int font_px)
{
    while (font_px > 8 && sign_list_height(view, rows, count, width, font_px) > height)
        --font_px;
    return font_px;
}

/* Tries a list of this width and height all over the picture. */
static void try_places(Key *key, float width, float height, float cost, float *least, Rect *best)
{
    const Scene *scene = key->view->scene;
    float margin = view_units(key->view, MARGIN);
    float free_w = (float)scene->width - width - 2 * margin;
    float free_h = (float)scene->height - height - 2 * margin;
    for (int step = 0; step < STEPS * STEPS; ++step) {
        float across = (float)(step % STEPS) / (STEPS - 1);
        float down = (float)(step / STEPS) / (STEPS - 1);
        Rect list = {margin + across * free_w, margin + down * free_h, width, height};
        float all = cost_of_list(key, list, *least - cost) + cost;
        if (all < *least) {
            *least = all;
            *best = list;
        }
    }
}

/* Smaller letters only where larger ones would hide a sign. */
static void place_list(Key *key, const SignRow *rows, int count, const char *title)
{
    View *view = key->view;
    float pad = view_units(view, PAD), least = FLT_MAX;
    float most_h = (float)view->scene->height - 2 * view_units(view, MARGIN);
    int wanted = view_font(view, TEXT_SMALL), chosen = wanted;
    for (int i = 0; i < WIDTHS; ++i) {
        float width = (float)view->scene->width * WIDTH_SHARES[i], inside = width - 2 * pad;
        float room = most_h - 2 * pad - 2 * scene_line_height(wanted);
        int px = fitting_letters(view, rows, count, inside, room, wanted);
        for (int smaller = 0; smaller < LETTERS; ++smaller) {
            key->font_px = (int)fmaxf(8, (float)px * (1 - 0.13f * (float)smaller));
            float head =
                scene_paragraph_height(view->scene, FONT_UI, key->font_px, inside, 2, title);
            float body = sign_list_height(view, rows, count, inside, key->font_px), before = least;
            float height = head + body + 2 * pad, left_out = fmaxf(0, height - most_h);
            float cost = (float)(wanted - key->font_px) * OF_LETTERS + left_out * OF_A_SIGN;
            try_places(key, width, fminf(height, most_h), cost, &least, &key->list);
            chosen = least < before ? key->font_px : chosen;
        }
    }
    key->font_px = chosen;
}

/* ---- the numbers ---- */

static bool is_free(const Key *key, Point at)
{
    float r = sign_number_radius(key->font_px);
    Rect list = key->list;
    if (at.x < r || at.y < r || at.x > (float)key->view->scene->width - r ||
        at.y > (float)key->view->scene->height - r)
        return false;
    if (at.x + r > list.x && at.x - r < list.x + list.w && at.y + r > list.y &&
        at.y - r < list.y + list.h)
        return false;
    for (int i = 0; i < key->number_count; ++i)
        if (hypotf(at.x - key->numbers[i].x, at.y - key->numbers[i].y) < 2 * r + 1)
            return false;
    return true;
}

/* Of places that cost `most` or more it is only known that they do. */
static float cost_of_number(const Key *key, Point at, float most)
{
    float r = sign_number_radius(key->font_px), cost = 0;
    Rect box = {at.x - r, at.y - r, 2 * r, 2 * r};
    for (int i = 0; i < key->thing_count && cost < most; ++i)
        if (key->things[i].font_px && rect_overlaps(key->things[i].seen, box, 0))
            cost += 8 * area(rect_intersect(key->things[i].seen, box)) / (4 * r * r);
    for (int sign = 1; sign < SIGN_COUNT; ++sign)
        if (key->marks[sign].count < 3)
            for (int i = 0; i < key->marks[sign].count; ++i)
                cost += 8 * (float)rect_holds(box, key->marks[sign].all[i].at);
    return cost;
}

/* The best place for a number of this sign, beside one of its shapes; false: there is none. */
static bool place_number(const Key *key, const Marks *marks, Point *place, Point *points_at)
{
    static const Point ways[WAYS] = {{1, -1}, {-1, -1}, {1, 1},  {-1, 1},
                                     {1, 0},  {-1, 0},  {0, -1}, {0, 1}};
    float r = sign_number_radius(key->font_px), least = FLT_MAX;
    int stride = marks->count / MARKS_TRIED + 1;
    for (int i = 0; i < marks->count; i += stride) {
        const Mark *mark = &marks->all[i];
        if (!is_beside(key, key->list, mark->at))
            continue;
        float half_w = fminf(mark->seen.w / 2, 1.5f * r),
              half_h = fminf(mark->seen.h / 2, 1.5f * r);
        for (int ring = 0; ring < 4; ++ring)
            for (int way = 0; way < WAYS; ++way) {
                float apart = r * (0.8f + 1.6f * (float)ring);
                Point at = {mark->at.x + ways[way].x * (half_w + apart),
                            mark->at.y + ways[way].y * (half_h + apart)};
                float farther = 4 * (float)ring;
                float cost =
                    is_free(key, at) ? cost_of_number(key, at, least - farther) + farther : FLT_MAX;
                if (cost < least) {
                    least = cost;
                    *place = at;
                    *points_at = mark->at;
                }
            }
    }
    return least < FLT_MAX;
}

/* Signs with few shapes have less choice, and come first. A sign without a place for its number is
 * all under the list, where its drawing stands. */
static void place_numbers(Key *key, SignRow *rows, int count)
{
    for (int most = 1; most <= MARKS_MOST; most *= 2)
        for (int i = 0; i < count && rows[i].sign; ++i) {
            const Marks *marks = &key->marks[rows[i].sign];
            bool is_last = most * 2 > MARKS_MOST;
            Point at, to;
            if (marks->count <= most / 2 || (marks->count > most && !is_last) ||
                !place_number(key, marks, &at, &to))
                continue;
            rows[i].number = 1;
            key->points_at[key->number_count] = to;
            key->rows[key->number_count] = i;
            key->numbers[key->number_count++] = at;
        }
    for (int i = 0, number = 0; i < count; ++i)
        rows[i].number = rows[i].number ? ++number : 0;
}

/* No line runs over a number. */
static void build_numbers(Key *key, const SignRow *rows)
{
    View *view = key->view;
    for (int i = 0; i < key->number_count; ++i)
        scene_line(view->scene, key->points_at[i], key->numbers[i], view->theme->focus,
                   view_units(view, 1.5f));
    for (int i = 0; i < key->number_count; ++i)
        sign_number_build(view, key->numbers[i], rows[key->rows[i]].number, key->font_px);
}

void signs_build(View *view)
{
    Key key = {.view = view, .shapes = view->scene->count};
    SignRow rows[SIGN_ROWS_MOST];
    int count = 0;
    find_clips(&key);
    find_things(&key);
    find_marks(&key);
    for (int sign = 1; sign < SIGN_COUNT; ++sign)
        if (key.marks[sign].count) {
            rows[count] = (SignRow){(Sign)sign, count + 1, sign_texts[sign][view->language]};
            ++count;
        }
    count += sign_rows_of_words(view, rows + count);
    const char *title = view_text(view, STRING_SIGNS_TITLE);
    place_list(&key, rows, count, title);
    for (int i = 0; i < count; ++i)
        rows[i].number = 0;
    place_numbers(&key, rows, count);
    scene_box(view->scene, key.list, view_units(view, 8), view->theme->panel, view->theme->focus,
              view_units(view, 2), target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    Rect inside = rect_inset(key.list, view_units(view, PAD));
    float head = scene_paragraph(view->scene, FONT_UI, key.font_px, (Point){inside.x, inside.y},
                                 inside.w, 2, view->theme->accent, title);
    rect_cut_top(&inside, head);
    sign_list_build(view, rows, count, inside, key.font_px);
    build_numbers(&key, rows);
}
