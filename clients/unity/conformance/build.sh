#!/bin/sh
# Builds the driver with mono into build/, if a source is newer.
set -eu
cd "$(dirname "$0")"
exe=build/driver.exe
if [ -f $exe ] && [ -z "$(find . ../Runtime/Core -name '*.cs' -newer $exe)" ]; then exit 0; fi
mkdir -p build
mcs -langversion:7.2 -warnaserror -out:$exe.new ./*.cs ../Runtime/Core/*.cs
mv $exe.new $exe
