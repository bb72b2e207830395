import { describe, expect, it } from "vitest";
import type { Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { uriOf, useFolder, writeFiles } from "../unit/folder.js";
import { Session } from "./session.js";

useFolder();

const URI = "file:///somewhere/a.vaultconn.json";

describe("vaultconn/inspect", () => {
  it("returns what a push needs to know", async () => {
    await using session = await Session.start();
    const text = `{
  // a comment
  "$schema": "x",
  "id": "ac_1",
  "tenant": "acme.example.com",
  "name": "Salesforce \${env:REGION}",
  "setup": { "type": "OAUTH_CLIENT_CREDENTIALS", "client_id": "c", "client_secret": "s3cr3t", "token_endpoint": "\\u0024{env:HOST}", "scope": "" },
}`;
    const document = TextDocument.create(URI, "vaultconn", 1, text);
    const placeOf = (token: string): Range => ({
      start: document.positionAt(text.indexOf(token)),
      end: document.positionAt(text.indexOf(token) + token.length),
    });
    await session.open(URI, text);
    expect(await session.request("vaultconn/inspect", { uri: URI })).toEqual({
      version: 1,
      errors: 1,
      firstError: placeOf('""'),
      shape: "full",
      id: { value: "ac_1", range: placeOf('"ac_1"') },
      tenant: { value: "acme.example.com", range: placeOf('"acme.example.com"') },
      variant: 10,
      request: {
        name: "Salesforce ${env:REGION}",
        setup: {
          type: "OAUTH_CLIENT_CREDENTIALS",
          client_id: "c",
          client_secret: "s3cr3t",
          token_endpoint: "${env:HOST}",
          scope: "",
        },
      },
      leftOut: ["audience", "resource"],
      references: [
        { kind: "env", name: "REGION", property: ["name"], range: placeOf("${env:REGION}") },
        { kind: "env", name: "HOST", property: ["setup", "token_endpoint"], range: placeOf("\\u0024{env:HOST}") },
      ],
    });
  });

  it("keeps properties such as __proto__, and the places of nested references", async () => {
    await using session = await Session.start();
    await session.open(URI, '{"type": "OAUTH_CODE", "__proto__": {"list": ["a", "${file:k}"]}}');
    const result = await session.request<{ request: unknown; references: unknown; shape: string; variant: number }>(
      "vaultconn/inspect",
      { uri: URI },
    );
    expect(JSON.stringify(result.request)).toBe(
      '{"setup":{"type":"OAUTH_CODE","__proto__":{"list":["a","${file:k}"]}}}',
    );
    expect(result).toMatchObject({
      shape: "bare",
      variant: 6,
      references: [{ kind: "file", name: "k", property: ["__proto__", "list", 1] }],
    });
  });

  it("returns the digits of numbers that would be rounded, after each edit", async () => {
    await using session = await Session.start();
    const numbers = '"a": 12345678901234567890, "b": [1, 1e400, {"c": 1.0}], "e": -0, "f": 12.5, "a": 9007199254740993';
    await session.open(URI, `{"setup": {"type": "OAUTH_CODE", ${numbers}, "__proto__": 1E2}, "name": "n"}`);
    const found = [
      { property: ["setup", "b", 1], text: "1e400" },
      { property: ["setup", "b", 2, "c"], text: "1.0" },
      { property: ["setup", "e"], text: "-0" },
      { property: ["setup", "a"], text: "9007199254740993" },
      { property: ["setup", "__proto__"], text: "1E2" },
    ];
    expect(await session.request("vaultconn/inspect", { uri: URI })).toMatchObject({ shape: "full", numbers: found });
    const version = await session.change(URI, '{"type": "OAUTH_CODE", "port": 1e3}');
    expect(await session.request("vaultconn/inspect", { uri: URI })).toMatchObject({
      version,
      shape: "bare",
      numbers: [{ property: ["setup", "port"], text: "1e3" }],
    });
    await session.change(URI, '{"type": "OAUTH_CODE", "port": 443}');
    expect(await session.request("vaultconn/inspect", { uri: URI })).not.toHaveProperty("numbers");
  });

  it("reads a file that isn't open", async () => {
    writeFiles({ "a.vaultconn.json": "[]" });
    await using session = await Session.start();
    const inspected = (uri: string) => session.request("vaultconn/inspect", { uri });
    const empty = { version: null, shape: "none", request: {}, errors: 1 };
    expect(await inspected(uriOf("a.vaultconn.json"))).toMatchObject(empty);
    expect(await inspected(uriOf("b.vaultconn.json"))).toBeNull();
    expect(await inspected("untitled:nothing")).toBeNull();
  });
});
