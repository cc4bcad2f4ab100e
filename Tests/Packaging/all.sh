#!/bin/sh
# Uses all that is released on systems that never saw it: all.sh RELEASE_FOLDER. Needs root.
set -eu
release=$1
here=$(dirname "$0")
machine=$(uname -m)
(cd "$release" && sha256sum --check --quiet SHA256SUMS)
"$here/empty.sh" "$release"/cellist-*-linux-"$machine".tar.xz
"$here/wheel.sh" "$release"/cellist-*-manylinux_2_17_"$machine".whl
"$here/fetch.sh" "$release"
package=$(echo "$release"/cellist_*_"$(dpkg --print-architecture)".deb)
"$here/bare.sh" "$package"
# Mirrors of Debian often have Ubuntu beside it, for x86_64.
mirror=$(apt-get indextargets --format '$(SITE)' | head -n 1)
ubuntu=${mirror%/debian*}/ubuntu
if [ "$machine" = x86_64 ] && curl -fsS --max-time 20 -o /dev/null "$ubuntu/dists/noble/Release"; then
  "$here/bare.sh" "$package" noble "$ubuntu"
else
  echo "this mirror has no Ubuntu; Debian 13 stands in for it"
  "$here/bare.sh" "$package" trixie "$mirror"
fi
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
"$here/../../Packaging/image.sh" "$release" "$context"
