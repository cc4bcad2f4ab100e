// A star behind the title of a record's own page, by which readers keep it in their list.
import { keptIn } from "./kept.js";

// The title, whose attributes say which record it is, and of which list.
function dress() {
  const title = document.querySelector("h1[data-keep]");
  if (!title) return;
  const { keep, slug, tools } = title.dataset;
  const { read, toggle } = keptIn(() => localStorage, tools);
  const star = title.querySelector(".star") ?? document.createElement("button");
  const draw = () => star.ariaPressed = read().includes(slug);
  if (!star.isConnected) {
    Object.assign(star, { type: "button", className: "star", ariaLabel: `${keep}: ${title.textContent.trim()}` });
    title.append(star);
  }
  star.onclick = () => {
    toggle(slug);
    draw();
  };
  draw();
}

// Another tab keeps the same list, Back shows a page as it was left, and a watched page becomes as a new build has it.
for (const name of ["storage", "pageshow", "cellist:patched"]) addEventListener(name, dress);
dress();
