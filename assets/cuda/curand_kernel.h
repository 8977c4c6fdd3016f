#pragma once
#error "tilestep exec has no cuRAND: make random numbers on the host (rand, std::mt19937) and copy them"
