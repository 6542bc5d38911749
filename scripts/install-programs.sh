#!/bin/sh
# Installs the programs that tests run beside Node and PostgreSQL, where they are missing and can be installed: PgBouncer,
# between the server and PostgreSQL; openssl, which makes a certificate; and Chromium, which shows the console.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
missing=''
for program in pgbouncer openssl; do
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
# Chromium can also be had by anybody, for Playwright alone; it is not fetched again while it is there.
has_chromium || playwright-core install chromium --only-shell
missing="${missing% chromium}"
[ -z "$missing" ] || echo "Missing, and needed by some tests:$missing. Install it, for example with: apt-get install$missing"
