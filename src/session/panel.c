/* What the panels beside the source remember: which is open, the finding picked, the memory access
 * under the lens, the knobs of occupancy. The access before the moment is found by going back a
 * little and forward again; the timeline ends where it stood. */
#include "session/time/motion.h"

#include "base/assets.h"
#include "base/file.h"

#include <string.h>

enum { LENS_REACH_STEPS = 512 };

const Finding *session_findings(const SessionRun *run, int *count)
{
    const Report *report = run->total ? run->total : probe_report(timeline_probe(run->timeline));
    *count = report->finding_count;
    return report_findings(report);
}

DeviceTable session_load_devices(Arena *arena)
{
    DeviceTable table = {NULL, 0};
    const char *path = asset_find(arena, "assets/devices.txt"), *reason;
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
    session->devices = devices;
    session->device = panel_usual_device(&devices);
}

static void open_panel(Session *session, PanelName panel)
{
    session->look.panel = session->look.panel == panel ? PANEL_NONE : panel;
}

static void go_to_finding(Session *session, int64_t index)
{
    SessionRun *front = session_front(session);
    int count;
    if (!front)
        return;
    const Finding *findings = session_findings(front, &count);
    if (index < 0 || index >= count)
        return;
    Finding finding = findings[index];
    session->selection.finding = (int)index;
    session_apply(session, (Command){.name = COMMAND_PICK_BLOCK, .number = finding.block});
    uint64_t start = session_moment(front, (Place){.block = finding.block});
    motion_jump(session, start + finding.step + 1);
    session_apply(session, (Command){.name = COMMAND_PICK_THREAD, .number = finding.thread});
}

static void step_finding(Session *session, int by)
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
    go_to_finding(session, (index + count) % count);
}

static void turn_knob(Session *session, Knob knob, int64_t value)
{
    static const int most[KNOB_COUNT] = {1024, 1 << 20, 255};
    int least = knob == KNOB_SHARED ? 0 : 1;
    session->knobs[knob] = value < least ? least : value > most[knob] ? most[knob] : (int)value;
}

static void pin(Session *session, Target target)
{
    bool is_same = memcmp(&session->selection.pin, &target, sizeof target) == 0;
    session->selection.pin = is_same ? (Target){0} : target;
}

void panel_start(Session *session)
{
    for (int i = 0; i < KNOB_COUNT; ++i)
        session->knobs[i] = -1;
}

static void run_on_gpu(GpuView *gpu)
{
    if (gpu_view_is_busy(gpu)) {
        gpu_view_stop(gpu);
        return;
    }
    gpu_view_reset(gpu);
    gpu->is_wanted = true;
}

void panel_apply(Session *session, Command command)
{
    Look *look = &session->look;
    switch (command.name) {
    case COMMAND_PANEL_FINDINGS: open_panel(session, PANEL_FINDINGS); break;
    case COMMAND_PANEL_MEMORY: open_panel(session, PANEL_MEMORY); break;
    case COMMAND_PANEL_REUSE: open_panel(session, PANEL_REUSE); break;
    case COMMAND_PANEL_COUNTERS: open_panel(session, PANEL_COUNTERS); break;
    case COMMAND_PANEL_OCCUPANCY: open_panel(session, PANEL_OCCUPANCY); break;
    case COMMAND_PANEL_ROOFLINE: open_panel(session, PANEL_ROOFLINE); break;
    case COMMAND_PANEL_GPU: open_panel(session, PANEL_GPU); break;
    case COMMAND_PANEL_BOTH: open_panel(session, PANEL_BOTH); break;
    case COMMAND_FINDING_NEXT: step_finding(session, 1); break;
    case COMMAND_FINDING_BACK: step_finding(session, -1); break;
    case COMMAND_FINDING_GO: go_to_finding(session, command.number); break;
    case COMMAND_DEVICE_NEXT:
        session->device =
            session->devices.count ? (session->device + 1) % session->devices.count : 0;
        break;
    case COMMAND_SET_THREADS: turn_knob(session, KNOB_THREADS, command.number); break;
    case COMMAND_SET_SHARED: turn_knob(session, KNOB_SHARED, command.number); break;
    case COMMAND_SET_REGISTERS: turn_knob(session, KNOB_REGISTERS, command.number); break;
    case COMMAND_SET_BACK: panel_start(session); break;
    case COMMAND_GPU:
        look->panel = PANEL_GPU;
        run_on_gpu(&session->gpu);
        break;
    case COMMAND_EXPORT: session->export_wanted = true; break;
    case COMMAND_PIN: pin(session, command.target); break;
    case COMMAND_LECTURE: look->lecture = look->full_screen = !look->lecture; break;
    case COMMAND_ENLARGE: look->enlarged = !look->enlarged; break;
    case COMMAND_BLANK: look->blank = !look->blank; break;
    case COMMAND_SHOW_KEYS: look->show_keys = !look->show_keys; break;
    default: break;
    }
}

void panel_note_command(Session *session, CommandName name)
{
    if (command_info[name].keys[0] == '\0')
        return;
    memmove(session->recent + 1, session->recent,
            sizeof session->recent - sizeof session->recent[0]);
    session->recent[0] = name;
    if (session->recent_count < RECENT_COMMANDS)
        ++session->recent_count;
}

static bool is_memory(const Step *step, uint32_t block)
{
    return step && step->block == block && opcode_info[step->instr->op].class == CLASS_MEMORY;
}

static bool keep_step(Lens *lens, Timeline *timeline)
{
    lens->has_step = true;
    lens->moment = timeline_position(timeline);
    lens->step = *timeline_last_step(timeline);
    return true;
}

/* The last access among the steps up to the moment. */
static void look_back(Lens *lens, Timeline *timeline, uint32_t block, uint64_t moment)
{
    timeline_seek(timeline, moment > LENS_REACH_STEPS ? moment - LENS_REACH_STEPS : 0);
    while (timeline_position(timeline) < moment && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0))
        if (is_memory(timeline_last_step(timeline), block))
            keep_step(lens, timeline);
}

static void look_ahead(Lens *lens, Timeline *timeline, uint32_t block, uint64_t moment)
{
    for (int i = 0; i < LENS_REACH_STEPS && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0); ++i)
        if (is_memory(timeline_last_step(timeline), block) && keep_step(lens, timeline))
            break;
    timeline_seek(timeline, moment);
}

void panel_follow(Session *session)
{
    Lens *lens = &session->lens;
    SessionRun *front = session_front(session);
    if (!front || session->look.panel != PANEL_MEMORY) {
        lens->is_known = false;
        return;
    }
    Timeline *timeline = front->timeline;
    uint64_t moment = timeline_position(timeline);
    if (lens->is_known && lens->run == session->front && lens->at == moment)
        return;
    bool is_next = lens->is_known && lens->run == session->front && moment == lens->at + 1;
    uint32_t block = timeline_machine(timeline)->block;
    if (is_memory(timeline_last_step(timeline), block)) {
        keep_step(lens, timeline);
    } else if (!is_next || !lens->has_step || lens->step.block != block || lens->moment > moment) {
        lens->has_step = false;
        look_back(lens, timeline, block, moment);
        if (!lens->has_step)
            look_ahead(lens, timeline, block, moment);
    }
    lens->is_known = true;
    lens->run = session->front;
    lens->at = moment;
}
