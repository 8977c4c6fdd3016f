/* The host part is compiled by clang, which knows launches in <<< >>> and registers kernels by
 * itself; all else of CUDA it gets from headers of ours. Texts that were cut are laid over the
 * files that they are of, so that messages and debug information name these. */
#include "exec/build.h"
#include "base/assets.h"
#include "base/file.h"
#include "exec/child.h"
#include "exec/cut.h"
#include "exec/layout/closures.h"
#include "exec/layout/layouts.h"
#include "exec/symbols.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- words of a command ---- */

typedef struct Command {
    Arena *arena;
    char **words;
    int count, capacity;
    const char *output; /* the file that its stdout goes to; NULL: where messages go */
} Command;

static void add(Command *command, const char *word)
{
    *ARENA_PUSH(command->arena, command->words, command->count, command->capacity) =
        (char *)(uintptr_t)word;
}

static void add_all(Command *command, const char *const *words, int count)
{
    for (int i = 0; i < count; ++i)
        add(command, words[i]);
}

/* Runs it, with what it prints where the compiler's messages go; its status, or -1 if it cannot be
 * started or was stopped. No shell ever sees the words. */
static int run_command(Command *command, const ExecApart *apart)
{
    Child child;
    int status, messages = apart ? apart->messages : STDERR_FILENO;
    posix_spawn_file_actions_t actions;
    add(command, NULL);
    posix_spawn_file_actions_init(&actions);
    if (command->output)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, command->output,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    else
        posix_spawn_file_actions_adddup2(&actions, messages, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    int error = child_start(&child, command->words[0], command->words, environ, &actions, apart,
                            STDERR_FILENO + 1);
    posix_spawn_file_actions_destroy(&actions);
    if (error || !child_end(&child, apart, &status))
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- the cut texts ---- */

static const char *quoted(Arena *arena, const char *text)
{
    char *out = arena_alloc(arena, 2 * strlen(text) + 3), *at = out;
    *at++ = '"';
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\')
            *at++ = '\\';
        *at++ = *text;
    }
    *at++ = '"';
    *at = '\0';
    return out;
}

typedef struct Overlay {
    Arena *arena;
    const char *folder, *path;
    FILE *list;
    int count;
    const char **include_folders; /* of what the files include; some twice */
    int include_count, include_capacity;
    bool has_main;         /* perhaps: some text has the word */
    const Phrase *library; /* what includes a library of templates that is not there; or NULL */
} Overlay;

static bool lay_over(Overlay *overlay, const char *path, const char *text)
{
    const Phrase *reason;
    char *real = realpath(path, NULL);
    if (!real)
        return true; /* a text that is no file of its own, as the prelude */
    const char *cut = arena_printf(overlay->arena, "%s/cut%d", overlay->folder, overlay->count);
    fprintf(overlay->list, "%s{ \"name\": %s, \"type\": \"file\", \"external-contents\": %s }",
            overlay->count++ ? ",\n" : "", quoted(overlay->arena, real),
            quoted(overlay->arena, cut));
    free(real);
    return file_write(overlay->arena, cut, text, strlen(text), &reason);
}

/* The folder of an included file, where `run` has looked and the compiler may not. */
static void add_include_folder(Overlay *overlay, const char *path)
{
    *ARENA_PUSH(overlay->arena, overlay->include_folders, overlay->include_count,
                overlay->include_capacity) = file_folder(overlay->arena, path);
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !is_of_name(at[-1])) && !is_of_name(at[length]))
            return true;
    return false;
}

/* Libraries of the CUDA toolkit, by how the names of their headers begin. Whoever includes one is
 * told by name, should the compiler not find it. */
static const char *library_of(const char *header)
{
    static const struct {
        const char *prefix, *name;
    } libraries[] = {{"thrust/", "Thrust"},    {"cub/", "CUB"},          {"cudnn", "cuDNN"},
                     {"cufft", "cuFFT"},       {"cusparse", "cuSPARSE"}, {"cusolver", "cuSOLVER"},
                     {"cublasLt", "cuBLASLt"}, {"cublasXt", "cuBLASXt"}, {"nccl.h", "NCCL"},
                     {"cutlass/", "CUTLASS"},  {"cute/", "CUTLASS"},     {"cutensor", "cuTENSOR"},
                     {"npp", "NPP"},           {"nvml.h", "NVML"}};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i)
        if (strncmp(header, libraries[i].prefix, strlen(libraries[i].prefix)) == 0)
            return libraries[i].name;
    return NULL;
}

