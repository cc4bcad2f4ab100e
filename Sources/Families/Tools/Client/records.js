// The records of a list, from the files that the build made of them.

const pick = ({ words, of }, index) => [of[index]].flat().map((number) => words[number]);
// A permalink may name a file.
const placeOf = (place) => encodeURI(place) + (/\/$|\.html$/.test(place) ? "" : "/");

// The records of a part; `first` says what holds for all, and `term` which of them a page of a term knows.
export function recordsOf(part, { details, fields }, [term, field] = []) {
  const pages = part.pages.flatMap(([url, count]) => Array(count).fill(url));
  const { [field]: terms } = part.terms ?? {};
  return part.slugs.map((slug, index) => ({
    slug,
    title: part.titles[index],
    page: pages[index],
    url: details == null ? `${pages[index]}#${slug}` : details + placeOf(part.places?.[index] ?? slug),
    number: part.numbers?.[index],
    note: part.texts?.[index],
    values: fields.map(({ kind }, column) => kind === "words" ? pick(part.values[column], index) : part.values[column][index]),
  })).filter((_, index) => !terms || pick({ ...part.values[terms.column], ...terms }, index).includes(term));
}

// The rows of a page by the slugs of their records. A record may be in several sections, whose names precede its own
// there; the first of its rows is taken.
export function rowsBySlug(page, slugs) {
  const bySlug = new Map();
  for (const row of page.querySelectorAll("main [data-cells] > *")) {
    let slug = row.id;
    while (!slugs.has(slug) && slug.includes("--")) slug = slug.slice(slug.indexOf("--") + 2);
    if (!bySlug.has(slug)) bySlug.set(slug, row);
  }
  return bySlug;
}

// Texts that differ only in capitals, normalization or spaces at their ends are replaced by one of them, capitals first.
export function unite({ fields }, records) {
  const fold = (word) => word.trim().normalize().toLowerCase().normalize();
  const rank = (word) => [...word].map((letter) => letter === letter.toLowerCase() ? 1 : 0).join("") + word;
  for (const column of fields.keys()) {
    if (!fields[column].folds) continue;
    const first = new Map();
    for (const word of records.flatMap(({ values }) => values[column])) {
      const known = first.get(fold(word));
      if (known == null || rank(word) < rank(known)) first.set(fold(word), word);
    }
    for (const { values } of records) values[column] = [...new Set(values[column].map((word) => first.get(fold(word))))];
  }
}
