import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { insertionFor } from "../../../client/extension/sidebar/dragConnections.js";

/** `|` marks the place; what follows is what the text becomes. */
const DROPS: readonly (readonly [string, string])[] = [
  ['{ "id": |, "name": "x" }', '{ "id": "ac_1", "name": "x" }'],
  ['{ "id":| }', '{ "id":"ac_1" }'],
  ['{ "id": "|" }', '{ "id": "ac_1" }'],
  ['{ "id": "a|b" }', '{ "id": "aac_1b" }'],
  ['{ "id": |"ab" }', '{ "id": "ac_1""ab" }'],
  ['{ "id": "ab"| }', '{ "id": "ab""ac_1" }'],
  ['{ "i|": 1 }', '{ "iac_1": 1 }'],
  ['{ "id": "|', '{ "id": "ac_1'],
  ['{ "id": "a\\"|" }', '{ "id": "a\\"ac_1" }'],
  ["{ // for |\n}", "{ // for ac_1\n}"],
  ["{ /* for | */ }", "{ /* for ac_1 */ }"],
  ["{ // for\n| }", '{ // for\n"ac_1" }'],
  ["|", '"ac_1"'],
];

describe("an ID that's dropped on a setup file", () => {
  it.each(DROPS)("%s", (marked, dropped) => {
    const place = marked.indexOf("|");
    const text = marked.replace("|", "");
    expect(text.slice(0, place) + insertionFor(text, place, "ac_1") + text.slice(place)).toBe(dropped);
  });

  it("can't break out of its quotes", () => {
    const id = 'x", "setup": { "type": "WEBHOOK';
    const text = '{ "id":  }';
    const dropped = text.slice(0, 8) + insertionFor(text, 8, id) + text.slice(8);
    expect(parse(dropped)).toEqual({ id });
    expect(insertionFor('{ "id": "" }', 9, id)).toBe(JSON.stringify(id).slice(1, -1));
    expect(insertionFor("// ", 3, "a\nb")).not.toContain("\n");
  });
});
