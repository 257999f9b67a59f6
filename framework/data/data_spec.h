// What a suite says about a tensor's content, before any element is made.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::data {

/// One number as a suite wrote it. `text` is kept because quantisation to the tensor's dtype must
/// be judged (and reported) from what was written, and non-finite values must be spelled .inf or
/// .nan.
struct Literal {
  double value = 0.0;
  std::string text;
  SourceLocation where;
  bool operator==(const Literal& other) const { return text == other.text; }
};

/// Value of one parameter of a distribution.
using Parameter = std::variant<bool, double, std::string, std::vector<Literal>>;

/// A registered distribution by name, with its parameters by name; positional parameters in a suite
/// (`uniform: [-20, 20]`) are given names by the distribution's own parameter list.
struct DataSpec {
  std::string distribution = "uniform";
  std::map<std::string, Parameter> parameters;
  SourceLocation where;
  bool operator==(const DataSpec& other) const {
    return distribution == other.distribution && parameters == other.parameters;
  }
};

}  // namespace touchstone::data
