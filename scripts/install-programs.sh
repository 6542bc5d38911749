#!/bin/sh
# Installs programs that tests need besides Node and PostgreSQL, if they are missing: PgBouncer,
# openssl (to make a certificate), zsh (to paste commands as on macOS) and Chromium (to show the
# console).
PATH="$PATH:/usr/sbin:/usr/local/sbin"
missing=''
for program in pgbouncer openssl zsh; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
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
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing$missing (once) ..."
  # shellcheck disable=SC2086 -- a list of names
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null
  exit
fi
# Playwright can install Chromium without root. It does not download it again.
has_chromium || playwright-core install chromium --only-shell
missing="${missing% chromium}"
[ -z "$missing" ] || echo "Some tests need programs that are missing:$missing. Install them, for example: apt-get install$missing"
