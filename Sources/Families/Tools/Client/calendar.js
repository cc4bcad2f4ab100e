// Records as a calendar for other programs (RFC 5545).

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
