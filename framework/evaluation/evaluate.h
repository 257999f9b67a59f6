// Certified results for arrays, from memory to files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/evaluation/request.h"
#include "framework/soc/soc.h"

namespace touchstone::evaluation {

struct EvaluateOptions {
  std::string output;      ///< path of the file with the results
  bool enclosure = false;  ///< also the two files that EnclosurePath names
  const soc::SocInfo* soc = nullptr;
};

struct Evaluated {
  uint64_t elements = 0;
  /// Elements whose rounding the reference could not decide; the file holds the rounded middle of
  /// their enclosure.
  uint64_t undecided = 0;
  uint64_t first_undecided = 0;
  std::map<std::string, double> facts;  ///< what the reference adds, e.g. condition_number
  std::vector<std::string> files;       ///< as written
};

/// "y.npy" and "lower" give "y.lower.npy"; another ending stays: "y" gives "y.lower.npy" too.
std::string EnclosurePath(const std::string& output, const std::string& end);

/// Writes the exact values, each rounded once to the output's dtype (bf16 as uint16), and, when
/// asked, proven float64 bounds lower <= exact <= upper of every element. Elements are computed on
/// all cores and written in pieces: apart from the inputs, memory does not grow with the arrays. No
/// file appears unless all are whole. Errors: inputs that the operator would refuse (input), and
/// files that cannot be written (input), or not to the end (infrastructure).
Result<Evaluated> Evaluate(const Request& request, const EvaluateOptions& options);

/// The same with a reference of the caller's choice.
Result<Evaluated> Evaluate(const Request& request, const EvaluateOptions& options,
                           operators::MakeReference make_reference);

}  // namespace touchstone::evaluation
