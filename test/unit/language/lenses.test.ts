import type { Uri } from "vscode";
import { describe, expect, it, vi } from "vitest";
import type { FileStates } from "../../../client/extension/editor/fileStates.js";
import { describeFileState, type FileState } from "../../../client/extension/editor/states.js";
import { fileState } from "../../../client/extension/language/answers.js";
import type { Session } from "../../../client/extension/tenants/session.js";
import type { Sessions } from "../../../client/extension/tenants/sessions.js";

vi.mock("vscode", () => ({ Uri: { parse: (text: string): unknown => ({ toString: () => text }) } }));

const ACME = { tenant: { name: "Acme", host: "acme.example.com", origin: "https://acme.example.com" } } as Session;
const IN_SYNC: FileState = { kind: "inSync", remembered: undefined };

async function lensesOf(
  named: { readonly id?: string; readonly tenant?: string },
  { state = IN_SYNC, all = [] as readonly Session[] } = {},
): Promise<readonly string[]> {
  const sessions = {
    all,
    withHost: (host: string) => all.find(({ tenant }) => tenant.host === host),
    withOrigin: () => undefined,
  } as unknown as Sessions;
  const states = { of: (_: Uri) => Promise.resolve(state) } as unknown as FileStates;
  const { lenses } = await fileState(sessions, states, { uri: "file:///a.vaultconn.json", ...named });
  return lenses.map(({ text }) => text);
}

describe("what stands above a setup file", () => {
  it("names a tenant that is not there, and none where the file has no more than a place for one", async () => {
    expect(await lensesOf({ tenant: "old.example.com" })).toEqual(["Push (old.example.com is not among your tenants)"]);
    expect(await lensesOf({ id: "", tenant: "" })).toEqual(["Push…"]);
    expect(await lensesOf({ tenant: " " })).toEqual(["Push…"]);
  });

  it("says of a file without an id that it is not linked, whether or not it was pushed for one time", async () => {
    const all = [{ ...ACME, store: { find: () => undefined } } as unknown as Session];
    const state: FileState = { kind: "new", remembered: undefined };
    expect(await lensesOf({}, { all, state })).toEqual(["Push to Acme", "not linked to a connection"]);
    expect(await lensesOf({ id: "ac_1" }, { all, state })).toEqual(["Push to Acme", "not pushed yet"]);
  });

  it("says what is being done in the place of how the file stood", async () => {
    const all = [{ ...ACME, store: { find: () => undefined } } as unknown as Session];
    expect(await lensesOf({}, { all })).toEqual(["Push to Acme", "in sync"]);
    expect(await lensesOf({}, { all, state: { ...IN_SYNC, doing: "pushing" } })).toEqual(["Push to Acme", "pushing…"]);
    expect(await lensesOf({}, { all, state: { ...IN_SYNC, doing: "checking" } })).toEqual([
      "Push to Acme",
      "checking…",
    ]);
    expect(describeFileState({ kind: "changed", remembered: undefined, doing: "pushing" })).toBe("pushing…");
  });
});
