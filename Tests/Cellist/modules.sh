#!/bin/sh
# The arguments by which a tool of the compiler finds the modules of a build: modules.sh .build/debug
build=$(cd "$1" && pwd -P)
checkouts=${build%/*/*}/checkouts
echo "-I $build/Modules -I $build/CICU.build -I Sources/CCMark -I Sources/CYAML -I $checkouts/GRDB.swift/Sources/GRDBSQLite"
