// Prints the results of benchmark programs (--benchmark_out, JSON) as one table.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using nlohmann::json;

constexpr const char* kPlainPass = "PlainFloat64";
constexpr const char* kMemory = "ReadFiveStreams";

constexpr const char* kMemories[] = {"warm", "cold"};

struct Row {
  std::string program, name;
  std::string memory;           ///< where the data come from, as the benchmark's name says
  double ns_per_element = 0;    ///< 0: the benchmark does not count elements
  double cases_per_second = 0;  ///< 0: it does not count cases
  std::string error;
};

std::string ProgramName(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find("_benchmark"));
}

// Takes "/PART" out of a benchmark's name; false when it is not there.
bool Remove(const std::string& part, std::string& name) {
  const size_t place = (name + "/").find("/" + part + "/");
  if (place == std::string::npos) return false;
  name.erase(place, part.size() + 1);
  return true;
}

bool Read(const std::string& path, std::vector<Row>& rows) {
  std::ifstream file(path);
  const json parsed = json::parse(file, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("benchmarks")) {
    fmt::print(stderr, "error: {}: not the JSON output of a benchmark program\n", path);
    return false;
  }
  for (const json& one : parsed["benchmarks"]) {
    if (one.value("run_type", "iteration") != "iteration") continue;
    Row row{ProgramName(path),
            one.value("name", ""),
            "",
            one.value("ns_per_element", 0.0),
            one.value("cases_per_second", 0.0),
            ""};
    Remove("process_time", row.name);
    for (const char* memory : kMemories) {
      if (Remove(memory, row.name)) row.memory = memory;
    }
    if (one.value("error_occurred", false)) {
      row.error = one.value("error_message", "failed");
    } else if (row.ns_per_element == 0 && row.cases_per_second == 0) {
      row.error = "counts neither elements nor cases";
    }
    rows.push_back(std::move(row));
  }
  return true;
}

double Yardstick(const std::vector<Row>& rows, const std::string& name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? 0 : found->ns_per_element;
}

std::string Ratio(double value, double yardstick) {
  return yardstick > 0 ? fmt::format("{:.2f}", value / yardstick) : "-";
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Row> rows;
  for (int i = 1; i < argc; ++i) {
    if (!Read(argv[i], rows)) return 2;
  }
  const double plain = Yardstick(rows, kPlainPass);
  const double memory = Yardstick(rows, kMemory);
  fmt::print("{:<24} {:<40} {:<6} {:>10} {:>10} {:>10}\n", "program", "benchmark", "memory",
             "ns/element", "x float64", "x memory");
  bool failed = rows.empty();
  for (const Row& row : rows) {
    fmt::print("{:<24} {:<40} {:<6} ", row.program, row.name, row.memory);
    if (!row.error.empty()) {
      fmt::print("{}\n", row.error);
      failed = true;
    } else if (row.ns_per_element > 0) {
      fmt::print("{:>10.3f} {:>10} {:>10}\n", row.ns_per_element, Ratio(row.ns_per_element, plain),
                 Ratio(row.ns_per_element, memory));
    } else {
      fmt::print("{:>10.0f} cases/s\n", row.cases_per_second);
    }
  }
  fmt::print(
      "ns/element: of all threads together\n"
      "x float64: a plain float64 pass of the loss with both weights, C library functions\n"
      "x memory: reading five fp32 numbers per element from memory that no cache holds\n"
      "memory: warm data come from a cache, cold data from memory that was written once\n");
  return failed ? 1 : 0;
}
