#!/bin/sh
# Links the release build once more, with every library in it, so that it needs none: link.sh RELEASE_FOLDER FILE
#
# RELEASE_FOLDER is what `swift build -c release --static-swift-stdlib` left. SwiftPM cannot be told to link the C
# libraries into a program, so its list of objects is given to the compiler.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# glibc warns of each function that would load a library at run time; none of them is called.
${SWIFTC:-swiftc} -static-executable -o "$2" "@$1/cellist.product/Objects.LinkFileList" \
  -lbrotlienc -lbrotlidec -lbrotlicommon -lcmark -ldeflate -lyaml -lxml2 -lz -llzma -lsqlite3 -licui18n -licuuc -licudata -ljemalloc -lstdc++ -lm \
  -Xlinker -s -Xlinker --build-id -Xlinker --defsym=main=CellistProgram_main >"$log" 2>&1 || {
  grep -v "warning: Using" "$log" >&2
  exit 1
}
