/* Findings are walked in a circle; a knob that nobody has set is below 0. */
#include "session/selection/panel.h"
#include "session/data/session_data.h"

#include "base/assets.h"
#include "base/file.h"
#include "probe/time/ticks.h"
#include "session/grid/gpu_view.h"
#include "session/selection/pick.h"
#include "session/time/motion.h"

DeviceTable session_load_devices(Arena *arena)
{
    DeviceTable table = {NULL, 0};
    const char *path = asset_find(arena, "assets/devices.txt");
    const Phrase *reason;
    char *text;
    size_t length;
    if (!path || !file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason) ||
        !device_table_parse(arena, text, length, &table, &reason))
        return (DeviceTable){NULL, 0};
    return table;
}

int panel_usual_device(const DeviceTable *devices)
{
    const DeviceModel *usual = device_find(devices, "H200");
    return usual ? (int)(usual - devices->models) : 0;
}

void session_use_devices(Session *session, DeviceTable devices)
{
    session->model.devices = devices;
    session->model.device = panel_usual_device(&devices);
}

void panel_open(Session *session, PanelName panel)
{
    session->look.panel = session->look.panel == panel ? PANEL_NONE : panel;
}

/* What was never read could have been in the main loop: where a warp of the block in view leaves it
 * for the first time; the end, where it has none. */
static uint64_t end_of_reading(const SessionRun *run)
{
    BlockTicks block;
    uint32_t in_view = timeline_machine(run->timeline)->block;
    if (!ticks_of_block(run->timeline, in_view, &block))
        return timeline_length(run->timeline);
    for (int i = 0; i < block.count; ++i)
        if (block.ticks[i].block == in_view && block.ticks[i].kind == TICK_LEAVE)
            return block.ticks[i].at;
    return block.is_last ? block.end : block.end - 1;
}

void panel_go_to_access(Session *session, const SessionRun *front, uint32_t block, uint64_t step,
                        uint32_t thread)
{
    pick_block(session, block);
    motion_jump(session, session_block_moment(front, block, step + 1));
    pick_thread(session, thread);
}

/* The step in view is the access of a race between blocks that the finding names first. */
static bool is_at_first_side(const Session *session, const SessionRun *front,
                             const Finding *finding, int64_t index)
{
    const Step *step = session_step(front);
    return finding->scope == SCOPE_GRID && session->selection.finding == index && step &&
           step->block == finding->block && step->index == finding->step;
}

void panel_go_to_finding(Session *session, int64_t index)
{
    SessionRun *front = session_front(session);
    int count;
    if (!front)
        return;
    const Finding *findings = session_findings(front, &count);
    if (index < 0 || index >= count)
        return;
    Finding finding = findings[index];
    if (is_at_first_side(session, front, &finding, index)) {
        panel_go_to_access(session, front, finding.other_block, finding.other_step,
                           finding.other_thread);
        return;
    }
    session->selection.finding = (int)index;
    if (!finding_has_place(finding.kind)) {
        motion_jump(session, end_of_reading(front));
        return;
    }
    panel_go_to_access(session, front, finding.block, finding.step, finding.thread);
}

void panel_pick_finding_here(Session *session)
{
    const SessionRun *front = session_front(session);
    const Step *step = front ? session_step(front) : NULL;
    int count = 0;
    const Finding *findings = step ? session_findings(front, &count) : NULL;
    for (int i = count - 1; i >= 0; --i)
        if (findings[i].line == step->instr->own_line)
            session->selection.finding = i;
    for (int i = count - 1; i >= 0; --i)
        if (findings[i].block == step->block && findings[i].step == step->index)
            session->selection.finding = i;
}

void panel_next_finding(Session *session, int by)
{
    SessionRun *front = session_front(session);
    int count = 0;
    if (front)
        session_findings(front, &count);
    if (!count)
        return;
    bool is_first = session->look.panel != PANEL_FINDINGS;
    session->look.panel = PANEL_FINDINGS;
    int index = is_first ? session->selection.finding : session->selection.finding + by;
    panel_go_to_finding(session, (index + count) % count);
}

void panel_set_knob(Session *session, Knob knob, int64_t value)
{
    static const int most[KNOB_COUNT] = {1024, 1 << 20, 255};
    int least = knob == KNOB_SHARED ? 0 : 1;
    session->model.knobs[knob] = value < least        ? least
                                 : value > most[knob] ? most[knob]
                                                      : (int)value;
}

void panel_start(Session *session)
{
    for (int i = 0; i < KNOB_COUNT; ++i)
        session->model.knobs[i] = -1;
}

void panel_next_device(Session *session)
{
    session->model.device = session->model.devices.count
                                ? (session->model.device + 1) % session->model.devices.count
                                : 0;
}

void panel_run_on_gpu(Session *session)
{
    GpuView *gpu = &session->gpu;
    session->look.panel = PANEL_GPU;
    if (gpu_view_is_busy(gpu)) {
        gpu_view_stop(gpu);
        return;
    }
    gpu_view_reset(gpu);
    gpu->is_wanted = true;
}
