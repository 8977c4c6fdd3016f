/* Barriers of arrivals are code for the device; their types may stand in what it is given. */
#pragma once
#include "cuda_runtime.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
