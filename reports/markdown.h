// Markdown for the step summary of a CI server and for comments.
#pragma once

#include <string>
#include <string_view>

#include "framework/record/record.h"

namespace touchstone::reports {

/// Headline, counts, headroom per standard, the first 50 cases that are not good with their reasons
/// and repro lines, and what was run on. Under 900 kB (a step summary may hold 1 MiB).
std::string WriteMarkdown(const record::RunRecord& run);

/// Text inside a table cell or paragraph: nothing in it can start markup, HTML or a new cell.
std::string MarkdownText(std::string_view text);

/// Text as inline code, whatever backticks it holds.
std::string MarkdownCode(std::string_view text);

}  // namespace touchstone::reports
