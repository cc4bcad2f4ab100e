import assert from "node:assert/strict";
import test from "node:test";
import { fits, fold, has, placesOf, termsOf } from "../../../Sources/Families/Client/text.js";

test("words are compared without capitals and accents", () => {
  assert.equal(fold("Łódź, Ærø – Straße!"), " lodz aero strasse ");
  assert.equal(fold("L’Œuvre ʼİstanbul ΣΊΣΥΦΟΣ"), " l oeuvre istanbul σισυφοσ ");
  assert.equal(fold("Von 東京 nach"), " von 東 京 nach ");
});

test("a word is found by its beginning, and a short one whole", () => {
  for (const [word, wanted, isFound] of [["zurich", "zur", true], ["zurich", "zu", false], ["zu", "zu", true], ["azur", "zur", false]]) {
    assert.equal(fits(word, wanted), isFound, wanted);
    assert.equal(has(` ${word} `, wanted), isFound, wanted);
  }
});

test("quotes make a phrase, whose last word may be a beginning", () => {
  assert.deepEqual(termsOf('Zürich "von  Bern" e-mail „am See'), ["zurich", "von bern", "e", "mail", "am see"]);
  assert.deepEqual(termsOf(' "" !? '), []);
  assert.ok(has(fold("Der Weg von Bern nach Thun"), "von ber"));
  assert.ok(!has(fold("von nach Bern"), "von bern"));
});

test("marks stand in the letters of the text", () => {
  const marked = (text, query) => placesOf(text, termsOf(query)).map(([start, end]) => text.slice(start, end));
  assert.deepEqual(marked("Zürich und zu Zürichs Straße", "zur strass zu"), ["Zür", "zu", "Zür", "Straß"]);
  assert.deepEqual(marked("Cafe\u0301 Noir, café noir", '"cafe noir"'), ["Cafe\u0301 Noir", "café noir"]);
  assert.deepEqual(marked("nichts vonder Bern", 'zur "von bern"'), []);
});
