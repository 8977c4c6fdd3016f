/* What is wrong with the host part of a program, as its calls of the runtime show it. */
#pragma once

#include "base/language.h"
#include "base/phrase.h"

#include <stdint.h>

typedef enum HostFindingKind {
#define HOST_FINDING(tag, name, zh) HOST_##tag,
#include "exec/host_finding.def"
#undef HOST_FINDING
    HOST_FINDING_KINDS
} HostFindingKind;

extern const char *const host_finding_names[HOST_FINDING_KINDS];
/* The same for lists: in English the name itself, which README explains. */
const char *host_finding_words(HostFindingKind kind, Language language);

typedef struct HostFinding {
    HostFindingKind kind;
    uint64_t caller; /* in the program's code: where it was done */
    uint64_t about;  /* where the memory that it is about was allocated; 0: it is about none */
    uint64_t count;  /* times */
    const Phrase *message; /* of the first time */
} HostFinding;

/* Those of one kind and place are one. They and their messages live in the arena. */
typedef struct HostFindings {
    Arena *arena;
    HostFinding *items;
    int count, capacity;
} HostFindings;

/* finding.count is not looked at. */
void host_finding_add(HostFindings *findings, HostFinding finding);
