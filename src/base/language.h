/* The languages a person can choose. Every text shown has both. */
#ifndef TILESTEP_BASE_LANGUAGE_H
#define TILESTEP_BASE_LANGUAGE_H

typedef enum Language { LANGUAGE_EN, LANGUAGE_ZH, LANGUAGE_COUNT } Language;

#endif
