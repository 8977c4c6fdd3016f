/* The languages a person can choose: English and simplified Chinese. Every text that is shown has
 * both; tables of texts are indexed by Language. */
#ifndef TILESTEP_BASE_LANGUAGE_H
#define TILESTEP_BASE_LANGUAGE_H

typedef enum Language { LANGUAGE_EN, LANGUAGE_ZH, LANGUAGE_COUNT } Language;

#endif
