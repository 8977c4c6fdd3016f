/* CardsJob: counts the runs of every lesson's misconception on a thread of its own, and fills in
 * what is so instead. All functions are for the thread that started the job. */
#pragma once

#include "base/job.h"
#include "session/data/session_data.h"

/* Begins with the lesson of that index; lessons and devices must outlive the job. NULL if no thread
 * can be had. Freed with job_free. */
CardsJob *cards_job_start(const Lessons *lessons, DeviceTable devices, int first);

/* Both sentences of a lesson, with their figures; "" where they cannot be counted. */
typedef struct CardText {
    BothTexts says, but;
} CardText;

/* Those of the lesson of that index; NULL while they are being counted. They live as long as the
 * job. */
const CardText *cards_job_text(const CardsJob *job, int lesson);

/* How many texts are known. */
int cards_job_done(const CardsJob *job);
