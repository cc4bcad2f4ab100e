// Bars above a range: how the values of a field are spread.

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
