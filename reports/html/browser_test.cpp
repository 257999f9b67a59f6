// Drives the page in headless Chromium: it draws, filters, searches, sorts and opens what a deep
// link names, and nothing of a hostile record runs. Skipped where Chromium is not installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "framework/record/sample_record.h"
#include "reports/html/page.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;
using record::RunRecord;
using ::testing::HasSubstr;
using ::testing::Not;

// Runs in the page once it is ready, as a reader's hands would, and puts what it sees into the
// title.
constexpr const char* kVisitor = R"js(
<script>
const seen = {errors: 0};
addEventListener('error', () => { seen.errors += 1; });
const rows = () => document.querySelectorAll('#list tr.case').length;
const inked = (id) => {
  const canvas = document.getElementById(id);
  if (canvas.hidden) return 'none';
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d', {willReadFrequently: true});
  context.drawImage(canvas, 0, 0);
  const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
  return pixels.some((value) => value !== 0) ? 'drawn' : 'blank';
};
// The clipboard is another process, which answers when it likes.
Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { seen.clipboard = text; }}});
const overflows = () => (document.documentElement.scrollWidth > innerWidth ? 'wide' : 'fits');
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
(async () => {
  while (document.documentElement.dataset.ready !== 'yes') await pause(20);
  seen.charts = ['ulp-chart', 'headroom-chart', 'error-chart'].map(inked).join(' ');
  seen.contracts = document.querySelectorAll('#contracts tbody tr').length;
  seen.opened = document.querySelectorAll('tr.detail').length;
  seen.start = rows();
  document.getElementById('clear').click();
  seen.all = rows();
  const search = document.getElementById('search');
  search.value = 'GUARD';
  search.dispatchEvent(new Event('input'));
  await pause(300);
  seen.searched = rows();
  document.getElementById('clear').click();
  const chip = document.getElementById('chip-crash');
  if (chip) chip.click();
  seen.crashed = rows();
  seen.address = location.hash;
  const title = document.querySelector('#list tbody .name button');
  if (title) title.click();
  const copy = document.querySelector('tr.detail .repro button');
  if (copy) copy.click();
  await pause(100);
  seen.copied = copy ? copy.textContent : '';
  seen.expanded = document.querySelectorAll('#list [aria-expanded=true]').length;
  document.getElementById('clear').click();
  document.querySelectorAll('#list thead button')[2].click();
  seen.sorted = document.querySelector('#list tbody tr') ? document.querySelector('#list tbody .name button').textContent : '';
  const cell = document.querySelector('#matrix button');
  if (cell) cell.click();
  seen.cell = rows();
  const wide = [overflows()];
  document.getElementById('theme').click();
  seen.again = ['ulp-chart', 'headroom-chart', 'error-chart'].map(inked).join(' ');
  seen.themes = wide.push(overflows()) && wide.join(' ');
  seen.unlabelled = [...document.querySelectorAll('button, input, select, canvas:not([hidden])')]
    .filter((control) => !(control.textContent.trim() || control.getAttribute('aria-label') || control.closest('label'))).length;
  seen.problem = document.getElementById('problem').hidden ? 'none' : document.getElementById('problem').textContent;
  const shown = (id) => (document.getElementById(id).hidden ? 'hidden' : 'shown');
  seen.coverage = document.querySelectorAll('#coverage-values tbody tr').length;
  const [across, down] = ['coverage-columns', 'coverage-rows'].map((id) => document.getElementById(id));
  [across.value, down.value] = [2, 5];
  across.dispatchEvent(new Event('change'));
  seen.grid = document.querySelectorAll('#coverage-grid tbody td').length;
  seen.gaps = document.querySelectorAll('#coverage-grid .is-gap').length;
  const reach = document.querySelector('#coverage-values .reach button');
  if (reach) reach.click();
  seen.reach = (location.hash.match(/has-[a-z]+=[a-z0-9]+/) || ['none'])[0] + ' ' + rows();
  seen.evidence = shown('mutation-card') + ' ' + shown('detectable-card');
  seen.survivors = document.querySelectorAll('#mutation > .scroll tbody tr').length;
  seen.common = document.getElementById('common-card').hidden ? 'hidden' : 'shown';
  document.title = 'SEEN ' + JSON.stringify(seen);
  if (parent !== window) parent.postMessage(document.title, '*');
})();
</script>
)js";

RunRecord Large(int cases) {
  RunRecord run = record::SampleRecord();
  for (int i = 12; i < cases; ++i) {
    run.cases.push_back(record::SamplePass("more/" + std::to_string(i), "bf16", "sum"));
  }
  record::MakeConsistent(run);
  return run;
}

