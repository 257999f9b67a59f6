#include "framework/sweep/sweep_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"
#include "framework/sweep/sweep_text.h"

namespace touchstone::sweep {
namespace {

using Json = nlohmann::ordered_json;
using record::NumberTo;
using record::SafeUtf8;

Json Swept(const SweepResult& result) {
  const Patterns& patterns = result.plan.patterns;
  return Json{{"input", result.plan.swept},
              {"patterns_of_dtype", patterns.all()},
              {"stride", patterns.stride()},
              {"complete", patterns.stride() == 1},
              {"patterns", result.patterns},
              {"nan", result.CountOf(PatternKind::kNan)},
              {"infinity", result.CountOf(PatternKind::kInfinity)}};
}

Json Constants(const SweepResult& result) {
  Json constants = Json::array();
  for (const ConstantInput& constant : result.plan.constants) {
    constants.push_back({{"input", constant.name},
                         {"asked", NumberTo(constant.asked)},
                         {"bits", BitsText(result.plan.dtype, constant.bits)},
                         {"value", NumberTo(constant.value)},
                         {"one_element", constant.one_element}});
  }
  return constants;
}

Json Bound(const SweepResult& result) {
  const judge::Verdict& bound = result.bound;
  return Json{{"version", bound.version},
              {"state", std::string(judge::Name(bound.state))},
              {"certified", bound.certified},
              {"vacuous", bound.vacuous},
              {"reason", SafeUtf8(bound.reason)},
              {"elements_beyond", result.beyond},
              {"elements_not_applicable", result.not_applicable}};
}

Json Histogram(const judge::Metrics& metrics) {
  Json bins = Json::array();
  for (size_t i = 0; i < metrics.ulp_histogram.size(); ++i) {
    const UlpBin bin = BinAt(i);
    bins.push_back({{"above_ulp", i == 0 ? Json(nullptr) : NumberTo(bin.above)},
                    {"up_to_ulp", NumberTo(bin.up_to)},
                    {"elements", metrics.ulp_histogram[i]}});
  }
  return bins;
}

// The keys that a whole and a group have in common.
Json Counts(const judge::Metrics& m) {
  return Json{{"elements", m.elements},
              {"max_error_ulp", NumberTo(m.max_error_ulp)},
              {"mean_error_ulp", NumberTo(m.mean_error_ulp)},
              {"mean_signed_error_ulp", NumberTo(m.mean_signed_error_ulp)},
              {"correctly_rounded", m.correctly_rounded},
              {"undecided", m.undecided},
              {"class_mismatches", m.class_mismatches},
              {"unwritten", m.unwritten},
              {"nan", m.nan},
              {"positive_infinity", m.positive_infinity},
              {"negative_infinity", m.negative_infinity}};
}

Json Whole(const SweepResult& result) {
  Json whole = Counts(result.metrics);
  whole["compared_as_numbers"] = result.comparable();
  whole["max_relative_error"] = NumberTo(result.metrics.max_relative_error);
  whole["mean_relative_error"] = NumberTo(result.metrics.mean_relative_error);
  whole["max_absolute_error"] = NumberTo(result.metrics.max_absolute_error);
  whole["root_mean_square_error"] = NumberTo(result.metrics.root_mean_square_error);
  whole["ulp_histogram"] = Histogram(result.metrics);
  return whole;
}

Json GroupOf(const SweepResult& result, const GroupResult& one) {
  const bool has_exponent = one.group.kind == PatternKind::kNormal;
  Json group = {{"sign", one.group.negative ? "-" : "+"},
                {"kind", std::string(Name(one.group.kind))},
                {"exponent", has_exponent ? Json(one.group.exponent) : Json(nullptr)},
                {"first_bits", BitsText(result.plan.dtype, one.group.first_bits)}};
  const Json counts = Counts(one.metrics);
  for (const auto& [key, value] : counts.items()) group[key] = value;
  group["elements_beyond"] = one.beyond;
  return group;
}

Json Worst(const SweepResult& result, const WorstPattern& worst) {
  const tensor::DType dtype = result.plan.dtype;
  return Json{{"bits", BitsText(dtype, worst.bits)},
              {"value", NumberTo(worst.value)},
              {"actual_bits", BitsText(dtype, worst.actual_bits)},
              {"actual", NumberTo(worst.actual)},
              {"expected_bits", BitsText(dtype, worst.expected_bits)},
              {"exact_lower", NumberTo(worst.lower)},
              {"exact_upper", NumberTo(worst.upper)},
              {"error_ulp", NumberTo(worst.error_ulp)},
              {"note", SafeUtf8(worst.note)}};
}

// An array with one element per line: hundreds of groups stay readable.
std::string Lines(const Json& array) {
  std::string text = "[";
  for (size_t i = 0; i < array.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + array[i].dump();
  }
  return text + (array.empty() ? "]" : "\n  ]");
}

}  // namespace

std::string ToJson(const SweepResult& result, const SweepIdentity& identity) {
  Json digests = Json::object();
  for (const auto& [file, digest] : identity.library_digests) digests[SafeUtf8(file)] = digest;
  Json problems = Json::array();
  for (const auto& [text, chunks] : result.problems) {
    problems.push_back({{"problem", SafeUtf8(text)}, {"times", chunks}});
  }
  Json groups = Json::array();
  for (const GroupResult& group : result.groups) groups.push_back(GroupOf(result, group));
  Json worst = Json::array();
  for (const WorstPattern& one : result.worst) worst.push_back(Worst(result, one));
  const Json first_differing = result.differing == 0
                                   ? Json(nullptr)
                                   : Json(BitsText(result.plan.dtype, result.first_differing_bits));

  std::string text = "{\n";
  const auto add = [&text](const std::string& key, const std::string& value, bool last = false) {
    text += fmt::format("  \"{}\": {}{}\n", key, value, last ? "" : ",");
  };
  add("schema", Json(std::string(kSweepSchema)).dump());
  add("tool_version", Json(identity.tool_version).dump());
  add("operator", Json(result.plan.op->name).dump());
  add("dtype", Json(std::string(tensor::Name(result.plan.dtype))).dump());
  add("soc", Json(std::string(result.plan.soc->name)).dump());
  add("contract", Json(result.plan.contract).dump());
  add("library_digests", digests.dump());
  add("passed", Json(result.passed()).dump());
  add("swept", Swept(result).dump());
  add("constants", Lines(Constants(result)));
  add("rounding_bound", Bound(result).dump());
  add("result", Whole(result).dump());
  add("runs",
      Json{{"count", 2}, {"differing", result.differing}, {"first_differing_bits", first_differing}}
          .dump());
  add("problems", Lines(problems));
  add("groups", Lines(groups));
  add("worst", Lines(worst), true);
  return text + "}\n";
}

}  // namespace touchstone::sweep
