/* Compared: how one count stands to another, in words. All that compares two counts says it so: the
 * strip, the panel of counters, the checklist, and the sentence about two runs. */
#pragma once

#include "base/arena.h"
#include "base/language.h"

/* "half as many", "a third as many", "8 times as many", "2.58 times as many", "25 % fewer",
 * "12 % more", "equal"; in Chinese "一半", "1/3", "8 倍", "少 25 %", "多 12 %", "相同". Both
 * above 0. In arena. */
const char *compared_text(Arena *arena, Language language, double count, double other);

/* The same where there is little room: "half", "8 times". */
const char *compared_brief(Arena *arena, Language language, double count, double other);

/* Of percentages: "75 points more"; in Chinese "高 75 个百分点". */
const char *compared_shares(Arena *arena, Language language, double percent, double other);

/* What stands between that and the other: "as" of "half as many", "than" of "25 % fewer". */
const char *compared_link(double count, double other);
