#include "framework/suite/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "framework/suite/condition_value.h"
#include "framework/suite/substitution.h"

namespace touchstone::suite {
namespace {

using Test = std::function<bool(const AxisPoint&)>;

constexpr int kMaxNesting = 64;

struct Comparison {
  std::string_view text;
  bool is_order;  // takes numbers only
  bool (*compare)(const ConditionValue&, const ConditionValue&);
};
// Longer ones first, so that "<=" is not read as "<".
constexpr std::array<Comparison, 6> kComparisons = {{
    {"==", false, [](const auto& a, const auto& b) { return Equal(a, b); }},
    {"!=", false, [](const auto& a, const auto& b) { return !Equal(a, b); }},
    {"<=", true, [](const auto& a, const auto& b) { return *a.number <= *b.number; }},
    {">=", true, [](const auto& a, const auto& b) { return *a.number >= *b.number; }},
    {"<", true, [](const auto& a, const auto& b) { return *a.number < *b.number; }},
    {">", true, [](const auto& a, const auto& b) { return *a.number > *b.number; }},
}};

struct Stop {};  // the problem is recorded; thrown and caught in this file only

class Parser {
 public:
  Parser(const Node& node, const std::vector<Axis>& axes, Problems& problems)
      : node_(node), text_(node.text), axes_(axes), problems_(problems) {}

  std::optional<Axes::Constraint> Read() {
    const size_t before = problems_.count();
    try {
      Test test = Or();
      if (!AtEnd()) Fail(at_, "expected 'and', 'or' or the end");
      if (problems_.count() != before) return std::nullopt;
      return Axes::Constraint{{used_.begin(), used_.end()}, std::move(test), node_.offset, "where"};
    } catch (const Stop&) {
      return std::nullopt;
    }
  }

 private:
  Test Or() {
    Test left = And();
    while (TakeWord("or")) {
      left = [a = std::move(left), b = And()](const AxisPoint& p) { return a(p) || b(p); };
    }
    return left;
  }

  Test And() {
    Test left = Not();
    while (TakeWord("and")) {
      left = [a = std::move(left), b = Not()](const AxisPoint& p) { return a(p) && b(p); };
    }
    return left;
  }

  Test Not() {
    if (++nesting_ > kMaxNesting) {
      Fail(at_, fmt::format("nested more than {} levels deep", kMaxNesting));
    }
    Test result;
    if (TakeWord("not")) {
      result = [a = Not()](const AxisPoint& p) { return !a(p); };
    } else if (Take("(")) {
      result = Or();
      if (!Take(")")) Fail(at_, "expected ')'");
    } else {
      result = Compare();
    }
    --nesting_;
    return result;
  }

  Test Compare() {
    const size_t begin = SkipSpace();
    Operand left = ReadOperand();
    for (const Comparison& comparison : kComparisons) {
      if (!Take(comparison.text)) continue;
      const size_t right_begin = SkipSpace();
      Operand right = ReadOperand();
      RequireAxis(begin, left, {&right});
      if (comparison.is_order) {
        RequireNumbers(begin, left, comparison.text);
        RequireNumbers(right_begin, right, comparison.text);
      } else {
        RequireKnown(right_begin, left, right);
        RequireKnown(begin, right, left);
      }
      return [compare = comparison.compare, l = std::move(left),
              r = std::move(right)](const AxisPoint& p) { return compare(l.At(p), r.At(p)); };
    }
    // What other languages write for them.
    constexpr std::pair<std::string_view, std::string_view> kForeign[] = {
        {"=>", ">="}, {"=<", "<="}, {"<>", "!="}, {"=", "=="}};
    const size_t at = SkipSpace();
    for (const auto& [foreign, ours] : kForeign) {
      if (Take(foreign)) Fail(at, fmt::format("'{}' is written {}", foreign, ours));
    }
    const bool negated = TakeWord("not");
    if (!TakeWord("in")) Fail(at_, "expected ==, !=, <, <=, >, >=, in or not in");
    return In(begin, std::move(left), negated);
  }

