#!/bin/sh
# Lays out what the image is built from: image.sh FOLDER CONTEXT. FOLDER holds the tarballs of a release. In CONTEXT, each
# architecture has its program below the name that images give it.
set -eu
folder=$1 context=$2
here=$(dirname "$0")
mkdir -p "$context"
cp "$here/Dockerfile" "$context/"
for tarball in "$folder"/cellist-*-linux-*.tar.xz; do
  name=$(basename "$tarball" .tar.xz)
  case $name in
  *-x86_64) architecture=amd64 ;;
  *-aarch64) architecture=arm64 ;;
  *) continue ;;
  esac
  mkdir -p "$context/$architecture"
  tar -xJOf "$tarball" "$name/bin/cellist" >"$context/$architecture/cellist"
  chmod 755 "$context/$architecture/cellist"
  echo "$architecture: $(stat -c %s "$context/$architecture/cellist") bytes, $(gzip -c "$context/$architecture/cellist" | wc -c) in the layer"
done
