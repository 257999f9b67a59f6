#include "tools/touchstone/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "framework/data/generator.h"
#include "framework/data/value_classes.h"
#include "framework/run/describe.h"
#include "framework/soc/soc.h"
#include "framework/tensor/broadcast_pattern.h"
#include "framework/tensor/named_views.h"

namespace touchstone::tools {
namespace {

using suite::Case;
using suite::Presence;
using suite::TensorArgument;

using Values = std::set<std::string>;
using ValuesOf = std::function<Values(const Case&)>;

struct Dimension {
  std::string name;
  std::vector<std::string> universe;  // every value that ought to be reached
  ValuesOf values;                    // those of one case; a case may have several
};

const TensorArgument* FirstInput(const Case& one) {
  for (const operators::Argument& argument : one.op->arguments) {
    const auto found = one.inputs.find(argument.name);
    if (found != one.inputs.end() && found->second.presence == Presence::kGiven) {
      return &found->second;
    }
  }
  return nullptr;
}

// What `read` says of the first input that is given.
ValuesOf OfFirstInput(std::string (*read)(const TensorArgument&)) {
  return [read](const Case& one) {
    const TensorArgument* input = FirstInput(one);
    return input == nullptr ? Values{} : Values{read(*input)};
  };
}

Values LayoutsOf(const Case& one) {
  Values words;
  for (const auto* tensors : {&one.inputs, &one.outputs}) {
    for (const auto& [name, tensor] : *tensors) {
      if (tensor.presence == Presence::kGiven) words.insert(run::LayoutWord(tensor.layout));
    }
  }
  return words;
}

Values BroadcastsOf(const Case& one) {
  Values words;
  const TensorArgument* first = FirstInput(one);
  for (const operators::Argument& argument : one.op->arguments) {
    if (argument.kind != operators::ArgumentKind::kOptionalTensor || first == nullptr) continue;
    const TensorArgument& tensor = one.inputs.at(argument.name);
    const bool given = tensor.presence == Presence::kGiven;
    words.emplace(given ? tensor::BroadcastPattern(tensor.layout.shape, first->layout.shape)
                        : "absent");
  }
  return words;
}

Values ExpectationWords(const Case& one) {
  Values words;
  for (const suite::Expectation* expect : suite::ExpectationsOf(one)) {
    words.insert(!expect->known_issue.empty()     ? "known issue"
                 : !expect->ok                    ? "error"
                 : !expect->strict_report.empty() ? "strict report"
                                                  : "success");
  }
  return words;
}

std::vector<Dimension> DimensionsFor(const std::vector<Case>& cases) {
  std::vector<std::string> ranks, layouts, data, broadcasts = {"absent"}, chips = {"the run's"};
  for (const std::string_view pattern : tensor::BroadcastPatterns()) {
    broadcasts.emplace_back(pattern);
  }
  for (int rank = 0; rank <= 8; ++rank) ranks.push_back(std::to_string(rank));
  for (const auto& view : tensor::AllNamedViews()) layouts.emplace_back(view.name);
  for (const auto& distribution : data::AllDistributions()) data.push_back(distribution.name);
  for (const auto& soc : soc::AllSocs()) chips.emplace_back(soc.name);
  std::vector<Dimension> dimensions = {
      {"dtype", {"fp16", "bf16", "fp32"}, OfFirstInput([](const TensorArgument& input) {
         return std::string(tensor::Name(input.layout.dtype));
       })},
      {"rank", ranks, OfFirstInput([](const TensorArgument& input) {
         return std::to_string(input.layout.shape.size());
       })},
      {"layout", layouts, LayoutsOf},
      {"broadcast", broadcasts, BroadcastsOf},
      {"data", data,
       OfFirstInput([](const TensorArgument& input) { return input.data.distribution; })},
      {"values", data::ValueClasses(),
       [](const Case& one) {
         const TensorArgument* input = FirstInput(one);
         return input == nullptr ? Values{} : data::ValueClassesOf(input->data, input->layout.dtype);
       }},
      {"soc", chips,
       [](const Case& one) { return Values{one.soc.empty() ? "the run's" : one.soc}; }},
      {"contract",
       {"the run's", "documented", "source"},
       [](const Case& one) { return Values{one.contract.empty() ? "the run's" : one.contract}; }},
      {"expect", {"success", "error"}, ExpectationWords},
  };
  std::set<std::string> known;
  for (const Case& one : cases) {
    for (const operators::Argument& argument : one.op->arguments) {
      if (argument.named_values.empty() || !known.insert(argument.name).second) continue;
      std::vector<std::string> words;
      for (const auto& named : argument.named_values) words.push_back(named.name);
      dimensions.push_back({argument.name, words, [name = argument.name](const Case& of) {
                              const auto found = of.attributes.find(name);
                              if (found == of.attributes.end()) return Values{};
                              return Values{run::AttributeText(
                                  operators::FindArgument(*of.op, name), found->second)};
                            }});
    }
  }
  return dimensions;
}

CoverageDimension Count(const Dimension& dimension, const std::vector<Values>& reached) {
  std::map<std::string, uint64_t> counts;
  for (const Values& values : reached) {
    for (const std::string& value : values) ++counts[value];
  }
  CoverageDimension result{dimension.name, {}};
  for (const std::string& value : dimension.universe) {
    result.counts.emplace_back(value, counts[value]);
    counts.erase(value);
  }
  for (const auto& other : counts) result.counts.push_back(other);
  return result;
}

CoveragePair CountPair(const Dimension& a, const std::vector<Values>& of_a, const Dimension& b,
                       const std::vector<Values>& of_b) {
  std::set<std::pair<std::string, std::string>> reached;
  for (size_t i = 0; i < of_a.size(); ++i) {
    for (const std::string& x : of_a[i]) {
      for (const std::string& y : of_b[i]) reached.emplace(x, y);
    }
  }
  CoveragePair pair{a.name, b.name, 0, a.universe.size() * b.universe.size(), {}};
  for (const std::string& x : a.universe) {
    for (const std::string& y : b.universe) {
      if (reached.count({x, y}) > 0) {
        ++pair.reached;
      } else {
        pair.missing.push_back(x + " x " + y);
      }
    }
  }
  return pair;
}

std::vector<TemplateCoverage> CountTemplates(const std::vector<Case>& cases) {
  std::vector<TemplateCoverage> templates;
  std::map<std::string, size_t> index;
  std::vector<std::set<std::string>> pairs;
  for (const Case& one : cases) {
    const std::string place = fmt::format("{}:{}", one.where.file, one.where.line);
    const auto [found, fresh] = index.emplace(place, templates.size());
    if (fresh) {
      templates.push_back({place, one.suite, 0, 0, 0, {}});
      pairs.emplace_back();
    }
    TemplateCoverage& coverage = templates[found->second];
    ++coverage.cases;
    for (auto a = one.axes.begin(); a != one.axes.end(); ++a) {
      ++coverage.axes[a->first][a->second];
      for (auto b = std::next(a); b != one.axes.end(); ++b) {
        pairs[found->second].insert(
            fmt::format("{}\n{}\n{}\n{}", a->first, a->second, b->first, b->second));
      }
    }
  }
  for (size_t i = 0; i < templates.size(); ++i) {
    const auto& axes = templates[i].axes;
    templates[i].reached = pairs[i].size();
    for (auto a = axes.begin(); a != axes.end(); ++a) {
      for (auto b = std::next(a); b != axes.end(); ++b) {
        templates[i].possible += a->second.size() * b->second.size();
      }
    }
  }
  return templates;
}

}  // namespace

Coverage CoverageOf(const std::vector<Case>& cases) {
  const std::vector<Dimension> dimensions = DimensionsFor(cases);
  std::vector<std::vector<Values>> reached;
  Coverage coverage;
  for (const Dimension& dimension : dimensions) {
    reached.emplace_back();
    for (const Case& one : cases) reached.back().push_back(dimension.values(one));
    coverage.dimensions.push_back(Count(dimension, reached.back()));
  }
  for (size_t a = 0; a < dimensions.size(); ++a) {
    for (size_t b = a + 1; b < dimensions.size(); ++b) {
      coverage.pairs.push_back(CountPair(dimensions[a], reached[a], dimensions[b], reached[b]));
    }
  }
  coverage.templates = CountTemplates(cases);
  return coverage;
}

}  // namespace touchstone::tools
