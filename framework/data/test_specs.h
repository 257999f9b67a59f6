// Specs of every distribution that needs no file, for the tests of this room.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "framework/data/generator.h"

namespace touchstone::data {

inline StreamKey TestKey() { return {7, "case", "self"}; }

inline DataSpec Spec(std::string name, std::map<std::string, Parameter> parameters) {
  return {std::move(name), std::move(parameters), {}};
}

inline bool IsRandom(const DataSpec& spec) {
  for (const char* fixed : {"constant", "exhaustive", "values"}) {
    if (spec.distribution == fixed) return false;
  }
  return spec.distribution != "specials" || spec.parameters.contains("rate");
}

inline std::vector<std::pair<std::string, DataSpec>> TestSpecs() {
  const std::vector<Literal> list = {{1, "1", {}}, {0.1, "0.1", {}}, {0, "0", {}}};
  return {
      {"uniform", Spec("uniform", {})},
      {"uniform wide", Spec("uniform", {{"low", -20.0}, {"high", 20.0}})},
      {"normal", Spec("normal", {{"mean", 0.5}, {"stddev", 2.0}})},
      {"loguniform", Spec("loguniform", {{"low", 1e-3}, {"high", 1e3}})},
      {"loguniform signed", Spec("loguniform", {{"low", 1.0}, {"high", 1e4}, {"signed", true}})},
      {"constant", Spec("constant", {{"value", 1.0}})},
      {"bits", Spec("bits", {})},
      {"bits finite", Spec("bits", {{"finite_only", true}})},
      {"exhaustive", Spec("exhaustive", {{"start", 5.0}, {"stride", 977.0}})},
      {"specials", Spec("specials", {})},
      {"specials mixed", Spec("specials", {{"rate", 0.05}})},
      {"outliers uniform", Spec("outliers", {})},
      {"outliers normal", Spec("outliers", {{"base", std::string("normal")}, {"stddev", 0.5}})},
      {"values", Spec("values", {{"values", list}})},
      {"hard_labels", Spec("hard_labels", {})},
      {"soft_labels", Spec("soft_labels", {})},
  };
}

}  // namespace touchstone::data
