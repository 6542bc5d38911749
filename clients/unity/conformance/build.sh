#!/bin/sh
# Builds the driver with mono into build~/, if a source is newer. Several may build at once.
set -eu
cd "$(dirname "$0")"
exe=build~/driver.exe
if [ -f $exe ] && [ -z "$(find ./*.cs ../Runtime/Core -name '*.cs' -newer $exe)" ]; then exit 0; fi
mkdir -p build~
new=build~/driver.$$.exe
mcs -langversion:7.2 -warnaserror -out:$new ./*.cs ../Runtime/Core/*.cs
mv $new $exe
