#!/bin/sh
# Links the release build once more, with every library in it, so that it needs none: link.sh RELEASE_FOLDER FILE
#
# RELEASE_FOLDER is what `swift build -c release --static-swift-stdlib` left. SwiftPM cannot be told to link the C
# libraries into a program, so its list of objects is given to the compiler.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/icu.sh" "$work/icu.o"
${CC:-clang} -O2 -c -o "$work/runtime.o" "$here/runtime.c"
# glibc warns of each function that would load a library at run time; none of them is called.
${SWIFTC:-swiftc} -static-executable -use-ld=lld -o "$2" "@$1/cellist.product/Objects.LinkFileList" "$work/icu.o" "$work/runtime.o" \
  -lbrotlienc -lbrotlidec -lbrotlicommon -lcmark -lcrypto -ldeflate -lical -lyaml -lxml2 -lz -llzma -lsqlite3 -licui18n -licuuc -ljemalloc -lstdc++ -lm \
  -Xlinker -s -Xlinker --build-id -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --wrap=swift_copyAuxiliaryExecutablePath \
  -Xlinker --wrap=open -Xlinker --defsym=main=CellistProgram_main \
  >"$work/log" 2>&1 || {
  grep -v "warning: Using" "$work/log" >&2
  exit 1
}