static void look_for_library(Overlay *overlay, const char *path, const char *text)
{
    int line = 1;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at != '\0', ++line) {
        const char *word = at + strspn(at, " \t");
        if (*word != '#' || overlay->library)
            continue;
        word += 1 + strspn(word + 1, " \t");
        if (strncmp(word, "include", 7) != 0)
            continue;
        word += 7 + strspn(word + 7, " \t<\"");
        const char *library = library_of(word);
        if (library)
            overlay->library = phrase_new(
                overlay->arena,
                "%s:%d: <%s> is not here: `tilestep exec` has no %s; write that step as a kernel "
                "or "
                "on the host; `tilestep run` shows the file's own kernels",
                path, line, arena_printf(overlay->arena, "%.*s", (int)strcspn(word, ">\"\n"), word),
                library);
    }
}

/* Lays the cut texts of a file and of all that it includes over them. */
static bool lay_unit(Overlay *overlay, const char *path, const LoadOptions *load)
{
    Run *run = run_open(path, load);
    bool is_good = true;
    overlay->has_main |= !run->unit; /* the compiler tells what is wrong */
    for (int i = 0; run->unit && i < run->sources->count && is_good; ++i) {
        const SourceFile *file = &run->sources->files[i];
        const char *name = i ? load_include_path(overlay->arena, load, path, file->name) : path;
        if (i && !file->is_included)
            continue;
        if (i)
            add_include_folder(overlay, name);
        const char *whole = arena_text(overlay->arena, file->text, file->length);
        overlay->has_main |= has_word(whole, "main");
        look_for_library(overlay, name, whole);
        const char *text = cut_device_bodies(overlay->arena, run->sources, (uint32_t)i);
        is_good = !text || lay_over(overlay, name, text);
    }
    run_free(run);
    return is_good;
}

/* The list of them for the compiler; false if the folder cannot be written to. */
static bool make_overlay(Overlay *overlay, const ExecOptions *options)
{
    overlay->path = arena_printf(overlay->arena, "%s/overlay.json", overlay->folder);
    overlay->list = fopen(overlay->path, "w");
    if (!overlay->list)
        return false;
    fputs("{ \"version\": 0, \"use-external-names\": false, \"roots\": [\n", overlay->list);
    bool is_good = true;
    for (int i = 0; i < options->file_count; ++i)
        if (file_ends_with(options->files[i], ".cu"))
            is_good &= lay_unit(overlay, options->files[i], &options->load);
        else
            overlay->has_main = true; /* nobody has looked */
    fputs("\n] }\n", overlay->list);
    return (fclose(overlay->list) == 0) && is_good;
}

/* ---- compiling ---- */

static bool is_source(const char *path)
{
    return file_ends_with(path, ".cu") || file_ends_with(path, ".cpp") ||
           file_ends_with(path, ".cc") || file_ends_with(path, ".cxx") ||
           file_ends_with(path, ".c");
}

const char *exec_safe_path(Arena *arena, const char *path)
{
    return *path == '-' || *path == '@' ? arena_printf(arena, "./%s", path) : path;
}

/* What the compiler puts where code for a GPU would be: the path, for the runtime to tell. */
static const char *name_file(Arena *arena, const char *folder, int index, const char *path)
{
    const char *file = arena_printf(arena, "%s/name%d", folder, index);
    const Phrase *reason;
    return file_write(arena, file, path, strlen(path) + 1, &reason) ? file : NULL;
}

