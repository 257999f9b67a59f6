#include <fmt/format.h>

#include <memory>

#include "framework/evaluation/evaluate.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

struct Flags {
  evaluation::RequestWords words;
  std::string output;
  bool enclosure = false;
};

void Declare(FlagSet& set, Flags& flags) {
  set.Text("--operator", &flags.words.operator_name, "Operator, with or without 'aclnn'", true);
  set.TextList("--input", &flags.words.inputs,
               "NAME=FILE.npy: float32, float16, or bf16 bit patterns as uint16", true);
  set.TextList("--attr", &flags.words.attributes, "NAME=VALUE, e.g. reduction=mean");
  set.Text("--dtype", &flags.words.dtype, "Type of the results: fp32, fp16 or bf16 (as uint16)",
           true);
  set.Text("--output", &flags.output, "Results: the exact values, each rounded once", true);
  set.Flag("--enclosure", &flags.enclosure,
           "Also write float64 bounds of the exact values: FILE.lower.npy, FILE.upper.npy");
}

int Run(const Flags& flags) {
  const auto request = evaluation::ReadRequest(flags.words);
  if (!request.ok()) return Report(request.errors());
  evaluation::EvaluateOptions options{flags.output, flags.enclosure, nullptr};
  const auto soc = soc::FindSoc(soc::kDefaultSoc);
  if (!soc.ok()) return Report(soc.errors());
  options.soc = *soc;
  const auto result = evaluation::Evaluate(*request, options);
  if (!result.ok()) return Report(result.errors());

  fmt::print("{} {} of shape {}, certified: {} undecided\n", result->elements,
             tensor::Name(request->output.dtype), tensor::ToText(request->output.shape),
             result->undecided);
  for (const auto& [name, value] : result->facts) fmt::print("{}: {}\n", name, value);
  for (const std::string& file : result->files) fmt::print("{}\n", file);
  if (result->undecided == 0) return kAllAsExpected;
  fmt::print(stderr,
             "error: the rounding of {} of {} elements could not be decided, the first is {}; the "
             "file holds the rounded middle of their enclosures\n",
             result->undecided, result->elements, result->first_undecided);
  return kNotAsExpected;
}

}  // namespace

Command ReferenceCommand() {
  auto flags = std::make_shared<Flags>();
  return {"reference", "Compute certified results for arrays in .npy files",
          [flags](FlagSet& set) { Declare(set, *flags); }, [flags] { return Run(*flags); }};
}

}  // namespace touchstone::tools
