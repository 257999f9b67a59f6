// `own_standards:` - precision standards that a suite defines for itself.
//
// The list holds standards in the schema of cases/standards. Its text has been parsed by the time
// it gets here, so each standard is written out again, one token to a line, for the judge's own
// reader, and what that says of a line is said of the token's place in the suite.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/judge/standard.h"
#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

class OwnStandards {
 public:
  using Definition = std::shared_ptr<const judge::StandardDefinition>;

  /// Reads the list. Problems: what ParseOwnStandards finds wrong, names that are given twice.
  void Read(const Node& list, Problems& problems);
  /// nullptr when the suite defines no standard of this name.
  Definition Find(const std::string& name) const;
  /// The names of all, in order.
  std::vector<std::string> Names() const;
  /// The standard that StandardText wrote; kept, since thousands of cases carry the same.
  /// What is wrong with it is a problem of `at`.
  Definition FromText(const std::string& text, const Node& at, Problems& problems,
                      const std::string& path);

 private:
  std::map<std::string, Definition> by_name_;
  std::map<std::string, Definition> by_text_;
};

}  // namespace touchstone::suite
