#!/bin/sh
# Builds and runs the checks with the sanitizers. An argument says how many changed JSON texts are read.
set -e
cd "$(dirname "$0")"
program=$(mktemp)
trap 'rm -f "$program"' EXIT
${CXX:-c++} -std=c++17 -g -O1 -fno-exceptions -fno-rtti -fsanitize=address,undefined -fno-sanitize-recover=all \
  -Wall -Wextra -Wpedantic -Wconversion -Werror checks.cpp ../player_support.cpp -o "$program"
"$program" "$@"
