/* The languages a person can choose: English and simplified Chinese. Every text that is shown has
 * both; tables of texts are indexed by Language. */
#ifndef TILESTEP_BASE_LANGUAGE_H
#define TILESTEP_BASE_LANGUAGE_H

typedef enum Language {
    LANGUAGE_EN,   /* English */
    LANGUAGE_ZH,   /* simplified Chinese */
    LANGUAGE_COUNT /* how long a table of texts by Language is */
} Language;

#endif
