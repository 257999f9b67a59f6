#include "framework/device/elf_needs.h"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

namespace touchstone::device {
namespace {

/// The T at `offset`, where the file holds one.
template <typename T>
std::optional<T> Read(std::string_view elf, uint64_t offset) {
  if (offset > elf.size() || elf.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, elf.data() + offset, sizeof value);
  return value;
}

std::vector<Elf64_Phdr> Segments(std::string_view elf, const Elf64_Ehdr& header) {
  std::vector<Elf64_Phdr> segments;
  for (int i = 0; i < header.e_phnum; ++i) {
    const auto segment =
        Read<Elf64_Phdr>(elf, header.e_phoff + static_cast<uint64_t>(i) * header.e_phentsize);
    if (!segment) break;
    segments.push_back(*segment);
  }
  return segments;
}

/// Where the byte that is loaded at `address` lies in the file.
std::optional<uint64_t> FileOffset(const std::vector<Elf64_Phdr>& segments, uint64_t address) {
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz) {
      return address - segment.p_vaddr + segment.p_offset;
    }
  }
  return std::nullopt;
}

std::vector<Elf64_Dyn> DynamicEntries(std::string_view elf,
                                      const std::vector<Elf64_Phdr>& segments) {
  std::vector<Elf64_Dyn> entries;
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto entry = Read<Elf64_Dyn>(elf, segment.p_offset + at);
      if (!entry || entry->d_tag == DT_NULL) break;
      entries.push_back(*entry);
    }
  }
  return entries;
}

std::optional<Elf64_Ehdr> Header(std::string_view elf) {
  const auto header = Read<Elf64_Ehdr>(elf, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return std::nullopt;
  }
  return header;
}

}  // namespace

std::optional<uint64_t> StatedFileBytes(std::string_view elf) {
  const auto header = Header(elf);
  if (!header) return std::nullopt;
  uint64_t bytes = header->e_shoff + uint64_t{header->e_shnum} * header->e_shentsize;
  for (const Elf64_Phdr& segment : Segments(elf, *header)) {
    if (segment.p_type == PT_LOAD) bytes = std::max(bytes, segment.p_offset + segment.p_filesz);
  }
  return bytes;
}

std::vector<std::string> NeededLibraries(std::string_view elf) {
  const auto header = Header(elf);
  if (!header) return {};
  const std::vector<Elf64_Phdr> segments = Segments(elf, *header);
  const std::vector<Elf64_Dyn> entries = DynamicEntries(elf, segments);
  std::optional<uint64_t> strings;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_STRTAB) strings = FileOffset(segments, entry.d_un.d_ptr);
  }
  std::vector<std::string> names;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag != DT_NEEDED || !strings || entry.d_un.d_val >= elf.size() ||
        *strings + entry.d_un.d_val >= elf.size()) {
      continue;
    }
    const std::string_view rest = elf.substr(*strings + entry.d_un.d_val);
    names.emplace_back(rest.substr(0, rest.find('\0')));
  }
  return names;
}

}  // namespace touchstone::device
