/* Panels about how hardware holds a tile: copies in flight, and which lane holds what. */
#include "picture.h"
#include "session/rerun/stages.h"
#include "test.h"
#include "view/draw/theme.h"

#include <stdlib.h>
#include <unistd.h>

static Picture open_with(const char *file, const Define *define, const char *panel)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    LoadOptions options = {.defines = define, .define_count = define ? 1 : 0};
    const char *path =
        file[0] == '/' ? file : arena_printf(picture.arena, "%s/%s", KERNELS_FOLDER, file);
    session_open(picture.session, 0, run_load(path, &options), true);
    session_finish_work(picture.session);
    send_line(picture.session, panel);
    return picture;
}

static const Stages *stages_of(Picture *picture, uint64_t moment)
{
    const SessionRun *slot = session_front(picture->session);
    return stages_gather(picture->arena, slot->footprints, slot->run->program, 0, moment);
}

static int count_filled(const Picture *picture, Colour fill)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].kind == SHAPE_RECT &&
                 picture->scene->shapes[i].fill == fill && picture->scene->shapes[i].rect.x > 880;
    return count;
}

/* Four groups go round three places; the first is waited for before anything is multiplied, and
 * each of the others has the products of the phases before it beside it. */
TEST(test_stages_are_a_ring)
{
    Picture picture = open_with("30_pipelined.cu", NULL, "panel-stages");
    const Stages *stages = stages_of(&picture, 0);
    static const int ring[] = {0, 1, 2, 0}, products[] = {0, 2, 4, 4};
    assert_int_equal(stages->group_count, 4);
    assert_int_equal(stages->count, 3);
    for (int i = 0; i < 4; ++i) {
        const StageGroup *group = &stages->groups[i];
        assert_int_equal(group->stage, ring[i]);
        assert_int_equal(group->products, products[i]);
        assert_int_equal(group->copies, 2);
        assert_true(group->begun < group->landed && group->landed < group->read);
        assert_true(group->last_read > group->read && group->last_read < stages->steps);
    }
    assert_int_equal(stages->now, 0);
    assert_true(stages->groups[3].begun > stages->groups[0].last_read); /* its place is free */
    draw(&picture);
    assert_non_null(find_text(&picture, "4 groups (one a commit) in 3 stages. Bubbles"));

    assert_non_null(find_text(&picture, "Mds[2][0][0]"));
    assert_non_null(find_text(&picture, "group 3"));
    seek(picture.session, stages->groups[0].landed);
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "now"));
    close_picture(&picture);
}

/* With one stage every group is waited for at once; the picture has as many bubbles. */
TEST(test_one_stage_is_all_bubbles)
{
    static const Define one = {"STAGES", "1"};
    Picture picture = open_with("30_pipelined.cu", &one, "panel-stages");
    const Stages *stages = stages_of(&picture, 0);
    assert_int_equal(stages->count, 1);
    for (int i = 0; i < stages->group_count; ++i)
        assert_int_equal(stages->groups[i].products, 0);
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    const Theme *theme = theme_get(THEME_LIGHT);
    assert_non_null(find_text(&picture, "气泡（在途时"));
    assert_int_equal(count_filled(&picture, colour_mix(theme->panel, theme->warning, 0.25f)), 4);
    close_picture(&picture);
}

/* A group that no wait asks for has no end, and a row that says so. */
TEST(test_copies_without_a_wait_never_land)
{
    char path[] = "/tmp/tilestep-tiles-XXXXXX.cu";
    int file = mkstemps(path, 3);
    static const char text[] =
        "#include <cuda_pipeline.h>\n"
        "__global__ void k(const float *in, float *out) {\n"
        "    __shared__ float s[32];\n"
        "    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
        "    __pipeline_commit();\n"
        "    out[threadIdx.x] = 1.0f;\n"
        "}\n"
        "int main() { float *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128); k<<<1, 32>>>(a, b); "
        "}\n";
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    Picture picture = open_with(path, NULL, "panel-stages");
    draw(&picture);
    assert_non_null(find_text(&picture, "Groups never waited for: 1."));
    assert_non_null(find_text(&picture, "no wait"));
    unlink(path);
    close_picture(&picture);
    picture = open_with("02_tiled.cu", NULL, "panel-stages");
    draw(&picture);
    assert_non_null(find_text(&picture, "No asynchronous copies"));
    close_picture(&picture);
}

