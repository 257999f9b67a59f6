#include <fmt/format.h>

#include <memory>
#include <optional>

#include "framework/record/merge.h"
#include "framework/record/record_json.h"
#include "reports/format.h"
#include "reports/summary.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone/mutation_record.h"
#include "tools/touchstone/terminal.h"

namespace touchstone::tools {
namespace {

struct Flags {
  std::vector<std::string> records;
  std::string out = "out";
  std::string reports = "html,json,junit,md";
  std::optional<std::string> mutation;
};

int Merge(const Flags& flags) {
  const auto formats = reports::ParseFormats(flags.reports);
  if (!formats.ok()) return Report(formats.errors());
  std::vector<record::RunRecord> parts;
  Errors errors;
  for (const std::string& path : flags.records) {
    auto part = record::ReadRecord(path);
    if (part.ok()) {
      parts.push_back(std::move(*part));
    } else {
      errors.insert(errors.end(), part.errors().begin(), part.errors().end());
    }
  }
  std::optional<record::MutationRecord> mutation;
  if (flags.mutation) {
    auto read = ReadMutation(*flags.mutation);
    if (read.ok()) {
      mutation = std::move(*read);
    } else {
      errors.insert(errors.end(), read.errors().begin(), read.errors().end());
    }
  }
  if (!errors.empty()) return Report(errors);
  auto merged = record::Merge(parts);
  if (!merged.ok()) return Report(merged.errors());
  if (mutation) merged->mutation = std::move(mutation);
  const auto written = reports::WriteReports(*merged, flags.out, *formats);
  if (!written.ok()) return Report(written.errors());
  fmt::print("{}", reports::SummaryText(*merged, {.colour = WantsColour()}));
  for (const std::string& path : *written) fmt::print("{}\n", path);
  return ExitCodeFor(*merged);
}

}  // namespace

Command MergeCommand() {
  auto flags = std::make_shared<Flags>();
  return {"merge", "Join the records of shards into one report",
          [flags](FlagSet& set) {
            set.TextList("RUN.json", &flags->records, "Run records of disjoint shards", true);
            set.Text("--out", &flags->out, "Directory for record and reports");
            set.Text("--reports", &flags->reports, "Comma-separated formats");
            set.OptionalText("--mutation", &flags->mutation,
                             "Results of touchstone mutate to be shown in the report");
          },
          [flags] { return Merge(*flags); }};
}

}  // namespace touchstone::tools
