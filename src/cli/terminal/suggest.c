/* Edit distance with swapped neighbours, three rows at a time; capitals count as small letters. A
 * name is near when it takes at most
 * a third of its letters, and never more than three, to get there. */
#include "cli/terminal/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

enum { WORD_LIMIT = 64 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static bool is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

int suggest_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a >= WORD_LIMIT || length_b >= WORD_LIMIT)
        return INT_MAX;
    int rows[3][WORD_LIMIT + 1];
    for (size_t j = 0; j <= length_b; ++j)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= length_a; ++i) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= length_b; ++j) {
            row[j] = least(above[j], row[j - 1]) + 1;
            row[j] = least(row[j], above[j - 1] + !is_same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[length_a % 3][length_b];
}

const char *suggest_name(const char *word, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    int nearest_distance = 4;
    for (size_t i = 0; i < count; ++i) {
        int distance = suggest_distance(word, names[i]);
        int limit = (int)strlen(names[i]) / 3 + 1;
        if (distance <= limit && distance < nearest_distance) {
            nearest = names[i];
            nearest_distance = distance;
        }
    }
    return nearest;
}
