#!/bin/sh
# Writes what the library makes public, its own and that of its rooms, as symbol graphs: symbols.sh .build/debug FOLDER
set -e
build=$(cd "$1" && pwd -P)
mkdir -p "$2"
swift-symbolgraph-extract -module-name Cellist -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules=CellistLists,CellistSettings,CellistRecords,CellistTables,CellistText,CellistThemes,CellistTyped \
  -target "$(basename "${build%/*}")" $("${0%/*}/modules.sh" "$build") -output-dir "$2"
