// The valid events of this process.
#pragma once

#include "op_under_test/runtime/event.h"
#include "op_under_test/runtime/handle_table.h"

namespace npusim {

inline HandleTable<Event>& Events() {
  static auto* const table = new HandleTable<Event>;  // outlives the streams' threads
  return *table;
}

}  // namespace npusim
