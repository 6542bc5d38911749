#!/bin/sh
# Parses and lints the add-on for Godot 4, and the core for Godot 3.2 too, then runs the checks.
# What is not installed is left out. GDTOOLKIT_3 and GDTOOLKIT_4 name folders with the programs of
# gdtoolkit 3 and 4: `pip install 'gdtoolkit==3.*'` and `pip install gdtoolkit`, each in a venv.
set -e
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."

# Command, name and files.
run() {
  program=$1
  shift
  if command -v "$program" >/dev/null 2>&1; then
    "$program" "$@"
  else
    echo "left out: $program is not installed"
  fi
}

four=${GDTOOLKIT_4:+$GDTOOLKIT_4/}
three=${GDTOOLKIT_3:+$GDTOOLKIT_3/}
run "${four}gdparse" addons/player_support/*.gd addons/player_support/core/*.gd example/*.gd
run "${four}gdlint" addons example
if [ -n "$three" ]; then
  run "${three}gdparse" addons/player_support/core/*.gd conformance/*.gd
  run "${three}gdlint" addons/player_support/core/*.gd conformance/*.gd
else
  echo "left out: GDTOOLKIT_3 is not set"
fi
LANG=en_US.UTF-8 run godot3-server --no-window --path "$here" -s "$here/checks.gd"
