// NPUSIM_INTERNAL marks what the parts of the simulated toolkit share across its libraries.
//
// libnpusim_core.so hides every symbol but the marked ones; the public libraries export none of
// them. Nothing outside op_under_test includes these headers.
#pragma once

#define NPUSIM_INTERNAL __attribute__((visibility("default")))