  Test In(size_t begin, Operand left, bool negated) {
    if (!Take("[")) Fail(at_, "expected '[' and a list of values");
    std::vector<Operand> choices;
    do {
      const size_t item_begin = SkipSpace();
      choices.push_back(ReadOperand());
      RequireKnown(item_begin, left, choices.back());
    } while (Take(","));
    if (!Take("]")) Fail(at_, "expected ',' or ']'");
    std::vector<const Operand*> others;
    for (const Operand& choice : choices) others.push_back(&choice);
    RequireAxis(begin, left, others);
    return [negated, l = std::move(left), choices = std::move(choices)](const AxisPoint& p) {
      const bool found = std::any_of(choices.begin(), choices.end(), [&](const Operand& choice) {
        return Equal(l.At(p), choice.At(p));
      });
      return found != negated;
    };
  }

  Operand ReadOperand() {
    const size_t begin = SkipSpace();
    if (AtEnd()) Fail(begin, "expected an axis or a value");
    const char first = text_[at_];
    if (first == '\'' || first == '"') return Constant(Quoted(first), true);
    if (first == '[') return Constant(ListText(), true);
    const bool forced = first == '$';
    if (forced) ++at_;
    const std::string word(TakeWordText());
    if (word.empty()) Fail(begin, "expected an axis or a value");
    for (const ConditionFunction& function : ConditionFunctions()) {
      if (word == function.name && Take("(")) return Apply(function, begin);
    }
    const size_t dot = word.find('.');
    const auto axis = AxisIndex(word.substr(0, dot));
    if (!axis && forced) UnknownAxis(begin, word);
    if (!axis) return Constant(word, false);
    return dot == std::string::npos ? AxisOperand(*axis)
                                    : MemberOperand(begin, *axis, word.substr(dot + 1));
  }

  Operand Constant(std::string text, bool is_quoted) {
    Operand operand;
    operand.written = text;
    operand.values.push_back(ValueOf(std::move(text), is_quoted));
    return operand;
  }

  Operand AxisOperand(size_t index) {
    used_.insert(index);
    Operand operand{index, {}, axes_[index].name, true};
    for (size_t i = 0; i < axes_[index].values.size(); ++i) {
      const Node& value = *axes_[index].values[i];
      operand.values.push_back(ValueOf(axes_[index].texts[i], !value.is_scalar() || value.quoted));
    }
    return operand;
  }

  Operand MemberOperand(size_t begin, size_t index, const std::string& member) {
    used_.insert(index);
    Operand operand{index, {}, axes_[index].name + "." + member, false};
    for (const Node* value : axes_[index].values) {
      const Node* found = value->Find(member);
      if (found == nullptr) {
        Fail(begin,
             fmt::format("axis '{}' has a value without the key '{}'", axes_[index].name, member));
      }
      operand.values.push_back(ValueOf(AxisText(*found), !found->is_scalar() || found->quoted));
    }
    return operand;
  }

  Operand Apply(const ConditionFunction& function, size_t begin) {
    const size_t name_begin = SkipSpace();
    if (!AtEnd() && text_[at_] == '$') ++at_;
    const std::string name(TakeWordText());
    const auto index = AxisIndex(name);
    if (!index) UnknownAxis(name_begin, name);
    if (!Take(")")) Fail(at_, "expected ')'");
    used_.insert(*index);
    Operand operand{index, {}, fmt::format("{}({})", function.name, name), false};
    for (const Node* value : axes_[*index].values) {
      const auto number = function.apply(*value);
      if (!number) {
        Fail(begin, fmt::format("{} takes lists of numbers, but axis '{}' has the value '{}'",
                                function.name, name, AxisText(*value)));
      }
      operand.values.push_back({fmt::format("{}", *number), number});
    }
    return operand;
  }

  void RequireAxis(size_t begin, const Operand& left, const std::vector<const Operand*>& others) {
    if (left.axis || std::any_of(others.begin(), others.end(),
                                 [](const Operand* other) { return other->axis.has_value(); })) {
      return;
    }
    UnknownAxis(begin, left.written);
  }