/* Of a block that is still being run, nothing is said to have no wait. */
TEST(test_what_is_not_run_yet_is_not_missed)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sizes[] = {{"j", "64"}, {"k", "4096"}, {"l", "64"}};
    Define width = {"TILE_WIDTH", "16"};
    LoadOptions options = {
        .arguments = sizes, .argument_count = 3, .defines = &width, .define_count = 1};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/30_pipelined.cu", &options), true);
    const Stages *stages = stages_of(&picture, 0);
    assert_false(stages->is_whole);
    assert_true(stages->groups[stages->group_count - 1].landed == STAGE_NEVER);
    send_line(picture.session, "panel-stages");
    draw(&picture);
    assert_non_null(find_text(&picture, "in flight"));
    assert_null(find_text(&picture, "never waited for"));
    close_picture(&picture);
}

/* Boxes of a fill or a border in the panel. */
static int count_boxes(const Picture *picture, Colour fill, Colour stroke)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_RECT && shape->rect.x > 780 && shape->rect.y > 340 &&
                 shape->fill == fill && (!stroke || shape->stroke == stroke);
    }
    return count;
}

/* The cell of a lane in the picture of an operand: A, B and D follow each other from the left. */
static const Shape *cell_of_lane(const Picture *picture, uint32_t lane, int number)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD && shape->tag.a == lane && shape->rect.x > 780 &&
            shape->rect.y > 340 && number-- == 0)
            return shape;
    }
    fail_msg("lane %u has no cell", lane);
    return NULL;
}

/* An element that a lane holds of D, by the register and its place there. */
static Target element_of_lane(const Picture *picture, uint32_t lane, uint32_t word, uint32_t part)
{
    Target target = {TARGET_FRAGMENT, lane, word, part};
    for (int i = 0; i < picture->scene->count; ++i) {
        PickTag tag = picture->scene->shapes[i].tag;
        if (tag.kind == target.kind && tag.a == lane && tag.b == word && tag.c == part)
            return target;
    }
    fail_msg("lane %u has no element %u of word %u", lane, part, word);
    return target;
}

/* A lane holds 4 cells of A, 2 of B and 2 of D. The pointer on an element of D frames the row of A
 * and the column of B that it is the product of; all is legible in a small window. */
TEST(test_an_element_shows_its_other_half)
{
    Picture picture = open_with("31_wmma.cu", NULL, "panel-memory");
    const Theme *theme = theme_get(THEME_LIGHT);
    seek(picture.session, find_step(picture.session, 0, OP_MMA, SPACE_SHARED));
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "who holds what"));
    assert_non_null(find_text(&picture, "D [0][0]="));
    assert_true(cell_of_lane(&picture, 5, 0)->rect.h >= 9);
    int numbers = 0; /* of the last lane: in 4 cells of A, 2 of B, 2 of D */
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        numbers += shape->kind == SHAPE_TEXT && shape->rect.x > 780 && shape->rect.y > 340 &&
                   strcmp(shape->text, "31") == 0;
    }
    assert_int_equal(numbers, 8);
    assert_int_equal(count_boxes(&picture, theme->accent, theme->grid), 8);
    assert_int_equal(count_boxes(&picture, 0, theme->danger), 0);
    picture.session->selection.hover = element_of_lane(&picture, 5, 0, 0);
    Rect row = cell_of_lane(&picture, 4, 0)->rect;
    Rect next = cell_of_lane(&picture, 8, 4)->rect;
    draw_sized(&picture, 1280, 720);
    assert_int_equal(count_boxes(&picture, theme->accent, theme->grid), 8);
    assert_int_equal(count_boxes(&picture, 0, theme->danger), 2);
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind != SHAPE_RECT || shape->stroke != theme->danger || shape->fill)
            continue;
        bool is_row = shape->rect.w > shape->rect.h; /* row 1 of A, column 2 of B */
        assert_true(is_row ? shape->rect.y == row.y && shape->rect.x == row.x
                           : shape->rect.x == next.x && shape->rect.w == next.w);
    }
    close_picture(&picture);
}

