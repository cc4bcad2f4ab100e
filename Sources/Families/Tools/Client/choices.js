// Which records a reader's choices leave, and how many any other choice would.

// A choice is what the address says of a field: a value, two ends with ".." between them, or nothing for records without
// a value. Several of one field are joined by "or".
export function testOf({ kind }, column, choices) {
  if (!choices.length) return;
  if (kind === "words") {
    return ({ values }) => choices.some((choice) => choice ? values[column].includes(choice) : !values[column].length);
  }
  const order = kind === "number" ? Number : (day) => day.slice(0, 10);
  return ({ values: { [column]: value } }) => choices.some((choice) => {
    if (value == null || !choice) return value == null && !choice;
    const [from, to] = choice.split("..");
    return (!from || order(value) >= order(from)) && (!to || order(value) <= order(to));
  });
}

// The values of a record in a column, each once; an empty one where it has none.
export function valuesOf({ values }, column) {
  const own = new Set([values[column] ?? ""].flat());
  return own.size ? [...own] : [""];
}

// What passes all tests; by column how many records have each value, whatever the test of that column says; and how many
// more records there would be without each test. The tests stand in the order of the columns; further ones follow.
export function choose(records, tests, columns) {
  const counts = columns.map(() => new Map());
  const without = tests.map(() => 0);
  const found = records.filter((record) => {
    let failed = -1;
    for (const [index, test] of tests.entries()) {
      if (!test || test(record)) continue;
      if (failed >= 0) return false;
      failed = index;
    }
    if (failed >= 0) without[failed]++;
    for (const [index, column] of columns.entries()) {
      if (failed >= 0 && failed !== index) continue;
      for (const value of valuesOf(record, column)) counts[index].set(value, (counts[index].get(value) ?? 0) + 1);
    }
    return failed < 0;
  });
  return { found, counts, without };
}

// The order of a field's values: of choices as they were declared, of numbers, of days, of words.
export const orderOf = ({ kind, choices } = {}, compare) => choices ? (a, b) => choices.indexOf(a) - choices.indexOf(b)
  : kind === "number" ? (a, b) => a - b
    : /^date/.test(kind) ? (a, b) => (a < b ? -1 : a > b ? 1 : 0) : compare;

// The records in the order of a field, or of their titles. One without a value comes last in either order.
export function sorted(records, sort, fields, compare) {
  if (!sort) return records;
  const sign = sort.startsWith("-") ? -1 : 1;
  const column = fields.findIndex(({ name }) => name === sort.replace("-", ""));
  const value = (record) => column < 0 ? record.title : valuesOf(record, column)[0];
  const order = orderOf(fields[column], compare);
  const known = records.filter((record) => value(record) !== "");
  return [...known.sort((a, b) => sign * order(value(a), value(b))), ...records.filter((record) => value(record) === "")];
}
