// A reader's own list: the records with a star, which this browser alone keeps, and their names in an address.
import { keptIn } from "./kept.js";

// The names that a row may have by its anchor: those of its sections, each followed by `--`, can precede its own.
export const namesOf = (id) => id.split("--").map((_, index, parts) => parts.slice(index).join("--"));

// The events among some records that take place at the same time as others, with those.
export function clashesOf(records, fields) {
  const [start, end] = ["start", "end"].map((name) => fields.findIndex(({ part }) => part === name));
  const time = ({ values }, column) => values[column]?.includes("T") ? Date.parse(values[column]) : NaN;
  const events = records.filter((record) => time(record, start) < time(record, end));
  const meets = (one, other) => one !== other && time(one, start) < time(other, end) && time(other, start) < time(one, end);
  return events.map((event) => [event, events.filter((other) => meets(event, other))]).filter(([, others]) => others.length);
}

// The fields of some records, each with what every record has there and whether that is the same.
export function besideEachOther(records, fields, print) {
  const hour = (value, { kind }) => kind === "datetime" && value ? `, ${value.slice(11, 16)}` : "";
  const text = (value, field) => print(value, field) + hour(value, field);
  // The same values in another order are no difference.
  const inOrder = (value) => Array.isArray(value) ? [...value].sort() : value;
  const rows = fields.map((field, column) => {
    const texts = (order) => records.map(({ values }) => text(order(values[column]), field));
    return { label: field.head, texts: texts((value) => value), differs: new Set(texts(inOrder)).size > 1 };
  });
  return rows.filter(({ texts }) => texts.some(Boolean));
}

// So many records are shown side by side.
const SIDES = 4;
const HEADINGS = "h2, h3, h4, h5, h6, th[scope=row]";

// Puts stars on the rows of a list, and a button for the reader's own list into its tools: a function that does it again
// for what is shown by then, given what was found and the names that are asked for. `load` waits for the whole list, and
// `ask` asks for other names.
export function keeping(main, words, print, load, ask) {
  const { read, write, toggle } = keptIn(() => localStorage, words.tools);
  const button = main.querySelector(".kept");
  let last = {};
  let asked = [];
  let focused = -1;
  // The answer of which the records are side by side. Their table remains as the reader left it.
  let compared;

  const node = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const namesOfRow = ({ dataset, id }) => dataset.slug ? [dataset.slug] : namesOf(id);

  function starOf(title) {
    const label = (title.querySelector("a:not(.anchor)") ?? title).textContent.trim();
    return title.insertBefore(node("button", { type: "button", className: "star", ariaLabel: `${words.keep}: ${label}` }), title.querySelector(".anchor"));
  }

  // Another reader's list can be kept as a whole, but for names that the list does not have.
  const newNames = () => {
    const slugs = words.term ? null : last.known?.slugs;
    return asked.filter((name) => !read().includes(name) && (!slugs?.size || slugs.has(name)));
  };
  const adopt = node("button", { type: "button", onclick: () => {
    write([...read(), ...newNames()]);
    dress();
  } });
  button.after(adopt);
  const isOwn = () => `${asked}` === `${read()}`;

  function tableOf(records, fields) {
    const lines = besideEachOther(records, fields, print).map(({ label, texts, differs }) =>
      node("tr", { className: differs ? "differs" : "" }, node("th", { scope: "row", textContent: label }),
        ...texts.map((textContent) => node("td", { textContent: textContent || "–", dir: "auto" }))));
    const heads = records.map(({ title }) => node("th", { scope: "col", textContent: title, dir: "auto" }));
    return node("details", { className: "beside" }, node("summary", { textContent: words.beside }),
      node("div", { className: "scroll", role: "group", ariaLabel: words.beside, tabIndex: 0 },
        node("table", {}, node("thead", {}, node("tr", {}, node("td"), ...heads)), node("tbody", {}, ...lines))));
  }

  function dress() {
    const { found, known } = last;
    const own = read();
    for (const row of main.querySelectorAll("[data-cells] > [id], .results > [data-slug]")) {
      const title = row.querySelector(HEADINGS);
      if (!title) continue;
      const star = title.querySelector(".star") ?? starOf(title);
      star.ariaPressed = namesOfRow(row).some((name) => own.includes(name));
    }
    button.hidden = !own.length;
    button.textContent = `${words.kept} (${own.length})`;
    button.ariaPressed = asked.length > 0 && isOwn();
    const { length } = newNames();
    adopt.hidden = !length || isOwn();
    adopt.textContent = `${words.keep} (${length})`;
    // The focus goes from a star that is gone to the one in its place.
    const stars = main.querySelectorAll(".results .star");
    if (focused >= 0) (asked.length ? stars[Math.min(focused, stars.length - 1)] : main.querySelector("[name=q], .open, .star"))?.focus();
    focused = -1;
    // Records have the same names in the other languages of the list.
    for (const link of document.querySelectorAll(".languages a")) {
      const url = new URL(link.href);
      if (asked.length) url.searchParams.set("mine", asked);
      else url.searchParams.delete("mine");
      link.href = url;
    }
    for (const part of main.querySelectorAll(last === compared ? ".clash" : ".clash, .beside")) part.remove();
    if (!asked.length || !found) return;
    for (const [{ cell, row }, others] of clashesOf(found, known.fields)) {
      const textContent = words.clash.replace("#", others.map(({ title }) => title).join(", "));
      (cell ?? row).querySelector(HEADINGS)?.append(node("small", { className: "clash", textContent }));
    }
    if (last === compared || found.length < 2 || found.length > SIDES) return;
    main.querySelector("[data-results]").append(tableOf(found, known.fields));
    compared = last;
  }

  // The names of the whole list; none where they cannot be loaded.
  const slugs = () => load().then(({ slugs }) => slugs, () => new Set());

  main.addEventListener("click", async ({ target }) => {
    const row = target.closest(".star")?.closest("[data-slug], [data-cells] > [id]");
    if (!row) return;
    const names = namesOfRow(row);
    // The names of the whole list distinguish that of a section from one with `--` in it.
    const all = names.length > 1 ? await slugs() : new Set(names);
    const wasOwn = asked.length > 0 && isOwn();
    toggle(names.find((name) => all.has(name)) ?? names.at(-1));
    if (!wasOwn) return dress();
    focused = [...main.querySelectorAll(".results .star")].indexOf(target);
    ask({ mine: read() });
  });
  button.addEventListener("click", async () => {
    if (asked.length && isOwn()) return ask({ mine: [] });
    // A page of a term knows only its own records; elsewhere, names that the list no longer has are dropped.
    const all = await slugs();
    if (!words.term && all.size) write(read().filter((name) => all.has(name)));
    ask({ mine: read() });
  });
  // Another tab of the browser keeps the same list.
  addEventListener("storage", () => {
    if (asked.length && button.ariaPressed === "true") ask({ mine: read() });
    else dress();
  });
  return (answered = {}, names) => {
    [last, asked] = [answered, names];
    dress();
  };
}