/* The pointer on an element of D: what it was, which products this step has added, what it is. */
TEST(test_an_element_tells_how_it_grew)
{
    Picture picture = open_with("31_wmma.cu", NULL, "panel-memory");
    const char *const told[] = {
        "D[1][2], lane 5: 0 + 7·3+5·4+2·8+9·3+6·6+1·9+8·1+6·4+2·9+8·3+6·4+1·8"
        "+7·1+5·6+3·8+7·1 = 303",
        "D[1][2], lane 5: 303 + 5·6+3·9+7·3+5·5+2·7+9·1+4·6+1·8+9·3+4·5+2·9"
        "+9·3+6·5+1·7+7·1+5·5 = 622"};
    uint64_t at = find_step(picture.session, 0, OP_MMA, SPACE_SHARED);
    for (int phase = 0; phase < 2; ++phase) {
        picture.session->selection.hover = (Target){0};
        seek(picture.session, at);
        draw_sized(&picture, 1280, 720);
        picture.session->selection.hover = element_of_lane(&picture, 5, 0, 0);
        draw_sized(&picture, 1920, 1080);
        assert_non_null(find_text(&picture, told[phase]));
        at = find_step(picture.session, at + 1, OP_MMA, SPACE_SHARED); /* columns 8 to 15 */
        at = find_step(picture.session, at + 1, OP_MMA, SPACE_SHARED); /* the next phase */
    }
    close_picture(&picture);
}

/* An element of a result, in the registers of a warp or where it was stored, is told product by
 * product: by the keyboard, and by a line that leads to the moment of its product. */
TEST(test_an_element_is_told_product_by_product)
{
    const char *const told[] = {"product 1: 0 + 7·3 + 5·4 + 2·8", "product 2: 303 + 5·6 + 3·9"};
    Picture picture = open_with("31_wmma.cu", NULL, "panel-memory");
    uint64_t at = find_step(picture.session, 0, OP_MMA, SPACE_SHARED), first = at;
    at = find_step(picture.session, at + 1, OP_MMA, SPACE_SHARED);
    at = find_step(picture.session, at + 1, OP_MMA, SPACE_SHARED); /* the next phase */
    seek(picture.session, at);
    draw_sized(&picture, 1280, 720);
    Command pin = {.name = COMMAND_PIN, .target = element_of_lane(&picture, 5, 0, 0)};
    session_apply(picture.session, pin);
    assert_int_equal(picture.session->selection.thread, 5);
    session_finish_work(picture.session);
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "D[1][2] = 622: held by thread"));
    for (int i = 0; i < 2; ++i)
        assert_non_null(find_text(&picture, told[i]));
    for (int i = 0; i < picture.scene->count; ++i) {
        PickTag tag = picture.scene->shapes[i].tag;
        if (tag.kind == TARGET_MOMENT && tag.a == 6) {
            assert_int_equal(tag.b, first);
            break;
        }
    }
    session_apply(picture.session,
                  (Command){.name = COMMAND_PIN, .target = {TARGET_CELL, 2, 0, 0}});
    session_finish_work(picture.session);
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "P[0][0]: not written yet"));
    assert_non_null(find_text(&picture, "partial sum so far: 849; step "));
    assert_null(find_text(&picture, "copied from the host"));
    seek(picture.session, INT64_MAX);
    session_finish_work(picture.session);
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    assert_null(find_text(&picture, "目前的部分和"));
    assert_non_null(find_text(&picture, "第 1 次乘累加：0 + "));
    close_picture(&picture);
}

