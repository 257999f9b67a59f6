#include "framework/suite/includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "framework/data/digest.h"
#include "framework/suite/defaults.h"
#include "framework/suite/fields.h"
#include "framework/suite/source_text.h"
#include "framework/suite/yaml_reader.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;

// How deep a key of `defaults` is merged; others are replaced.
constexpr std::pair<std::string_view, int> kMergedKeys[] = {
    {"inputs", 2}, {"outputs", 2}, {"attrs", 1}};

// The keys that an included file may give; `defaults` are merged, `own_standards` joined, the others
// replaced.
constexpr std::string_view kShared[] = {"operator", "tags", "own_standards", "defaults"};

fs::path Canonical(const std::string& path) {
  std::error_code code;
  fs::path canonical = fs::weakly_canonical(path, code);
  return code ? fs::path(path).lexically_normal() : canonical;
}

class Includer {
 public:
  Includer(Document& document, Problems& problems, SourceText& source)
      : document_(document), problems_(problems), source_(source) {}

  // `file` with everything that it includes merged in.
  const Node* Apply(const Node& file, const std::string& path) {
    const Node* include = file.Find("include");
    if (include == nullptr) return &file;
    chain_.push_back(Canonical(path));
    std::vector<const Node*> names = {include};
    if (include->is_list()) names = include->items;
    if (names.empty()) problems_.Add(*include, "'include' names no file");
    const Node* merged = nullptr;
    for (const Node* name : names) {
      if (const Node* part = Load(*name, path)) merged = Merge(merged, *part);
    }
    chain_.pop_back();
    return Merge(merged, file);
  }

  const std::string& digests() const { return digests_; }

 private:
  const Node* Load(const Node& name, const std::string& from) {
    if (!name.is_scalar() || name.text.empty()) {
      problems_.Add(name, fmt::format("'include' must be a file or a list of files, not '{}'",
                                      Describe(name)));
      return nullptr;
    }
    const fs::path written = name.text;
    const std::string path =
        written.is_absolute()
            ? written.string()
            : (fs::path(from).parent_path() / written).lexically_normal().string();
    if (std::find(chain_.begin(), chain_.end(), Canonical(path)) != chain_.end()) {
      problems_.Add(name, fmt::format("'{}' includes itself, by way of this line", path));
      return nullptr;
    }
    if (chain_.size() > kMaxIncludeDepth) {
      problems_.Add(name, fmt::format("included more than {} files deep", kMaxIncludeDepth));
      return nullptr;
    }
    if (++files_ > kMaxIncludedFiles) {
      if (files_ == kMaxIncludedFiles + 1) {
        problems_.Add(name, fmt::format("more than {} files are included", kMaxIncludedFiles));
      }
      return nullptr;
    }
    return Parse(name, path);
  }

  const Node* Parse(const Node& name, const std::string& path) {
    auto text = ReadWholeFile(path, kMaxYamlBytes);
    if (!text.ok()) {
      problems_.Add(name, fmt::format("{}: {}", path, text.error().message));
      return nullptr;
    }
    digests_ += data::Xxh3Hex128(*text);
    const auto part = std::make_shared<const SourceText>(path, std::move(*text));
    Errors errors = part->Check(kMaxYamlBytes);
    auto parsed = std::make_unique<Document>(part);
    Problems slips(*part);
    if (errors.empty()) {
      ReadYaml(*parsed, slips);
      errors = slips.TakeErrors();
    }
    const Node* root = parsed->root();
    if (!errors.empty() || root == nullptr) {
      problems_.AddLocated(errors);
      return nullptr;
    }
    document_.Adopt(std::move(parsed), source_.Attach(part));
    if (!root->is_map()) {
      problems_.Add(*root, "an included file must be a map with 'defaults', 'own_standards', 'operator' or "
                   "'tags'");
      return nullptr;
    }
    std::vector<std::string> known = {"include", "description"};
    known.insert(known.end(), std::begin(kShared), std::end(kShared));
    CheckKeys(problems_, *root, "", known);
    return Apply(*root, path);
  }

  // `own` with those keys of `base` that can be shared and that it lacks.
  const Node* Merge(const Node* base, const Node& own) {
    Node* merged = document_.New(Node::Kind::kMap, own.offset);
    for (const Entry& entry : own.entries) {
      if (entry.key == "include") continue;
      const Node* other = base == nullptr ? nullptr : base->Find(entry.key);
      const Node* value = entry.value;
      if (other != nullptr && entry.key == "defaults") value = MergeDefaultMaps(*other, *value);
      if (other != nullptr && entry.key == "own_standards") value = Joined(*other, *value);
      merged->entries.push_back({entry.key, entry.key_offset, value});
    }
    if (base == nullptr) return merged;
    for (const Entry& entry : base->entries) {
      const bool shared =
          std::find(std::begin(kShared), std::end(kShared), entry.key) != std::end(kShared);
      if (shared && own.Find(entry.key) == nullptr) merged->entries.push_back(entry);
    }
    return merged;
  }

  const Node* Joined(const Node& base, const Node& own) {
    if (!base.is_list() || !own.is_list()) return &own;
    Node* joined = document_.New(Node::Kind::kList, own.offset);
    joined->items = base.items;
    joined->items.insert(joined->items.end(), own.items.begin(), own.items.end());
    return joined;
  }

  const Node* MergeDefaultMaps(const Node& base, const Node& own) {
    if (!base.is_map() || !own.is_map()) return &own;
    Node* merged = document_.New(Node::Kind::kMap, own.offset);
    for (const Entry& entry : own.entries) {
      int depth = 0;
      for (const auto& [key, levels] : kMergedKeys) {
        if (entry.key == key) depth = levels;
      }
      merged->entries.push_back(
          {entry.key, entry.key_offset,
           MergeDefaults(document_, base.Find(entry.key), entry.value, depth)});
    }
    for (const Entry& entry : base.entries) {
      if (own.Find(entry.key) == nullptr) merged->entries.push_back(entry);
    }
    return merged;
  }

  Document& document_;
  Problems& problems_;
  SourceText& source_;
  std::vector<fs::path> chain_;
  size_t files_ = 0;
  std::string digests_;
};

}  // namespace

std::string ApplyIncludes(Document& document, Problems& problems, SourceText& source) {
  const Node* root = document.root();
  if (root == nullptr || !root->is_map()) return "";
  Includer includer(document, problems, source);
  document.set_root(includer.Apply(*root, source.name()));
  return includer.digests();
}

}  // namespace touchstone::suite
