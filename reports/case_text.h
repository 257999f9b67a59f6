// What a person needs to know about one case, as plain text; shared by the text formats.
#pragma once

#include <string>
#include <vector>

#include "framework/record/record.h"

namespace touchstone::reports {

/// "fail", "wrong status", ...: a status as people read it.
std::string StatusText(record::CaseStatus status);

/// One line: "self fp32 4x5 contiguous {uniform: [-20, 20]}; weight absent".
std::string InputsText(const record::CaseRecord& one);

/// One line about one element: where, its inputs, bits and values of actual and expected, errors.
std::string WorstText(const judge::WorstElement& worst, const std::string& dtype);

/// One line: "eco-v3 3.0: fail, max_relative_error 0.25 (limit 0.001953); certified".
std::string VerdictText(const judge::Verdict& verdict);

/// The most telling fact beside the reason, one line: what the device reported, that results follow
/// what memory was filled with, or what the bad elements have in common; "" when there is none or
/// the reason begins with it.
std::string HintText(const record::CaseRecord& one);

/// All of it, one fact per line, reason first and the repro line last. Control characters visible.
std::vector<std::string> DetailLines(const record::CaseRecord& one);

/// `text` cut to at most `size` bytes at a code point's border, with "... (N more bytes)".
std::string Shortened(std::string text, size_t size);

}  // namespace touchstone::reports
