// Marks what takes place now, by the reader's clock.

// The instant at which a time begins, and at which a last day is over: a day begins where the reader is.
const hasTime = (text) => text.includes("T");
const begins = (text) => new Date(hasTime(text) ? text : `${text}T00:00`);
const isOver = (text) => {
  const end = begins(text);
  if (!hasTime(text)) end.setDate(end.getDate() + 1);
  return end;
};
export const isBetween = (start, end, now) => begins(start) <= now && now < isOver(end);

// The events that take place now, and those that begin next, within half a day.
const SOON = 12 * 3_600_000;
export function nowAndNext(events, now) {
  const current = events.filter(({ start, end }) => isBetween(start, end, now));
  const coming = events.map(({ start }) => begins(start).getTime()).filter((time) => time > now && time - now < SOON);
  const next = Math.min(...coming);
  return { current, next: events.filter(({ start }) => begins(start).getTime() === next) };
}

// Tells both in a box of the page, with links to the events, where there is anything to tell.
export function tellNow(main, words) {
  const rows = [...main.querySelectorAll("[data-cells] > [id]")];
  const events = rows.flatMap((row) => {
    const [start, end] = row.querySelectorAll("time");
    const title = row.querySelector("a:not(.anchor)") ?? row.querySelector("h2, h3, h4, h5, h6, th");
    return end && end.previousElementSibling === start && hasTime(start.dateTime) && title
      ? [{ start: start.dateTime, end: end.dateTime, id: row.id, title: title.textContent.trim() }] : [];
  });
  const told = nowAndNext(events, Date.now());
  const parts = [[words.now, told.current], [words.soon, told.next]].filter(([, events]) => events.length);
  const linkOf = ({ id, title }) => Object.assign(document.createElement("a"), { href: `#${id}`, textContent: title });
  let box = main.querySelector(".now");
  if (!parts.length) return box?.remove();
  box ??= main.appendChild(Object.assign(document.createElement("aside"), { className: "now", ariaLabel: words.now }));
  box.replaceChildren(...parts.map(([word, events]) => {
    const part = document.createElement("p");
    part.append(`${word}: `, ...events.flatMap((event, index) => [index ? ", " : "", linkOf(event)]));
    return part;
  }));
}

// The beginnings of what is now among the ranges of a part of the page.
export function markNow(part, now = Date.now()) {
  for (const end of part.querySelectorAll("time + time")) {
    const start = end.previousElementSibling;
    start.ariaCurrent = isBetween(start.dateTime, end.dateTime, now) ? "time" : null;
  }
}
