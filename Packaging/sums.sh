#!/bin/sh
# Writes SHA256SUMS of all that is released, and the digest of the program in each tarball beside it: sums.sh FOLDER
set -eu
cd "$1"
rm -f SHA256SUMS
for tarball in *.tar.xz; do
  tar -xJOf "$tarball" "${tarball%.tar.xz}/bin/cellist" | sha256sum | cut -d ' ' -f 1 >"${tarball%.tar.xz}.program.sha256"
done
sha256sum -- *.tar.xz *.deb *.whl *.program.sha256 >SHA256SUMS
