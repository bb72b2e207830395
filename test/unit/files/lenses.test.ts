import type { TextDocument } from "vscode";
import { TextDocument as Document } from "vscode-languageserver-textdocument";
import { describe, expect, it } from "vitest";
import { lensesFor } from "../../../client/extension/editor/showFileStates.js";
import { describeFileState, type FileState } from "../../../client/extension/editor/states.js";
import type { Session, Sessions } from "../../../client/extension/tenants/sessions.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import { recordFrom } from "../records.js";
import { partOf } from "../partOf.js";

const ACME = { tenant: { name: "Acme", host: "acme.example.com", origin: "https://acme.example.com" } } as Session;
const IN_SYNC: FileState = { kind: "inSync", remembered: undefined };
const sessionsWith = (row?: ConnectionRecord): Session[] => {
  const session = partOf<Session>({ ...ACME, store: { find: () => row } });
  return [session];
};
const SIGNED_IN = sessionsWith();
const CALLED_ORDERS = sessionsWith(recordFrom({ name: "Orders", ready: false }));

async function lenses(text: string, { state = IN_SYNC, all = [] as readonly Session[] } = {}) {
  const sessions = partOf<Sessions>({
    all,
    withHost: (host: string) => all.find(({ tenant }) => tenant.host === host),
    withOrigin: () => undefined,
  });
  const document = partOf<TextDocument>(Document.create("file:///a.vaultconn.json", "vaultconn", 1, text));
  return lensesFor(document, { of: () => Promise.resolve(state) }, sessions);
}

async function titles(named: object, about: { state?: FileState; all?: readonly Session[] } = {}) {
  return (await lenses(JSON.stringify(named), about)).map(({ command }) => command?.title);
}

describe("the code lens of a setup file", () => {
  it("names a tenant that isn't known", async () => {
    expect(await titles({ tenant: "old.example.com" })).toEqual(["Push (old.example.com isn't one of your tenants)"]);
    expect(await titles({ id: "", tenant: "" })).toEqual(["Push…"]);
    expect(await titles({ tenant: " " })).toEqual(["Push…"]);
  });

  it("says that a file without an ID isn't linked", async () => {
    const about = { all: SIGNED_IN, state: { kind: "new", remembered: undefined } } as const;
    expect(await titles({}, about)).toEqual(["Push to Acme", "not linked to a connection"]);
    expect(await titles({ id: "ac_1" }, about)).toEqual(["Push to Acme", "not pushed"]);
  });

  it.each([
    [{ id: "ac_1", name: "Others" }, "not pushed, named “Orders” on the service"],
    [{ id: "ac_1", name: "Orders" }, "not pushed"],
    [{ id: "ac_1", name: "${env:NAME}" }, "not pushed"],
    [{ id: "ac_1" }, "not pushed"],
  ])("of %j names the connection, and its other name if known", async (named, state) => {
    const about = { all: CALLED_ORDERS, state: { kind: "new", remembered: undefined } } as const;
    expect(await titles(named, about)).toEqual(["Push to Acme · Orders", state, "not ready"]);
  });

  it("has no push to a read-only tenant", async () => {
    const all = SIGNED_IN.map((session) => ({ ...session, tenant: { ...session.tenant, readOnly: true } }));
    expect(await titles({ id: "ac_1" }, { all })).toEqual(["in sync"]);
  });

  it("shows a push in progress instead of the state", async () => {
    const doing = (activity: FileState["doing"]) =>
      titles({}, { all: SIGNED_IN, state: { ...IN_SYNC, doing: activity } });
    expect(await doing(undefined)).toEqual(["Push to Acme", "in sync"]);
    expect(await doing("pushing")).toEqual(["Push to Acme", "pushing…"]);
    expect(await doing("checking")).toEqual(["Push to Acme", "checking…"]);
    expect(describeFileState({ kind: "changed", remembered: undefined, doing: "pushing" })).toBe("pushing…");
  });

  it("is in the first line of the root, with the file as argument", async () => {
    const shown = await lenses('// x\n{ "id": "ac_1" }', { all: SIGNED_IN });
    expect(shown.map(({ range }) => range.start.line)).toEqual([1, 1]);
    expect(shown.map(({ command }) => [command?.command, command?.arguments])).toEqual([
      ["vaultconn.push", ["file:///a.vaultconn.json"]],
      ["", undefined],
    ]);
  });

  it.each(["[]", "", "x"])("isn't shown above %j", async (text) => {
    expect(await lenses(text, { all: SIGNED_IN })).toEqual([]);
  });
});
