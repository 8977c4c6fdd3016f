/* Scenes: what a lecture shows, one after another, as a file says it (lessons/README.md). A scene
 * is one or two kernels with their sizes, what of them is switched off, the moment at which it
 * opens and the one that it leads to, and a question; all of it is text here, and is looked up in
 * the kernels when the scene is opened. Type Scene is a picture, so one of these is a ScenePlan. */
#pragma once

#include "lesson/yaml_tree.h"
#include "probe/time/waypoint.h"

/* What a scene may hide until it is asked for (veil.def). */
typedef enum VeilPart {
#define VEIL(name, word) VEIL_##name,
#include "lesson/veil.def"
    VEIL_COUNT
} VeilPart;

/* What of the picture may be marked as what decides (mark.def). */
typedef enum MarkPart {
#define MARK(name, word) MARK_##name,
#include "lesson/mark.def"
    MARK_COUNT
} MarkPart;
extern const char *const mark_words[MARK_COUNT];

/* At most so many runs of a scene, and things that are switched off in one. */
enum { SCENE_RUNS = 2, SCENE_OFF_MOST = 8, SCENE_LABELS = 12 };

/* A text in every language, UTF-8. */
typedef struct BothTexts {
    const char *in[LANGUAGE_COUNT]; /* both there, or both NULL */
} BothTexts;

/* One thing that is switched off: one of the three quotes the line of the kernel that it stands on,
 * the others are NULL. */
typedef struct SceneOff {
    const char *barrier, *check, *line;
} SceneOff;

/* Words beside a place of the picture, both with figures; how a place is written: at `mark`. */
typedef struct SceneLabel {
    const char *at;
    BothTexts says;
} SceneLabel;

typedef struct SceneRun {
    const char *kernel;  /* a path as the file gives it */
    const char *launch;  /* options as on the command line; may be NULL */
    const SceneOff *off; /* [off_count] */
    uint32_t off_count;
} SceneRun;

/* All of it lives in the arena that the file was read into. */
typedef struct ScenePlan {
    const char *name;                     /* of letters a-z, digits and _; no other scene has it */
    BothTexts title, aim, question, note; /* note: for the speaker; may be NULL */
    BothTexts answer;  /* to the question, with {expressions}; may be NULL, as of every stage */
    const char *holds; /* expression that is not 0 where the answer is true; NULL: wherever its
                          figures have values */
    SceneRun runs[SCENE_RUNS]; /* the first one is in front */
    int run_count;
    Waypoint at, to; /* of the run in front; where it opens, and where it has shown its point */
    const char *panel, *heat, *device; /* names; NULL: none in particular */
    const char *counter;               /* the card that the question is about; NULL: none */
    const char *scope;                 /* what of it, a word of scope.def; NULL: the whole grid */
    /* [mark_count] What decides the answer: words of mark.def, names of buffers and of shared
     * arrays, and places, with {expressions}: "Mds[0][*]", "thread (1, 0)", "warp 1". */
    const char *const *mark;
    uint32_t mark_count;
    /* [lit_count] What explains it, and so is not dimmed: the same, a counter, or a piece of a
     * line's text. */
    const char *const *lit;
    uint32_t lit_count;
    const char *const *arrows; /* [arrow_count] from one place to another: "N[0][1] -> Nds[0][1]" */
    uint32_t arrow_count;
    SceneLabel labels[SCENE_LABELS]; /* [label_count] */
    int label_count;
    uint32_t speed;               /* steps a second; 0: as it is */
    uint32_t registers;           /* of a thread, as they are assumed; 0: by the panel */
    bool enlarged;                /* the stage shows a tile in full */
    bool banks;                   /* shared memory stands 32 words wide */
    bool hides[VEIL_COUNT];       /* by VeilPart */
    const char *const *builds_on; /* [builds_on_count] names of scenes before this one */
    uint32_t builds_on_count;
    const struct LessonStage *stage; /* what a lesson says beside (lesson.h); NULL: a scene of a
                                        lecture. A stage has no aim, and its question is the
                                        sentence for the hall */
    const YamlNode *node;            /* where all of this stands in the file */
} ScenePlan;

/* A file of scenes, or a path: some of those that come along, in an order of its own. */
typedef struct Scenes {
    const char *path;   /* as it was given; kernels are looked for beside it */
    SourceSet *sources; /* the file is its file 0 */
    BothTexts title;
    ScenePlan *plans; /* [count], in the order of the file; only those without mistakes */
    int count;
    const struct Scenes *all; /* of a path: what it was chosen from, whose path and sources it has;
                                 NULL: a file */
    uint32_t minutes;         /* that all of them take; 0: nobody says */
} Scenes;

/* Reads a file of scenes. Diagnostics tell what is wrong with it, NULL comes back if it cannot be
 * read at all; a scene is left out if anything of it is wrong. Whether what it names is there is
 * not looked at (session/scenes/check.h). All in arena, diags too. */
Scenes *scenes_read(Arena *arena, const char *path, Diags **diags);
/* The same for a text that is in no file; path is shown in messages, and kernels are looked for
 * there. */
Scenes *scenes_read_text(Arena *arena, const char *path, const char *text, size_t length,
                         Diags *diags);

/* The scenes that come along (lessons/scenes.yaml); NULL if they are not there, and then *diags is
 * left alone. */
Scenes *scenes_read_shipped(Arena *arena, Diags **diags);

/* The path of the scenes with these indices of all, [count] of them. In arena; all must outlive
 * it. */
Scenes *scenes_path(Arena *arena, const Scenes *all, const int *indices, int count);
/* All that a path was chosen from; of a file that itself. */
const Scenes *scenes_all(const Scenes *scenes);
/* A path as a file says it, which scenes_read reads. In arena. */
char *scenes_path_text(Arena *arena, const Scenes *path);

/* The file of a path that comes along by its name; NULL: none does. In arena. */
const char *scenes_path_file(Arena *arena, const char *word);
/* What a word of the command line means: a file of scenes or of a path (.yaml), one of those that
 * come along by its name, or a path that comes along (lessons/paths); *index gets the scene. NULL
 * with diags if the file cannot be read, and with NULL in *diags if it is none of them. */
Scenes *scenes_of_word(Arena *arena, const char *word, int *index, Diags **diags);

/* Index of the scene of that name; -1 if there is none. */
int scenes_find(const Scenes *scenes, const char *name);

/* Where a field of the plan stands in the file (yaml_span). */
Span scene_span(const ScenePlan *plan, const char *path);
