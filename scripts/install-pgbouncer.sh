#!/bin/sh
# Installs PgBouncer, which some tests put between the server and PostgreSQL, where it is missing and can be installed.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
command -v pgbouncer > /dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo 'Installing pgbouncer (once) ...'
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends pgbouncer > /dev/null
else
  echo 'pgbouncer is missing: the tests that need it will fail. Install it, for example with: apt-get install pgbouncer'
fi
