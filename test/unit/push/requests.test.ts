import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createDigests } from "../../../client/core/secrets/valueDigests.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import { FileMemory } from "../../../client/extension/editor/fileMemory.js";
import { requestFor } from "../../../client/extension/push/requests.js";
import { readChosen } from "../../../client/extension/push/runPushes.js";
import { pushAgain } from "../../../client/extension/push/resultActions.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { resultOf } from "../../../client/core/push/events.js";
import { type PushRequest, targetOf } from "../../../client/core/push/pushTypes.js";
import { inspect, recordFrom } from "../records.js";
import { SharedSecrets, TextStorage } from "../storage.js";
import { useFolder } from "../folder.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

const [ID, OTHER_ID, ACME] = ["ac_1", "ac_2", "https://acme.example"];
const BARE = { type: "BEARER", token: "x" };
const folder = useFolder();

/** A window in which a file is open. */
async function openWindow(file: object) {
  const uri = vscode.Uri.file(join(folder(), "a.vaultconn.json"));
  await writeFile(uri.fsPath, "");
  const document = {
    uri,
    version: 1,
    text: JSON.stringify(file),
    get isDirty() {
      return this.version > 1;
    },
    save: () => Promise.resolve(true),
  };
  Object.assign(vscode.workspace, { textDocuments: [document], openTextDocument: () => Promise.resolve(document) });
  const read = () => ({ ...inspect(document.text), version: document.version });
  const memory = new FileMemory(new TextStorage());
  const session = partOf<Session>({
    client: {},
    tenant: { origin: ACME, name: "Acme", host: "acme.example" },
    signedIn: true,
    store: { find: (id: string) => recordFrom({ id }) },
  });
  /** What pushes were begun. Each is refused, as if another one was in progress. */
  const begun: string[] = [];
  const begin = (requests: readonly PushRequest[]) => {
    begun.push(...requests.map(({ id }) => id));
    return { begun: [], end: () => undefined };
  };
  const services = partOf<Services>({
    pushes: { active: { begin }, listeners: [] },
    memory,
    digests: createDigests(new SharedSecrets(new Map())),
    rotations: { partOf: () => undefined },
    locks: { of: () => Promise.resolve(undefined) },
    secrets: { names: [], get: () => Promise.resolve(undefined) },
    fileStates: { inspect: () => Promise.resolve(read()) },
    sessions: { all: [session], withHost: () => session, withOrigin: () => session },
  });
  const edit = (now: object) => Object.assign(document, { text: JSON.stringify(now), version: document.version + 1 });
  const link = (id: string) => memory.remember(uri, { origin: ACME, id, linked: true });
  const request = () => requestFor(services, uri, read(), { session: session, id: ID });
  return { services: services, uri, begun, edit, link, request };
}

afterEach(() => {
  Object.assign(vscode.workspace, { textDocuments: [], openTextDocument: undefined });
});

describe("a file that's changed while its push waits", () => {
  const file = { id: ID, tenant: "acme.example", setup: BARE };
  it.each([
    ["is sent with another setup", file, { ...file, setup: { ...BARE, token: "y" } }, "sent"],
    ["is sent if it names the same tenant in capitals", file, { ...file, tenant: "ACME.example" }, "sent"],
    ["is sent if its connection is written into it", { setup: BARE }, file, "sent"],
    ["is sent if it named none for this one time", { setup: BARE }, { name: "A", setup: BARE }, "sent"],
    ["isn't sent with another ID", file, { ...file, id: OTHER_ID }, "otherTarget"],
    ["isn't sent with another tenant", file, { ...file, tenant: "other.example" }, "otherTarget"],
    [
      "isn't sent with a tenant that it didn't name",
      { ...file, tenant: undefined },
      { ...file, tenant: "other.example" },
      "otherTarget",
    ],
    ["isn't sent without an ID", file, { ...file, id: undefined }, "otherTarget"],
    ["isn't sent with an empty ID", file, { ...file, id: "" }, "invalid"],
    ["isn't sent with the first ID that's another one", { setup: BARE }, { ...file, id: OTHER_ID }, "otherTarget"],
    ["isn't sent as a bare setup, which names none", file, BARE, "otherTarget"],
  ])("%s", async (_, before, after, expected) => {
    const { edit, request } = await openWindow(before);
    const { read } = await request();
    edit(after);
    const contents = await read?.();
    expect(contents && "kind" in contents ? contents.kind : "sent").toBe(expected);
  });

  it.each([
    [ID, "sent"],
    [OTHER_ID, "otherTarget"],
  ])("as a bare setup that's linked to %s by then is %s", async (id, expected) => {
    const { edit, link, request } = await openWindow(BARE);
    await link(ID);
    const { read } = await request();
    await link(id);
    edit({ ...BARE, token: "y" });
    const contents = await read?.();
    expect(contents && "kind" in contents ? contents.kind : "sent").toBe(expected);
  });
});