/* All of sixteen products have their line in a small window, in one column, one below the other. */
TEST(test_a_pinned_element_has_sixteen_products)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "16"}, {"k", "256"}, {"l", "16"}};
    LoadOptions options = {.settings = sides, .setting_count = 3};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/31_wmma.cu", &options), true);
    seek(picture.session, INT64_MAX);
    session_apply(picture.session,
                  (Command){.name = COMMAND_PIN, .target = {TARGET_CELL, 2, 0, 0}});
    session_finish_work(picture.session);
    draw_sized(&picture, 1280, 720);
    float end = 0;
    int lines = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || strncmp(shape->text, "product ", 8) != 0)
            continue;
        assert_int_equal(atoi(shape->text + 8), ++lines);
        assert_true(shape->rect.y >= end && shape->font_px >= 10);
        end = shape->rect.y + (float)shape->font_px;
        assert_true(end < 720);
    }
    assert_int_equal(lines, 16);
    close_picture(&picture);
}

/* A warp that waits for arrivals: below the sentence, and at the barrier itself, stands which phase
 * it is, how many are missing, who came and who waits. */
TEST(test_who_waits_at_a_barrier_of_arrivals)
{
    Picture picture = open_with(KERNELS_FOLDER "/../tests/kernels/features/barrier_ring.cu", NULL,
                                "panel-memory");
    uint64_t at = 0;
    while (!(session_step(session_front(picture.session)) &&
             session_step(session_front(picture.session))->instr->op == OP_MBARRIER &&
             session_step(session_front(picture.session))->warp == 1))
        seek(picture.session, ++at); /* warp 1 asks whether its stage is full */
    draw_sized(&picture, 1280, 720);
    assert_non_null(
        find_text(&picture, "full[0]: phase 0, arrivals missing: 32 of 32 · waits: W1"));
    Command pin = {.name = COMMAND_PIN, .target = {TARGET_SHARED, 1, 16, 0}};
    session_apply(picture.session, pin);
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "empty[0]: phase 0, arrivals missing: 32 of 32"));
    assert_null(find_text(&picture, "empty[0] ="));
    send_line(picture.session, "lecture");
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "full[0]：阶段 0，还缺到达 32/32 · 等待：W1"));
    close_picture(&picture);
}

/* An index of an included file has numbers, though not all of its names are followed there. */
TEST(test_an_index_in_a_header)
{
    Picture picture = open_with(KERNELS_FOLDER "/../tests/kernels/features/stores_by_header.cu",
                                NULL, "panel-memory");
    seek(picture.session, find_step(picture.session, 0, OP_STORE, SPACE_GLOBAL));
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "row * stride + column"));
    close_picture(&picture);
}

/* In an array that holds a ring of tiles of two matrices only the tile that is read is drawn, by
 * its own rows, and the swizzle is seen: half as many wavefronts. */
TEST(test_a_tile_of_a_carved_array)
{
    Picture picture =
        open_with(KERNELS_FOLDER "/../tests/kernels/features/hgemm_stages.cu", NULL, "panel-map");
    uint64_t at = find_step(picture.session, 0, OP_MATRIX, SPACE_SHARED);
    for (int tile = 0; tile < 3; ++tile) { /* the last one lies where the first one was */
        seek(picture.session, at - 1);
        assert_true(session_step(session_front(picture.session))->instr->op == OP_LOAD);
        draw_sized(&picture, 1920, 1080);
        const char *name = arena_printf(picture.arena, "][%d..%d]", 16 * tile, 16 * tile + 15);
        assert_non_null(find_text(&picture, "Of the tile: A["));
        assert_non_null(find_text(&picture, name));
        assert_non_null(find_text(&picture, "Row by row: wavefronts 8, 2 a matrix"));
        assert_non_null(find_text(&picture, "As it lies: wavefronts 4, 1 a matrix"));
        for (int loads = 0; loads < 4 * 6; ++loads) /* of four warps */
            at = find_step(picture.session, at + 1, OP_MATRIX, SPACE_SHARED);
    }
    close_picture(&picture);
}

/* Of the rows of ldmatrix each lane has given one address and gets a word of each matrix. */
TEST(test_rows_are_handed_out)
{
    Picture picture = open_with("31_wmma.cu", NULL, "panel-memory");
    SessionRun *front = session_front(picture.session);
    uint64_t at = find_step(picture.session, 0, OP_MATRIX, SPACE_SHARED);
    seek(picture.session, at - 1);
    assert_int_equal(session_step(front)->instr->op, OP_LOAD);
    draw_sized(&picture, 1280, 720);
    const Theme *theme = theme_get(THEME_LIGHT);
    assert_non_null(find_text(&picture, "ldmatrix: the lane with a row's address"));
    assert_int_equal(count_boxes(&picture, theme->marked_tint, theme->grid), 31 + 32);
    assert_int_equal(count_boxes(&picture, theme->accent, theme->grid), 1 + 4);
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "给出行地址的线程道"));
    close_picture(&picture);
}

