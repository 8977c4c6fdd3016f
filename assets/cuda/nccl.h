#pragma once
#error "tilestep exec does not have this library; run the kernels with tilestep run"
