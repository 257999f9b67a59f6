// Data packed for a page: compressed, and spelled in letters that mean nothing to HTML.
#pragma once

#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"

namespace touchstone::reports {

/// zlib stream (RFC 1950) of `bytes`. The same bytes in, the same out, for one zlib. Errors:
/// kInfrastructure when memory runs out.
Result<std::string> Deflate(std::string_view bytes);

/// RFC 4648 base64 with padding.
std::string Base64(std::string_view bytes);

/// JSON text for a script element: every '<' as \u003c, so that no tag or comment can begin; line
/// separators that older JavaScript takes for line ends escaped too.
std::string ScriptSafe(std::string_view json);

/// Text for HTML content and quoted attributes; control characters made visible.
std::string HtmlText(std::string_view text);

}  // namespace touchstone::reports
