// Mistakes of loaders that were reported in public for other test tools, each with the smallest
// input that shows it. The ids are those that cases/public_reports.yaml uses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <locale>

#include "framework/data/make_tensor.h"
#include "framework/suite/test_support.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::suite {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::string WithSelf(const std::string& self) {
  return SuiteWithCase("name: n\ninputs: {self: " + self +
                       ", target: {shape: [5], dtype: fp32}}\n" + kAttrs);
}

// G3-01: of two equal keys one wins, and nobody says which.
TEST(PublicReports, G3_01_DuplicateKeysNameBothLines) {
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\n" + kInputs +
                                     "attrs:\n  reduction: mean\n  reduction: sum")),
              ElementsAre("8:7: duplicate key 'reduction'; it stands first in line 7"));
  const std::string two_lists =
      "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n  - {name: a, " +
      kInputs.substr(0, kInputs.size() - 1) + ", attrs: {reduction: none}}\ncases:\n  - {name: b}\n";
  EXPECT_THAT(ErrorsOf(two_lists),
              ElementsAre("5:1: duplicate key 'cases'; it stands first in line 3"));
}

// G3-03: 1e-4 is text for a YAML 1.1 reader and 25921e05 a number.
TEST(PublicReports, G3_03_NumbersAndNamesMeanTheSameToEveryReader) {
  const auto cases = CasesOf(SuiteWithCase(
      "name: 1e3\n" + kInputs + kAttrs +
      "tags: [25921e05]\ndata_key: 25921e05\n"
      "standards: [{torch-assert-close: {atol: 1e-4, rtol: 1.0e-4}}, {ulp: {max_ulp: 1E+2}}]"));
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].id, "s/1e3");
  EXPECT_THAT(cases[0].tags, ElementsAre("25921e05"));
  EXPECT_EQ(cases[0].data_key, "25921e05");
  EXPECT_EQ(cases[0].standards[0].overrides.at("atol"), 1e-4);
  EXPECT_EQ(cases[0].standards[0].overrides.at("rtol"), 1e-4);
  EXPECT_EQ(cases[0].standards[1].overrides.at("max_ulp"), 100);
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\n" + kInputs + kAttrs +
                                     "standards: [{ulp: {max_ulp: '1e2'}}]")),
              ElementsAre(HasSubstr("must be a number, not '1e2': quotes make it text")));
}

// G3-05: a merge key that is not applied leaves a case on defaults.
TEST(PublicReports, G3_05_MergeKeysAreRefusedOnceAndWithoutFollowUps) {
  const std::string text =
      "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n"
      "  - name: n\n"
      "    inputs:\n"
      "      self: &d {dtype: fp16, shape: [4]}\n"
      "      target: {<<: *d, data: 0.5}\n"
      "      weight: {<<: [*d, *d], data: 2}\n"
      "    attrs: {reduction: none}\n";
  EXPECT_THAT(ErrorsOf(text),
              ElementsAre(HasSubstr("7:16: merge keys ('<<') are not supported"),
                          HasSubstr("8:16: merge keys ('<<') are not supported")));
}

// G3-08: a locale with grouping and decimal commas changes the text of numbers.
TEST(PublicReports, G3_08_TheLocaleChangesNoNumber) {
  struct German : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::string text = SuiteWithCase(
      "name: n\ninputs: {self: {shape: [2112], dtype: fp32, data: {uniform: [-0.5, 1e-9]}}, target: "
      "{shape: [2112], dtype: fp32}}\n" +
      kAttrs + "timeout_s: 2112.5");
  const auto plain = CasesOf(text);
  const std::string resolved = WriteSuite(plain), readable = WriteReadableSuite(plain, {});
  const std::locale before = std::locale::global(std::locale(std::locale(), new German));
  const auto german = CasesOf(text);
  const std::string german_resolved = WriteSuite(german);
  const std::string german_readable = WriteReadableSuite(german, {});
  const auto back = CasesOf(german_readable);
  std::locale::global(before);
  EXPECT_EQ(german_resolved, resolved);
  EXPECT_EQ(german_readable, readable);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].timeout_seconds, 2112.5);
  EXPECT_TRUE(back[0].inputs == plain[0].inputs);
}

// G3-09: nan and inf are text to YAML; what is written must come back bit by bit.
TEST(PublicReports, G3_09_SpecialValuesHaveOneSpellingAndComeBack) {
  const auto cases = CasesOf(
      WithSelf("{shape: [5], dtype: fp32, data: [.inf, -.inf, .nan, .Inf, +.inf]}"));
  ASSERT_EQ(cases.size(), 1u);
  const auto bits = [](const Case& one) {
    const auto& self = one.inputs.at("self");
    return data::MakeTensor(self.data, self.layout, {one.seed, one.data_key, "self"})->storage;
  };
  for (const std::string& text : {WriteSuite(cases), WriteReadableSuite(cases, {})}) {
    const auto back = CasesOf(text);
    ASSERT_EQ(back.size(), 1u) << text;
    EXPECT_EQ(bits(back[0]), bits(cases[0])) << text;
  }
  for (const char* word : {"inf", "nan", "Infinity"}) {
    EXPECT_THAT(ErrorsOf(WithSelf(std::string("{shape: [1], dtype: fp32, data: [") + word + "]}")),
                Contains(AllOf(HasSubstr("5:53: "), HasSubstr(word))));
  }
}

