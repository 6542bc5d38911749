#!/bin/sh
# Installs programs that tests need besides Node and PostgreSQL, if they are missing: PgBouncer,
# openssl (to make a certificate), curl and zsh (to run commands of the documents, also as on
# macOS), clamd (to scan files), Chromium (to show the console), and what the clients for engines
# are compiled and run with.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
missing=''
for program in pgbouncer openssl curl zsh; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
command -v clamd > /dev/null || missing="$missing clamav-daemon"
for program in python3 g++ godot3-server lua5.4; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
python3 -c 'import ensurepip' 2> /dev/null || missing="$missing python3-venv"
# Their libraries. The last two are for the templates of drivers.
for file in /usr/bin/mcs=mono-mcs /usr/bin/mono=mono-runtime /usr/share/lua/5.4/socket.lua=lua-socket \
  /usr/lib/cli/Newtonsoft.Json-5.0=libnewtonsoft-json5.0-cil /usr/include/nlohmann=nlohmann-json3-dev \
  /usr/share/lua/5.4/dkjson.lua=lua-dkjson; do
  [ -e "${file%=*}" ] || missing="$missing ${file#*=}"
done
[ -n "$(find /usr/include -maxdepth 3 -path '*curl/curl.h' 2> /dev/null)" ] || missing="$missing libcurl4-openssl-dev"
has_chromium() {
  [ -n "$CHROMIUM" ] && return
  for program in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$program" > /dev/null && return
  done
  for file in '/Applications/Chromium.app' '/Applications/Google Chrome.app'; do
    [ -e "$file" ] && return
  done
  return 1
}
has_chromium || missing="$missing chromium"
# Chromium without windows is faster. Not every release of Debian has it, so it may be missing.
shell=''
[ -n "$CHROMIUM" ] || command -v chromium-headless-shell > /dev/null || shell=' chromium-headless-shell'
[ -z "$missing$shell" ] && exit 0
install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" > /dev/null
}
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing$missing$shell (once) ..."
  apt-get update -qq
  # shellcheck disable=SC2086 -- lists of names
  [ -z "$shell" ] || install $shell 2> /dev/null
  # Not every release of Debian has all of them.
  # shellcheck disable=SC2086
  [ -z "$missing" ] || install $missing || for package in $missing; do
    install "$package" || echo "Could not install $package. Tests that need it fail."
  done
  exit 0
fi
# Playwright can install Chromium without root. It does not download it again.
has_chromium || playwright-core install chromium --only-shell
missing="${missing% chromium}"
[ -z "$missing" ] || echo "Some tests need programs that are missing:$missing. Install them, for example: apt-get install$missing"
