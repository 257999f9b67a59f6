#include "framework/suite/key_meanings.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace touchstone::suite {
namespace {

// What the schema allows is explained, and nothing else is.
TEST(KeyMeanings, AreThoseOfTheSchema) {
  nlohmann::json schema;
  std::ifstream(std::string(TOUCHSTONE_SOURCE_DIR) + "/framework/suite/suite.schema.json") >> schema;
  const std::pair<const char*, const char*> places[] = {
      {"a suite", "/properties"},
      {"a case", "/definitions/case/properties"},
      {"a tensor", "/definitions/input/anyOf/0/properties"},
      {"expect", "/definitions/expectation/properties"},
  };
  size_t count = 0;
  for (const auto& [place, pointer] : places) {
    std::set<std::string> keys, explained;
    for (const auto& item : schema.at(nlohmann::json::json_pointer(pointer)).items()) {
      keys.insert(item.key());
    }
    for (const KeyMeaning& key : AllKeyMeanings()) {
      if (key.place == place) explained.emplace(key.name);
    }
    EXPECT_EQ(explained, keys) << place;
    count += keys.size();
  }
  EXPECT_EQ(AllKeyMeanings().size(), count);
}

}  // namespace
}  // namespace touchstone::suite
