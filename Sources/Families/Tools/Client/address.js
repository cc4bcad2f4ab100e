// The reader's choices in the address: `?q=words&colour=red&colour=blue&size=10..20&sort=-size&mine=a,b&hide=day`, where
// `mine` are names of records, and `hide` those of columns.

// The name of a field in the address; four names are taken.
const keyOf = (name) => name.replace(/^(q|sort|mine|hide)$/, "field-$1");

export function readAddress(search, names) {
  const values = new URLSearchParams(search);
  const listOf = (name) => (values.get(name) ?? "").split(",").filter(Boolean);
  return {
    q: values.get("q") ?? "", sort: values.get("sort") ?? "", mine: listOf("mine"), hide: listOf("hide"),
    chosen: Object.fromEntries(names.map((name) => [name, values.getAll(keyOf(name))])),
  };
}

export function writeAddress({ q, sort, chosen, ...lists }) {
  const values = new URLSearchParams();
  if (q.trim()) values.set("q", q.trim());
  for (const [name, choices] of Object.entries(chosen)) for (const choice of choices) values.append(keyOf(name), choice);
  if (sort) values.set("sort", sort);
  for (const [name, list] of Object.entries(lists)) if (list.length) values.set(name, list);
  return `${values}`;
}
