#include "reports/gate/case_template.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace touchstone::gate {
namespace {

void ExpectSplit(const std::string& id, const CaseTemplate& parts) {
  EXPECT_EQ(SplitCaseId(id), parts) << id;
  EXPECT_EQ(JoinCaseId(parts), id);
}

TEST(CaseTemplate, TakesAnyIdApartAndPutsItTogether) {
  ExpectSplit("s/w w[dtype=fp16,n=7]", {"s/w w[dtype=,n=]", "fp16,7"});
  ExpectSplit("s/null self", {"", "s/null self"});
  ExpectSplit("s/a[x=1]", {"s/a[x=]", "1"});
  ExpectSplit("s/a[x=]", {"s/a[x=]", ""});
  ExpectSplit("s/a[x=,y=]", {"s/a[x=,y=]", ","});
  ExpectSplit("s/a[x=b=c,y=[z]]", {"s/a[x=,y=]", "b=c,[z]"});
}

TEST(CaseTemplate, LeavesOtherTextWhole) {
  for (const std::string id : {"", "[", "]", "[]", "a[]", "a[b]", "a[x=1,2]", "a[x=1,y]", "a[x=1] ",
                               "]a[x=1"}) {
    ExpectSplit(id, {"", id});
  }
}

TEST(CaseTemplate, RefusesPartsOfNoId) {
  for (const CaseTemplate& parts : std::initializer_list<CaseTemplate>{
           {"s/null self", ""},   // no axes, but a name
           {"s/a[x=,y=]", "1"},   // too few
           {"s/a[x=]", "1,2"},    // too many
           {"s/a[x=1]", "2"},     // an axis that has its value
           {"s/a[x=1]", ""},      // the same
           {"", "s/a[x=1]"}}) {   // axes, but no name
    EXPECT_EQ(JoinCaseId(parts), std::nullopt) << parts.name;
  }
}

}  // namespace
}  // namespace touchstone::gate
