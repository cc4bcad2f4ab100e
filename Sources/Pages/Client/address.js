// The reader's choices in the address: `?q=words&colour=red&colour=blue&size=10..20&sort=-size&mine=a,b`, where `mine` are names of records.

// The name of a field in the address; three names are taken.
const keyOf = (name) => name.replace(/^(q|sort|mine)$/, "field-$1");

export function readAddress(search, names) {
  const values = new URLSearchParams(search);
  return {
    q: values.get("q") ?? "", sort: values.get("sort") ?? "", mine: (values.get("mine") ?? "").split(",").filter(Boolean),
    chosen: Object.fromEntries(names.map((name) => [name, values.getAll(keyOf(name))])),
  };
}

export function writeAddress({ q, sort, mine, chosen }) {
  const values = new URLSearchParams();
  if (q.trim()) values.set("q", q.trim());
  for (const [name, choices] of Object.entries(chosen)) for (const choice of choices) values.append(keyOf(name), choice);
  if (sort) values.set("sort", sort);
  if (mine.length) values.set("mine", mine);
  return `${values}`;
}
