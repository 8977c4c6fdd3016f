/* What lambdas of kernels and lambdas of host code have in common. */
#pragma once

#include "lang/parse/parser.h"

enum { CAPTURE_LIMIT = 64 };

typedef struct Captures {
    bool all_by_value; /* [=] */
    Field fields[CAPTURE_LIMIT];
    Node *values[CAPTURE_LIMIT];
    int count; /* at most CAPTURE_LIMIT */
    uint32_t size_bytes, align_bytes;
} Captures;

/* One more member, where it lies in the object. */
void lambda_add_field(Captures *captures, const char *name, const Type *type);

/* From behind the ] to behind the body; method gets its tokens. */
void lambda_scan(Parser *p, Outline *method);

/* The type of the object, whose operator() is the method; names that p can see are known in it. */
const Type *lambda_type(Parser *p, const Captures *captures, Outline method);
