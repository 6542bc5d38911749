#!/bin/sh
# Compiles and runs the tests of the core with mono.
set -eu
cd "$(dirname "$0")"
mkdir -p build~
mcs -langversion:7.2 -warnaserror -out:build~/tests.exe unit/*.cs ../Runtime/Core/*.cs
exec mono build~/tests.exe
