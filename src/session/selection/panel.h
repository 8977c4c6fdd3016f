/* What the panels beside the source remember: which is open, the finding picked, the device and the
 * knobs of occupancy. What there is not cannot be chosen: then nothing changes. */
#pragma once

#include "probe/models/device.h"
#include "session/data/look.h"
#include "session/data/run.h"
#include "session/data/selection.h"
#include "session/data/session_type.h"

/* Sets all knobs back to what the launch says. */
void panel_start(Session *session);

/* Opens a panel in place of the one that is open, or closes it if it is that one. */
void panel_open(Session *session, PanelName panel);

/* Picks a finding of session_findings and goes to where it was first found: its block, the moment
 * after its step, its thread. Some kinds have no such place. Of a race between blocks, when it is
 * there already, to the access of the other block. */
void panel_go_to_finding(Session *session, int64_t index);
/* Goes to the moment after a step of a block, and picks the thread. */
void panel_go_to_access(Session *session, const SessionRun *front, uint32_t block, uint64_t step,
                        uint32_t thread);
/* Picks the first finding of the step shown, else the first one of its line, without going
 * anywhere; where there is neither, what is picked stays so. */
void panel_pick_finding_here(Session *session);
/* Goes to the finding so many further on, in a circle, or opens the panel with the picked one. */
void panel_next_finding(Session *session, int by);

/* Reads the device models that come with the program (assets/devices.txt) into arena; an empty
 * table if the file is missing or wrong. */
DeviceTable session_load_devices(Arena *arena);
/* Lets the panels know the models, which must outlive the session, and chooses the usual one. */
void session_use_devices(Session *session, DeviceTable devices);
/* Index of the model that is chosen where nobody has chosen: H200, else the first. */
int panel_usual_device(const DeviceTable *devices);
/* Chooses the next model, after the last one the first. */
void panel_next_device(Session *session);
/* Sets a knob to the nearest value that a device may have. */
void panel_set_knob(Session *session, Knob knob, int64_t value);

/* Opens the panel and asks the rim for a run on a GPU; while one goes on, stops it. */
void panel_run_on_gpu(Session *session);
