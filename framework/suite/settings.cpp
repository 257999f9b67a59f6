#include "framework/suite/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "framework/soc/soc.h"
#include "framework/suite/expectation_fields.h"
#include "framework/suite/standard_fields.h"

namespace touchstone::suite {
namespace {

constexpr int64_t kMaxRepeat = 100'000;
constexpr double kMaxTimeoutSeconds = 7 * 24 * 3600;

constexpr std::array<std::pair<std::string_view, judge::SpecialValues>, 3> kSpecialValues = {{
    {"arithmetic", judge::SpecialValues::kArithmetic},
    {"limit", judge::SpecialValues::kLimit},
    {"either", judge::SpecialValues::kEither},
}};

// Reads one of a few words; a wrong one gets the nearest.
std::string ReadChoice(ReadContext& context, const Node& node, const std::string& path,
                       const std::vector<std::string>& choices) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return "";
  auto word = ReadText(context, *value, path);
  if (!word) return "";
  if (std::find(choices.begin(), choices.end(), *word) != choices.end()) return std::move(*word);
  context.problems.Add(
      *value, fmt::format("{}: unknown value '{}'{}", path, *word, Suggestion(*word, choices)));
  return "";
}

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
  const Node* value = ResolveNode(c, n);
  if (value == nullptr) return;
  const auto name = ReadText(c, *value, path);
  if (!name) return;
  const auto found = soc::FindSoc(*name);
  if (found.ok()) {
    s.soc = (*found)->name;
  } else {
    c.problems.Adopt(found.errors(), *value, path);
  }
}

void ReadContract(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  s.contract = ReadChoice(c, n, path, {"documented", "source"});
}

void ReadRepeat(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  // Every case runs at least twice: one run cannot show an element that was not written.
  if (const auto repeat = ReadInteger(c, n, path, 2, kMaxRepeat)) {
    s.repeat = static_cast<int>(*repeat);
  }
}

void ReadDeterminism(ReadContext& c, const Node& n, const std::string& path, Settings& s) {
  if (const auto flag = ReadFlag(c, n, path)) s.determinism = *flag;
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
  if (auto expect = ReadExpectation(c, n, path)) s.expect = std::move(*expect);
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
