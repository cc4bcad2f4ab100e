// The columns of a table that a reader hides.

// Which columns are hidden, as a rule of style: by their places, and never the first.
export function ruleOf(names, hidden) {
  const places = names.map((name, index) => index > 0 && hidden.includes(name) ? index + 1 : 0).filter(Boolean);
  const cells = places.map((place) => `.records tr:not(.head > *, .foot > *) > :nth-child(${place})`);
  return cells.length ? `${cells.join(", ")} { display: none; }` : "";
}

// Puts a box for each column of a table into the tools: a function that hides what is asked for, given its names.
export function hiding(main, ask) {
  const menu = main.querySelector(".columns");
  const heads = [...main.querySelectorAll(".records thead th")];
  const names = heads.map(({ dataset }) => dataset.name);
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const boxes = heads.slice(1).map((head, index) => {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: names[index + 1] });
    const label = document.createElement("label");
    const text = Object.assign(document.createElement("span"), { textContent: head.textContent });
    label.append(box, text);
    menu.append(label);
    return box;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
  // A choice of columns is no choice of records.
  menu.addEventListener("input", (event) => {
    event.stopPropagation();
    ask({ hide: boxes.filter(({ checked }) => !checked).map(({ value }) => value) });
  });
  return (hidden) => {
    sheet.replaceSync(ruleOf(names, hidden));
    for (const box of boxes) box.checked = !hidden.includes(box.value);
    // The list's other pages hide the same, and so do those in other languages.
    for (const link of document.querySelectorAll(".pagination a, .languages a")) {
      const url = new URL(link.href);
      if (hidden.length) url.searchParams.set("hide", hidden);
      else url.searchParams.delete("hide");
      link.href = url;
    }
  };
}
