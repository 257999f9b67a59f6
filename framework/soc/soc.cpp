#include "framework/soc/soc.h"

namespace touchstone::soc {
namespace {

constexpr auto kRegBase = ArithmeticOrder::kRegBase;
constexpr auto kTbe = ArithmeticOrder::kTbe;

// name, family, order, vector cores, unified buffer bytes, bf16, saturates, flushes, supported.
// "Ascend910B" without a digit is an older name of a first-generation part, not of the A2 series.
// 910 parts have no separate vector cores: their AI cores do vector work and are counted here.
// Ascend310B1 is listed so that "product not supported" can be tested; the public platform files
// read here do not give its sizes, so those of Ascend310P3 stand in and nothing depends on them.
constexpr SocInfo kSocs[] = {
    {"Ascend910A", "Ascend910", kTbe, 32, 262144, false, true, false, true},
    {"Ascend910PremiumA", "Ascend910", kTbe, 32, 262144, false, true, false, true},
    {"Ascend910ProA", "Ascend910", kTbe, 32, 262144, false, true, false, true},
    {"Ascend910B", "Ascend910", kTbe, 30, 262144, false, true, false, true},
    {"Ascend310P1", "Ascend310P", kTbe, 8, 262144, false, true, false, true},
    {"Ascend310P3", "Ascend310P", kTbe, 7, 262144, false, true, false, true},
    {"Ascend910B1", "Ascend910B", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910B2", "Ascend910B", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910B2C", "Ascend910B", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910B3", "Ascend910B", kTbe, 40, 196608, true, false, false, true},
    {"Ascend910B4", "Ascend910B", kTbe, 40, 196608, true, false, false, true},
    {"Ascend910B4-1", "Ascend910B", kTbe, 40, 196608, true, false, false, true},
    {"Ascend910_9391", "Ascend910_93", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910_9392", "Ascend910_93", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910_9381", "Ascend910_93", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910_9382", "Ascend910_93", kTbe, 48, 196608, true, false, false, true},
    {"Ascend910_9372", "Ascend910_93", kTbe, 40, 196608, true, false, false, true},
    {"Ascend910_9363", "Ascend910_93", kTbe, 40, 196608, true, false, false, true},
    {"Ascend910_9362", "Ascend910_93", kTbe, 40, 196608, true, false, false, true},
    {"Ascend950PR_9589", "Ascend950", kRegBase, 64, 253952, true, false, true, true},
    {"Ascend950PR_9579", "Ascend950", kRegBase, 56, 253952, true, false, true, true},
    {"Ascend950DT_9591", "Ascend950", kRegBase, 72, 253952, true, false, true, true},
    {"Ascend310B1", "Ascend310B", kTbe, 1, 262144, false, true, false, false},
};

}  // namespace

const std::vector<SocInfo>& AllSocs() {
  static const std::vector<SocInfo> socs(std::begin(kSocs), std::end(kSocs));
  return socs;
}

Result<const SocInfo*> FindSoc(std::string_view name) {
  std::vector<std::string> names;
  for (const SocInfo& soc : AllSocs()) {
    if (soc.name == name) return &soc;
    names.emplace_back(soc.name);
  }
  return UsageError("unknown SoC '" + std::string(name) + "'" + Suggestion(name, names));
}

}  // namespace touchstone::soc
