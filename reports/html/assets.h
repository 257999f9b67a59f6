// Files that the HTML report embeds, built into the program by embed.cmake.
#pragma once

#include <string_view>

namespace touchstone::reports::assets {

std::string_view PageTemplate();  ///< page.html
std::string_view Style();         ///< page.css
std::string_view Script();        ///< the files of script/, one after another
std::string_view ChartLibrary();  ///< Chart.js 3.9, MIT licence, as Debian ships it

}  // namespace touchstone::reports::assets
