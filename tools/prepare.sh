# Sourced by run.sh and test.sh: installs missing Debian packages and configures build/release.

say() { printf '%s\n' "touchstone: $*" >&2; }
die() { say "$*"; exit 3; }

# install_packages FILE...: installs what the lists name and the machine lacks, and says so.
install_packages() {
  command -v dpkg-query >/dev/null 2>&1 || die "this script installs Debian packages, and dpkg is not here; see tools/packages.txt for what is needed"
  local wanted missing=() package
  wanted=$(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$@")
  for package in $wanted; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || die "need root or sudo to install: ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing Debian packages: ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "could not install the packages"
  fi
  rm -f "$log"
}

# configure [CMAKE-ARGUMENT...]: configures the release preset when it is not, or when arguments ask for it.
configure() {
  [ $# -eq 0 ] && [ -f build/release/build.ninja ] && return 0
  mkdir -p build
  cmake --preset release "$@" >build/configure.log 2>&1 || { cat build/configure.log >&2; die "configuring failed"; }
}

# build TARGET...: quiet when all is well, the compiler's words when not.
build() {
  local log
  log=$(mktemp)
  if ! cmake --build build/release --target "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "building failed"
  fi
  rm -f "$log"
}
