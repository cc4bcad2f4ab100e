// Searches, filters and sorts a list, which is whole without it.
import { readAddress, writeAddress } from "./address.js";
import { choose, sorted, testOf } from "./choices.js";
import { facetOf, format, printDay } from "./facets.js";
import { lang, make } from "../../Client/page.js";
import { recordsOf, unite } from "./records.js";
import { print, resultsOf } from "./results.js";
import { fits, fold, has, isShort, shardOf, termsOf } from "../../Client/text.js";

const form = document.querySelector("form.tools");
const main = document.querySelector("main");
if (form && main.querySelector("[data-cells]")) start();

function start() {
  const words = form.dataset;
  const [search, order, status, clear, opener, chips, take] =
    ["[name=q]", "[name=sort]", ".found", "[type=reset]", ".open", ".chosen", ".take"].map((name) => form.querySelector(name));
  const { compare } = new Intl.Collator(lang, { numeric: true });
  const panel = main.querySelector(".filters");
  const extras = () => import(new URL(words.extras, location));
  const facets = [...main.querySelectorAll("[data-filter]")].map((element) => facetOf(element, words, compare));
  const names = facets.map(({ name }) => name);
  const step = 50;
  // The part of the page that has the whole list, which the results take the place of.
  const home = [...main.children].find((part) => part.querySelector("[data-cells]"));
  const more = make("button", { type: "button", className: "more", textContent: words.more });
  let limit = step;
  let turn = 0;
  let isTyping = false;
  let dress, asked, head, list, index, results, last;

  // The records

  const url = new URL(words.tools, location);
  // A page of a term, whose address ends in its field and itself, knows only the records that have it.
  const term = (words.term ?? "").split("/").reverse().slice(1).map(decodeURIComponent);
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
    const records = parts.flatMap((part) => recordsOf(part, first, term));
    unite(first, records);
    // What draws bars is there first, so that nothing moves twice.
    const { spread } = main.querySelector(".ends") ? await extras() : {};
    const columns = names.map((name) => first.fields.findIndex((field) => field.name === name));
    for (const [place, facet] of facets.entries()) facet.begin(first.fields[columns[place]], records, columns[place], spread);
    return { records, fields: first.fields, columns, slugs: new Set(records.map(({ slug }) => slug)) };
  }

  // The words of a record: its title, its values, and the beginning of its text.
  const wordsOf = (record, fields) => record.words ??= fold([record.title, record.note, ...fields.flatMap(({ kind }, column) => {
    const value = record.values[column];
    return value && /^date/.test(kind) ? [value, printDay(value)] : value;
  })].join(" "));

  // A long list is searched for words by their index.
  const openIndex = (first) => index ??= import(new URL(first.words.script, url)).then(({ open }) =>
    open(first.words, (name) => get(new URL(first.words.folder + name, url)), { fits, fold, has, shardOf }, (part) => recordsOf(part, first)));

  // A test of the words of records.
  async function saying(terms, first, fields) {
    const says = (record) => terms.every((term) => has(wordsOf(record, fields), term));
    if (!first.words) return says;
    const { numbers, end, isPhrase } = await (await openIndex(first)).ask(terms);
    const having = new Set(numbers);
    return (record) => having.has(record.number) && (record.number <= end && !isPhrase || says(record));
  }

  // The answers

  const choices = () => facets.flatMap((facet) => asked.chosen[facet.name].map((choice) => [facet, choice]));
  const isAsked = () => [asked.q.trim(), asked.sort, ...asked.mine, ...choices()].some(Boolean);

  // With all that is found where `isWhole`, else with as much as is shown at first.
  async function answer(isWhole) {
    const first = await begin();
    let terms = termsOf(asked.q);
    if (first.words && terms.length && !term[0] && !asked.sort && !asked.mine.length && !choices().length && !isWhole) {
      const found = await (await openIndex(first)).find(terms, limit / 5);
      return { known: { fields: first.fields, slugs: new Set() }, terms, of: first.words.count, ...found };
    }
    const known = await load();
    const { fields, columns } = known;
    const records = known.records.filter(({ slug }) => !asked.mine.length || asked.mine.includes(slug));
    let test = terms[0] && await saying(terms, first, fields);
    // A word that is not whole yet narrows nothing.
    if (isTyping && test && isShort(terms.at(-1)) && !records.some(test)) {
      terms = terms.slice(0, -1);
      test = terms[0] && await saying(terms, first, fields);
    }
    const tests = names.map((name, place) => testOf(fields[columns[place]], columns[place], asked.chosen[name]));
    const chosen = choose(records, [...tests, test], columns);
    const found = sorted(chosen.found, asked.sort, fields, compare);
    return { ...chosen, found, known, terms, total: found.length, of: known.records.length, isMore: found.length > limit };
  }

  // The results

  const say = (text) => {
    if (status.textContent !== text) status.textContent = text;
  };

  async function show() {
    const isActive = isAsked();
    const current = ++turn;
    clear.hidden = !isActive;
    drawHeads();
    drawChips();
    if (!isActive && !list) return draw({ found: [], known: {}, terms: [] }, false);
    const timer = setTimeout(() => current === turn && say(words.loading), 200);
    const answered = await answer().catch(() => null);
    clearTimeout(timer);
    if (current !== turn) return;
    if (answered) return draw(answered, isActive);
    head = list = index = null;
    say(words.unavailable);
  }

  function draw(answered, isActive) {
    const { found, known, terms, total, of, counts, without, isAbout, isMore } = last = answered;
    main.toggleAttribute("data-found", isActive);
    if (isActive && !results) {
      results = resultsOf(home, more);
      addButtons();
    }
    home.toggleAttribute("data-away", isActive);
    results?.outer.toggleAttribute("hidden", !isActive);
    if (isActive) results.show(found.slice(0, limit), terms, known).then(() => dress?.());
    dress?.();
    more.hidden = !isMore;
    if (counts) for (const [place, facet] of facets.entries()) facet.draw(asked.chosen[facet.name], counts[place]);
    take.hidden = !isActive || !total;
    const number = total == null ? "" : `${isAbout ? "≈ " : ""}${format(total)}`;
    if (panel) panel.querySelector(".show").textContent = words.show.replace("#", number);
    if (!isActive) return say("");
    const either = new Intl.ListFormat(lang, { type: "disjunction" });
    const lists = facets.map(({ name, textOf }) => either.format(asked.chosen[name].map(textOf))).filter(Boolean);
    const strange = choices().filter(([facet, choice]) => counts && !facet.isKnown(choice));
    say([`${number} ${words.of} ${format(of)}${lists[0] ? ` ${words.in} ${lists.join(", ")}` : ""}`,
      ...strange.map((choice) => words.unknown.replace("#", nameOf(choice)))].join(". "));
    drawChips(total ? [] : without);
  }

  const nameOf = ([{ label, textOf }, choice]) => `${label}: ${textOf(choice)}`;

  // The choices, each with a button that takes it away; and where nothing is found, the choice that leaves out most.
  function drawChips(without = []) {
    const chip = (textContent, ariaLabel, change) => make("li", {}, make("button", {
      type: "button", textContent, ariaLabel, onclick: () => {
        change();
        changed();
      },
    }));
    const isFocused = chips.contains(document.activeElement);
    const most = Math.max(...without);
    const facet = facets[without.indexOf(most)];
    chips.replaceChildren(...choices().map((choice) => chip(nameOf(choice), `${words.clear}: ${nameOf(choice)}`, () => {
      const [{ name }, value] = choice;
      asked.chosen[name] = asked.chosen[name].filter((other) => other !== value);
    })));
    if (most > 0) chips.append(chip(`${words.without.replace("#", facet?.label ?? asked.q)} (${format(most)})`, null, () => {
      if (facet) asked.chosen[facet.name] = [];
      else asked.q = search.value = "";
    }));
    if (isFocused) (chips.querySelector("button") ?? search ?? opener).focus();
  }

  // The heads of a table's columns

  const heads = () => [...main.querySelectorAll(".records thead th")]
    .filter(({ dataset }) => order?.querySelector(`[value="${dataset.name}"]`));

  function addButtons() {
    for (const head of heads()) {
      const { name } = head.dataset;
      if (!head.querySelector("button")) head.append(make("button", { type: "button" }, ...head.childNodes));
      head.querySelector("button").onclick = () => {
        asked.sort = { [name]: `-${name}`, [`-${name}`]: "" }[asked.sort] ?? name;
        changed();
      };
    }
    drawHeads();
  }

  function drawHeads() {
    for (const head of heads()) {
      const { name } = head.dataset;
      head.ariaSort = { [name]: "ascending", [`-${name}`]: "descending" }[asked.sort] ?? "none";
    }
  }

  // The reader's choices

  function changed(isWord) {
    limit = step;
    const url = new URL(location);
    url.search = writeAddress(asked);
    if (isAsked()) url.hash = "";
    if (url.href !== location.href) history[isWord && isTyping ? "replaceState" : "pushState"](null, "", url);
    isTyping = isWord;
    if (order) order.value = asked.sort;
    show();
  }

  function restore() {
    asked = readAddress(location.search, names);
    if (order) order.value = asked.sort;
    if (order?.selectedIndex < 0) order.value = asked.sort = "";
    if (search) search.value = asked.q;
    isTyping = false;
    show();
  }

  // The panel stands beside the list, or is a sheet below it. The first hit stays in sight above a sheet.
  function toggle() {
    if (!(opener.ariaExpanded = panel.toggleAttribute("data-open"))) return opener.focus();
    facets[0].element.open = true;
    panel.querySelector("summary").focus({ preventScroll: true });
    (main.hasAttribute("data-found") ? results.outer : home).scrollIntoView();
  }

  async function open() {
    const first = await begin();
    // Two files of records at most are loaded before a reader asks for anything.
    if (first.words || first.more.length > 2) return;
    await load();
    for (const { element } of facets) element.open = true;
  }

  function enter() {
    form.hidden = false;
    restore();
    addButtons();
    if (panel && matchMedia("(width >= 64rem)").matches) requestIdleCallback(() => open().catch(() => {}).then(show).then(() => panel.hidden = false));
    else if (panel) panel.hidden = false;
  }

  more.onclick = () => {
    limit += step;
    show();
  };
  form.addEventListener("focusin", () => begin().then((first) => first.words || load()).catch(() => {}), { once: true });
  form.addEventListener("input", ({ target }) => {
    asked.q = search?.value ?? "";
    asked.sort = order?.value ?? "";
    changed(target === search);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    asked = readAddress(`hide=${asked.hide}`, names);
    if (search) search.value = "";
    changed();
    search?.focus();
  });
  take.addEventListener("click", async ({ target: { value } }) => {
    if (value) (await extras()).save(await answer(true), value, url);
  });
  panel?.addEventListener("input", ({ target }) => {
    const place = facets.findIndex(({ element }) => element.contains(target));
    const facet = facets[place];
    if (target.type === "search") return facet.draw(asked.chosen[facet.name], last.counts[place]);
    asked.chosen[facet.name] = facet.chosen(asked.chosen[facet.name]);
    changed();
  });
  panel?.addEventListener("toggle", ({ target }) => target.open && load().then(show, show), true);
  panel?.addEventListener("click", ({ target }) => target.matches(".show") && toggle());
  opener?.addEventListener("click", toggle);
  addEventListener("popstate", restore);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel?.hasAttribute("data-open")) return toggle();
    const isElsewhere = !event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !search || !isElsewhere) return;
    event.preventDefault();
    search.focus();
  });
  // A watched page becomes as a new build has it: also what this script has made of it.
  addEventListener("cellist:patched", () => {
    results?.outer.remove();
    home.removeAttribute("data-away");
    head = index = results = null;
    list &&= read();
    form.hidden = false;
    if (panel) panel.hidden = false;
    addButtons();
    show();
  });
  if (main.querySelector("time + time, .columns, .kept")) extras().then(({ dressing }) => {
    const draw = dressing(main, words, print, load, (change) => {
      Object.assign(asked, change);
      changed();
    });
    dress = () => draw(last, asked);
    dress();
    setInterval(dress, 60_000);
  });
  enter();
}
