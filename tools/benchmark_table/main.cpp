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

struct Row {
  std::string program, name;
  double ns_per_element = 0;    ///< 0: the benchmark does not count elements
  double cases_per_second = 0;  ///< 0: it does not count cases
  std::string error;
};

std::string ProgramName(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find("_benchmark"));
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
    Row row{ProgramName(path), one.value("name", ""), one.value("ns_per_element", 0.0),
            one.value("cases_per_second", 0.0), ""};
    const size_t suffix = row.name.find("/process_time");
    if (suffix != std::string::npos) row.name.erase(suffix);
    if (one.value("error_occurred", false)) row.error = one.value("error_message", "failed");
    if (row.ns_per_element > 0 || row.cases_per_second > 0 || !row.error.empty()) {
      rows.push_back(std::move(row));
    }
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
  fmt::print("{:<10} {:<44} {:>12} {:>12} {:>12}\n", "program", "benchmark", "ns/element",
             "x float64", "x memory");
  bool failed = rows.empty();
  for (const Row& row : rows) {
    if (!row.error.empty()) {
      fmt::print("{:<10} {:<44} {}\n", row.program, row.name, row.error);
      failed = true;
    } else if (row.ns_per_element > 0) {
      fmt::print("{:<10} {:<44} {:>12.3f} {:>12} {:>12}\n", row.program, row.name,
                 row.ns_per_element, Ratio(row.ns_per_element, plain),
                 Ratio(row.ns_per_element, memory));
    } else {
      fmt::print("{:<10} {:<44} {:>12.0f} cases/s\n", row.program, row.name, row.cases_per_second);
    }
  }
  fmt::print(
      "x float64: a plain float64 pass of the loss with both weights, C library functions\n"
      "x memory: reading five fp32 numbers per element from memory that no cache holds\n");
  return failed ? 1 : 0;
}
