import { describe, expect, it } from "vitest";
import { namedIn, numbered, setupFileName } from "../../../client/core/files/setupFileName.js";

describe("the file name of a connection", () => {
  it.each([
    ["Salesforce EU", "salesforce-eu.vaultconn.json"],
    ["../../etc/passwd", "etc-passwd.vaultconn.json"],
    ["C:\\Windows\\system32", "c-windows-system32.vaultconn.json"],
    ["CON", "con-connection.vaultconn.json"],
    ["lpt1.txt", "lpt1-txt.vaultconn.json"],
    ["a\u0000b\nc", "a-b-c.vaultconn.json"],
    ["Zürich 支店", "zürich-支店.vaultconn.json"],
    ["😀".repeat(150), "ac-1.vaultconn.json"],
    ["", "ac-1.vaultconn.json"],
    ["x".repeat(150), `${"x".repeat(60)}.vaultconn.json`],
  ])("of %j is %s", (name, expected) => {
    expect(setupFileName(name, "ac_1")).toBe(expected);
  });

  it("gets a number before its extension", () => {
    expect([1, 2, 3].map((count) => numbered("a.vaultconn.json", count))).toEqual([
      "a.vaultconn.json",
      "a-2.vaultconn.json",
      "a-3.vaultconn.json",
    ]);
  });
});

const NOTHING = { id: undefined, tenant: undefined, name: undefined };

describe("the connection in the text of a setup file", () => {
  it.each([
    [
      "a connection, its tenant and the name it is to have",
      '{ "id": "ac_1", "tenant": "acme.example.com", "name": "A" }',
      { id: "ac_1", tenant: "acme.example.com", name: "A" },
    ],
    ["a connection alone, among comments", '// Mine\n{ "id": "ac_1", /* and */ }', { ...NOTHING, id: "ac_1" }],
    ["a connection, in a file being written", '{ "id": "ac_1", "setup": { "type": ', { ...NOTHING, id: "ac_1" }],
    ["nothing in a template that is not filled in", '{ "id": "", "tenant": " ", "name": "" }', NOTHING],
    ["nothing where none is a text", '{ "id": 1, "tenant": null, "name": [] }', NOTHING],
    ["nothing deeper down", '{ "setup": { "id": "ac_1", "name": "A" } }', NOTHING],
    ["nothing in an empty file", "", NOTHING],
  ])("is %s", (_, text, named) => {
    expect(namedIn(text)).toEqual(named);
  });
});