describe("a file that's deleted while an editor shows it", () => {
  const file = { id: ID, setup: BARE };
  it.each([
    ["isn't sent", file, file],
    ["isn't sent, whatever is in the editor", file, { id: OTHER_ID }],
    ["isn't sent if it has problems", file, { id: ID, nmae: "A" }],
  ])("%s", async (_, before, after) => {
    const { uri, edit, request } = await openWindow(before);
    const { read } = await request();
    await rm(uri.fsPath);
    if (after !== before) edit(after);
    expect(await read?.()).toEqual({ kind: "deleted", file: "a.vaultconn.json" });
  });

  it("isn't sent if no editor has it, either", async () => {
    const { uri, request } = await openWindow(file);
    Object.assign(vscode.workspace, { textDocuments: [] });
    const { read } = await request();
    await rm(uri.fsPath);
    expect(await read?.()).toMatchObject({ kind: "deleted" });
  });
});

describe("several files for one connection", () => {
  /** Answers the question with the file at this position of its list, or closes it. */
  function answer(position: number | undefined): void {
    const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
    const pick = {
      items: [] as unknown[],
      selectedItems: [] as unknown[],
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      show(): void {
        pick.selectedItems = position === undefined ? [] : [pick.items[position]];
        if (position === undefined) hidden.fire();
        else accepted.fire();
      },
      hide: () => {
        hidden.fire();
      },
      dispose: () => undefined,
    };
    Object.assign(vscode.window, { createQuickPick: () => pick });
  }

  it.each([
    ["that's chosen", 1, [0, 1, 1], ["notChosen", undefined, undefined]],
    ["if none is chosen", 2, [0, 0, 1], ["notChosen", "notChosen", undefined]],
    ["if the question is closed", undefined, [0, 0, 0], ["cancelled", "cancelled", "cancelled"]],
  ])("are saved only after the question, %s", async (_, position, saved, notSent) => {
    const { request } = await openWindow({ id: ID, setup: BARE });
    const made = await request();
    const counts = [0, 0, 0];
    const files = ["a", "b", "c"].map((name, at) => ({
      ...made,
      id: name === "c" ? OTHER_ID : ID,
      file: `file:///${name}`,
      read: () => {
        counts[at] = (counts[at] ?? 0) + 1;
        return Promise.resolve({ inspected: made.inspected, digest: `read ${name}` });
      },
    }));
    answer(position);
    const read = await readChosen(files, {});
    expect(counts).toEqual(saved);
    expect(read.map((each) => each.notSent?.kind)).toEqual(notSent);
    expect(read.map(({ digest }, at) => digest === `read ${"abc"[at] ?? ""}`)).toEqual(saved.map((count) => count > 0));
  });

  it("of a read-only tenant aren't saved", async () => {
    const { request } = await openWindow({ id: ID, setup: BARE });
    const made = await request();
    const read = () => expect.fail("It's saved.");
    const [left] = await readChosen([{ ...made, tenant: { ...made.tenant, readOnly: true }, read }], {});
    expect(left?.notSent).toBeUndefined();
  });
});

describe("Push Again", () => {
  const file = { id: ID, tenant: "acme.example", setup: BARE };
  it.each([
    ["goes to the same connection", file, { ...file, name: "A" }, ID],
    ["goes where the file goes that names another one by now", file, { ...file, id: OTHER_ID }, OTHER_ID],
    [
      "goes to the one that was chosen for a file that names another",
      { ...file, id: OTHER_ID },
      { ...file, id: OTHER_ID, name: "A" },
      ID,
    ],
  ])("%s", async (_, before, after, expected) => {
    const { services, begun, edit, request } = await openWindow(before);
    const refused = await request();
    edit(after);
    await pushAgain(services, [resultOf({ request: refused, target: targetOf(refused), outcome: { kind: "gone" } })]);
    expect(begun).toEqual([expected]);
  });
});
