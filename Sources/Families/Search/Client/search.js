// Searches all of a site: it loads the words that begin as those that are asked for, and what is shown of the best.
import { mark } from "../../Client/marks.js";
import { lang, make } from "../../Client/page.js";
import { rankingOf } from "./ranking.js";
import { termsOf } from "../../Client/text.js";

const form = document.querySelector("form.seek[data-of]");
if (form) start();

function start() {
  const words = form.dataset;
  const input = form.querySelector("[name=q]");
  const status = form.querySelector(".found");
  const hits = document.querySelector(".hits");
  const { format } = new Intl.NumberFormat(lang);
  const step = 10;
  const more = make("button", { type: "button", className: "more", textContent: words.more, hidden: true });
  const files = new Map();
  let limit = step;
  let turn = 0;

  // A file beside the page; one that did not come is asked for again.
  function read(name) {
    if (!files.has(name)) {
      files.set(name, fetch(`site/${name}.json`).then((answer) => answer.ok ? answer.json() : Promise.reject(answer))
        .catch((error) => {
          files.delete(name);
          throw error;
        }));
    }
    return files.get(name);
  }

  const ask = rankingOf(read);

  function rowOf([, title, url, note, list], terms, { lists }) {
    const row = make("li", {}, make("a", { href: url, textContent: title }), ...note ? [make("p", { textContent: note })] : []);
    mark(row, terms);
    if (list != null) row.firstChild.after(make("small", { textContent: lists[list] }));
    return row;
  }

  async function show() {
    const current = ++turn;
    const terms = termsOf(input.value).flatMap((term) => term.split(" "));
    document.querySelector("main").toggleAttribute("data-found", terms.length > 0);
    if (!terms.length) {
      hits.replaceChildren();
      more.hidden = true;
      return status.textContent = "";
    }
    const timer = setTimeout(() => current === turn && (status.textContent = words.loading), 200);
    try {
      const { index, numbers, isAbout } = await ask(terms);
      const shown = numbers.slice(0, limit);
      const names = shown.map((number) => Math.min(index.records - 1, Math.floor(number * index.records / index.numbers)));
      const rows = (await Promise.all([...new Set(names)].map((name) => read(`r${name}`)))).flat();
      if (current !== turn) return;
      const byNumber = new Map(rows.map((row) => [row[0], row]));
      hits.replaceChildren(...shown.filter((number) => byNumber.has(number)).map((number) => rowOf(byNumber.get(number), terms, index)));
      more.hidden = numbers.length <= limit;
      status.textContent = `${isAbout ? "≈ " : ""}${format(numbers.length)} ${words.of} ${format(index.count)}`;
    } catch {
      if (current === turn) status.textContent = words.unavailable;
    } finally {
      clearTimeout(timer);
    }
  }

  // Reads the words from the address.
  function restore() {
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    limit = step;
    show();
  }

  function changed() {
    const url = new URL(location);
    if (input.value.trim()) url.searchParams.set("q", input.value.trim());
    else url.searchParams.delete("q");
    history.replaceState(null, "", url);
    limit = step;
    show();
  }

  hits.after(more);
  more.onclick = () => {
    limit += step;
    show();
  };
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed();
  });
  addEventListener("popstate", restore);
  form.hidden = false;
  restore();
}
