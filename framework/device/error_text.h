// Error texts of the runtime without what changes from run to run.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::device {

/// `text` without process ids and time stamps: every "[PID: 123] 2026-01-02-03:04:05.678.901 "
/// (with or without the blank after the colon) is removed, so that texts of two runs compare equal.
std::string StripVolatile(std::string_view text);

/// What `current` adds to `previous`. The published page says that reading the text clears it; the
/// published source keeps it and puts new text in front, so an old text must not be taken for new.
std::string NewErrorText(std::string_view previous, std::string_view current);

}  // namespace touchstone::device
