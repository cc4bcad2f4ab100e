// Forms for the records of an open page. All of it is in one element with a shadow tree, which patches of the page leave
// alone. Answers of the server go into the page as text, never as markup, but for the rendering of a record's Markdown.
(() => {
  "use strict";
  const server = new URL("edit", document.currentScript.src);
  const styles = new URL("edit.css", server);

  // The token from the address that was printed, in the storage of this origin, which includes the port.
  const key = "cellist-edit";
  const given = new URLSearchParams(location.search).get("edit");
  if (given) {
    localStorage.setItem(key, given);
    history.replaceState(history.state, "", location.pathname + location.hash);
  }
  const token = localStorage.getItem(key);
  if (!token) return;
  // Each tab takes its own edits back.
  const tab = sessionStorage.getItem(key) ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  sessionStorage.setItem(key, tab);

  // An element with attributes, listeners and content.
  function make(name, attributes = {}, ...content) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value != null) node.setAttribute(key, value);
    }
    node.append(...content.filter((part) => part != null));
    return node;
  }

  const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);

  async function ask(question) {
    try {
      const response = await fetch(server, {
        method: "POST", headers: { "Content-Type": "application/json", "X-Cellist-Token": token },
        body: JSON.stringify({ ...question, tab }),
      });
      if (!response.ok) return { errors: [{ message: (await response.text()).trim() }] };
      return await response.json();
    } catch {
      return { errors: [{ message: "the server does not answer; is “cellist edit” still running?" }] };
    }
  }

  const host = make("cellist-edit", { "data-cellist": true, lang: "en", dir: "ltr" });
  const root = host.attachShadow({ mode: "open" });
  const status = make("p", { class: "status", role: "status" });
  const choice = make("select", { "aria-label": "Record" });
  const open = button("Edit", () => edit(records[choice.value]), { class: "main" });
  const sheet = button("Table…", table);
  const lists = make("select", { "aria-label": "List" });
  const add = button("Add…", () => edit({ list: lists.value }));
  const back = button("Undo", undo);
  const near = button("Edit", () => edit(hovered), { class: "near", hidden: true, tabindex: -1 });
  const bar = make("div", { class: "bar", role: "region", "aria-label": "Edit records", hidden: true },
    choice, open, sheet, lists, add, back, status);
  root.append(make("link", { rel: "stylesheet", href: styles }), near, bar);

  let records = [];
  let hovered;

  // The records of the page, and the lists of the site.
  async function look() {
    const page = await ask({ do: "page", page: location.pathname });
    bar.hidden = false;
    if (page.errors) return say(page.errors[0].message);
    const had = records[choice.value];
    records = page.records;
    choice.replaceChildren(...records.map(({ title }, index) => make("option", { value: index }, title)));
    choice.value = Math.max(0, records.findIndex(({ list, id }) => list === had?.list && id === had?.id));
    choice.hidden = records.length < 2;
    open.hidden = !records.length;
    sheet.hidden = records.length < 2;
    open.textContent = records.length === 1 ? `Edit ${records[0].title}` : "Edit";
    const chosen = lists.value;
    lists.replaceChildren(...page.lists.map(({ list, title }) => make("option", { value: list }, title)));
    const own = records[0]?.list ?? chosen;
    if (page.lists.some(({ list }) => list === own)) lists.value = own;
    lists.hidden = page.lists.length < 2;
    add.hidden = !page.lists.length;
    back.disabled = !page.undo;
  }

  const say = (text) => { status.textContent = text; };

  async function undo() {
    const done = await ask({ do: "undo" });
    say(done.errors ? done.errors[0].message : `Taken back in ${done.written.join(", ")}.`);
    back.disabled = !done.undo;
  }

  // The record whose element a node is in.
  function recordAt(node) {
    for (let part = node; part?.nodeType === 1; part = part.parentElement) {
      const record = part.id && records.find(({ anchor }) => anchor === part.id);
      if (record) return { record, part };
    }
  }

  document.addEventListener("pointerover", ({ target }) => {
    if (host.contains(target)) return;
    const found = recordAt(target);
    near.hidden = !found;
    if (!found) return;
    hovered = found.record;
    const box = found.part.getBoundingClientRect();
    near.style.top = `${box.top + scrollY}px`;
    near.style.left = `${Math.max(0, box.right + scrollX - 56)}px`;
  });

  document.addEventListener("dblclick", (event) => {
    const alone = records.length === 1 && !records[0].anchor && event.target.closest("main");
    const found = recordAt(event.target) ?? (alone && { record: records[0] });
    if (found && !event.target.closest("a, button, input, select, textarea, summary")) edit(found.record);
  });

  // The attributes of inputs, by type.
  const KINDS = {
    integer: { inputmode: "numeric" }, number: { inputmode: "decimal" }, url: { inputmode: "url" },
    email: { inputmode: "email" }, telephone: { inputmode: "tel" },
  };
  const HINTS = {
    date: "As 2026-05-03", datetime: "As 2026-05-03T16:00", point: "As 47.3769, 8.5417", asset: "The path of a file",
    record: "The id of a record",
  };
  let number = 0;

  // The part of a form for a field: its node, and what is entered, an empty text or list where there is nothing.
  function field(input, file) {
    const id = `f${++number}`;
    const error = make("p", { class: "error", id: `${id}-e`, role: "alert" });
    const text = [
      HINTS[input.type], input.unit && `In ${input.unit}`, input.refusal && `Not here: ${input.refusal}`,
    ].filter(Boolean).join(". ");
    const hint = text ? make("p", { class: "hint", id: `${id}-h` }, text) : null;
    const common = {
      id, name: input.name, "aria-describedby": hint ? `${id}-h ${id}-e` : `${id}-e`, disabled: Boolean(input.refusal),
      "aria-required": input.required || null, autocomplete: "off", ...KINDS[input.type],
    };
    const value = input.value ?? (input.list ? [] : "");
    const label = `${input.label}${input.required ? "" : " (optional)"}`;
    const found = make("datalist", { id: `${id}-l` });
    const search = async ({ target }) => {
      const { records: hits = [] } = await ask({ do: "find", list: input.target, text: target.value });
      found.replaceChildren(...hits.map(([key, title]) => make("option", { value: key }, title)));
    };
    const line = (text, more = {}) => {
      const node = make("input", {
        ...common, ...more, ...(input.target ? { list: found.id, oninput: search, onfocus: search } : {}),
      });
      node.value = text;
      return node;
    };
    const box = (...content) => make("div", { class: "field" }, ...content, found, hint, error);
    const result = (node, read) => ({ input, node, read, error, first: node.querySelector("input, select, textarea") });

    // A picture that is chosen or dropped gets a plain name, and goes beside the record.
    function picture() {
      const node = line(value);
      const files = make("input", { type: "file", accept: "image/*,.pdf", disabled: common.disabled, "aria-label": `${input.label}: a new file` });
      const whole = box(make("label", { for: id }, label), node, files);
      const part = { ...result(whole, () => node.value), file: null };
      const take = (file) => {
        if (!file) return;
        part.file = file;
        const [, stem, end] = file.name.normalize("NFD").replace(/\p{M}/gu, "").match(/^(.*?)(\.\w+)?$/);
        const plain = stem.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "");
        node.value = `${plain || "picture"}${end ?? ""}`.toLowerCase();
      };
      files.addEventListener("change", () => take(files.files[0]));
      whole.addEventListener("dragover", (event) => event.preventDefault());
      whole.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
      return part;
    }

    // A list in a table is one text, with separators.
    if (input.list && Array.isArray(value) && !input.choices) {
      const items = make("div");
      const item = (text) => {
        const row = make("div", { class: "item" }, line(text, { id: null, "aria-label": `${input.label}, an item` }),
          button("Remove", () => row.remove(), { "aria-label": `Remove ${text || "this item"}` }));
        items.append(row);
        return row;
      };
      value.forEach(item);
      const more = button("Add an item", () => item("").firstChild.focus(), { disabled: Boolean(input.refusal) });
      const node = make("fieldset", { class: "field" }, make("legend", {}, label), items, more, found, hint, error);
      return result(node, () => [...items.querySelectorAll("input")].map((node) => node.value.trim()).filter(Boolean));
    }
    if (input.list && input.choices) {
      const had = Array.isArray(value) ? value : value.split(/[;,]/).map((part) => part.trim());
      const boxes = input.choices.map(([key, word]) => {
        const node = make("input", { type: "checkbox", value: key, disabled: common.disabled });
        node.checked = had.includes(key);
        return make("label", {}, node, ` ${word}`);
      });
      const node = make("fieldset", { class: "field" }, make("legend", {}, label), ...boxes, hint, error);
      const chosen = () => boxes.map(({ firstChild }) => firstChild).filter((node) => node.checked).map((node) => node.value);
      return result(node, () => (Array.isArray(value) ? chosen() : chosen().join("; ")));
    }
    if (input.choices || input.type === "boolean") {
      const options = input.choices ?? [["true", "yes"], ["false", "no"]];
      const node = make("select", common, make("option", { value: "" }, "–"),
        ...options.map(([key, word]) => make("option", { value: key }, word)));
      if (value && !options.some(([key]) => key === value)) node.append(make("option", { value }, value));
      node.value = value;
      return result(box(make("label", { for: id }, label), node), () => node.value);
    }
    if (input.type === "markdown" || `${value}`.includes("\n")) {
      const node = make("textarea", common);
      node.value = value;
      input.shown = node.value;
      const shown = make("div", { class: "shown" });
      const render = async () => {
        const { html } = await ask({ do: "markdown", text: node.value, file });
        const page = new DOMParser().parseFromString(html ?? "", "text/html");
        for (const link of page.links) link.target = "_blank";
        shown.replaceChildren(...page.body.childNodes);
      };
      if (input.type === "markdown") {
        let wait;
        node.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(render, 200); });
        render();
      }
      const both = make("div", { class: "both" }, node, input.type === "markdown" ? shown : null);
      return result(box(make("label", { for: id }, label), both), () => node.value);
    }
    if (input.type === "asset" && !input.list) return picture();
    const isDay = input.type === "date" && /^(\d{4}-\d{2}-\d{2})?$/.test(value);
    const node = line(value, isDay ? { type: "date" } : {});
    return result(box(make("label", { for: id }, label), node), () => node.value);
  }

  const base64 = (file) => new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",")[1] ?? "");
    reader.readAsDataURL(file);
  });

  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  async function edit({ list, id }) {
    near.hidden = true;
    const form = await ask({ do: "form", list, id });
    if (form.errors) return say(form.errors[0].message);
    const isNew = id == null;
    const dialog = make("dialog", { "aria-labelledby": "title" });
    const name = form.name ? make("input", { id: "name", autocomplete: "off" }) : null;
    const parts = form.inputs.map((input) => field(input, form.file));
    const first = new Map(parts.map((part) => [part.input.name, part.input.value ?? part.read()]));
    const alert = make("p", { class: "error", role: "alert" });

    function fail(errors) {
      const others = [];
      for (const part of parts) { part.error.textContent = ""; part.node.classList.remove("bad"); part.first?.removeAttribute("aria-invalid"); }
      let target;
      for (const { message, hint, field: key, place } of errors) {
        const part = parts.find(({ input }) => input.name === key);
        const text = [message, hint].filter(Boolean).join(": ");
        if (!part || part.error.textContent) { others.push(place ? `${place}: ${text}` : text); continue; }
        part.error.textContent = text;
        part.node.classList.add("bad");
        part.first?.setAttribute("aria-invalid", "true");
        target ??= part.first;
      }
      alert.textContent = others.join("\n");
      target?.focus();
    }

    async function finish(question, words) {
      const answer = await ask(question);
      if (answer.conflict) {
        for (const [key, now] of Object.entries(answer.conflict)) first.set(key, now);
        return fail(Object.entries(answer.conflict).map(([key, now]) => ({
          field: key, message: `the file was changed meanwhile, to “${[now].flat().join("; ")}”. Save again to replace that`,
        })));
      }
      if (answer.errors) return fail(answer.errors);
      dialog.close();
      say(answer.written.length ? `${words} ${answer.written.join(", ")}.` : "Nothing was changed.");
      if (answer.undo) back.disabled = false;
    }

    async function save(event) {
      event.preventDefault();
      const files = [];
      for (const part of parts) {
        if (part.file) files.push({ name: part.read(), data: await base64(part.file) });
      }
      const values = {};
      const was = {};
      for (const part of parts) {
        const now = part.read();
        const before = first.get(part.input.name);
        // Areas of text have their own line ends.
        if (part.input.refusal || same(now, before) || now === part.input.shown || !now.length && !before.length) continue;
        values[part.input.name] = now.length ? now : null;
        was[part.input.name] = before;
      }
      if (isNew) await finish({ do: "add", list, id: name?.value.trim(), values, files }, "Added to");
      else if (!Object.keys(values).length && !files.length) dialog.close();
      else await finish({ do: "save", list, id, values, was, files }, "Saved in");
    }

    function rename() {
      const go = () => finish({ do: "rename", list, id, new: input.value.trim() }, "Renamed in");
      const input = make("input", { id: "new", autocomplete: "off", onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        go();
      } });
      input.value = id;
      alert.after(make("div", { class: "field" }, make("label", { for: "new" }, "New id, as in its address"), input,
        button("Rename", go, { class: "main" })));
      input.focus();
    }

    function remove(event) {
      const node = event.target;
      if (node.dataset.sure) return finish({ do: "remove", list, id }, "Removed from");
      node.dataset.sure = "1";
      node.textContent = "Really remove it?";
    }

    dialog.append(make("form", { novalidate: true, onsubmit: save },
      make("h2", { id: "title" }, isNew ? `New in ${form.title}` : form.title),
      form.place ? make("p", { class: "place" }, form.place) : null, alert,
      name ? make("div", { class: "field" }, make("label", { for: "name" }, "Name of its file, as in its address"), name) : null,
      ...parts.map(({ node }) => node),
      make("div", { class: "foot" }, make("button", { class: "main" }, isNew ? "Add" : "Save"), button("Cancel", () => dialog.close()),
        isNew ? null : button("Rename…", rename, { class: "rest" }), isNew ? null : button("Remove", remove))));
    const isChanged = () => parts.some((part) => part.file || !same(part.read(), first.get(part.input.name))
      && part.read() !== part.input.shown && (part.read().length || first.get(part.input.name).length));
    let warned = false;
    dialog.addEventListener("cancel", (event) => {
      if (warned || !isChanged()) return;
      event.preventDefault();
      warned = true;
      alert.textContent = "There are changes that are not saved. Press Escape again to drop them.";
    });
    dialog.addEventListener("close", () => { dialog.remove(); look(); });
    root.append(dialog);
    dialog.showModal();
    (name ?? parts.find(({ input }) => !input.refusal)?.first)?.focus();
  }

  // The records of the page as a table, in which each value is saved as it is left.
  async function table() {
    const list = records[0]?.list;
    const ids = [...new Set(records.filter((record) => record.list === list).map(({ id }) => id))].slice(0, 500);
    const answer = await ask({ do: "rows", list, ids });
    if (answer.errors) return say(answer.errors[0].message);
    if (!answer.rows.length) return say("The records of this page are gone.");
    const heads = answer.rows[0].inputs.filter(({ type, list }) => type !== "markdown" && !list);
    const note = make("p", { class: "error", role: "alert" });
    const problems = new Map();
    const rows = answer.rows.map((record, row) => make("tr", {}, make("th", { scope: "row" }, record.title),
      ...heads.map((head, column) => make("td", {}, cell(record.inputs.find(({ name }) => name === head.name), record, row, column)))));

    function cell(input, record, row, column) {
      if (!input) return null;
      const { title } = record;
      const options = input.choices ?? (input.type === "boolean" ? [["true", "yes"], ["false", "no"]] : null);
      const node = make(options ? "select" : "input", {
        "aria-label": `${input.label} of ${title}`, disabled: Boolean(input.refusal), autocomplete: "off", ...KINDS[input.type],
        "data-row": row, "data-column": column,
      }, ...(options ? [["", "–"], ...options].map(([value, word]) => make("option", { value }, word)) : []));
      let before = input.value ?? "";
      node.reset = () => { node.value = before; };
      node.value = before;
      node.addEventListener("change", async () => {
        const now = node.value;
        const saved = await ask({ do: "save", list, id: record.id, values: { [input.name]: now || null }, was: { [input.name]: before } });
        const problem = saved.conflict ? `the file was changed meanwhile, to “${saved.conflict[input.name]}”`
          : saved.errors ? saved.errors.map(({ message, hint }) => [message, hint].filter(Boolean).join(": ")).join(". ") : "";
        if (saved.conflict) before = saved.conflict[input.name];
        if (!problem) before = now;
        record.id = saved.id ?? record.id;
        node.setAttribute("aria-invalid", Boolean(problem));
        if (problem) problems.set(node, `${input.label} of ${title}: ${problem}`);
        else problems.delete(node);
        note.textContent = [...problems.values()].join("\n");
        if (saved.undo) back.disabled = false;
      });
      return node;
    }

    // The keys of spreadsheets: up, down and Enter between rows; left and right at the ends of a text.
    function move(event) {
      const { row, column } = event.target.dataset;
      const { selectionStart: start, selectionEnd: end, value } = event.target;
      if (event.key === "Escape") event.target.reset?.();
      if (event.target.localName === "select" && event.key.startsWith("Arrow")) return;
      const [down, right] = { ArrowDown: [1, 0], Enter: [event.shiftKey ? -1 : 1, 0], ArrowUp: [-1, 0],
        ArrowRight: [0, start === value.length ? 1 : 0], ArrowLeft: [0, end === 0 ? -1 : 0] }[event.key] ?? [0, 0];
      if (row == null || !down && !right) return;
      const next = dialog.querySelector(`[data-row="${+row + down}"][data-column="${+column + right}"]`);
      event.preventDefault();
      next?.focus();
      next?.select?.();
    }

    const dialog = make("dialog", { class: "wide", "aria-labelledby": "title", onkeydown: move },
      make("h2", { id: "title" }, "Values of this page"), note,
      make("div", { class: "scroll" }, make("table", {},
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Record"), ...heads.map(({ label }) => make("th", { scope: "col" }, label)))),
        make("tbody", {}, ...rows))),
      make("div", { class: "foot" }, button("Close", () => dialog.close(), { class: "main" })));
    dialog.addEventListener("close", () => { dialog.remove(); look(); });
    root.append(dialog);
    dialog.showModal();
    dialog.querySelector("input:enabled")?.focus();
  }

  document.documentElement.append(host);
  addEventListener("cellist:patched", look);
  look();
})();
