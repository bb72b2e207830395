import type { Uri } from "vscode";
import { beforeAll, describe, expect, it } from "vitest";

import { ConnectionStore } from "../../../client/core/connections/store.js";
import { fileConnectionName, idOfFile, lastSeen, tenantOfFile } from "../../../client/extension/editor/tenantOfFile.js";
import { recordFrom } from "../records.js";

type Known = Parameters<typeof tenantOfFile>[0];
type Session = NonNullable<ReturnType<typeof tenantOfFile>>;

const named = (host: string): Session => ({ tenant: { host, origin: `https://${host}` } }) as Session;
const [acme, staging] = [named("acme.example.com"), named("staging.example.com")];

function among(...all: readonly Session[]): Known {
  return {
    all,
    withHost: (host) => all.find(({ tenant }) => tenant.host === host),
    withOrigin: (origin) => all.find(({ tenant }) => tenant.origin === origin),
  };
}

const ACME = { origin: "https://acme.example.com" };
const STAGING = { origin: "https://staging.example.com" };

describe("the connection of a setup file", () => {
  const record = { name: "As it was", ready: true, updated_at: "2026-01-02T03:04:05.000Z", fingerprint: "0", at: 5 };
  const BLANK = { ...record, name: " \u2800" };
  const remembered = { ...ACME, id: "ac_1", record };
  const elsewhere = { ...STAGING, id: "ac_1", record };
  const chosen = { ...ACME, id: "ac_1" };
  const records = [recordFrom({ name: "As it is" })];
  const store = new ConnectionStore(() => Promise.resolve({ records, total: 1, droppedCount: 0, more: false }));
  const loaded: Session = { ...acme, store };
  const empty: Session = { ...acme, store: new ConnectionStore(() => Promise.reject(new Error("not to be read"))) };
  const gone = undefined;

  beforeAll(() => store.load());

  it.each<[string, string | undefined, Parameters<typeof lastSeen>]>([
    ["is the row that is loaded", "As it is", ["ac_1", loaded, remembered]],
    ["is what is remembered, where no row is loaded", "As it was", ["ac_1", empty, remembered]],
    ["is not known where another one is remembered", undefined, ["ac_2", loaded, remembered]],
    ["is not known where it was only chosen", undefined, ["ac_1", empty, chosen]],
    ["is not that of another tenant with the same id", undefined, ["ac_1", empty, elsewhere]],
    ["is called by its ID where its name is blank", "ac_1", ["ac_1", gone, { ...remembered, record: BLANK }]],
  ])("%s", (_, name, given) => {
    expect(lastSeen(...given)?.name).toBe(name);
  });
});

describe("the id of the connection of a setup file", () => {
  it.each<[string, string | undefined, Session | undefined, string | undefined]>([
    ["is the one it names", "ac_2", acme, "ac_2"],
    ["is the one that is remembered for its tenant", undefined, acme, "ac_1"],
    ["is the one that is remembered where it names an empty text", " ", acme, "ac_1"],
    ["is not the one that is remembered of another tenant", undefined, staging, undefined],
    ["is the one that is remembered of a tenant that is not there", undefined, undefined, "ac_1"],
  ])("%s", (_, written, session, id) => {
    expect(idOfFile(written, session, { ...ACME, id: "ac_1" })).toBe(id);
  });
});

describe("the tenant that a setup file is pushed to", () => {
  const both = among(acme, staging);

  it.each<[string, Session | undefined, Parameters<typeof tenantOfFile>]>([
    ["is the one it names, whatever is remembered", staging, [both, "staging.example.com", ACME]],
    ["is none where the one it names is not there", undefined, [among(acme), "staging.example.com", undefined]],
    ["is the one that is remembered", staging, [both, undefined, STAGING]],
    ["is the only one", acme, [among(acme), undefined, undefined]],
    ["is the only one where the one that is remembered has gone", acme, [among(acme), undefined, STAGING]],
    ["is not known among several", undefined, [both, undefined, undefined]],
    ["is not known without any", undefined, [among(), undefined, undefined]],
  ])("%s", (_, expected, given) => {
    expect(tenantOfFile(...given)).toBe(expected);
  });
});

describe("the display name of a connection whose name isn't known", () => {
  it.each([
    ["the name in the file", "/crm/salesforce.vaultconn.json", "Salesforce EU", "Salesforce EU"],
    ["what the file is called, where it has no name", "/crm/salesforce.vaultconn.json", undefined, "salesforce"],
    ["what the file is called, where its name is a reference", "/a/b.vaultconn.json", "${env:NAME}", "b"],
    ["what the file is called, where its name is no text", "/a/b.vaultconn.json", 7, "b"],
    ["the title of a file without a place", "Untitled-1", undefined, "Untitled-1"],
    ["the whole of a file name that is nothing but an ending", "/a/.vaultconn.json", undefined, ".vaultconn.json"],
    ["safe to show", "/a/b.vaultconn.json", "A\u202E](b)", "A ] (b)"],
  ])("is %s", (_, path, name, label) => {
    expect(fileConnectionName({ path } as Uri, name)).toBe(label);
  });
});
