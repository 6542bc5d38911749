#!/bin/sh
# Builds the driver. Does nothing when it is up to date. CXX and CXXFLAGS: for another compiler or options.
set -e
cd "$(dirname "$0")"
mkdir -p build
sources='driver.cpp ../player_support.cpp ../curl_transport.cpp ../file_storage.cpp'
headers='../player_support.h ../curl_transport.h ../file_storage.h'
options="-std=c++17 -O2 -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Werror $CXXFLAGS"
command="${CXX:-c++} $options"
if [ -x build/driver ] && [ "$(cat build/command 2>/dev/null)" = "$command" ]; then
  [ -n "$(find $sources $headers build.sh -newer build/driver)" ] || exit 0
fi
$command $sources -lcurl -o build/driver.new
mv build/driver.new build/driver
echo "$command" > build/command
