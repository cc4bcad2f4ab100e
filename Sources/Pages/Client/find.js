// Searches, filters and sorts a list, which is whole without it.
(() => {
  "use strict";
  const form = document.querySelector("form.tools");
  const main = document.querySelector("main");
  const boxes = [...main.querySelectorAll("[data-cells]")];
  if (!form || !boxes.length) return;
  const { lang } = document.documentElement;
  const [search, order, details] = ["[name=q]", "[name=sort]", "details"].map((name) => form.querySelector(name));
  const filters = [...form.querySelectorAll("[data-filter]")];
  const status = form.querySelector(".found");
  const clear = form.querySelector("[type=reset]");
  const step = 50;
  let limit = step;
  let head = null;
  let list = null;
  let words = null;
  let results = null;
  let more = null;
  let isTyping = false;

  const make = (name, properties, ...children) => {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children);
    return node;
  };
  // Letters without their accents, as people type them.
  const LETTERS = new Map("æae đd ðd ħh ıi łl ŋn øo œoe ßss þth ŧt ‘' ’' ʼ' ′' ‐- ‑- ‒- –- —- −-".split(" ").map(([a, ...b]) => [a, b.join("")]));
  const plain = (text) => text.normalize("NFD").toLowerCase().replace(/\p{M}/gu, "")
    .replace(/\P{ASCII}/gu, (letter) => LETTERS.get(letter) ?? letter);
  const compare = new Intl.Collator(lang, { numeric: true }).compare;

  // The order of a field's values: of choices as they were declared, of numbers, of days, of words.
  const byOrder = ({ kind, choices } = {}) => choices ? (a, b) => choices.indexOf(a) - choices.indexOf(b)
    : kind === "number" ? (a, b) => a - b
      : kind === "date" || kind === "datetime" ? (a, b) => (a < b ? -1 : a > b ? 1 : 0) : compare;

  // The records

  const url = new URL(form.dataset.tools, location.href);
  const say = (text) => {
    if (status.textContent !== text) status.textContent = text;
  };
  const fail = () => {
    head = list = words = null;
    status.textContent = form.dataset.unavailable;
  };
  const get = async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw answer;
    return answer.json();
  };
  const begin = () => head ??= get(url);
  const load = () => list ??= read();

  async function read() {
    const first = await begin();
    const parts = [first, ...await Promise.all(first.more.map((name) => get(new URL(name, url))))];
    const shown = rowsBySlug(new Set(parts.flatMap(({ slugs }) => slugs)));
    const records = parts.flatMap((part) => recordsOf(part, first, shown));
    // Whether all rows stand here, and few enough to be shown and hidden.
    const isHere = records.length <= 2000 && records.every(({ rows }) => rows);
    for (const record of records) {
      const facts = first.fields.map((field, index) => inWords(record.values[index], field));
      const rows = isHere ? record.rows.map((row) => row.textContent) : [];
      record.text = plain([record.title, ...facts, ...rows].join(" "));
    }
    unite(first, records);
    addChoices(first, records);
    const homes = boxes.map((box) => new Set(box.children));
    return { records, having: records, text: "", isHere, fields: first.fields, homes };
  }

  // Spellings of one word are the first of them, capitals first.
  function unite({ fields }, records) {
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

  // A record may be in several sections, whose names precede its own there.
  function rowsBySlug(slugs) {
    const bySlug = new Map();
    for (const row of boxes.flatMap((box) => [...box.children])) {
      let slug = row.id;
      while (!slugs.has(slug) && slug.includes("--")) slug = slug.slice(slug.indexOf("--") + 2);
      bySlug.set(slug, [...bySlug.get(slug) ?? [], row]);
    }
    return bySlug;
  }

  const pick = ({ words, of }, index) => [...new Set([of[index]].flat())].map((number) => words[number]);
  // A page of a term, whose address ends in its field and itself, knows only the records that have it.
  const [term, field] = (form.dataset.term ?? "").split("/").reverse().slice(1).map(decodeURIComponent);

  // A permalink may name a file.
  const placeOf = ({ places, slugs }, index) =>
    encodeURI(places?.[index] ?? slugs[index]) + (places?.[index].match(/\/$|\.html$/) ? "" : "/");

  function recordsOf(part, { details, fields }, shown = new Map()) {
    const pages = part.pages.flatMap(([url, count]) => Array(count).fill(url));
    const { [field]: terms } = part.terms ?? {};
    return part.slugs.map((slug, index) => ({
      title: part.titles[index],
      url: details == null ? `${pages[index]}#${slug}` : `${details}${placeOf(part, index)}`,
      number: part.numbers?.[index],
      note: part.texts?.[index],
      rows: shown.get(slug),
      values: fields.map((field, column) => {
        const values = part.values[column];
        return field.kind === "words" ? pick(values, index) : values[index];
      }),
    })).filter((_, index) => !terms || pick({ ...part.values[terms.column], ...terms }, index).includes(term));
  }

  // Made once: to make one is slow.
  const printers = new Map();
  function printer(kind, options) {
    const key = `${kind} ${JSON.stringify(options)}`;
    if (!printers.has(key)) printers.set(key, new Intl[kind](lang, options));
    return printers.get(key);
  }

  // A value as the page shows it.
  function inWords(value, { kind, unit, currency, decimals, grouping }) {
    if (value == null) return "";
    if (kind === "words") return value.join(", ");
    if (kind === "text") return value;
    if (kind === "number") {
      const digits = decimals ?? `${value}`.split(".")[1]?.length ?? 0;
      const isPlain = !currency && decimals == null;
      if (isPlain && !unit && !grouping && Number.isInteger(+value) && `${value}`.length <= 4) return `${value}`;
      return printer("NumberFormat", {
        useGrouping: grouping ?? true, ...currency && { style: "currency", currency },
        ...(isPlain || decimals != null) && { minimumFractionDigits: digits, maximumFractionDigits: decimals ?? Math.max(digits, 20) },
      }).format(value) + (unit ? `\u00A0${unit}` : "");
    }
    const date = new Date(`${value}${kind === "date" ? "T00:00" : ""}Z`);
    const time = kind === "datetime" ? { timeStyle: "short" } : {};
    return isNaN(date) ? value : printer("DateTimeFormat", { dateStyle: "long", ...time, timeZone: "UTC" }).format(date);
  }

  // The reader's choices

  const inputs = (filter) => filter.matches("select") ? [filter] : [...filter.querySelectorAll("input")];
  const asked = (filter) => inputs(filter).map((input) => input.value);
  // The name of a filter in the address; two names are taken.
  const nameOf = (filter) => filter.dataset.filter.replace(/^(q|sort)$/, "field-$1");
  const isAsked = () => Boolean(search?.value.trim() || order?.value || filters.some((filter) => asked(filter).some(Boolean)));

  function addChoices({ fields }, records) {
    for (const filter of filters) {
      const column = fields.findIndex(({ name }) => name === filter.dataset.filter);
      if (!filter.matches("select")) continue;
      const all = [...new Set(records.flatMap(({ values }) => values[column]))].sort(byOrder(fields[column]));
      const { value } = filter;
      filter.replaceChildren(filter.options[0], ...all.map((value) => make("option", { value, textContent: value })));
      filter.value = value;
    }
  }

  // A test of the values of a field; null where nothing is asked of them.
  function test(filter, fields) {
    const column = fields.findIndex(({ name }) => name === filter.dataset.filter);
    const [from, to] = asked(filter);
    if (filter.matches("select")) return from ? ({ values }) => values[column].includes(from) : null;
    if (!from && !to) return null;
    const isNumber = fields[column].kind === "number";
    return ({ values: { [column]: value } }) => {
      if (value == null) return false;
      const [own, low, high] = isNumber ? [value, from, to].map(Number) : [`${value}`.slice(0, 10), from, to];
      return (!from || own >= low) && (!to || own <= high);
    };
  }

  // A longer query finds some of what a shorter one found.
  function having(known) {
    const text = plain(search?.value ?? "");
    const wanted = text.split(/\s+/).filter(Boolean);
    const among = text.startsWith(known.text) ? known.having : known.records;
    known.text = text;
    return known.having = among.filter((record) => wanted.every((word) => record.text.includes(word)));
  }

  function find(known) {
    const { fields } = known;
    const tests = filters.map((filter) => test(filter, fields));
    const counts = filters.map(() => new Map());
    const columns = filters.map((filter) => fields.findIndex(({ name }) => name === filter.dataset.filter));
    const choices = [...filters.keys()].filter((index) => details?.open && filters[index].matches("select"));
    const found = having(known).filter((record) => {
      let failed = -1;
      for (const [index, test] of tests.entries()) {
        if (!test || test(record)) continue;
        if (failed >= 0) return false;
        failed = index;
      }
      // A choice shows how many records there would be with it, whatever is chosen now.
      for (const index of choices) {
        if (failed >= 0 && failed !== index) continue;
        for (const value of record.values[columns[index]]) counts[index].set(value, (counts[index].get(value) ?? 0) + 1);
      }
      return failed < 0;
    });
    for (const index of choices) for (const option of filters[index].options) {
      if (option.value) option.textContent = `${option.value} (${counts[index].get(option.value) ?? 0})`;
    }
    return sorted(found, fields);
  }

  function sorted(found, fields) {
    if (!order?.value) return found;
    const sign = order.value.startsWith("-") ? -1 : 1;
    const column = fields.findIndex(({ name }) => name === order.value.slice(sign < 0 ? 1 : 0));
    const field = fields[column];
    const value = ({ title, values }) => !field ? title : field.kind === "words" ? values[column][0] : values[column];
    const compared = byOrder(field);
    // A record without a value comes last in either order.
    const [known, others] = [[], []];
    for (const record of found) (value(record) == null ? others : known).push(record);
    return [...known.sort((a, b) => sign * compared(value(a), value(b))), ...others];
  }

  // The results

  function show() {
    const isActive = isAsked();
    clear.hidden = !isActive;
    markColumns();
    if (!isActive && !list && !words) return say("");
    answer().then(({ known, found, total, isAbout, isMore, of, query }) => {
      // Something else may be asked by now, and is answered as well.
      if (isActive !== isAsked() || (query ?? search?.value) !== search?.value) return;
      main.toggleAttribute("data-found", isActive);
      main.toggleAttribute("data-sorted", isActive && known.isHere && Boolean(order?.value));
      main.toggleAttribute("data-elsewhere", isActive && !known.isHere);
      if (known.isHere) arrange(known, found);
      else listAll(known, isActive ? found : [], isMore);
      const [count, all] = [total, of].map(printer("NumberFormat").format);
      say(isActive ? `${isAbout ? "≈ " : ""}${count} ${form.dataset.of} ${all}` : "");
    }).catch(fail);
  }

  async function answer() {
    const first = await begin();
    if (!first.words || field || order?.value || filters.some((filter) => asked(filter).some(Boolean))) {
      const known = await load();
      const found = find(known);
      return { known, found, total: found.length, of: known.records.length };
    }
    // A long list is searched for words.
    words ??= import(new URL(first.words.script, url)).then(({ open }) =>
      open(first.words, (name) => get(new URL(first.words.folder + name, url)), plain, (part) => recordsOf(part, first)));
    const query = search.value;
    return { known: first, query, of: first.words.count, ...await (await words)(query, limit / 5) };
  }

  // Shows the rows that are found; in one table of all sections where they are sorted.
  function arrange({ homes, records }, found) {
    const isSorted = Boolean(order?.value);
    const wanted = new Set(found.flatMap(({ rows }) => isSorted ? rows.slice(0, 1) : rows));
    for (const { rows } of records) for (const row of rows) row.toggleAttribute("hidden", !wanted.has(row));
    if (isSorted) fill(boxes[0], wanted);
    else for (const [index, home] of homes.entries()) fill(boxes[index], home);
  }

  // What stays is not moved.
  function fill(box, rows) {
    for (const row of [...box.children]) if (!rows.has(row)) row.remove();
    let next = box.firstElementChild;
    for (const row of rows) {
      if (row === next) next = next.nextElementSibling;
      else box.insertBefore(row, next);
    }
  }

  // Lists finds of all pages.
  function listAll({ fields }, found, isMore = found.length > limit) {
    const table = main.querySelector(".records");
    if (!results) {
      results = table ? make("tbody") : make("ul", { className: "cells", role: "list" });
      results.classList.add("results");
      more = make("button", { type: "button", className: "more", textContent: form.dataset.more, onclick: () => {
        limit += step;
        show();
      } });
      if (table) table.append(results);
      else (boxes[0].closest(".section") ?? boxes[0]).before(results);
      (table?.parentNode ?? results).after(more);
    }
    const heads = columns();
    fill(results, new Set(found.slice(0, limit).map((record) =>
      record.row ??= table ? tableRow(record, fields, heads) : row(record, fields))));
    more.toggleAttribute("hidden", !isMore);
  }

  const link = ({ title, url }) => make("a", { href: url, textContent: title });

  function row(record, fields) {
    const facts = fields.flatMap((field, index) => {
      const text = inWords(record.values[index], field);
      if (!text) return [];
      return make("li", {}, ...field.label ? [make("span", { textContent: `${field.label}:` }), " "] : [], text);
    });
    const { note } = record;
    return make("li", { className: "cell" }, make("h3", {}, link(record)),
      make("ul", { className: "meta", role: "list" }, ...facts), ...note ? [make("p", { textContent: note })] : []);
  }

  function tableRow(record, fields, heads) {
    return make("tr", {}, ...heads.map((head) => {
      const index = fields.findIndex(({ name }) => name === head.dataset.name);
      if (head.hasAttribute("data-title")) return make("th", { scope: "row" }, link(record));
      const cell = make("td", { className: head.className });
      cell.textContent = index < 0 ? "" : inWords(record.values[index], { ...fields[index], unit: null });
      cell.dataset.label = head.textContent;
      return cell;
    }));
  }

  // The heads of a table's columns

  const columns = () => [...main.querySelector(".records thead")?.querySelectorAll("th") ?? []];
  const named = (name) => order && [...order.options].some(({ value }) => value === name);

  function addButtons() {
    for (const head of columns().filter(({ dataset }) => named(dataset.name))) {
      if (head.querySelector("button")) continue;
      const { name } = head.dataset;
      const button = make("button", { type: "button", onclick: () => {
        order.value = order.value === name ? `-${name}` : order.value === `-${name}` ? "" : name;
        change(false);
      } }, ...head.childNodes);
      head.append(button);
    }
    markColumns();
  }

  function markColumns() {
    for (const head of columns().filter(({ dataset }) => named(dataset.name))) {
      const { name } = head.dataset;
      const sorted = order.value === name ? "ascending" : order.value === `-${name}` ? "descending" : "none";
      if (head.ariaSort !== sorted) head.ariaSort = sorted;
    }
  }

  // The address

  function change(isWord) {
    limit = step;
    const url = new URL(location);
    url.search = "";
    if (search?.value.trim()) url.searchParams.set("q", search.value.trim());
    for (const filter of filters) {
      const values = asked(filter);
      if (values.some(Boolean)) url.searchParams.set(nameOf(filter), values.join(".."));
    }
    if (order?.value) url.searchParams.set("sort", order.value);
    if (isAsked()) url.hash = "";
    if (url.href !== location.href) history[isWord && isTyping ? "replaceState" : "pushState"](null, "", url);
    isTyping = isWord;
    show();
  }

  function restore() {
    const { searchParams } = new URL(location);
    if (search) search.value = searchParams.get("q") ?? "";
    if (order) order.value = searchParams.get("sort") ?? "";
    if (order && order.selectedIndex < 0) order.value = "";
    for (const filter of filters) {
      const value = searchParams.get(nameOf(filter)) ?? "";
      const values = filter.matches("select") ? [value] : value.split("..");
      for (const [index, input] of inputs(filter).entries()) {
        const text = values[index] ?? "";
        // A choice may be known only with the records.
        if (input.matches("select") && text && ![...input.options].some(({ value }) => value === text)) {
          input.append(make("option", { value: text, textContent: text }));
        }
        input.value = text;
      }
      if (details && value) details.open = true;
    }
  }

  function start() {
    form.hidden = false;
    addButtons();
    restore();
    show();
  }

  // A watched page becomes as a new build has it.
  function startAgain() {
    for (const node of [results, more]) node?.remove();
    head = list = words = results = more = null;
    form.hidden = false;
    addButtons();
    show();
  }

  form.addEventListener("focusin", () => begin().then((first) => first.words && !field || load()).then(show, fail), { once: true });
  details?.addEventListener("toggle", () => load().then(show, fail));
  form.addEventListener("input", ({ target }) => change(target === search));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const input of [search, order, ...filters.flatMap(inputs)]) if (input) input.value = "";
    change(false);
    search?.focus();
  });
  addEventListener("popstate", () => {
    isTyping = false;
    restore();
    show();
  });
  addEventListener("keydown", (event) => {
    const isElsewhere = !event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !search || !isElsewhere) return;
    event.preventDefault();
    search.focus();
  });
  addEventListener("cellist:patched", startAgain);
  start();
})();
