#!/bin/sh
# Fetches a program from a release and checks it: fetch.sh RELEASE_ADDRESS VERSION FOLDER [SHA256]. RELEASE_ADDRESS is the
# folder of the release's files. Without a digest of the program, the release's own SHA256SUMS have to do.
set -eu
address=${1%/} version=$2 folder=$3 digest=${4:-}
name=cellist-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
curl -fsSL --retry 3 -O "$address/$name.tar.xz"
if [ -z "$digest" ]; then
  curl -fsSL --retry 3 -O "$address/SHA256SUMS"
  sha256sum --check --quiet --ignore-missing SHA256SUMS
fi
tar -xJOf "$name.tar.xz" "$name/bin/cellist" >cellist
if [ -n "$digest" ]; then echo "$digest  cellist" | sha256sum --check --quiet; fi
cd - >/dev/null
mkdir -p "$folder"
install -m 755 "$work/cellist" "$folder/cellist"
