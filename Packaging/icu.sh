#!/bin/sh
# Makes the data of ICU that is linked into the static program: icu.sh OBJECT
#
# libicudata holds 31 MB. What icu-data.txt names is left out, which leaves 16 MB. Foundation carries an ICU of its own with
# 34 MB more. Nothing here asks it for a language, so it gets data with nothing in it.
set -eu
object=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$(${CC:-clang} -print-file-name=libicudata.a)
swift=$(dirname "$(dirname "$(readlink -f "$(command -v "${SWIFTC:-swiftc}")")")")/lib/swift_static/linux
entry() { nm --defined-only "$1" 2>/dev/null | sed -n 's/.* \(icudt[0-9]*_dat\)$/\1/p' | head -n 1; }

# icupkg wants the name that the data bears inside: icudt72l, whose last letter is the byte order.
mkdir "$work/whole" "$work/used"
name=$(entry "$library" | sed 's/_dat$/l.dat/')
(cd "$work/whole" && ar x "$library" && objcopy -O binary -j .rodata ./*.o "$name")
icupkg -l "$work/whole/$name" >"$work/all"
grep -v '^#' "$here/icu-data.txt" | while read -r pattern; do
  grep "^${pattern%\*}" "$work/all" || {
    echo "$library has no $pattern" >&2
    exit 1
  }
done >"$work/unused.txt"
icupkg -r "$work/unused.txt" "$work/whole/$name" "$work/used/$name"
icupkg new "$work/nothing.dat"
cat >"$work/data.s" <<END
.section .rodata
.section .note.GNU-stack,"",%progbits
.section .rodata
.balign 16
.globl $(entry "$library")
$(entry "$library"):
.incbin "$work/used/$name"
.balign 16
.globl $(entry "$swift/lib_FoundationICU.a")
$(entry "$swift/lib_FoundationICU.a"):
.incbin "$work/nothing.dat"
END
${CC:-clang} -c -o "$object" "$work/data.s"
