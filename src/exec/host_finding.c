/* A list without doubles. */
#include "exec/host_finding.h"

const char *const host_finding_names[HOST_FINDING_KINDS] = {
#define HOST_FINDING(tag, name, zh) name,
#include "exec/host_finding.def"
#undef HOST_FINDING
};

const char *host_finding_words(HostFindingKind kind, Language language)
{
    static const char *const chinese[HOST_FINDING_KINDS] = {
#define HOST_FINDING(tag, name, zh) zh,
#include "exec/host_finding.def"
#undef HOST_FINDING
    };
    return language_pick(language, host_finding_names[kind], chinese[kind]);
}

void host_finding_add(HostFindings *findings, HostFinding finding)
{
    for (int i = 0; i < findings->count; ++i)
        if (findings->items[i].kind == finding.kind &&
            findings->items[i].caller == finding.caller &&
            findings->items[i].about == finding.about) {
            findings->items[i].count++;
            return;
        }
    finding.count = 1;
    finding.message = phrase_copy(findings->arena, finding.message);
    *ARENA_PUSH(findings->arena, findings->items, findings->count, findings->capacity) = finding;
}
