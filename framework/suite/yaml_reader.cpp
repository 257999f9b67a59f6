#include "framework/suite/yaml_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <string>
#include <string_view>

#include "framework/suite/node_builder.h"

namespace touchstone::suite {
namespace {

struct Stop {};  // thrown through the parser once a limit is passed; never leaves this file

// yaml-cpp reports plain scalars with the tag "?", quoted ones with "!", collections with either or
// none, and written tags in full.
bool IsWrittenTag(const std::string& tag) { return !tag.empty() && tag != "?" && tag != "!"; }

class Handler : public YAML::EventHandler {
 public:
  Handler(Document& document, Problems& problems)
      : text_(document.source().text()), builder_(document, problems), problems_(problems) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) {
      problems_.Add(Offset(mark), "a second YAML document; a suite file holds one");
      throw Stop{};
    }
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Check(builder_.Scalar(Node::Kind::kNull, Offset(mark), "", false, false, anchor));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Check(builder_.Alias(Offset(mark), anchor));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    RefuseTag(mark, tag);
    if (tag == "!") RequireClosingQuote(Offset(mark));
    Check(builder_.Scalar(Node::Kind::kScalar, Offset(mark), value, tag == "!", false, anchor));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    RefuseTag(mark, tag);
    Check(builder_.Begin(Node::Kind::kList, Offset(mark), anchor));
  }
  void OnSequenceEnd() override { Check(builder_.End()); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    RefuseTag(mark, tag);
    Check(builder_.Begin(Node::Kind::kMap, Offset(mark), anchor));
  }
  void OnMapEnd() override { Check(builder_.End()); }

 private:
  static size_t Offset(const YAML::Mark& mark) {
    return mark.pos < 0 ? 0 : static_cast<size_t>(mark.pos);
  }
  static void Check(bool may_go_on) {
    if (!may_go_on) throw Stop{};
  }
  void RefuseTag(const YAML::Mark& mark, const std::string& tag) {
    if (IsWrittenTag(tag)) {
      problems_.Add(Offset(mark), fmt::format("YAML tags are not supported: '{}'", tag));
    }
  }

  // The parser takes the end of the file for the end of a quoted text: a file that was cut off
  // would load with a different value.
  void RequireClosingQuote(size_t offset) {
    const char quote = offset < text_.size() ? text_[offset] : '\0';
    if (quote != '"' && quote != '\'') return;  // an anchor or tag stands in front
    for (size_t at = offset + 1; at < text_.size(); ++at) {
      if (quote == '"' && text_[at] == '\\') {
        ++at;
      } else if (text_[at] == quote) {
        if (quote == '"' || at + 1 >= text_.size() || text_[at + 1] != quote) return;
        ++at;
      }
    }
    problems_.Add(offset, "the quoted text has no end");
  }

  std::string_view text_;
  NodeBuilder builder_;
  Problems& problems_;
  int documents_ = 0;
};

// What most often leads to an error of the parser at `offset`, which its own words do not tell.
std::string_view Hint(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  const size_t line_start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const size_t line_end = std::min(text.find('\n', offset), text.size());
  const std::string_view line = text.substr(line_start, line_end - line_start);
  const size_t first = line.find_first_not_of(" \t");
  if (line.substr(0, first).find('\t') != std::string_view::npos) {
    return "; indentation takes spaces, and this line begins with a tab";
  }
  const std::string_view before = line.substr(0, offset - line_start);
  if (first != std::string_view::npos && before.substr(std::min(first, before.size())).find(':') !=
                                             std::string_view::npos) {
    return "; a text that holds ': ' needs quotes, and so does one that begins with a sign of YAML";
  }
  return "; is the line indented as those beside it?";
}

}  // namespace

void ReadYaml(Document& document, Problems& problems) {
  std::istringstream stream(document.source().text());
  Handler handler(document, problems);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(handler)) {
    }
    if (document.root() == nullptr && !problems.any()) {
      problems.Add(0, "the file holds nothing but comments");
    }
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    const size_t offset = error.mark.is_null() ? 0 : static_cast<size_t>(error.mark.pos);
    problems.Add(offset, fmt::format("not valid YAML: {}{}", error.msg,
                                     Hint(document.source().text(), offset)));
  }
}

}  // namespace touchstone::suite
