/* The list of files is read once, when the sheet opens; typing only filters it. */
#include "session/sheets/opener.h"

#include "base/assets.h"
#include "base/file.h"
#include "session/commands/line_edit.h"
#include "session/edits/edit.h"
#include "session/edits/open.h"
#include "session/lessons/course.h"
#include "session/lessons/take.h"
#include "session/saved/share.h"
#include "session/scenes/show.h"
#include "session/sheets/typed_path.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_kernel_file(const char *name)
{
    return name[0] != '.' && (file_ends_with(name, ".cu") || file_ends_with(name, ".ipynb"));
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The same file may be reached by two paths; the first one stays. */
static bool is_file_listed(const Opener *opener, const char *path)
{
    struct stat here, there;
    if (stat(path, &here) != 0)
        return true;
    for (int i = 0; i < opener->count; ++i)
        if (stat(opener->paths[i], &there) == 0 && here.st_dev == there.st_dev &&
            here.st_ino == there.st_ino)
            return true;
    return false;
}

static void list_folder(Opener *opener, const char *folder)
{
    DIR *directory = opendir(folder);
    int first = opener->count;
    for (struct dirent *entry;
         directory && opener->count < OPENER_FILES && (entry = readdir(directory)) != NULL;) {
        if (!is_kernel_file(entry->d_name))
            continue;
        bool is_here = strcmp(folder, ".") == 0;
        const char *path = arena_printf(opener->arena, "%s%s%s", is_here ? "" : folder,
                                        is_here ? "" : "/", entry->d_name);
        if (!is_file_listed(opener, path))
            opener->paths[opener->count++] = path;
    }
    if (directory)
        closedir(directory);
    qsort(opener->paths + first, (size_t)(opener->count - first), sizeof *opener->paths,
          compare_paths);
}

void opener_set_recent(Session *session, const char *const *paths, int count)
{
    RecentFiles *recent = &session->sheets.recent_files, old = *recent;
    *recent = (RecentFiles){.count = 0};
    for (int i = 0; i < count && i < RECENT_FILES; ++i) {
        recent->paths[i] = strdup(paths[i]);
        recent->count += recent->paths[i] != NULL;
    }
    for (int i = 0; i < old.count; ++i)
        free(old.paths[i]);
}

bool opener_is_recent(const Opener *opener, const char *path)
{
    for (int i = 0; i < opener->recent_count; ++i)
        if (opener->paths[i] == path)
            return true;
    return false;
}

const char *opener_path_shown(const Opener *opener, const char *path)
{
    size_t length = opener->shipped ? strlen(opener->shipped) : 0;
    bool is_shipped = length && strncmp(path, opener->shipped, length) == 0 && path[length] == '/';
    return is_shipped ? path + length - strlen(file_name(opener->shipped)) : path;
}

/* The one that is in front is no news. */
static void list_recent(Session *session)
{
    Opener *opener = &session->sheets.opener;
    const char *open = session->run_count ? session->runs[session->front].run->path : "";
    for (int i = 0; i < session->sheets.recent_files.count; ++i) {
        const char *path = session->sheets.recent_files.paths[i];
        if (strcmp(path, open) != 0 && !is_file_listed(opener, path))
            opener->paths[opener->count++] = arena_text(opener->arena, path, strlen(path));
    }
    opener->recent_count = opener->count;
}

/* The row of what is shown, else of the lesson to go on with. */
static int row_at_start(const Session *session)
{
    const LessonStand *stand = &session->lesson;
    const Lesson *shown = lesson_shown(session);
    int count = stand->lessons ? stand->lessons->count : 0;
    if (!shown && scene_shown(session))
        return count + session->scene.index;
    int row = count && !shown ? course_next(&stand->progress, stand->lessons) : 0;
    while (shown && row < count && stand->lessons->items[row] != shown)
        ++row;
    return row < 0 ? 0 : row;
}

void opener_start(Session *session, bool beside)
{
    Opener *opener = &session->sheets.opener;
    opener_free(opener);
    opener->is_open = true;
    session->cards.is_open = false;
    opener->is_beside = beside;
    opener->row = beside ? 0 : row_at_start(session);
    opener->arena = arena_new();
    list_recent(session);
    list_folder(opener, ".");
    if (session->run_count)
        list_folder(opener, file_folder(opener->arena, session->runs[session->front].run->path));
    const char *example = asset_find(opener->arena, "kernels/02_tiled.cu");
    if (example) {
        opener->shipped = file_folder(opener->arena, example);
        list_folder(opener, opener->shipped);
    }
}

void opener_free(Opener *opener)
{
    arena_free(opener->arena);
    *opener = (Opener){.arena = NULL};
}

void opener_take_away(Session *session)
{
    if (session->run_count < SESSION_RUNS) {
        session_say(session, STRING_ALONE_ALREADY, "");
        return;
    }
    edit_keep_front(session);
    opener_free(&session->sheets.opener);
}

static bool text_passes(const char *text, const char *filter)
{
    return line_passes(text, filter, strlen(filter));
}

static bool lesson_passes(const Lesson *lesson, const char *filter)
{
    return text_passes(lesson->name, filter) || text_passes(lesson->title.in[LANGUAGE_EN], filter);
}

int opener_lessons(const Session *session, int *lessons, int most)
{
    const Opener *opener = &session->sheets.opener;
    const Lessons *all = opener->is_beside || opener->is_path ? NULL : session->lesson.lessons;
    int count = 0;
    for (int i = 0; all && i < all->count && count < most; ++i)
        if (lesson_passes(all->items[i], session->sheets.opener.filter))
            lessons[count++] = i;
    return count;
}

const Scenes *opener_lecture(const Session *session)
{
    return lesson_shown(session) ? session->lesson.lecture : session->scene.scenes;
}

static bool scene_passes(const ScenePlan *plan, const char *filter)
{
    return text_passes(plan->name, filter) || text_passes(plan->title.in[LANGUAGE_EN], filter) ||
           text_passes(plan->aim.in[LANGUAGE_EN], filter);
}

int opener_scenes(const Session *session, int *scenes, int most)
{
    const Opener *opener = &session->sheets.opener;
    const Scenes *all = opener->is_beside || opener->is_path ? NULL : opener_lecture(session);
    int count = 0;
    for (int i = 0; all && i < all->count && count < most; ++i)
        if (scene_passes(&all->plans[i], session->sheets.opener.filter))
            scenes[count++] = i;
    return count;
}

int opener_shown(const Opener *opener, const char **paths, int most)
{
    int count = 0, all = opener->is_path ? opener->found_count : opener->count;
    const char *const *from = opener->is_path ? opener->found : opener->paths;
    for (int i = 0; i < all && count < most; ++i)
        if (opener->is_path || text_passes(from[i], opener->filter))
            paths[count++] = from[i];
    return count;
}

bool opener_is_folder(const char *path)
{
    return path[strlen(path) - 1] == '/';
}

static void find_typed(Opener *opener)
{
    opener->is_path = typed_path_is(opener->filter);
    opener->found_count = opener->is_path ? typed_path_list(opener->arena, opener->filter,
                                                            opener->found, OPENER_FILES)
                                          : 0;
}

/* What is longer than the line can hold is cut, and then there is no such file. */
static void set_filter(Opener *opener, const char *text)
{
    snprintf(opener->filter, sizeof opener->filter, "%s", text);
    opener->row = 0;
    find_typed(opener);
}

static void complete(Session *session)
{
    Opener *opener = &session->sheets.opener;
    if (!opener->is_path)
        opener_move(session, 1);
    else if (opener->found_count)
        set_filter(opener, typed_path_completed(opener->arena, opener->found, opener->found_count));
}

/* The row of the lesson or scene whose whole name was typed, else the first. */
static int find_row(const Session *session)
{
    const char *name = session->sheets.opener.filter;
    int lessons[OPENER_FILES], taught = opener_lessons(session, lessons, OPENER_FILES);
    int scenes[OPENER_FILES], played = opener_scenes(session, scenes, OPENER_FILES);
    for (int i = 0; i < taught; ++i)
        if (!strcmp(session->lesson.lessons->items[lessons[i]]->name, name))
            return i;
    for (int i = 0; i < played; ++i)
        if (!strcmp(opener_lecture(session)->plans[scenes[i]].name, name))
            return taught + i;
    return 0;
}

void opener_type(Session *session, int64_t letter)
{
    Opener *opener = &session->sheets.opener;
    if (!opener->is_open)
        return;
    if (letter == '\t') {
        complete(session);
        return;
    }
    if (letter != ' ' || opener->is_path)
        line_edit(opener->filter, sizeof opener->filter, NULL, letter);
    find_typed(opener);
    opener->row = find_row(session);
}

void opener_move(Session *session, int64_t by)
{
    const char *paths[OPENER_FILES];
    int indices[OPENER_FILES];
    int count = opener_lessons(session, indices, OPENER_FILES) +
                opener_scenes(session, indices, OPENER_FILES) +
                opener_shown(&session->sheets.opener, paths, OPENER_FILES);
    if (count)
        session->sheets.opener.row =
            (int)((session->sheets.opener.row + by % count + count) % count);
}

void opener_pick(Session *session, int64_t row)
{
    session->sheets.opener.row = 0;
    opener_move(session, row);
}

/* A kernel, as a scene shows it if one has it, or a saved window. */
static void open_path(Session *session, const char *path)
{
    Arena *arena = arena_new();
    const char *reason = NULL, *warning;
    if (!share_is_file(path)) {
        if (!scene_open_file(session, path))
            open_file(session, path);
    } else if (!share_open(session, arena, path, NULL, 0, &reason, &warning)) {
        snprintf(session->notice, sizeof session->notice, "%s", reason);
    }
    arena_free(arena);
}

/* A saved window is no kernel to stand beside another. */
static void open_kernel_beside(Session *session, const char *path)
{
    if (share_is_file(path))
        session_say(session, STRING_BESIDE_NO_STATE, file_name(path));
    else
        open_file_beside(session, path);
}

/* Where it was left. */
static void open_lesson(Session *session, const Lesson *lesson)
{
    lesson_open(session, lesson->name, course_stage(&session->lesson.progress, lesson));
}

static void open_scene(Session *session, int index)
{
    lesson_leave(session);
    scene_open(session, index, false);
}

void opener_go(Session *session, int64_t row, bool beside)
{
    const char *paths[OPENER_FILES];
    int lessons[OPENER_FILES], taught = opener_lessons(session, lessons, OPENER_FILES);
    int scenes[OPENER_FILES], before = taught + opener_scenes(session, scenes, OPENER_FILES);
    int count = before + opener_shown(&session->sheets.opener, paths, OPENER_FILES);
    Opener *opener = &session->sheets.opener;
    row = row < 0 ? session->sheets.opener.row : row;
    if (beside && row < before) /* no scene stands beside another: the first file does */
        row = before;
    if (opener->is_open && !count && *opener->filter)
        session_say(session, STRING_OPEN_NO_FILE, opener->filter);
    if (!opener->is_open || row >= count)
        return;
    if (row >= before && opener_is_folder(paths[row - before])) {
        set_filter(opener, paths[row - before]);
        return;
    }
    if (row < taught)
        open_lesson(session, session->lesson.lessons->items[lessons[row]]);
    else if (row < before)
        open_scene(session, scenes[row - taught]);
    else if (beside || session->sheets.opener.is_beside)
        open_kernel_beside(session, typed_path_whole(opener->arena, paths[row - before]));
    else
        open_path(session, typed_path_whole(opener->arena, paths[row - before]));
    opener_free(&session->sheets.opener);
}

bool opener_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Down", COMMAND_OPEN_MOVE, 1},      {"Tab", COMMAND_OPEN_TYPE, '\t'},
        {"Up", COMMAND_OPEN_MOVE, -1},       {"Shift+Tab", COMMAND_OPEN_MOVE, -1},
        {"Return", COMMAND_OPEN_GO, -1},     {"Shift+Return", COMMAND_OPEN_BESIDE, -1},
        {"Escape", COMMAND_CLOSE, 0},        {"Backspace", COMMAND_OPEN_TYPE, LINE_RUBOUT},
        {"Ctrl+O", COMMAND_CLOSE, 0},        {"Ctrl+Shift+O", COMMAND_CLOSE, 0},
        {"Shift+-", COMMAND_OPEN_TYPE, '_'}, {"Shift+Delete", COMMAND_ALONE, 0},
        {"Ctrl+V", COMMAND_PASTE, 0},        {"Ctrl+Q", COMMAND_QUIT, 0},
        {"F8", COMMAND_OVERVIEW, 0}};
    if (command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command))
        return true;
    bool is_letter = line_command_for_letter(COMMAND_OPEN_TYPE, key, command);
    if (is_letter) /* keys are called by their capitals */
        command->number = line_small(command->number);
    return is_letter;
}
