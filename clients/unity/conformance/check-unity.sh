#!/bin/sh
# Compiles the package and the sample against stubs of Unity, for each kind of build. It shows wrong
# names and types. It does not show how Unity behaves.
set -eu
cd "$(dirname "$0")"
mkdir -p build~
compile() {
  echo "compiles with ${1:-no defines}"
  mcs -langversion:7.2 -target:library -warnaserror -nowarn:0067,0414,0649 ${1:+-define:$1} -out:build~/unity.dll \
    unity-stubs/*.cs ../Runtime/Core/*.cs ../Runtime/Unity/*.cs ../Samples~/Example/*.cs
}
compile
compile "UNITY_EDITOR;UNITY_2022_2_OR_NEWER;ENABLE_LEGACY_INPUT_MANAGER"
compile "UNITY_WEBGL;UNITY_2022_2_OR_NEWER"
