#!/bin/sh
# The driver for the conformance suite.
here=$(dirname "$0")
"$here/build.sh" >&2 || exit 1
exec "$here/build/driver"
