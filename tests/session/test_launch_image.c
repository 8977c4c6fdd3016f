/* Windows on a launch of a program that was run: its memory goes along where the window is saved,
 * sent or edited; what is damaged is no image, and nothing crashes on it. */
#include "base/file.h"
#include "base/packing/letters.h"
#include "load/image/text.h"
#include "session/edits/edit.h"
#include "session/saved/launch_image.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KERNEL                                                                                     \
    "__device__ int total;\n"                                                                      \
    "template <class T> __global__ void add(const T *a, T *b, int n)\n{\n"                         \
    "    int i = threadIdx.x;\n"                                                                   \
    "    if (i < n) b[i] = a[i] + 1;\n"                                                            \
    "    if (i == 0) total = n;\n}\n"

enum { MOST = 60000 };

typedef struct Desk {
    Session *session, *other;
    Arena *arena;
    char folder[64];
    const char *path;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    const Phrase *reason;
    desk->session = session_new();
    desk->other = session_new();
    desk->arena = arena_new();
    strcpy(desk->folder, "/tmp/tilestep-image-XXXXXX");
    *state = desk;
    if (!mkdtemp(desk->folder))
        return -1;
    desk->path = arena_printf(desk->arena, "%s/add.cu", desk->folder);
    return file_write(desk->arena, desk->path, KERNEL, sizeof KERNEL - 1, &reason) ? 0 : -1;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    session_free(desk->other);
    unlink(desk->path);
    rmdir(desk->folder);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

/* add<float><<<1, 32>>>(a, b + 1, n) of `count` elements, of which b has none that is set. */
static const LaunchImage *make_image(const Desk *desk, int count)
{
    static float numbers[MOST];
    uint8_t packed[20];
    uint64_t pointers[2] = {UINT64_C(0x0100800000000000), UINT64_C(0x0101800000000004)};
    int n = 20, total = 7;
    for (int i = 0; i < count; ++i)
        numbers[i] = 1.0f / (float)(i + 3);
    memcpy(packed, pointers, sizeof pointers);
    memcpy(packed + sizeof pointers, &n, sizeof n);
    uint64_t bytes = (uint64_t)count * sizeof *numbers;
    BufferPiece unset = {0, bytes, PIECE_UNSET, 0};
    ImageBuffer buffers[] = {
        {.name = "a", .bytes = bytes, .content = (const uint8_t *)numbers},
        {.name = "b", .bytes = bytes, .pieces = &unset, .piece_count = 1},
        {.name = "total",
         .is_variable = true,
         .bytes = sizeof total,
         .content = (const uint8_t *)&total},
    };
    LaunchImage image = {.path = desk->path,
                         .kernel = "void add<float>(float const*, float*, int)",
                         .number = 3,
                         .grid = {1, 1, 1},
                         .block = {32, 1, 1},
                         .arguments = packed,
                         .argument_bytes = sizeof packed,
                         .buffers = buffers,
                         .buffer_count = 3};
    return image_end(image_start(&image));
}

static void open_image(Desk *desk, int count)
{
    LoadOptions options = {.image = make_image(desk, count)};
    Run *run = run_load(desk->path, &options);
    image_release(options.image);
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    session_open(desk->session, 0, run, true);
}

static uint64_t hash_at_end(const Session *session)
{
    Timeline *timeline = session_front(session)->timeline;
    timeline_seek(timeline, timeline_length(timeline));
    return timeline_hash(timeline);
}

static void expect_same(Desk *desk)
{
    assert_string_equal(state_write(desk->other, desk->arena),
                        state_write(desk->session, desk->arena));
    assert_int_equal(hash_at_end(desk->other), hash_at_end(desk->session));
    assert_int_equal(session_front(desk->other)->run->options.image->key,
                     session_front(desk->session)->run->options.image->key);
}

static void test_a_launch_goes_along(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning;
    open_image(desk, 100);
    assert_true(share_is_whole(desk->session));
    const char *text = state_write(desk->session, desk->arena);
    if (!state_read(desk->other, desk->arena, text, &reason))
        fail_msg("%s", reason);
    expect_same(desk);
    const char *code = share_write(desk->session, desk->arena);
    assert_true(strlen(code) < 2000);
    if (!share_open(desk->other, desk->arena, code, &desk->path, 1, &reason, &warning))
        fail_msg("%s", reason);
    assert_null(warning);
    expect_same(desk);
}

static void test_much_memory_goes_into_files_only(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning;
    open_image(desk, MOST);
    assert_false(share_is_whole(desk->session));
    const char *text = state_write(desk->session, desk->arena);
    if (!state_read(desk->other, desk->arena, text, &reason))
        fail_msg("%s", reason);
    expect_same(desk);
    const char *before = state_write(desk->other, desk->arena);
    const char *code = share_write(desk->session, desk->arena);
    assert_false(share_open(desk->other, desk->arena, code, &desk->path, 1, &reason, &warning));
    assert_non_null(strstr(reason, "add.cu"));
    assert_string_equal(state_write(desk->other, desk->arena), before);
}

/* Edits keep the image, and the way back does, too; another file has none. */
static void test_edits(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_image(desk, 100);
    const char *start = state_write(session, desk->arena);
    uint64_t hash = hash_at_end(session);
    send_line(session, "toggle 5");
    assert_int_equal(session_front(session)->run->options.without_count, 1);
    assert_int_equal(session_front(session)->run->options.image->number, 3);
    assert_int_not_equal(hash_at_end(session), hash);
    send_line(session, "undo");
    assert_int_equal(session_front(session)->run->options.without_count, 0);
    assert_int_equal(hash_at_end(session), hash);
    send_line(session, "redo");
    send_line(session, "restore");
    assert_int_equal(session_front(session)->run->options.image->number, 3);
    assert_int_equal(hash_at_end(session), hash);
    const bool stale[SESSION_RUNS] = {true};
    const Phrase *reason;
    assert_true(
        file_write(desk->arena, desk->path, KERNEL "// more\n", sizeof KERNEL + 7, &reason));
    assert_true(session_reload(session, stale));
    assert_int_equal(session_front(session)->run->options.image->number, 3);
    assert_non_null(strstr(start, "image "));
}

/* The file has changed since: other parameters are told, a new variable is made. */
static void test_another_file(void **state)
{
    Desk *desk = *state;
    static const char fewer[] =
        "template <class T> __global__ void add(T *a, int n) { a[n] = 1; }\n";
    static const char more[] = "__device__ int more = 9;\n__device__ int total;\n"
                               "template <class T> __global__ void add(const T *a, T *b, int n)\n"
                               "{ b[0] = total + more; }\n";
    const Phrase *reason;
    LoadOptions options = {.image = make_image(desk, 10)};
    assert_true(file_write(desk->arena, desk->path, fewer, sizeof fewer - 1, &reason));
    Run *run = run_load(desk->path, &options);
    assert_null(run->program);
    assert_non_null(
        strstr(phrase_in(desk->arena, LANGUAGE_EN, run->diags->items[0].message), "arguments"));
    run_free(run);
    assert_true(file_write(desk->arena, desk->path, more, sizeof more - 1, &reason));
    run = run_load(desk->path, &options);
    assert_non_null(run->program);
    const Buffer *buffer = launch_buffer_named(&run->launch, "more");
    assert_int_equal(*(const int *)buffer->bytes, 9);
    buffer = launch_buffer_named(&run->launch, "total");
    assert_int_equal(*(const int *)buffer->bytes, 7);
    run_free(run);
    image_release(options.image);
}

static void open_letters(Desk *desk, const char *letters)
{
    const char *reason = NULL;
    const char *text = arena_printf(
        desk->arena, STATE_FIRST_LINE "\nrun 0\nfile %s\n" LAUNCH_IMAGE_WORD " %s\nfront 0\n",
        desk->path, letters);
    if (!state_read(desk->other, desk->arena, text, &reason))
        assert_non_null(reason);
}

/* One whose addresses have another form is told, not read: the first byte is the version. */
static void test_other_version(void **state)
{
    Desk *desk = *state;
    unsigned char *bytes;
    size_t length;
    const char *reason = NULL;
    const LaunchImage *image = make_image(desk, 12);
    assert_true(letters_read(desk->arena, image_write(desk->arena, image, IMAGE_TEXT_BYTES), &bytes,
                             &length));
    image_release(image);
    bytes[0] = 1;
    const char *text = arena_printf(
        desk->arena, STATE_FIRST_LINE "\nrun 0\nfile %s\n" LAUNCH_IMAGE_WORD " %s\nfront 0\n",
        desk->path, letters_write(desk->arena, bytes, length));
    assert_false(state_read(desk->other, desk->arena, text, &reason));
    assert_non_null(strstr(reason, "another version"));
}

/* Every byte changed, and every beginning alone: another image, or none. */
static void test_damage(void **state)
{
    Desk *desk = *state;
    unsigned char *bytes;
    size_t length;
    const LaunchImage *image = make_image(desk, 12), *read;
    const char *letters = image_write(desk->arena, image, IMAGE_TEXT_BYTES);
    assert_non_null(letters);
    read = image_read(desk->path, letters, IMAGE_TEXT_BYTES);
    assert_int_equal(read->key, image->key);
    assert_string_equal(image_write(desk->arena, read, IMAGE_TEXT_BYTES), letters);
    image_release(read);
    image_release(image);
    assert_true(letters_read(desk->arena, letters, &bytes, &length));
    for (size_t i = 0; i < length; ++i) {
        read = image_read(desk->path, letters_write(desk->arena, bytes, i), IMAGE_TEXT_BYTES);
        assert_null(read);
        static const unsigned char others[] = {0, 1, 0x7f, 0x80, 0xff};
        unsigned char kept = bytes[i];
        for (size_t j = 0; j < sizeof others; ++j) {
            bytes[i] = others[j];
            const char *damaged = letters_write(desk->arena, bytes, length);
            read = image_read(desk->path, damaged, IMAGE_TEXT_BYTES);
            if (read)
                open_letters(desk, damaged);
            image_release(read);
        }
        bytes[i] = kept;
    }
    open_letters(desk, "");
    open_letters(desk, "====");
}

/* A short text does not become much memory. */
static void test_a_bomb(void **state)
{
    Desk *desk = *state;
    static uint8_t zeros[1 << 20];
    ImageBuffer buffers[17];
    for (int i = 0; i < 17; ++i)
        buffers[i] = (ImageBuffer){.bytes = sizeof zeros, .content = zeros};
    LaunchImage image = {.path = "", .kernel = "k()", .buffers = buffers, .buffer_count = 17};
    assert_null(image_write(desk->arena, &image, IMAGE_TEXT_BYTES));
    image.buffer_count = 16;
    const char *letters = image_write(desk->arena, &image, IMAGE_TEXT_BYTES);
    assert_true(strlen(letters) < 2000);
    const LaunchImage *read = image_read("", letters, IMAGE_TEXT_BYTES);
    assert_int_equal(image_bytes(read), IMAGE_TEXT_BYTES);
    image_release(read);
}

int main(void)
{
#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)
    const struct CMUnitTest tests[] = {DESK(test_a_launch_goes_along),
                                       DESK(test_much_memory_goes_into_files_only),
                                       DESK(test_edits),
                                       DESK(test_another_file),
                                       DESK(test_other_version),
                                       DESK(test_damage),
                                       DESK(test_a_bomb)};
    return cmocka_run_group_tests_name("launch image", tests, NULL, NULL);
}
