/* What the panels beside the source remember: which is open, the finding picked, the device and the
 * knobs of occupancy. */
#ifndef TILESTEP_SESSION_PICK_PANEL_H
#define TILESTEP_SESSION_PICK_PANEL_H

#include "session/data/session_data.h"

/* All knobs are those of the launch. */
void panel_start(Session *session);

/* Opens a panel in place of the one that is open, or closes it. */
void panel_open(Session *session, PanelName panel);

/* Goes to a finding of session_findings: its block, its moment, its thread. */
void panel_go_to_finding(Session *session, int64_t index);
/* Picks the first finding of the step shown, if it has one, without going anywhere. */
void panel_pick_finding_here(Session *session);
/* The finding so many further on, or the picked one if the panel was closed. */
void panel_next_finding(Session *session, int by);

/* Reads the device models that come with the program into arena; an empty table if there are
 * none. */
DeviceTable session_load_devices(Arena *arena);
/* Lets the panels know the models, which must outlive the session. */
void session_use_devices(Session *session, DeviceTable devices);
/* The model that is chosen where nobody has chosen. */
int panel_usual_device(const DeviceTable *devices);
void panel_next_device(Session *session);
/* To the nearest value that a device may have. */
void panel_turn_knob(Session *session, Knob knob, int64_t value);

/* Asks the rim for a run on a GPU, or for its end. */
void panel_run_on_gpu(Session *session);

#endif
