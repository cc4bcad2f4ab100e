#!/bin/sh
# Uses a program as a visitor of a bare system would, from a new site to a published one: use.sh PROGRAM FOLDER
set -eux
program=$1 folder=$2
"$program" --version | grep -E '^[0-9]+\.[0-9]+\.[0-9]+ \([0-9a-f]{10}\)$'
"$program" new site "$folder" --ci shell
cd "$folder"
"$program" build
"$program" verify
grep -q Frankenstein site/books/index.html
# Order and dates need the data of ICU, as they are in German, and converters of encodings are part of it.
mkdir -p content/tage
cat >content/tage/list.yml <<END
title: Tage
language: de
record: {name: text, day: date, price: {type: number, currency: EUR}}
id: name
sort: name
END
printf 'name,day,price\nZebra,2024-03-05,1234.5\nÄpfel,2024-12-24,2\n' >content/tage/tage.csv
"$program" build
grep -q '5\. März 2024' site/tage/index.html
grep -q '1\.234,50' site/tage/index.html
test "$(grep -o 'Äpfel\|Zebra' site/tage/index.html | head -n 1)" = Äpfel
sed -i s/Flatland/Flatlands/ content/books/books.csv
"$program" build --explain
"$program" verify
