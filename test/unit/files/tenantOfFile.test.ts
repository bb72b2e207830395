import type { Uri } from "vscode";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { ConnectionStore } from "../../../client/core/connections/store.js";
import { connectionLabel, idOfFile, lastSeen, tenantOfFile } from "../../../client/extension/editor/tenantOfFile.js";
import { recordFrom } from "../service/records.js";

vi.mock("vscode", () => ({}));

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

describe("the connection of a setup file", () => {
  const time = "2026-01-02T03:04:05.000Z";
  const row = recordFrom({ name: "As it is" });
  const remembered = {
    id: "ac_1",
    origin: "https://acme.example.com",
    record: { name: "As it was", ready: true, updated_at: time, fingerprint: "0", at: 5 },
  };
  const store = new ConnectionStore(() => Promise.resolve({ records: [row], total: 1, droppedCount: 0, more: false }));
  const loaded: Session = { ...acme, store };
  const empty: Session = { ...acme, store: new ConnectionStore(() => Promise.reject(new Error("not to be read"))) };

  beforeAll(() => store.load());

  const elsewhere = { ...remembered, origin: "https://staging.example.com" };

  it.each<[string, string, Session | undefined, Parameters<typeof lastSeen>[2], string | undefined, string?]>([
    ["is the row that is loaded", "ac_1", loaded, remembered, "As it is"],
    ["is what is remembered, where no row is loaded", "ac_1", empty, remembered, "As it was"],
    ["is what is remembered, where its tenant is not there", "ac_1", undefined, remembered, "As it was"],
    ["is not known where another one is remembered", "ac_2", loaded, remembered, undefined],
    ["is not known where it was only chosen", "ac_1", empty, { ...remembered, record: undefined }, undefined],
    ["is not that of another tenant with the same id", "ac_1", empty, elsewhere, undefined],
    [
      "is not that of another tenant where the one it names is not there",
      "ac_1",
      undefined,
      elsewhere,
      undefined,
      "acme.example.com",
    ],
    [
      "is what is remembered of the tenant it names, though that is not there",
      "ac_1",
      undefined,
      remembered,
      "As it was",
      "ACME.example.com",
    ],
  ])("%s", (_, id, session, known, name, host) => {
    expect(lastSeen(id, session, known, host)?.name).toBe(name);
  });
});

describe("the id of the connection of a setup file", () => {
  const remembered = { id: "ac_1", origin: "https://acme.example.com" };

  it.each<[string, string | undefined, Session | undefined, string | undefined, string?]>([
    ["is the one it names", "ac_2", acme, "ac_2"],
    ["is the one that is remembered for its tenant", undefined, acme, "ac_1"],
    ["is the one that is remembered where it names an empty text", " ", acme, "ac_1"],
    ["is not the one that is remembered of another tenant", undefined, staging, undefined],
    ["is the one that is remembered of a tenant that is not there", undefined, undefined, "ac_1", "acme.example.com"],
    ["is not that where it names another one", undefined, undefined, undefined, "staging.example.com"],
  ])("%s", (_, written, session, id, host) => {
    expect(idOfFile(written, session, remembered, host)).toBe(id);
  });
});

describe("the tenant a setup file is pushed to", () => {
  it.each([
    ["is the one it names", among(acme, staging), "staging.example.com", undefined, staging],
    [
      "is the one it names, whatever is remembered",
      among(acme, staging),
      "staging.example.com",
      { origin: "https://acme.example.com" },
      staging,
    ],
    [
      "is none where the one it names is not there, even if there is another",
      among(acme),
      "staging.example.com",
      undefined,
      undefined,
    ],
    [
      "is the one that is remembered",
      among(acme, staging),
      undefined,
      { origin: "https://staging.example.com" },
      staging,
    ],
    ["is the only one", among(acme), undefined, undefined, acme],
    [
      "is the only one where the one that is remembered has gone",
      among(acme),
      undefined,
      { origin: "https://old.example.com" },
      acme,
    ],
    ["is not known among several", among(acme, staging), undefined, undefined, undefined],
    ["is not known without any", among(), undefined, undefined, undefined],
  ])("%s", (_, sessions, host, remembered, expected) => {
    expect(tenantOfFile(sessions, host, remembered)).toBe(expected);
  });
});

describe("what a connection is called whose name is not known", () => {
  it.each([
    ["the name in the file", "/crm/salesforce.vaultconn.json", "Salesforce EU", "Salesforce EU"],
    ["what the file is called, where it has no name", "/crm/salesforce.vaultconn.json", undefined, "salesforce"],
    ["what the file is called, where its name is empty", "/crm/salesforce.vaultconn.json", " ", "salesforce"],
    ["what the file is called, where its name is a reference", "/a/b.vaultconn.json", "${env:NAME}", "b"],
    ["what the file is called, where its name is no text", "/a/b.vaultconn.json", 7, "b"],
    ["the title of a file without a place", "Untitled-1", undefined, "Untitled-1"],
    ["the whole of a file name that is nothing but an ending", "/a/.vaultconn.json", undefined, ".vaultconn.json"],
    ["safe to show", "/a/b.vaultconn.json", "A\u202E](b)", "A ] (b)"],
  ])("is %s", (_, path, name, label) => {
    expect(connectionLabel({ path } as Uri, name)).toBe(label);
  });
});
