#include "op_under_test/runtime/config.h"

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace npusim {
namespace {

constexpr int kLargestCount = 1024;

/// The first error met while reading variables one after the other.
class Reader {
 public:
  explicit Reader(const EnvironmentLookup& lookup) : lookup_(lookup) {}

  std::optional<std::string_view> Text(const char* name) const {
    const char* value = lookup_(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
  }

  template <typename Integer>
  Integer Number(const char* name, Integer smallest, Integer largest, Integer unset) {
    const auto text = Text(name);
    if (!text) return unset;
    Integer number{};
    const char* const end = text->data() + text->size();
    const auto [stop, problem] = std::from_chars(text->data(), end, number);
    if (problem == std::errc() && stop == end && number >= smallest && number <= largest) {
      return number;
    }
    Refuse(name, *text,
           "a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest));
    return unset;
  }

  template <typename Choice, size_t kCount>
  Choice OneOf(const char* name, const std::pair<std::string_view, Choice> (&choices)[kCount],
               Choice unset) {
    const auto text = Text(name);
    if (!text) return unset;
    std::string expected = "one of";
    for (const auto& [choice_name, choice] : choices) {
      if (choice_name == *text) return choice;
      expected += " " + std::string(choice_name);
    }
    Refuse(name, *text, std::move(expected));
    return unset;
  }

  void Refuse(const char* name, std::string_view value, std::string expected) {
    if (!error_) error_ = {name, std::string(value), std::move(expected)};
  }

  const std::optional<ConfigError>& error() const { return error_; }

 private:
  const EnvironmentLookup& lookup_;
  std::optional<ConfigError> error_;
};

const SocSpec* ReadSoc(Reader& reader) {
  const std::string_view name = reader.Text("NPUSIM_SOC").value_or(kDefaultSocName);
  if (const SocSpec* soc = FindSocSpec(name)) return soc;
  std::string expected = "one of";
  for (const SocSpec& soc : AllSocSpecs()) expected += " " + std::string(soc.name);
  reader.Refuse("NPUSIM_SOC", name, std::move(expected));
  return FindSocSpec(kDefaultSocName);
}

Isa ReadIsa(Reader& reader) {
  constexpr std::pair<std::string_view, Isa> kIsas[] = {
      {"portable", Isa::kPortable}, {"avx2", Isa::kAvx2}, {"avx512", Isa::kAvx512}};
  const Isa isa = reader.OneOf("NPUSIM_ISA", kIsas, BestIsa());
  if (!MachineSupports(isa)) {
    reader.Refuse("NPUSIM_ISA", *reader.Text("NPUSIM_ISA"),
                  "an instruction set that this machine has");
  }
  return isa;
}

int ReadReportDescriptor(Reader& reader) {
  const int descriptor = reader.Number("NPUSIM_REPORT_FD", 0, 1'000'000, -1);
  if (descriptor >= 0 && fcntl(descriptor, F_GETFD) < 0) {
    reader.Refuse("NPUSIM_REPORT_FD", *reader.Text("NPUSIM_REPORT_FD"), "an open file descriptor");
  }
  return descriptor;
}

std::vector<int> ReadVisibleDevices(const Reader& reader) {
  const auto list = reader.Text("ASCEND_RT_VISIBLE_DEVICES");
  std::vector<int> visible;
  if (!list) {
    for (int device = 0; device < kPhysicalDeviceCount; ++device) visible.push_back(device);
    return visible;
  }
  const char* at = list->data();
  const char* const end = at + list->size();
  while (true) {
    int device = -1;
    const auto [stop, problem] = std::from_chars(at, end, device);
    const bool ascends = visible.empty() || device > visible.back();
    if (problem != std::errc() || (stop != end && *stop != ',') || device < 0 ||
        device >= kPhysicalDeviceCount || !ascends) {
      return visible;
    }
    visible.push_back(device);
    if (stop == end) return visible;
    at = stop + 1;
  }
}

size_t ReadOpCacheLimit(const Reader& reader) {
  constexpr size_t kDefault = 10'000;
  constexpr size_t kLargest = 10'000'000;
  const auto text = reader.Text("ACLNN_CACHE_LIMIT");
  if (!text) return kDefault;
  size_t limit = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, problem] = std::from_chars(text->data(), end, limit);
  return problem == std::errc() && stop == end && limit <= kLargest ? limit : kDefault;
}

Config DefaultConfig() {
  return std::get<Config>(ReadConfig([](const char*) { return nullptr; }));
}

// Configurations are kept for good, so that references to past ones stay valid.
struct ConfigHistory {
  std::mutex mutex;
  std::deque<Config> all{DefaultConfig()};
  std::atomic<const Config*> active{&all.back()};
};

ConfigHistory& History() {
  static ConfigHistory* const history = new ConfigHistory;  // outlives the device's threads
  return *history;
}

}  // namespace

std::variant<Config, ConfigError> ReadConfig(const EnvironmentLookup& lookup) {
  Reader reader(lookup);
  constexpr std::pair<std::string_view, Contract> kContracts[] = {
      {"documented", Contract::kDocumented}, {"source", Contract::kSource}};
  const int machine_threads =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kLargestCount);
  Config config{};
  config.soc = ReadSoc(reader);
  config.contract = reader.OneOf("NPUSIM_CONTRACT", kContracts, Contract::kDocumented);
  config.core_count =
      reader.Number("NPUSIM_CORES", 1, kLargestCount, config.soc->EffectiveVectorCoreCount());
  config.thread_count = reader.Number("NPUSIM_THREADS", 1, kLargestCount, machine_threads);
  if (reader.Text("NPUSIM_SCHEDULE_SEED")) {
    config.schedule_seed = reader.Number<uint64_t>("NPUSIM_SCHEDULE_SEED", 0, UINT64_MAX, 0);
  }
  config.isa = ReadIsa(reader);
  config.report_fd = ReadReportDescriptor(reader);
  config.visible_devices = ReadVisibleDevices(reader);
  config.op_cache_limit = ReadOpCacheLimit(reader);
  if (reader.error()) return *reader.error();
  return config;
}

const Config& ActiveConfig() { return *History().active.load(std::memory_order_acquire); }

void SetActiveConfig(const Config& config) {
  ConfigHistory& history = History();
  const std::lock_guard lock(history.mutex);
  history.active.store(&history.all.emplace_back(config), std::memory_order_release);
}

}  // namespace npusim
