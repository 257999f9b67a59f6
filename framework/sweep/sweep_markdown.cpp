#include <fmt/format.h>

#include "framework/sweep/sweep_text.h"

namespace touchstone::sweep {

std::string Markdown(const SweepResult& result) {
  const tensor::DType dtype = result.plan.dtype;
  std::string text = fmt::format("# Sweep of {} {}\n\n```text\n{}```\n\n## By exponent of {}\n\n",
                                 result.plan.op->name, tensor::Name(dtype), SummaryText(result),
                                 result.plan.swept);
  text +=
      "| input | patterns | max ulp | mean ulp | correctly rounded | beyond the bound | wrong "
      "class "
      "| undecided |\n|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const GroupResult& one : result.groups) {
    const judge::Metrics& m = one.metrics;
    text += fmt::format("| {} | {} | {:.6g} | {:.6g} | {} | {} | {} | {} |\n", GroupText(one.group),
                        m.elements, m.max_error_ulp, m.mean_error_ulp, m.correctly_rounded,
                        one.beyond, m.class_mismatches, m.undecided);
  }
  text +=
      "\n## Worst inputs\n\n| bits | value | actual | exact, from | to | ulp | note |\n"
      "|---|--:|--:|--:|--:|--:|---|\n";
  for (const WorstPattern& worst : result.worst) {
    text += fmt::format("| {} | {} | {} | {} | {} | {:.6g} | {} |\n", BitsText(dtype, worst.bits),
                        worst.value, worst.actual, worst.lower, worst.upper, worst.error_ulp,
                        worst.note);
  }
  return text;
}

}  // namespace touchstone::sweep
