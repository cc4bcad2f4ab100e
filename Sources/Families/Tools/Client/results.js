// The results of a search: at once by what the records say, then by the list's own cells, from the pages that they stand on.
import { printDay } from "./facets.js";
import { mark } from "../../Client/marks.js";
import { lang, make } from "../../Client/page.js";
import { rowsBySlug } from "./records.js";

// A value much as the pages show it.
export function print(value, { kind, unit, currency }) {
  if (value == null || kind === "text") return value ?? "";
  if (kind === "words") return value.join(", ");
  if (kind !== "number") return printDay(value);
  return Intl.NumberFormat(lang, { useGrouping: "min2", ...currency && { style: "currency", currency } }).format(value)
    + (unit ? `\u00A0${unit}` : "");
}

// How long a reader has not asked for anything else before pages are loaded.
const PAUSE = 150;

// Where results stand: a copy of the list's own boxes before `home`, which has the whole list.
export function resultsOf(home, more) {
  const table = home.querySelector(".records");
  const list = home.querySelector("[data-cells]").cloneNode();
  for (const name of ["id", "aria-labelledby", "data-cells"]) list.removeAttribute(name);
  list.classList.add("results");
  const outer = home.cloneNode();
  outer.dataset.results = "";
  outer.append(list, more);
  if (table) {
    const [scroll, copy] = [table.parentNode.cloneNode(), table.cloneNode()];
    copy.append(table.tHead.cloneNode(true), list);
    scroll.append(copy);
    outer.prepend(scroll);
  }
  home.before(outer);
  const pages = new Map();
  let turn;

  // A row of a record whose page has not been loaded.
  function rowOf({ title, url, note, values }, fields) {
    const link = make("a", { href: url, textContent: title });
    if (table) return make("tr", {}, ...[...table.tHead.rows[0].cells].map(({ dataset, className, textContent: label }) => {
      if ("title" in dataset) return make("th", { scope: "row" }, link);
      const column = fields.findIndex(({ name }) => name === dataset.name);
      const cell = make("td", { className, textContent: column < 0 ? "" : print(values[column], fields[column]) });
      cell.dataset.label = label;
      return cell;
    }));
    const facts = fields.map((field, column) => [field.label, print(values[column], field)].filter(Boolean).join(": "));
    return make("li", { className: "cell" }, make("h3", {}, link),
      make("ul", { className: "meta", role: "list" }, ...facts.filter(Boolean).map((textContent) => make("li", { textContent }))),
      ...note ? [make("p", { className: "excerpt", textContent: note })] : []);
  }

  async function load(page, slugs) {
    const answer = await fetch(page);
    return rowsBySlug(new DOMParser().parseFromString(await answer.text(), "text/html"), slugs);
  }

  // A row of a page, as one of the results.
  function adopt(row) {
    const cell = document.importNode(row, true);
    cell.hidden = false;
    for (const node of [cell, ...cell.querySelectorAll("[id]")]) node.removeAttribute("id");
    return cell;
  }

  // Shows records, unless it does; `slugs` are those of the whole list.
  async function show(found, terms, { fields, slugs }) {
    const current = JSON.stringify([terms, found.map(({ slug }) => slug)]);
    if (current === turn) return;
    turn = current;
    // The pages of a term have the records of others as well, and this page is here.
    pages.set(location.pathname, rowsBySlug(document, slugs));
    const take = (record) => {
      // A link that is pressed or has the focus stays, so that it leads on.
      if (record.row?.matches(":active, :focus-within")) return;
      const row = pages.get(record.page)?.get?.(record.slug) ?? pages.get(location.pathname).get(record.slug);
      return record.cell ??= row && adopt(row);
    };
    const rows = found.map((record) => take(record) ?? (record.row ??= rowOf(record, fields)));
    list.replaceChildren(...rows);
    for (const [index, row] of rows.entries()) {
      row.dataset.slug = found[index].slug;
      mark(row, terms);
    }
    const others = found.filter(({ cell, page }) => !cell && page);
    if (!others.length) return;
    await new Promise((done) => setTimeout(done, PAUSE));
    for (const { page } of others) {
      if (current !== turn) return;
      if (!pages.has(page)) pages.set(page, load(page, slugs).catch(() => pages.delete(page)));
    }
    for (const record of others) {
      const page = await pages.get(record.page);
      if (current !== turn) return;
      pages.set(record.page, page);
      if (!take(record)) continue;
      record.cell.dataset.slug = record.slug;
      mark(record.cell, terms);
      record.row.replaceWith(record.cell);
    }
  }

  return { outer, show };
}
