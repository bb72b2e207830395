import { describe, expect, it } from "vitest";

import { applyEdits } from "jsonc-parser";
import {
  copiedReferences,
  copySetup,
  namingConnection,
  type CopyTarget,
  pathFrom,
  placeOfCopy,
} from "../../../client/core/files/setupCopy.js";

const TARGET: CopyTarget = {
  id: "ac_prod",
  tenantHost: "prod.example.com",
  name: "Salesforce",
  rename: ({ name }) => name,
};

const copied = (text: string, { bare = false, ...target }: Partial<CopyTarget> & { bare?: boolean } = {}) =>
  copySetup({ text, bare }, { ...TARGET, ...target });

describe("a setup file that is copied for a connection of another tenant", () => {
  it.each([
    {
      what: "the connection alone is another, among comments, in the same order and layout",
      text: `{
  // Which one
  "setup": { "type": "API_KEY", /* from the vault */ "api_key": "\${secret:KEY}", "base_url": "https://a.example.com" },
  "name": "Salesforce (test)", // its name
    "tenant": "dev.example.com",
  "id": "ac_dev",
}
`,
      copy: `{
  // Which one
  "setup": { "type": "API_KEY", /* from the vault */ "api_key": "\${secret:KEY}", "base_url": "https://a.example.com" },
  "name": "Salesforce", // its name
    "tenant": "prod.example.com",
  "id": "ac_prod",
}
`,
    },
    {
      what: "id and tenant are put first where they are missing, and a name only where there was one",
      text: '{\n  // Mine\n  "setup": { "type": "BEARER", "token": "${env:T}" }\n}\n',
      copy: '{\n  "id": "ac_prod",\n  "tenant": "prod.example.com",\n  // Mine\n  "setup": { "type": "BEARER", "token": "${env:T}" }\n}\n',
    },
    {
      what: "the id is put first where it alone is missing, with the line breaks of the file",
      text: '{\r\n  "tenant": "dev.example.com",\r\n  "name": "${env:NAME}"\r\n}\r\n',
      copy: '{\r\n  "id": "ac_prod",\r\n  "tenant": "prod.example.com",\r\n  "name": "Salesforce"\r\n}\r\n',
    },
    {
      what: "they are put into a line that is all",
      text: '{ "setup": { "type": "BEARER", "token": "${env:T}" } }',
      copy: '{ "id": "ac_prod", "tenant": "prod.example.com", "setup": { "type": "BEARER", "token": "${env:T}" } }',
    },
    {
      what: "properties that stand there twice are all replaced",
      text: '{ "id": "ac_1", "id": 7, "tenant": "dev.example.com", "setup": { "type": "BEARER", "token": "a", "token": "b" } }',
      copy: '{ "id": "ac_prod", "id": "ac_prod", "tenant": "prod.example.com", "setup": { "type": "BEARER", "token": "", "token": "" } }',
    },
    {
      what: "a schema and what is no secret stay",
      text: '{ "$schema": "./vaultconn.schema.json", "id": "a", "tenant": "d", "setup": { "type": "BASIC_AUTH", "username": "ci", "password": "hunter2" } }',
      copy: '{ "$schema": "./vaultconn.schema.json", "id": "ac_prod", "tenant": "prod.example.com", "setup": { "type": "BASIC_AUTH", "username": "ci", "password": "" } }',
    },
  ])("is the old text, but: $what", ({ text, copy }) => {
    expect(copied(text)?.text).toBe(copy);
  });

  it("has a name that is never taken for a reference", () => {
    expect(copied('{ "id": "a", "tenant": "d", "name": "x" }', { name: 'A "${env:HOME}"' })?.text).toBe(
      '{ "id": "ac_prod", "tenant": "prod.example.com", "name": "A \\"$${env:HOME}\\"" }',
    );
  });

  it("stays a bare setup, whose name is a field like any other", () => {
    const text = '{ "type": "API_KEY", "name": "X-Key", "value": "${secret:V}", "in": "header" }';
    expect(copied(text, { bare: true })).toEqual({ text, cursor: 0, leftEmpty: [] });
  });

  it.each([
    ["a secret", '"token": "s3cret"'],
    ["text beside a reference", '"token": "s3cret${env:T}"'],
    ["a broken reference", '"token": "${secret:s3cret"'],
    ["a name and password in an address", '"base_url": "https://ci:s3cret@a.example.com"'],
    ["what no kind of setup names", '"refresh": "s3cret"'],
    ["the same in a list", '"refresh": [{ "again": ["s3cret"] }]'],
    ["a number that may be one", '"token": 5318008'],
  ])("has nothing in the place of %s", (_, property) => {
    const copy = copied(`{ "id": "a", "tenant": "d", "setup": { "type": "BEARER", ${property} } }`);
    expect(copy?.text).not.toMatch(/s3cret|5318008/);
    expect(copy?.text).toContain('""');
    expect(copy?.leftEmpty).toHaveLength(1);
  });

  it("has nothing in the place of a secret outside of the setup", () => {
    const copy = copied('{ "id": "a", "tenant": "d", "api_key": "s3cret", "setup": "s3cret" }');
    expect(copy?.leftEmpty).toEqual(["api_key", "setup"]);
    expect(copy?.text).not.toContain("s3cret");
  });

  it("says where the first value is missing, and each field once", () => {
    const copy = copied('{ "setup": { "type": "X", "api_key": "${env:K}", "token": "a", "more": ["b", "c"] } }', {
      rename: () => "ANOTHER",
    });
    expect(copy?.text.slice(0, copy.cursor)).toMatch(/"token": "$/);
    expect(copy?.leftEmpty).toEqual(["token", "more"]);
  });

  it("gives references other names, and leaves all around them as it is written", () => {
    const copy = copied(
      '{ "id": "a", "tenant": "d", "setup": { "base_url": "https://$${x}.${env:A}/${secret:B}/${env:A}" } }',
      {
        rename: ({ kind, name }) => `${name}_${kind}`,
      },
    );
    expect(copy?.text).toContain('"https://$${x}.${env:A_env}/${secret:B_secret}/${env:A_env}"');
  });

  it.each(["", "[]", '"x"', '{ "id": "a" ', '{ "id": "a", "setup": { "token": "s3cret } }'])(
    "is none where the text is no JSON object: %j",
    (text) => {
      expect(copied(text)).toBeUndefined();
      expect(copiedReferences({ text, bare: false })).toBeUndefined();
    },
  );

  it("takes over the references of its setup, each once, and none beside a secret or in the name", () => {
    const text =
      '{ "name": "${env:N}", "setup": { "a": "${secret:A}", "b": ["${file:k.pem}", "${secret:A}"], "token": "x${env:X}" } }';
    expect(copiedReferences({ text, bare: false })).toEqual([
      { kind: "secret", name: "A" },
      { kind: "file", name: "k.pem" },
    ]);
  });
});

describe("a connection that is written into a setup file", () => {
  const setup = '"setup": {}';

  it.each([
    ["two blanks", `{\n  ${setup}\n}\n`, `{\n  "id": "ac_1",\n  "tenant": "acme.io",\n  ${setup}\n}\n`],
    ["tabs", `{\n\t${setup}\n}\n`, `{\n\t"id": "ac_1",\n\t"tenant": "acme.io",\n\t${setup}\n}\n`],
    ["CRLF", `{\r\n\t${setup}\r\n}`, `{\r\n\t"id": "ac_1",\r\n\t"tenant": "acme.io",\r\n\t${setup}\r\n}`],
    ["one line", `{ ${setup} }`, `{ "id": "ac_1", "tenant": "acme.io", ${setup} }`],
    ["no blanks", `{${setup}}`, `{"id": "ac_1","tenant": "acme.io",${setup}}`],
    ["an empty line", `{\n\n\t${setup}\n}`, `{\n\t"id": "ac_1",\n\t"tenant": "acme.io",\n\n\t${setup}\n}`],
    ["a comment", `{ // A\n\t${setup}\n}`, `{\n\t"id": "ac_1",\n\t"tenant": "acme.io", // A\n\t${setup}\n}`],
    ["no property", "{ }", '{"id": "ac_1","tenant": "acme.io" }'],
    ["its tenant", `{\n\t"tenant": "ACME.io"\n}`, `{\n\t"id": "ac_1",\n\t"tenant": "acme.io"\n}`],
    ["another id", `{ "tenant": "acme.io", "id": "ac_gone" }`, `{ "tenant": "acme.io", "id": "ac_1" }`],
  ])("is laid out as the file is: %s", (_, text, written) => {
    const edits = namingConnection(text, { id: "ac_1", tenantHost: "acme.io" });
    expect(edits && applyEdits(text, edits)).toBe(written);
  });
});

describe("the place of a copy", () => {
  it.each([
    { what: "beside the file where nothing is known of the tenant", others: [], place: "/w/dev" },
    { what: "in the folder of the tenant", others: ["/w/prod/a", "/w/prod/b"], place: "/w/prod" },
    {
      what: "beside the file where the tenant's are in several folders",
      others: ["/w/prod/a", "/w/b"],
      place: "/w/dev",
    },
    { what: "beside the file where the tenant's are there too", others: ["/w/dev/a"], place: "/w/dev" },
  ])("is $what", ({ others, place }) => {
    expect(placeOfCopy("/w/dev/sf.vaultconn.json", others)).toBe(place);
  });

  it.each([
    ["/w/dev", "keys/k.pem", "/w/prod", "../dev/keys/k.pem"],
    ["/w/dev", "../k.pem", "/w/prod", "../k.pem"],
    ["/w/dev", "./k.pem", "/w/dev", "./k.pem"],
  ])("in another folder than %s, %s leads to the same file from %s", (folder, path, other, expected) => {
    expect(pathFrom(folder, path, other)).toBe(expected);
  });
});
