# Writes a C++ file that holds text files as string literals, so that a program finds its data
# without looking for a folder. Run at build time:
#   cmake -DOUTPUT=x.cpp -DHEADER=dir/x.h -DFUNCTION=Name -DFILES="a.yaml|b.yaml" -P embed_text.cmake
string(REPLACE "|" ";" files "${FILES}")
set(code "// Generated from the files named below; do not edit.\n#include \"${HEADER}\"\n\n")
string(APPEND code "namespace touchstone {\nnamespace {\n\nconstexpr EmbeddedText kTexts[] = {\n")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  if(text MATCHES "\\)TOUCHSTONE\"")
    message(FATAL_ERROR "${file} contains the end mark of the string literal")
  endif()
  get_filename_component(name "${file}" NAME)
  string(APPEND code "    {\"${name}\", R\"TOUCHSTONE(" "${text}" ")TOUCHSTONE\"},\n")
endforeach()
string(APPEND code "};\n\n}  // namespace\n\n")
string(APPEND code "std::span<const EmbeddedText> ${FUNCTION}() { return kTexts; }\n\n")
string(APPEND code "}  // namespace touchstone\n")
file(WRITE "${OUTPUT}" "${code}")
