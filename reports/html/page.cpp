#include "reports/html/page.h"

#include <fmt/format.h>

#include <map>

#include "reports/html/assets.h"
#include "reports/html/pack.h"
#include "reports/html/page_data.h"
#include "reports/number_text.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

// Smaller data stays readable in the page's source.
constexpr size_t kCompressFrom = 64 << 10;

// Puts each value in the place of {{NAME}}, in one pass: what is put in is not looked at again.
std::string Fill(std::string_view page,
                 const std::map<std::string_view, std::string_view>& values) {
  std::string text;
  while (true) {
    const size_t open = page.find("{{");
    text += page.substr(0, open);
    if (open == std::string_view::npos) return text;
    const size_t close = page.find("}}", open);
    const auto value = values.find(page.substr(open + 2, close - open - 2));
    if (value != values.end()) text += value->second;
    page.remove_prefix(close + 2);
  }
}

}  // namespace

Result<std::string> WriteHtml(const record::RunRecord& run) {
  const std::string json = PageData(run);
  const bool packed = json.size() > kCompressFrom;
  std::string data;
  if (packed) {
    Result<std::string> deflated = Deflate(json);
    if (!deflated) return deflated.errors();
    data = Base64(*deflated);
  } else {
    data = ScriptSafe(json);
  }
  const std::string headline = HtmlText(Headline(run));
  const std::string counts = HtmlText(run.cases.empty() ? "no cases" : CountsText(run));
  const std::string about = HtmlText(fmt::format(
      "{}, contract {}; {} judged in {}; {}", run.device.soc, run.device.contract,
      Counted(run.summary.elements, "element"), DurationText(run.summary.seconds), run.started_at));
  return Fill(assets::PageTemplate(), {{"STATE", AsExpected(run) ? "good" : "bad"},
                                       {"HEADLINE", headline},
                                       {"COUNTS", counts},
                                       {"ABOUT", about},
                                       {"STYLE", assets::Style()},
                                       {"CHART_LIBRARY", assets::ChartLibrary()},
                                       {"SCRIPT", assets::Script()},
                                       {"ENCODING", packed ? "zlib+base64" : "json"},
                                       {"DATA", data}});
}

}  // namespace touchstone::reports
