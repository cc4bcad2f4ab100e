#!/bin/sh
# The arguments by which a tool of the compiler finds the modules of a build: modules.sh .build/debug
build=$(cd "$1" && pwd -P)
sources="${build%/*/*}/checkouts/*/Sources/*"
echo "-I $build/Modules"
for map in "$build"/*.build/module.modulemap Sources/*/module.modulemap $sources/module.modulemap \
  $sources/include/module.modulemap; do
  [ ! -f "$map" ] || echo "-I ${map%/*}"
done
