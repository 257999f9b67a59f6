#include "framework/suite/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "framework/suite/expectation_fields.h"
#include "framework/suite/expectation_rules.h"
#include "framework/suite/limits.h"
#include "framework/suite/scalar.h"
#include "framework/suite/standard_fields.h"

namespace touchstone::suite {
namespace {

constexpr double kMaxTimeoutSeconds = 7 * 24 * 3600;

constexpr std::array<std::pair<std::string_view, judge::SpecialValues>, 3> kSpecialValues = {{
    {"arithmetic", judge::SpecialValues::kArithmetic},
    {"limit", judge::SpecialValues::kLimit},
    {"either", judge::SpecialValues::kEither},
}};

void ReadSeed(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (const auto seed = ReadUnsigned(c, n, path)) s.seed = *seed;
}

void ReadDataKey(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (auto key = ReadText(c, n, path)) s.data_key = std::move(*key);
}

void ReadStandardList(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (auto standards = ReadStandards(c, n, path)) s.standards = std::move(*standards);
}

void ReadSpecialValues(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  const std::string word = ReadChoice(c, n, path, {"arithmetic", "limit", "either"});
  for (const auto& [name, value] : kSpecialValues) {
    if (name == word) s.special_values = value;
  }
}

void ReadSoc(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (auto name = ReadSocName(c, n, path)) s.soc = std::move(*name);
}

void ReadContract(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  s.contract = ReadContractName(c, n, path);
}

void ReadRepeat(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  // Every case runs at least twice: one run cannot show an element that was not written.
  if (const auto repeat = ReadInteger(c, n, path, 2, kMaxRepeat)) {
    s.repeat = static_cast<int>(*repeat);
  }
}

// The names of standards that say how often a deterministic operator is run.
std::vector<std::string> DeterminismPresets() {
  std::vector<std::string> presets;
  for (const judge::StandardInfo& standard : judge::AllStandards()) {
    if (judge::DeterminismRuns(standard.name)) presets.push_back(standard.name);
  }
  return presets;
}

void ReadDeterminism(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  const Node* value = ResolveNode(c, n);
  if (value == nullptr) return;
  const bool is_word = value->is_scalar() && !LooksBoolean(value->text) &&
                       !ParseNumber(value->text).ok() && !value->text.empty();
  if (!is_word) {
    if (const auto flag = ReadFlag(c, *value, path)) s.determinism = *flag;
    return;
  }
  const std::string preset = ReadChoice(c, *value, path, DeterminismPresets());
  if (preset.empty()) return;
  s.determinism = true;
  s.repeat = std::max(s.repeat, *judge::DeterminismRuns(preset));
}

void ReadTimeout(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  const auto seconds = ReadNumber(c, n, path);
  if (!seconds) return;
  if (!std::isfinite(*seconds) || *seconds <= 0 || *seconds > kMaxTimeoutSeconds) {
    WrongValue(c, n, path,
               fmt::format("a number of seconds above 0 and at most {}", kMaxTimeoutSeconds));
    return;
  }
  s.timeout_seconds = *seconds;
}

void ReadTags(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (auto tags = ReadTextList(c, n, path)) s.tags = std::move(*tags);
}

void ReadProtocolKey(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (const auto protocol = ReadProtocol(c, n, path)) s.protocol = *protocol;
}

void ReadExpect(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  const Node* value = ResolveNode(c, n);
  if (value == nullptr) return;
  s.expect_node = value;
  if (value->is_list() && !value->items.empty()) {
    if (auto rules = ReadExpectationRules(c, *value, path)) s.expect_rules = std::move(*rules);
  } else if (auto expect = ReadExpectation(c, *value, path)) {
    s.expect = std::move(*expect);
  }
}

}  // namespace

const std::vector<SettingKey>& SettingKeys() {
  static const std::vector<SettingKey> kKeys = {
      {"seed", ReadSeed},
      {"data_key", ReadDataKey},
      {"standards", ReadStandardList},
      {"special_values", ReadSpecialValues},
      {"soc", ReadSoc},
      {"contract", ReadContract},
      {"repeat", ReadRepeat},
      {"determinism", ReadDeterminism},
      {"timeout_s", ReadTimeout},
      {"tags", ReadTags},
      {"protocol", ReadProtocolKey},
      {"expect", ReadExpect},
  };
  return kKeys;
}

std::string_view Name(judge::SpecialValues value) {
  for (const auto& [name, candidate] : kSpecialValues) {
    if (candidate == value) return name;
  }
  return "";
}

}  // namespace touchstone::suite
