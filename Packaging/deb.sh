#!/bin/sh
# Makes a package for Debian of a program that needs no library: deb.sh PROGRAM FOLDER. The same program and commit make
# the same bytes.
set -eu
program=$1 folder=$2
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
version=$("$program" --version | cut -d ' ' -f 1)
architecture=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
"${0%/*}/install.sh" "$program" "$root/usr"
# Where Debian looks for completions of zsh.
mkdir -p "$root/usr/share/zsh/vendor-completions" "$root/usr/share/doc/cellist" "$root/DEBIAN"
mv "$root/usr/share/zsh/site-functions/_cellist" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
cp LICENSE "$root/usr/share/doc/cellist/copyright"
cat >"$root/DEBIAN/control" <<END
Package: cellist
Version: $version
Architecture: $architecture
Maintainer: Cellist <cellist@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Section: web
Priority: optional
Suggests: git, rsync, rclone, openssh-client, libvips-tools
Description: static site generator of list pages
 Content files become typed records, and those become themed, accessible list
 pages. Builds are incremental, and publishing sends what changed.
END
mkdir -p "$folder"
dpkg-deb --root-owner-group --build "$root" "$folder/cellist_${version}_$architecture.deb"
