import { describe, expect, it } from "vitest";
import { namedIn } from "../../../client/core/files/namedIn.js";

const NOTHING = { id: undefined, tenant: undefined, name: undefined };

describe("what the text of a setup file names", () => {
  it.each([
    [
      "a connection, its tenant and the name it is to have",
      '{ "id": "ac_1", "tenant": "acme.example.com", "name": "A" }',
      { id: "ac_1", tenant: "acme.example.com", name: "A" },
    ],
    ["a connection alone, among comments", '// Mine\n{ "id": "ac_1", /* and */ }', { ...NOTHING, id: "ac_1" }],
    [
      "a connection, in a file that is being written",
      '{ "id": "ac_1", "setup": { "type": ',
      { ...NOTHING, id: "ac_1" },
    ],
    ["nothing in a template that is not filled in", '{ "id": "", "tenant": " ", "name": "" }', NOTHING],
    ["nothing where none is a text", '{ "id": 1, "tenant": null, "name": [] }', NOTHING],
    ["nothing deeper down", '{ "setup": { "id": "ac_1", "name": "A" } }', NOTHING],
    ["nothing in an empty file", "", NOTHING],
  ])("is %s", (_, text, named) => {
    expect(namedIn(text)).toEqual(named);
  });
});
