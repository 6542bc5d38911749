#!/bin/sh
# Installs programs that tests need besides Node and PostgreSQL, if they are missing: PgBouncer,
# openssl (to make a certificate), curl and zsh (to run commands of the documents, also as on
# macOS), clamd (to scan files) and Chromium (to show the console).
PATH="$PATH:/usr/sbin:/usr/local/sbin"
missing=''
for program in pgbouncer openssl curl zsh; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
command -v clamd > /dev/null || missing="$missing clamav-daemon"
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
  # shellcheck disable=SC2086
  [ -z "$missing" ] || install $missing || echo "Could not install all of:$missing. Tests that need them fail."
  exit 0
fi
# Playwright can install Chromium without root. It does not download it again.
has_chromium || playwright-core install chromium --only-shell
missing="${missing% chromium}"
[ -z "$missing" ] || echo "Some tests need programs that are missing:$missing. Install them, for example: apt-get install$missing"
