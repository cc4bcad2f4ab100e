// Marks in results.
import { make } from "./page.js";
import { placesOf } from "./text.js";

// Marks terms in the texts of a row, in place of those that were marked before.
export function mark(row, terms) {
  for (const found of row.querySelectorAll("mark.hit")) found.replaceWith(found.textContent);
  row.normalize();
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (texts.nextNode()) nodes.push(texts.currentNode);
  for (const node of nodes) {
    for (const [start, end] of placesOf(node.data, terms).reverse()) {
      node.splitText(end);
      const found = node.splitText(start);
      found.replaceWith(make("mark", { className: "hit", textContent: found.data }));
    }
  }
}
