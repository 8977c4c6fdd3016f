/* How folders are told. */
#include "app/files/folder.h"
#include "test.h"

#include <string.h>

static void expect(const char *folder, const char *home, const char *shown)
{
    Arena *arena = arena_new();
    assert_string_equal(folder_shown(arena, folder, home), shown);
    arena_free(arena);
}

TEST(test_home_is_short)
{
    expect("/srv/ann/course", "/srv/ann", "~/course");
    expect("/srv/ann", "/srv/ann", "~");
    expect("/srv/anna", "/srv/ann", "/srv/anna");
    expect("/tmp", NULL, "/tmp");
    expect("/", "/", ""); /* "/" stands before the name */
}

TEST(test_of_a_long_path_the_end_is_told)
{
    char path[300] = "/a";
    for (int i = 0; i < 20; ++i)
        strcat(path, "/lectures");
    Arena *arena = arena_new();
    const char *shown = folder_shown(arena, path, NULL);
    assert_true(strlen(shown) <= 64 + strlen("…"));
    assert_memory_equal(shown, "…/lectures/", strlen("…/lectures/"));
    assert_string_equal(shown + strlen("…"), path + strlen(path) - strlen(shown) + strlen("…"));
    arena_free(arena);
}
