/* Making and freeing a session; in between, session_apply (apply.c) changes it. */
#include "session/session.h"

#include "session/class/class_sheet.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/grid/gpu_view.h"
#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "session/programs/console.h"
#include "session/runs/slot.h"
#include "session/selection/panel.h"
#include "session/sheets/opener.h"
#include "session/sheets/overview.h"

#include <stdlib.h>

Session *session_new(void)
{
    Session *session = calloc(1, sizeof *session);
    if (!session)
        abort();
    session->look.scale = 1;
    session->scene.index = SCENE_NONE;
    session->lesson.stage = -1;
    session->edits = edits_new();
    motion_start(session);
    panel_start(session);
    return session;
}

void session_free(Session *session)
{
    if (!session)
        return;
    gpu_view_reset(&session->gpu);
    console_free(&session->console);
    reason_drop(&session->reason);
    lesson_free(session);
    for (int i = 0; i < session->run_count; ++i)
        slot_close(&session->runs[i]);
    edits_free(session->edits);
    cards_free(session);
    class_sheet_free(session);
    exercise_free(session);
    opener_free(&session->sheets.opener);
    opener_set_recent(session, NULL, 0);
    form_free(&session->sheets.form);
    overview_free(session);
    free(session);
}