// G3-27: an unknown key is ignored and the default holds.
TEST(PublicReports, G3_27_UnknownKeysAreErrorsWhateverTheirValue) {
  const auto errors = [](const std::string& line) {
    return ErrorsOf(SuiteWithCase("name: n\n" + kInputs + kAttrs + line));
  };
  EXPECT_THAT(errors("redution: sum"),
              ElementsAre("7:5: unknown key 'cases[0].redution'; did you mean 'attrs.reduction'?"));
  EXPECT_THAT(errors("pos_wieght: [1, 2]"),
              ElementsAre("7:5: unknown key 'cases[0].pos_wieght'; did you mean "
                          "'inputs.pos_weight'?"));
  EXPECT_THAT(errors("standrads: {rtol: 1e-3}"),
              ElementsAre("7:5: unknown key 'cases[0].standrads'; did you mean 'standards'?"));
  EXPECT_THAT(errors("extra: []"), ElementsAre(HasSubstr("7:5: unknown key 'cases[0].extra'")));
  EXPECT_THAT(errors("extra:"), ElementsAre(HasSubstr("7:5: unknown key 'cases[0].extra'")));
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\n" + kInputs + "attrs: {redution: sum}")),
              Contains(HasSubstr("unknown key 'cases[0].attrs.redution'; did you mean "
                                 "'reduction'?")));
  EXPECT_THAT(ErrorsOf(WithSelf("{shape: [5], dtype: fp32, data: {uniform: {lwo: 0, high: 1}}}")),
              Contains(HasSubstr("did you mean 'low'?")));
}

// G3-29: two cases of one name overwrite each other in reports.
TEST(PublicReports, G3_29_IdsAreUniqueOverAllFiles) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "public_reports_g3_29";
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& suite, const std::string& case_name) {
    const std::string path = (folder / name).string();
    std::ofstream(path) << "suite: " + suite +
                               "\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n  - name: " +
                               case_name + "\n    " + kInputs + "    " + kAttrs;
    return path;
  };
  const std::string a = write("a.yaml", "s", "bce_fp16_mean");
  for (const auto& [suite, name, word] :
       {std::tuple{"s", "bce_fp16_mean", "duplicate case id"},
        std::tuple{"s", "BCE_fp16_mean", "differs from"},
        std::tuple{"S/bce", "fp16_mean", "differs from"}}) {
    const auto loaded = LoadSuites({a, write("b.yaml", suite, name)});
    ASSERT_FALSE(loaded.ok()) << suite << "/" << name;
    EXPECT_THAT(loaded.error().message, HasSubstr(word));
  }
  EXPECT_FALSE(
      LoadSuites({write("c.yaml", "s/x", "n"), write("d.yaml", "s", "x_n")}).ok());
  fs::remove_all(folder);
}

// G3-31: a literal beyond its dtype becomes an infinity, and its NaN an operator's fault.
TEST(PublicReports, G3_31_ListedValuesThatDoNotFitTheirDtype) {
  const auto with = [](const std::string& dtype, const std::string& values) {
    return WithSelf("{shape: [5], dtype: " + dtype + ", data: [" + values + "]}");
  };
  EXPECT_THAT(ErrorsOf(with("fp16", "1e5, 1, 1, 1, 1")), ElementsAre(HasSubstr("1e5")));
  EXPECT_THAT(ErrorsOf(with("fp16", "65520, 1, 1, 1, 1")), ElementsAre(HasSubstr("65520")));
  EXPECT_THAT(ErrorsOf(with("fp32", "6.6756e+307, 1, 1, 1, 1")),
              ElementsAre(HasSubstr("6.6756e+307")));
  const auto loaded = LoadSuiteText(with("fp16", "65519, 1e-8, 0.1, .inf, 1"), "s.yaml");
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  std::string warnings;
  for (const Error& warning : loaded->warnings) warnings += warning.ToString() + "\n";
  EXPECT_THAT(warnings, AllOf(HasSubstr("65519"), HasSubstr("1e-8"), HasSubstr("0.1")));
  // The stored values are what device and reference both see.
  const auto& self = loaded->cases.at(0).inputs.at("self");
  const auto made = data::MakeTensor(self.data, self.layout, {1, "k", "self"});
  ASSERT_TRUE(made.ok());
  const auto bits = tensor::GatherBits(made->layout, made->storage);
  EXPECT_THAT(bits, ElementsAre(0x7BFFu, 0x0000u, 0x2E66u, 0x7C00u, 0x3C00u));
}

}  // namespace
}  // namespace touchstone::suite