class Browser : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v chromium > /dev/null") != 0) {
      GTEST_SKIP() << "chromium is not installed";
    }
    fs::create_directories(folder_);
  }
  ~Browser() override { fs::remove_all(folder_); }

  // What the visitor saw on the page of `run`, as JSON text. Windows have at least 500 pixels, so
  // narrower ones are frames.
  std::string Visit(const RunRecord& run, const std::string& address = "", int width = 1440) {
    Result<std::string> page = WriteHtml(run);
    EXPECT_TRUE(page);
    fs::path file = folder_ / "report.html";
    std::ofstream(file, std::ios::binary) << *page << kVisitor;
    if (width < 500) {
      file = folder_ / "frame.html";
      std::ofstream(file) << "<iframe src='report.html' style='width:" << width
                          << "px;height:844px;border:0'></iframe><script>onmessage = (event) => { "
                             "document.title = event.data; };</script>";
    }
    const std::string command =
        "chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--virtual-time-budget=20000 --user-data-dir='" +
        (folder_ / "profile").string() + "' --window-size=" + std::to_string(width) +
        ",900 --enable-logging=stderr --dump-dom 'file://" + file.string() + address + "' 2> '" +
        (folder_ / "log").string() + "'";
    std::string dom;
    FILE* pipe = ::popen(command.c_str(), "r");
    for (char buffer[4096]; const size_t size = std::fread(buffer, 1, sizeof(buffer), pipe);) {
      dom.append(buffer, size);
    }
    ::pclose(pipe);
    std::ostringstream log;
    log << std::ifstream(folder_ / "log").rdbuf();
    EXPECT_THAT(log.str(), Not(HasSubstr("CONSOLE"))) << "the page wrote to the console";
    const size_t begin = dom.find("<title>SEEN ");
    if (begin == std::string::npos) return "the visitor saw nothing: " + dom.substr(0, 500);
    return dom.substr(begin, dom.find("</title>", begin) - begin);
  }

  fs::path folder_ = fs::temp_directory_path() / ("browser_test." + std::to_string(::getpid()));
};

TEST_F(Browser, DrawsFiltersSearchesAndSorts) {
  const std::string seen = Visit(record::SampleRecord());
  EXPECT_THAT(
      seen,
      HasSubstr(
          R"("errors":0,"charts":"drawn drawn drawn","contracts":1,"opened":0,"start":12,"all":12)"));
  EXPECT_THAT(seen, HasSubstr(R"("searched":1,"crashed":1,"address":"#status=crash")"));
  EXPECT_THAT(seen, HasSubstr(R"("clipboard":"touchstone run cases/sample.yaml --seed 7 --filter )"));
  EXPECT_THAT(seen, HasSubstr(R"("copied":"Copied","expanded":1,)"));
  EXPECT_THAT(seen, HasSubstr(R"("sorted":"bce_with_logits/sample/known overflow")"));
  EXPECT_THAT(
      seen,
      HasSubstr(
          R"("cell":1,"again":"drawn drawn drawn","themes":"fits fits","unlabelled":0,"problem":"none")"));
  // Of five classes of values and six layouts the sample reaches one each.
  EXPECT_THAT(seen, HasSubstr(R"("coverage":7,"grid":30,"gaps":29,"reach":"has-dtype=fp16 1")"));
  EXPECT_THAT(seen, HasSubstr(R"("evidence":"shown shown","survivors":2,"common":"shown")"));
}

TEST_F(Browser, OpensWhatADeepLinkNames) {
  EXPECT_THAT(
      Visit(record::SampleRecord(), "#case=bce_with_logits%2Fsample%2Fguard&status=device_fault"),
      HasSubstr(R"("opened":1,"start":1,)"));
  EXPECT_THAT(Visit(record::SampleRecord(), "#case=no+such+case"),
              HasSubstr(R"("opened":0,"start":12,)"));
  EXPECT_THAT(Visit(record::SampleRecord(), "#has-dtype=bf16"), HasSubstr(R"("start":1,)"));
}

TEST_F(Browser, FitsNarrowScreens) {
  for (const RunRecord& run : {record::SampleRecord(), RunRecord{}, Large(30000)}) {
    EXPECT_THAT(Visit(run, "", 390), HasSubstr(R"("themes":"fits fits")")) << run.cases.size();
  }
}

TEST_F(Browser, ShowsAnEmptyRun) {
  const std::string seen = Visit(RunRecord{});
  EXPECT_THAT(
      seen,
      HasSubstr(
          R"("errors":0,"charts":"none none none","contracts":0,"opened":0,"start":0,"all":0)"));
  EXPECT_THAT(seen, HasSubstr(R"("problem":"none","coverage":7,"grid":30,"gaps":30,"reach":"none 0")"));
  EXPECT_THAT(seen, HasSubstr(R"("evidence":"hidden hidden","survivors":0,"common":"hidden")"));
}

TEST_F(Browser, RunsNothingOfAHostileRecord) {
  RunRecord run = record::SampleRecord();
  const std::string attack =
      "</title><script>document.title='OWNED'</script><img src=x "
      "onerror=\"document.title='OWNED'\">";
  for (record::CaseRecord& one : run.cases) {
    one.id = attack + one.id;
    one.reason = one.error_text = one.repro = attack;
    one.axes = {{attack, attack}};
  }
  run.suites[0].name = run.command = run.device.soc = attack;
  record::MakeConsistent(run);
  const std::string seen = Visit(run);
  EXPECT_THAT(seen, HasSubstr(R"("errors":0)"));
  EXPECT_THAT(seen, HasSubstr(R"("problem":"none")"));
}

TEST_F(Browser, UnpacksCompressedData) {
  EXPECT_THAT(
      Visit(Large(30000)),
      HasSubstr(R"("charts":"drawn drawn drawn","contracts":1,"opened":0,"start":100,"all":100)"));
}

}  // namespace
}  // namespace touchstone::reports
