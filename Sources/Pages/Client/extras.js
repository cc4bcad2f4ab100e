// What is loaded where it is needed: bars above ranges, what takes place now, and the files that readers take.

// Bars above a range

// The place of a value on a line, and how many records have a value in each of some equal parts of a line.
const placeOn = ({ kind }, value) => kind === "number" ? Number(value) : Date.parse(value.slice(0, 10));
export function binsOf(counts, field, [first, last], number) {
  const bins = Array(number).fill(0);
  for (const [value, count] of counts) {
    const place = value === "" ? NaN : Math.floor((placeOn(field, value) - first) / (last - first) * number);
    if (place >= 0 && place <= number) bins[Math.min(place, number - 1)] += count;
  }
  return bins;
}

// So many bars show how more than a few values are spread.
const BINS = 24;
const FEW = 5;

// Draws bars into an element, where there is anything to see: the function that shows counts, and what is chosen.
export function spread(element, field, values) {
  const places = values.map((value) => placeOn(field, value)).filter(Number.isFinite);
  const [first, last] = places.reduce(([least, most], place) => [Math.min(least, place), Math.max(most, place)], [Infinity, -Infinity]);
  const bars = Array.from({ length: places.length > FEW ? BINS : 0 }, () => document.createElement("i"));
  element.replaceChildren(...bars);
  return ([from, to], counts) => {
    const bins = binsOf(counts, field, [first, last], BINS);
    const most = Math.max(1, ...bins);
    const [least, greatest] = [from && placeOn(field, from), to && placeOn(field, to)];
    for (const [index, bar] of bars.entries()) {
      const [start, end] = [index, index + 1].map((place) => first + (last - first) * place / BINS);
      bar.style.setProperty("--share", bins[index] / most);
      bar.toggleAttribute("data-none", Boolean(least && end < least || greatest && start > greatest));
    }
  };
}

// What takes place now, by the reader's clock

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

// The found records as a table for spreadsheets, or as JSON.
export function textOf(records, fields, format, base) {
  const names = ["title", ...fields.map(({ name }) => name), "url"];
  const rows = records.map(({ title, values, url }) => [title, ...values, new URL(url, base).href]);
  if (format === "json") {
    return JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value]))), null, 1);
  }
  const cell = (value) => /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return [names, ...rows].map((row) => `${row.map((value) => cell([value ?? ""].flat().join("; "))).join(",")}\r\n`).join("");
}

// Records as a calendar for other programs (RFC 5545)

const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

// Lines of at most 75 bytes, each further one with a space before it.
export function folded(line) {
  let size = 0;
  return [...line].map((sign) => {
    const bytes = new TextEncoder().encode(sign).length;
    size += bytes;
    if (size <= 75) return sign;
    size = bytes + 1;
    return `\r\n ${sign}`;
  }).join("");
}

const inUTC = (text) => new Date(text).toISOString().replace(/[-:]|\.\d+/g, "");
// A last day belongs to what ends on it, and a calendar names the day after.
const dayOf = (text, days) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
const timeOf = (name, text, days) => text.includes("T") ? `${name}:${inUTC(text)}` : `${name};VALUE=DATE:${dayOf(text, days)}`;

// Calendars know no years before 1.
const isTime = (text) => text && !text.startsWith("-") && !Number.isNaN(Date.parse(text));

export function calendarOf(records, fields, base, now = new Date().toISOString()) {
  const [start, end, place] = ["start", "end", "place"].map((name) => fields.findIndex(({ part }) => part === name));
  const events = records.filter(({ values }) => isTime(values[start])).flatMap(({ title, url, note, values }) => {
    const address = new URL(url, base).href;
    const first = values[start];
    const last = values[end] ?? (first.includes("T") ? "" : first);
    // An end is of the same kind, and after the start.
    const ends = isTime(last) && last.includes("T") === first.includes("T")
      && (first.includes("T") ? Date.parse(last) > Date.parse(first) : last >= first);
    const where = [values[place] ?? []].flat().join(", ");
    return [
      "BEGIN:VEVENT", `UID:${escaped(address)}`, `DTSTAMP:${inUTC(now)}`, timeOf("DTSTART", first, 0),
      ...ends ? [timeOf("DTEND", last, 1)] : [], `SUMMARY:${escaped(title)}`, ...where ? [`LOCATION:${escaped(where)}`] : [],
      ...note ? [`DESCRIPTION:${escaped(note)}`] : [], `URL:${address}`, "END:VEVENT",
    ];
  });
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cellist//Found//EN", ...events, "END:VCALENDAR", ""].map(folded).join("\r\n");
}