static bool compile(Arena *arena, const ExecOptions *options, const Overlay *overlay, int index)
{
    const char *folder = overlay->folder, *path = options->files[index],
               *headers = asset_find(arena, "assets/cuda/cuda_runtime.h");
    bool is_cuda = file_ends_with(path, ".cu");
    Command command = {.arena = arena};
    add(&command, EXEC_COMPILER);
    add_all(&command,
            (const char *const[]){"-std=c++17", "-O1", "-gline-tables-only", "-w", "-fno-pie",
                                  "-Wno-return-type", "-Wno-c++11-narrowing"},
            7);
    /* Equal calls in two branches stay two, each with its line. */
    add_all(&command,
            (const char *const[]){"-mllvm", "-sink-common-insts=false", "-mllvm",
                                  "-simplifycfg-sink-common=false", "-mllvm",
                                  "-simplifycfg-hoist-common=false", "-mllvm",
                                  "-enable-tail-merge=false", "-mllvm", "-disable-branch-fold"},
            10);
    if (is_cuda) {
        const char *name = name_file(arena, folder, index, path);
        if (!name)
            return false;
        add_all(&command,
                (const char *const[]){"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                                      "--cuda-gpu-arch=sm_70", "-Xclang",
                                      "-fcuda-include-gpubinary", "-Xclang", name, "-Xclang",
                                      "-fdump-record-layouts", "-include", "cuda_runtime.h"},
                14);
        command.output = arena_printf(arena, "%s/%d.records", folder, index);
        add_all(&command, (const char *const[]){"-ivfsoverlay", overlay->path}, 2);
    }
    if (overlay->library) /* what follows from a header that is not there is no news */
        add(&command, "-Wfatal-errors");
    add(&command, "-isystem");
    add(&command, headers ? file_folder(arena, headers) : ".");
    add_all(&command, options->flags, options->flag_count);
    for (int i = 0; is_cuda && i < overlay->include_count; ++i)
        add_all(&command, (const char *const[]){"-idirafter", overlay->include_folders[i]}, 2);
    add_all(&command,
            (const char *const[]){"-c", "-o", arena_printf(arena, "%s/%d.o", folder, index), "-MD",
                                  "-MF", arena_printf(arena, "%s/%d.d", folder, index)},
            6);
    add(&command, exec_safe_path(arena, path));
    return run_command(&command, options->apart) == 0;
}

static bool is_library_flag(const char *flag)
{
    return flag[0] == '-' && (flag[1] == 'l' || flag[1] == 'L');
}

