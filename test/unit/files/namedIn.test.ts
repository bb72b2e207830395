import { describe, expect, it } from "vitest";
import { namedIn } from "../../../client/src/files/namedIn.js";

describe("what the text of a setup file names", () => {
  it.each([
    [
      "a connection and a tenant",
      '{ "id": "ac_1", "tenant": "acme.example.com", "name": "A" }',
      { id: "ac_1", tenant: "acme.example.com" },
    ],
    ["a connection alone, among comments", '// Mine\n{ "id": "ac_1", /* and */ }', { id: "ac_1", tenant: undefined }],
    [
      "a connection, in a file that is being written",
      '{ "id": "ac_1", "setup": { "type": ',
      { id: "ac_1", tenant: undefined },
    ],
    ["nothing where neither is a text", '{ "id": 1, "tenant": null }', { id: undefined, tenant: undefined }],
    ["nothing deeper down", '{ "setup": { "id": "ac_1" } }', { id: undefined, tenant: undefined }],
    ["nothing in an empty file", "", { id: undefined, tenant: undefined }],
  ])("is %s", (_, text, named) => {
    expect(namedIn(text)).toEqual(named);
  });
});
