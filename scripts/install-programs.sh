#!/bin/sh
# Installs the programs that tests run beside Node and PostgreSQL, where they are missing and can be installed: PgBouncer,
# between the server and PostgreSQL, and openssl, which makes a certificate.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
missing=''
for program in pgbouncer openssl; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing$missing (once) ..."
  # shellcheck disable=SC2086 -- a list of names
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null
else
  echo "Missing, and needed by some tests:$missing. Install it, for example with: apt-get install$missing"
fi
