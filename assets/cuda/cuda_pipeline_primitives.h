/* Asynchronous copies are code for the device. */
#pragma once
#include "cuda_runtime.h"
