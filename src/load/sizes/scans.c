#include "load/sizes/scans.h"

#include <string.h>

static bool is_same(const HostSetting *a, const HostSetting *b)
{
    return strcmp(a->name, b->name) == 0 && a->is_whole == b->is_whole &&
           (a->is_whole ? a->integer == b->integer && a->value == b->value
                        : memcmp(&a->value, &b->value, sizeof a->value) == 0);
}

static bool is_of(const KnownScan *known, const Loader *loader)
{
    if (known->setting_count != loader->setting_count)
        return false;
    for (int i = 0; i < known->setting_count; ++i)
        if (!is_same(&known->settings[i], &loader->settings[i]))
            return false;
    return true;
}

LaunchScan *load_scan(Loader *loader)
{
    const Unit *unit = loader->run->unit;
    if (!loader->plain)
        loader->plain = launch_scan(loader->arena, unit, loader->diags);
    if (!loader->setting_count)
        return loader->plain;
    for (int i = loader->scan_count; i-- > 0;)
        if (is_of(&loader->scans[i], loader))
            return loader->scans[i].scan;
    KnownScan known = {.setting_count = loader->setting_count};
    known.settings = arena_copy(loader->arena, loader->settings,
                                sizeof *known.settings * (size_t)known.setting_count);
    known.scan = launch_scan_with(loader->arena, unit, loader->plain, known.settings,
                                  known.setting_count, loader->diags);
    *ARENA_PUSH(loader->arena, loader->scans, loader->scan_count, loader->scan_capacity) = known;
    return known.scan;
}

void load_scans_forget(Loader *loader)
{
    loader->plain = NULL;
    loader->scans = NULL;
    loader->scan_count = loader->scan_capacity = 0;
}