  void RequireNumbers(size_t begin, const Operand& operand, std::string_view comparison) {
    for (const ConditionValue& value : operand.values) {
      if (value.number) continue;
      Fail(begin, operand.axis
                      ? fmt::format("'{}' compares numbers, but {} has the value '{}'", comparison,
                                    operand.written, value.text)
                      : fmt::format("'{}' compares numbers, not '{}'", comparison, value.text));
    }
  }

  // A word that the axis never has would make the comparison constant: a slip of the pen.
  void RequireKnown(size_t begin, const Operand& axis, const Operand& constant) {
    if (!axis.axis || constant.axis) return;
    std::vector<std::string> texts;
    for (const ConditionValue& value : axis.values) {
      if (Equal(value, constant.values[0])) return;
      texts.push_back(value.text);
    }
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    Fail(begin, fmt::format("{}{} has no value '{}'{}", axis.is_plain_axis ? "axis " : "",
                            axis.is_plain_axis ? "'" + axis.written + "'" : axis.written,
                            constant.written, Suggestion(constant.written, texts)));
  }

  std::optional<size_t> AxisIndex(const std::string& name) const {
    for (size_t i = 0; i < axes_.size(); ++i) {
      if (axes_[i].name == name) return i;
    }
    return std::nullopt;
  }

  [[noreturn]] void UnknownAxis(size_t begin, const std::string& name) {
    std::vector<std::string> names;
    for (const Axis& axis : axes_) names.push_back(axis.name);
    Fail(begin, fmt::format("unknown axis '{}'{}", name, Suggestion(name, names)));
  }

  // The text as ids show a list: "4x5".
  std::string ListText() {
    Take("[");
    Node list;
    list.kind = Node::Kind::kList;
    std::vector<Node> items;
    while (!Take("]")) {
      if (!items.empty() && !Take(",")) Fail(at_, "expected ',' or ']'");
      SkipSpace();
      const std::string word(TakeWordText());
      if (word.empty()) Fail(at_, "expected a value of the list");
      items.emplace_back();
      items.back().kind = Node::Kind::kScalar;
      items.back().text = word;
    }
    for (const Node& item : items) list.items.push_back(&item);
    return AxisText(list);
  }

  std::string Quoted(char quote) {
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) Fail(at_, "the quoted text has no end");
    std::string content(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return content;
  }

  std::string_view TakeWordText() {
    const size_t begin = at_;
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("_.+-/:").find(c) != std::string_view::npos;
    };
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool Take(std::string_view symbol) {
    SkipSpace();
    if (text_.substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
  }

  bool TakeWord(std::string_view word) {
    const size_t begin = SkipSpace();
    if (TakeWordText() == word) return true;
    at_ = begin;
    return false;
  }

  size_t SkipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_;
  }
  bool AtEnd() { return SkipSpace() >= text_.size(); }

  [[noreturn]] void Fail(size_t at, const std::string& message) {
    // The source shows the text as it stands when it is plain or quoted on one line.
    const std::string& source = problems_.source().text();
    size_t offset = node_.offset;
    for (const size_t begin : {node_.offset, node_.offset + 1}) {
      if (source.compare(std::min(begin, source.size()), text_.size(), text_) == 0) {
        offset = begin + at;
        break;
      }
    }
    problems_.Add(offset, "where: " + message);
    throw Stop{};
  }

  const Node& node_;
  std::string_view text_;
  const std::vector<Axis>& axes_;
  Problems& problems_;
  std::set<size_t> used_;
  size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

std::optional<Axes::Constraint> ReadCondition(const Node& node, const std::vector<Axis>& axes,
                                              Problems& problems) {
  if (!node.is_scalar() || node.text.empty()) {
    problems.Add(node, fmt::format("a condition must be text such as 'dtype == fp16 and "
                                   "reduction != mean', not '{}'",
                                   Describe(node)));
    return std::nullopt;
  }
  return Parser(node, axes, problems).Read();
}

}  // namespace touchstone::suite
