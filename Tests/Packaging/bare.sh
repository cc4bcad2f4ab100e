#!/bin/sh
# Installs the package in a bare Debian and uses it there: bare.sh PACKAGE. Needs root, since it changes the root folder.
set -eu
package=$1
root=$(mktemp -d)
trap 'umount -l "$root/proc" 2>/dev/null; rm -rf "$root"' EXIT
. /etc/os-release
mirror=$(apt-get indextargets --format '$(SITE)' | head -n 1)
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$root.log" 2>&1 || {
  tail "$root.log" >&2
  exit 1
}
rm -f "$root.log"
cp "$package" "$root/cellist.deb"
cat >"$root/use.sh" <<'END'
set -eux
dpkg -i /cellist.deb
cellist --version
cellist new site /srv/shelf --ci shell
cd /srv/shelf
cellist build
cellist verify
grep -q Frankenstein site/books/index.html
sed -i s/Flatland/Flatlands/ content/books/books.csv
cellist build --explain
cellist verify
sh publish.sh
grep -q Flatlands /srv/www/live/books/index.html
rm -rf site .cellist
sh publish.sh 2>&1 | grep "holds the site already"
echo 'sort: [nonsense]' >>content/books/list.yml
if cellist build; then exit 1; fi
bash -n /usr/share/bash-completion/completions/cellist
test -s /usr/share/zsh/vendor-completions/_cellist
test -s /usr/share/fish/vendor_completions.d/cellist.fish
zcat /usr/share/man/man1/cellist-publish.1.gz | grep -q rollback
dpkg --verify cellist
dpkg --remove cellist
test ! -e /usr/bin/cellist
END
mount -t proc proc "$root/proc"
chroot "$root" /bin/bash /use.sh
echo "the package works in a bare $PRETTY_NAME"
