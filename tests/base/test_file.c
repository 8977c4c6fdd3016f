/* Whole files, and what can go wrong with them. */
#include "base/assets.h"
#include "base/file.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Fixture {
    Arena *arena;
    char folder[40];
    char *text;
    size_t length;
    const Phrase *reason;
} Fixture;

static int setup(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/tilestep_file_XXXXXX");
    f->arena = arena_new();
    *state = f;
    return mkdtemp(f->folder) ? 0 : -1;
}

static int teardown(void **state)
{
    Fixture *f = *state;
    int failed = rmdir(f->folder);
    arena_free(f->arena);
    free(f);
    return failed;
}

static const char *path(Fixture *f, const char *name)
{
    return arena_printf(f->arena, "%s/%s", f->folder, name);
}

static bool read_at(Fixture *f, const char *where)
{
    return file_read(f->arena, where, 100, &f->text, &f->length, &f->reason);
}

static void write_and_read(void **state)
{
    Fixture *f = *state;
    const char *a = path(f, "a");
    assert_true(file_write(f->arena, a, "one\0two", 7, &f->reason));
    assert_true(read_at(f, a));
    assert_int_equal(f->length, 7);
    assert_memory_equal(f->text, "one\0two", 8);
    assert_true(file_write(f->arena, a, "", 0, &f->reason));
    assert_true(read_at(f, a));
    assert_int_equal(f->length, 0);
    assert_int_equal(unlink(a), 0); /* and nothing else is left: rmdir succeeds */
}

static void reasons(void **state)
{
    Fixture *f = *state;
    assert_false(read_at(f, path(f, "none")));
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->reason), "No such file or directory");
    assert_false(read_at(f, f->folder));
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->reason), "it is a directory");
    assert_false(read_at(f, "/dev/zero"));
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->reason), "it is not a regular file");
    char large[101] = {0};
    assert_true(file_write(f->arena, path(f, "b"), large, sizeof large, &f->reason));
    assert_false(read_at(f, path(f, "b")));
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->reason),
                        "it has 101 bytes, more than the 100 that are read");
    unlink(path(f, "b"));
    assert_false(file_write(f->arena, path(f, "no/such/folder"), "x", 1, &f->reason));
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->reason), "No such file or directory");
    assert_false(file_write(f->arena, f->folder, "x", 1, &f->reason));
}

static void new_files_are_made_once(void **state)
{
    Fixture *f = *state;
    const char *a = path(f, "a");
    assert_true(file_write_new(f->arena, a, "one", 3, &f->reason));
    assert_false(file_write_new(f->arena, a, "two", 3, &f->reason));
    assert_int_equal(errno, EEXIST);
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->reason), "File exists");
    assert_true(read_at(f, a));
    assert_string_equal(f->text, "one");
    assert_false(file_claim(a));
    assert_true(file_claim(path(f, "b")) && file_sync(f->arena, path(f, "b")));
    assert_int_equal(unlink(a) + unlink(path(f, "b")), 0);
    assert_false(file_write_new(f->arena, path(f, "no/b"), "x", 1, &f->reason));
    assert_int_equal(errno, ENOENT);
}

static void special_files_are_written_straight(void **state)
{
    Fixture *f = *state;
    struct stat before, after;
    assert_int_equal(stat("/dev/null", &before), 0);
    assert_true(file_write(f->arena, "/dev/null", "x", 1, &f->reason));
    assert_int_equal(stat("/dev/null", &after), 0);
    assert_int_equal(before.st_rdev, after.st_rdev);
    if (access("/dev/full", W_OK) == 0)
        assert_false(file_write(f->arena, "/dev/full", "x", 1, &f->reason));
}

static void shipped_files(void **state)
{
    Fixture *f = *state;
    const char *kernel = asset_find(f->arena, "kernels/02_tiled.cu");
    assert_non_null(kernel);
    assert_int_equal(access(kernel, R_OK), 0);
    assert_null(asset_find(f->arena, "kernels/there_is_none.cu"));
    setenv("TILESTEP_DATA", f->folder, 1);
    assert_true(file_write(f->arena, path(f, "x"), "x", 1, &f->reason));
    assert_string_equal(asset_find(f->arena, "x"), path(f, "x"));
    unlink(path(f, "x"));
    unsetenv("TILESTEP_DATA");
}

static void parts_of_a_path(void **state)
{
    Fixture *f = *state;
    assert_string_equal(file_name("a/b.cu"), "b.cu");
    assert_string_equal(file_name("b.cu"), "b.cu");
    assert_string_equal(file_folder(f->arena, "/a/b.cu"), "/a");
    assert_string_equal(file_folder(f->arena, "/b.cu"), "/");
    assert_string_equal(file_folder(f->arena, "b.cu"), ".");
    assert_string_equal(file_beside(f->arena, "a/b.cu", "c/d.h"), "a/c/d.h");
    assert_string_equal(file_beside(f->arena, "/b.cu", "d.h"), "/d.h");
    assert_string_equal(file_beside(f->arena, "b.cu", "d.h"), "d.h");
    assert_true(file_ends_with("a/b.cu", ".cu"));
    assert_false(file_ends_with("b.cuh", ".cu"));
    assert_false(file_ends_with(".cu", ".cu"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(write_and_read, setup, teardown),
        cmocka_unit_test_setup_teardown(reasons, setup, teardown),
        cmocka_unit_test_setup_teardown(new_files_are_made_once, setup, teardown),
        cmocka_unit_test_setup_teardown(special_files_are_written_straight, setup, teardown),
        cmocka_unit_test_setup_teardown(shipped_files, setup, teardown),
        cmocka_unit_test_setup_teardown(parts_of_a_path, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
