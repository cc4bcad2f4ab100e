// The choices beside a list: the values of a field with how many records have each, or two ends.
import { fold } from "../../Client/text.js";
import { orderOf, valuesOf } from "./choices.js";
import { lang, make } from "../../Client/page.js";

export const { format } = new Intl.NumberFormat(lang);
const day = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" });
export const printDay = (value) => day.format(new Date(value.slice(0, 10)));

// So many values stand there without a search among them.
const MOST = 12;

// The choices of a field, drawn into its element; `words` are those of the theme.
export function facetOf(element, words, compare) {
  const label = element.querySelector("summary").textContent;
  const ends = [...element.querySelectorAll("input")];
  const bars = ends.length > 0 && make("div", { className: "bars", ariaHidden: "true" });
  const box = make("div", { role: "group", ariaLabel: label });
  const options = new Map();
  let find, line;

  const textOf = (choice) => choice === "" ? words.none : ends.length ? choice.replace("..", " – ") : choice;

  // Makes the choices of all values, once the records are known; `spread` draws bars.
  function begin(field, records, column, spread) {
    const totals = new Map();
    for (const value of records.flatMap((record) => valuesOf(record, column))) totals.set(value, (totals.get(value) ?? 0) + 1);
    const isMissing = totals.delete("");
    const values = ends.length ? [] : [...totals.keys()].sort(orderOf(field, compare));
    const isMany = values.length > MOST;
    // Of many values, those come first that most records have.
    if (isMany && !field.choices) values.sort((a, b) => totals.get(b) - totals.get(a));
    if (isMissing) values.push("");
    options.clear();
    for (const value of values) {
      const [input, count] = [make("input", { type: "checkbox" }), make("small")];
      const node = make("li", {}, make("label", {}, input, make("span", { textContent: textOf(value) }), count));
      options.set(value, { input, count, node, text: fold(value) });
    }
    find = isMany && make("input", { type: "search", placeholder: words.search, ariaLabel: `${words.search}: ${label}` });
    const list = make("ul", { role: "list" }, ...[...options.values()].map(({ node }) => node));
    line = bars ? spread(bars, field, [...totals.keys()]) : null;
    box.replaceChildren(...bars ? [bars] : [], ...find ? [find] : [], list);
    element.append(box);
  }

  // Shows what is chosen, and how many records there are with each value.
  function draw(chosen, counts) {
    const range = chosen.find(Boolean)?.split("..") ?? [];
    for (const [index, end] of ends.entries()) if (end !== document.activeElement) end.value = range[index] ?? "";
    line?.(range, counts);
    const most = Math.max(1, ...counts.values());
    const wanted = find ? fold(find.value).trimEnd() : "";
    let room = find ? MOST : Infinity;
    for (const [value, { input, count, node, text }] of options) {
      const number = counts.get(value) ?? 0;
      input.checked = chosen.includes(value);
      node.hidden = !input.checked && !(text.includes(wanted) && room-- > 0);
      count.textContent = format(number);
      node.style.setProperty("--share", number / most);
      node.toggleAttribute("data-none", !number);
    }
  }

  // The reader's choices, with the values of the address that no record has.
  function chosen(before) {
    const range = ends.map(({ value }) => value).join("..");
    return [
      ...range.length > 2 ? [range] : [], ...before.filter((value) => !ends.length && !options.has(value)),
      ...[...options.keys()].filter((value) => options.get(value).input.checked),
    ];
  }

  return {
    name: element.dataset.filter, label, element, begin, draw, chosen, textOf,
    isKnown: (choice) => ends.length > 0 || options.has(choice),
  };
}
