import { calendarOf } from "./calendar.js";

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

// Gives a reader a file of what is found, with the address that stays.
export function save({ found, known: { fields } }, format, url) {
  const home = document.querySelector("[rel=canonical]")?.href ?? url.href;
  const text = format === "ics" ? calendarOf(found, fields, home) : textOf(found, fields, format, url);
  const file = new Blob([text], { type: `text/${format === "ics" ? "calendar" : format}` });
  const download = `${url.pathname.split("/").at(-2)}.${format}`;
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download }).click();
}
