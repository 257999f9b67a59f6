#include "reports/html/coverage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "framework/data/spec_text.h"
#include "framework/data/value_classes.h"
#include "framework/operators/description.h"
#include "framework/soc/soc.h"
#include "framework/tensor/broadcast_pattern.h"
#include "framework/tensor/named_views.h"

namespace touchstone::reports {
namespace {

constexpr int kMostRank = 8;

std::string RankWord(int rank) { return fmt::format("rank {}", rank); }

std::string Joined(const std::set<std::string>& words) {
  return words.empty() ? "-" : fmt::format("{}", fmt::join(words, std::string(1, kCoverageJoin)));
}

const record::TensorRecord* FirstInput(const record::CaseRecord& one) {
  for (const record::TensorRecord& input : one.inputs) {
    if (input.presence == "given") return &input;
  }
  return nullptr;
}

// The words of the operators' attributes called `name`.
std::vector<std::string> AttributeWords(const record::RunRecord& run, std::string_view name) {
  std::vector<std::string> words;
  std::set<std::string> operators, known;
  for (const record::CaseRecord& one : run.cases) operators.insert(one.operator_name);
  for (const std::string& op : operators) {
    const operators::OperatorDescription* description = operators::FindOperator(op);
    const operators::Argument* argument =
        description == nullptr ? nullptr : operators::FindArgument(*description, name);
    if (argument == nullptr) continue;
    for (const operators::NamedValue& named : argument->named_values) {
      if (known.insert(named.name).second) words.push_back(named.name);
    }
  }
  return words;
}

}  // namespace

std::vector<CoverageDimension> CoverageDimensions(const record::RunRecord& run) {
  std::vector<std::string> ranks, layouts, broadcasts = {"absent"}, chips;
  for (int rank = 0; rank <= kMostRank; ++rank) ranks.push_back(RankWord(rank));
  for (const auto& view : tensor::AllNamedViews()) layouts.emplace_back(view.name);
  for (const std::string_view pattern : tensor::BroadcastPatterns()) {
    broadcasts.emplace_back(pattern);
  }
  for (const soc::SocInfo& chip : soc::AllSocs()) {
    if (chip.supports_operator_library) chips.emplace_back(chip.name);
  }
  return {{"dtype", "dtype", {"fp16", "bf16", "fp32"}},
          {"rank", "rank", ranks},
          {"layout", "layout", layouts},
          {"broadcast", "optional inputs", broadcasts},
          {"reduction", "reduction", AttributeWords(run, "reduction")},
          {"values", "values of the first input", data::ValueClasses()},
          {"soc", "chip", chips}};
}

std::vector<CoverageBar> CoverageBars() {
  std::vector<CoverageBar> bars;
  for (const auto& view : tensor::AllNamedViews()) {
    for (int rank = 0; rank < view.min_rank; ++rank) {
      bars.push_back({"rank", RankWord(rank), "layout", std::string(view.name),
                      fmt::format("needs {} axes", view.min_rank)});
    }
  }
  for (const char* pattern : {"one element", "lower rank", "axis of 1"}) {
    bars.push_back({"rank", RankWord(0), "broadcast", pattern, "no other shape expands to rank 0"});
  }
  for (const char* pattern : {"lower rank", "axis of 1"}) {
    bars.push_back({"rank", RankWord(1), "broadcast", pattern, "that is one element"});
  }
  for (const soc::SocInfo& chip : soc::AllSocs()) {
    if (chip.supports_bf16) continue;
    bars.push_back({"dtype", "bf16", "soc", std::string(chip.name), "the chip has no bf16"});
  }
  return bars;
}

std::string BroadcastWords(const record::CaseRecord& one) {
  const record::TensorRecord* first = FirstInput(one);
  const operators::OperatorDescription* description = operators::FindOperator(one.operator_name);
  if (first == nullptr || description == nullptr) return "-";
  std::set<std::string> words;
  for (const record::TensorRecord& input : one.inputs) {
    const operators::Argument* argument = operators::FindArgument(*description, input.name);
    if (argument == nullptr || argument->kind != operators::ArgumentKind::kOptionalTensor) continue;
    words.emplace(input.presence == "given" ? tensor::BroadcastPattern(input.shape, first->shape)
                                            : "absent");
  }
  return Joined(words);
}

std::string ValueWords(const record::CaseRecord& one) {
  const record::TensorRecord* first = FirstInput(one);
  if (first == nullptr) return "-";
  const auto dtype = tensor::ParseDType(first->dtype);
  if (!dtype) return "-";
  return Joined(data::ValueClassesOf(data::SpecFromText(first->data), *dtype));
}

}  // namespace touchstone::reports