static bool link_all(Arena *arena, const ExecOptions *options, const char *folder,
                     const char *program)
{
    const char *runtime = asset_find(arena, "libtilestep_cudart.a");
    Command command = {.arena = arena};
    add_all(&command,
            (const char *const[]){EXEC_COMPILER, "-no-pie", "-Wl,--undefined=tilestep_watch", "-o",
                                  program},
            5);
    for (int i = 0; i < options->file_count; ++i)
        add(&command, is_source(options->files[i]) ? arena_printf(arena, "%s/%d.o", folder, i)
                                                   : exec_safe_path(arena, options->files[i]));
    add(&command, runtime ? runtime : "libtilestep_cudart.a");
    for (int i = 0; i < options->flag_count; ++i)
        if (is_library_flag(options->flags[i]))
            add(&command, options->flags[i]);
    add_all(&command, (const char *const[]){"-lm", "-lpthread", "-ldl"}, 3);
    return run_command(&command, options->apart) == 0;
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

const char *exec_find_command(Arena *arena, const char *name)
{
    for (const char *at = getenv("PATH"); at && *at;) {
        size_t length = strcspn(at, ":");
        const char *path = arena_printf(arena, "%.*s/%s", (int)length, at, name);
        if (access(path, X_OK) == 0)
            return path;
        at += length + (at[length] == ':');
    }
    return NULL;
}

/* Puts the layouts of what programs have of their own into one file. */
static bool keep_layouts(Arena *arena, const ExecOptions *options, const char *folder)
{
    const char *layouts = "\n"; /* an empty text could not be kept */
    const Phrase *reason;
    for (int i = 0; i < options->file_count; ++i) {
        char *text;
        size_t length;
        const char *path = arena_printf(arena, "%s/%d.records", folder, i);
        if (file_ends_with(options->files[i], ".cu") &&
            file_read(arena, path, LAYOUTS_LIMIT_BYTES, &text, &length, &reason))
            layouts = arena_printf(arena, "%s%s%s", layouts, layouts_filter(arena, text),
                                   closures_filter(arena, text));
    }
    return file_write(arena, arena_printf(arena, "%s/layouts", folder), layouts, strlen(layouts),
                      &reason);
}

/* What a linker that fails does not say in words of its own: that there is no room for what it
 * writes. */
static const Phrase *link_reason(Arena *arena, const char *folder)
{
    enum { LEAST_BYTES = 1 << 20 };
    struct statvfs room;
    if (statvfs(folder, &room) == 0 && (uint64_t)room.f_bavail * room.f_frsize < LEAST_BYTES)
        return phrase_new(arena, "cannot write '%s': %p", folder, phrase_of_errno(arena, ENOSPC));
    return PHRASE_LITERAL("the program was compiled, but not linked: name all of its files "
                          "that define functions, and with -l its libraries");
}

static bool build(Arena *arena, const ExecOptions *options, const ExecResult *result,
                  const Phrase **reason)
{
    Overlay overlay = {.arena = arena, .folder = result->folder};
    bool is_good = make_overlay(&overlay, options);
    if (is_good && !overlay.has_main) {
        *reason = phrase_new(arena,
                             "%s has no main, so it is no program that could be started; add the "
                             "file with main, or see its kernels with: tilestep run %s",
                             options->files[0], options->files[0]);
        return false;
    }
    for (int i = 0; i < options->file_count && is_good; ++i)
        if (is_source(options->files[i]))
            is_good = compile(arena, options, &overlay, i);
    if (!is_good)
        *reason = overlay.library;
    if (!is_good || !keep_layouts(arena, options, result->folder))
        return false;
    is_good = link_all(arena, options, result->folder, result->program);
    if (!is_good)
        *reason = link_reason(arena, result->folder);
    return is_good;
}

/* False with *reason if there is one that cannot be read. */
static bool can_read_all(Arena *arena, const ExecOptions *options, const Phrase **reason)
{
    for (int i = 0; i < options->file_count; ++i) {
        struct stat facts;
        int error = access(options->files[i], R_OK) || stat(options->files[i], &facts) ? errno
                    : S_ISDIR(facts.st_mode)                                           ? EISDIR
                                                                                       : 0;
        if (error)
            *reason = phrase_new(arena, "%s: %p", options->files[i], phrase_of_errno(arena, error));
        if (error)
            return false;
    }
    return true;
}

char *exec_make_folder(Arena *arena, const Phrase **reason)
{
    const char *base = getenv("TMPDIR");
    char *folder = (char *)(uintptr_t)arena_printf(arena, "%s/tilestep-exec-XXXXXX",
                                                   base && *base ? base : "/tmp");
    if (mkdtemp(folder))
        return folder;
    *reason = phrase_new(arena, "%s: %p", folder, phrase_of_errno(arena, errno));
    return NULL;
}

bool exec_can_build(Arena *arena)
{
    return exec_find_command(arena, EXEC_COMPILER) != NULL;
}

bool exec_build(Arena *arena, const ExecOptions *options, ExecResult *result, const Phrase **reason)
{
    *result = (ExecResult){0};
    *reason = NULL;
    const char *compiler = exec_find_command(arena, EXEC_COMPILER);
    if (!compiler) {
        *reason =
            phrase_new(arena, "the host part of a program is compiled with clang, which is not "
                              "installed: install the package clang; `tilestep run` works "
                              "without it");
        return false;
    }
    char *folder = can_read_all(arena, options, reason) ? exec_make_folder(arena, reason) : NULL;
    if (!folder)
        return false;
    double start = milliseconds();
    result->folder = folder;
    result->program = arena_printf(arena, "%s/program", folder);
    CacheKey request = cached_request(options, compiler, asset_find(arena, "libtilestep_cudart.a"));
    bool is_kept = cached_read(arena, request, folder, result->program);
    bool is_good = is_kept || build(arena, options, result, reason);
    if (is_good && !is_kept)
        cached_write(arena, request, options, folder, result->program);
    result->compile_ms = milliseconds() - start;
    return is_good;
}

void exec_remove_folder(Arena *arena, const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            unlink(arena_printf(arena, "%s/%s", path, entry->d_name));
    closedir(folder);
    rmdir(path);
}

void exec_clean(Arena *arena, const ExecResult *result)
{
    symbols_close(result->symbols);
    if (result->folder)
        exec_remove_folder(arena, result->folder);
}