/* What a block writes: the tile of a warp of register tiles is eight rows, a thread has a square of
 * elements, and where the pointer rests is another thread's. */
/* From frame to frame: fewer cells, then all again. */
TEST(test_tiles_are_entered)
{
    Picture picture = open_with("33_warp_tiles.cu", NULL, "panel-nested");
    const Theme *theme = theme_get(THEME_LIGHT);
    send_line(picture.session, "pick-thread 33");
    draw(&picture);
    assert_non_null(find_text(&picture, "Into the warp  Shift+U"));
    assert_int_equal(count_boxes(&picture, 0, theme->parts[PART_OUTPUT].strong), 4);
    send_line(picture.session, "frame");
    draw(&picture);
    assert_non_null(find_text(&picture, "Into the thread  Shift+U"));
    assert_int_equal(count_boxes(&picture, 0, theme->parts[PART_OUTPUT].strong), 1);
    send_line(picture.session, "frame");
    draw(&picture);
    assert_non_null(find_text(&picture, "Into one store  Shift+U"));
    assert_int_equal(count_boxes(&picture, theme->accent, 0), 4);
    send_line(picture.session, "frame");
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "回到线程块  Shift+U"));
    send_line(picture.session, "frame");
    assert_int_equal(picture.session->look.frame, FRAME_BLOCK);
    close_picture(&picture);
}

TEST(test_tiles_of_tiles)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sizes[] = {{"j", "64"}, {"k", "8"}, {"l", "64"}};
    Define defines[] = {{"TILE_WIDTH", "64"}, {"TILE_DEPTH", "8"}, {"OWN", "4"}};
    LoadOptions options = {
        .arguments = sizes, .argument_count = 3, .defines = defines, .define_count = 3};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/27_register_tiles.cu", &options),
                 true);
    session_finish_work(picture.session);
    send_line(picture.session, "panel-nested");
    draw(&picture);
    const Theme *theme = theme_get(THEME_LIGHT);
    assert_non_null(find_text(&picture, "The block writes P[0..63][0..63]"));
    assert_non_null(find_text(&picture, "Warp 0: 8 x 64 · thread 0: elements 16"));
    assert_int_equal(count_boxes(&picture, 0, theme->parts[PART_OUTPUT].strong), 8);
    assert_int_equal(count_boxes(&picture, theme->accent, 0), 4); /* rows of four elements */
    picture.session->selection.hover = (Target){TARGET_THREAD, 40, 1, 0};
    draw(&picture);
    assert_non_null(find_text(&picture, "Warp 1: 8 x 64 · thread 40: elements 16"));
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "线程块写入 P[0..63][0..63]"));
    close_picture(&picture);
    picture = open_with("32_mma_swizzled.cu", NULL, "panel-nested");
    draw(&picture);
    assert_non_null(find_text(&picture, "Warp 0: 16 x 64 · thread 0: elements 32"));
    close_picture(&picture);
}

/* A copy in bulk is told as one, where the panel would else count sectors. */
TEST(test_a_copy_in_bulk)
{
    Picture picture =
        open_with(KERNELS_FOLDER "/../tests/kernels/features/bulk_copies.cu", NULL, "panel-memory");
    uint64_t at = 0;
    while (!(session_step(session_front(picture.session)) &&
             session_step(session_front(picture.session))->instr->flags & INSTR_BULK))
        seek(picture.session, ++at);
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "Copied in bulk (cp.async.bulk): 256 bytes"));
    assert_non_null(find_text(&picture, "to copy in[0..63] to shared memory in bulk"));
    assert_null(find_text(&picture, "Sectors of 32 bytes"));
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "批量复制（cp.async.bulk）"));
    close_picture(&picture);
}
