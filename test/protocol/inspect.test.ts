import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Session } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";

describe("inspecting a file", () => {
  it("tells what a push needs to know", async () => {
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
    const placeOf = (token: string): Range => ({ start: document.positionAt(text.indexOf(token)), end: document.positionAt(text.indexOf(token) + token.length) });
    await session.open(URI, text);
    expect(await session.request("vaultconn/inspect", { uri: URI })).toEqual({
      version: 1,
      problems: { errors: 1, warnings: 0, information: 0, hints: 1 },
      firstError: placeOf('""'),
      shape: "full",
      id: { value: "ac_1", range: placeOf('"ac_1"') },
      tenant: { value: "acme.example.com", range: placeOf('"acme.example.com"') },
      variant: 10,
      request: {
        name: "Salesforce ${env:REGION}",
        setup: { type: "OAUTH_CLIENT_CREDENTIALS", client_id: "c", client_secret: "s3cr3t", token_endpoint: "${env:HOST}", scope: "" },
      },
      leftOut: ["audience", "resource"],
      references: [
        { kind: "env", name: "REGION", property: ["name"], range: placeOf("${env:REGION}") },
        { kind: "env", name: "HOST", property: ["setup", "token_endpoint"], range: placeOf("\\u0024{env:HOST}") },
      ],
    });
  });

  it("keeps properties such as __proto__, and says where nested references stand", async () => {
    await using session = await Session.start();
    await session.open(URI, '{"type": "OAUTH_CODE", "__proto__": {"list": ["a", "${file:k}"]}}');
    const result = await session.request<{ request: unknown; references: unknown; shape: string; variant: number }>("vaultconn/inspect", { uri: URI });
    expect(JSON.stringify(result.request)).toBe('{"setup":{"type":"OAUTH_CODE","__proto__":{"list":["a","${file:k}"]}}}');
    expect(result).toMatchObject({ shape: "bare", variant: 6, references: [{ kind: "file", name: "k", property: ["__proto__", "list", 1] }] });
  });

  it("is about the text as it is after the last edit", async () => {
    await using session = await Session.start();
    await session.open(URI, "{}");
    const version = await session.change(URI, '{"name": "n"}');
    expect(await session.request("vaultconn/inspect", { uri: URI })).toMatchObject({ version, request: { name: "n" } });
  });

  it("reads a file that is not open", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "vaultconn-"));
    try {
      const file = path.join(folder, "a.vaultconn.json");
      await writeFile(file, "[]");
      await using session = await Session.start();
      expect(await session.request("vaultconn/inspect", { uri: pathToFileURL(file).href })).toMatchObject({ version: null, shape: "none", request: {}, problems: { errors: 1 } });
      expect(await session.request("vaultconn/inspect", { uri: pathToFileURL(`${file}.x`).href })).toBeNull();
      expect(await session.request("vaultconn/inspect", { uri: "untitled:nothing" })).toBeNull();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
