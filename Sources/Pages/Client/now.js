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

// The beginnings of what is now among the ranges of a part of the page.
export function markNow(part, now = Date.now()) {
  for (const end of part.querySelectorAll("time + time")) {
    const start = end.previousElementSibling;
    start.ariaCurrent = isBetween(start.dateTime, end.dateTime, now) ? "time" : null;
  }
}
