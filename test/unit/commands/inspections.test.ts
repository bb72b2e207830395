import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TextDocument, Uri } from "vscode";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { chooseChanged } from "../../../client/extension/push/chooseChanged.js";
import { savedAndRead, readyFiles } from "../../../client/extension/push/requests.js";
import type { Services } from "../../../client/extension/services.js";
import { ConnectionStore } from "../../../client/core/connections/store.js";
import { fireSaved, useWorkspace, vscode } from "../vscode.js";
import { openWindow } from "../files/window.js";
import { recordFrom } from "../records.js";

const shown = vi.hoisted(() => ({ last: undefined as { readonly label: string } | undefined, selectsLast: false }));

/** Anyone who is asked takes all that is ticked from the start, or the last row. */
vi.mock("../../../client/extension/ui/pick.js", () => ({
  pickSeveral: (items: readonly { readonly picked?: boolean }[], _: object, last: typeof shown.last) => {
    shown.last = last;
    return Promise.resolve(shown.selectsLast ? [last] : items.filter(({ picked }) => picked === true));
  },
}));

const ACME = "https://acme.example.com";
const ID = ["ac_1", "ac_2", "ac_3"] as const;

const folder = useWorkspace();
beforeEach(async () => {
  await Promise.all(ID.map((id) => writeFile(pathOf(id), JSON.stringify({ id, name: `New ${id}` }))));
});

function pathOf(id: string): string {
  return join(folder(), `${id}.vaultconn.json`);
}

function fileOf(id: string): Uri {
  return Uri.file(pathOf(id));
}

/** As much of the extension as looks at files before they are pushed. @param loaded the connections that the tenant lists */
function createServices(loaded: readonly string[] = []) {
  const records = loaded.map((id) => recordFrom({ id }));
  const session: object = {
    tenant: { name: "Acme", origin: ACME, host: "acme.example.com" },
    client: {},
    store: new ConnectionStore(() => Promise.resolve({ records, total: undefined, droppedCount: 0, more: false })),
    signedIn: true,
  };
  const sessions = {
    all: [session],
    withHost: (host: string) => (host === "acme.example.com" ? session : undefined),
    withOrigin: () => session,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const { asked, states, ...window } = openWindow(folder(), undefined, sessions);
  const rotations = { partOf: () => undefined };
  const services: object = { ...window, fileStates: states, sessions, rotations };
  return { asked, services: services as Services };
}

const ONCE_EACH = ID.map((id) => `${id}.vaultconn.json`);

describe("inspections before a push", () => {
  it("happen once for each changed file: for its state, list, and push", async () => {
    const { asked, services } = createServices();
    for (const id of ID) await services.memory.remember(fileOf(id), { origin: ACME, id, pushed: "another" });
    const requests = await chooseChanged(services);
    expect(requests.map(({ id }) => id)).toEqual(ID);
    expect(shown.last).toBeUndefined();
    for (const { save } of requests) await save?.();
    expect(asked.sort()).toEqual(ONCE_EACH);
  });

  it("happen once for each of several files that are chosen together", async () => {
    const { asked, services } = createServices();
    const requests = await readyFiles(services, ID.map(fileOf));
    for (const { save } of requests) await save?.();
    expect(asked.sort()).toEqual(ONCE_EACH);
  });

  it("don't look for the connection's page, which its row knows", async () => {
    const { services } = createServices([...Array.from({ length: 250 }, (_, at) => `other_${at}`), ID[1]]);
    await services.sessions.all[0]?.store.load();
    const requests = await readyFiles(services, ID.map(fileOf));
    expect(requests.map(({ page }) => page)).toEqual([undefined, 2, undefined]);
  });

  it("happen once for a file until it changes", async () => {
    const document = { uri: vscode.Uri.file(pathOf("ac_1")), version: 1, isDirty: false, saved: 0 };
    vscode.workspace.textDocuments = [document];
    const { asked, services } = createServices();
    const typed = () => Object.assign(document, { version: document.version + 1, isDirty: true });
    const save = () => Promise.resolve(Object.assign(document, { isDirty: false, saved: document.saved + 1 }));
    const file: object = Object.assign(document, { save });
    const first = await savedAndRead(services, file as TextDocument);
    if (!first) throw new Error("The file was not read.");
    expect(await savedAndRead(services, file as TextDocument, first)).toBe(first);
    expect([asked.length, document.saved]).toEqual([1, 0]);
    typed();
    await savedAndRead(services, file as TextDocument, first);
    expect([asked.length, document.saved]).toEqual([2, 1]);
  });

  it("happen once after a save, which the watcher reports, too", async () => {
    const { asked, services } = createServices();
    const uri = fileOf("ac_1");
    await services.memory.remember(uri, { origin: ACME, id: "ac_1", pushed: "before" });
    await services.fileStates.of(uri);
    asked.length = 0;
    vscode.workspace.textDocuments = [{ uri: vscode.Uri.file(pathOf("ac_1")), version: 1 }];
    fireSaved(pathOf("ac_1"));
    await services.fileStates.of(uri);
    expect(asked).toEqual(["ac_1.vaultconn.json"]);
  });

  it("happen once for a push, after the save", async () => {
    const { asked, services } = createServices();
    const uri = fileOf("ac_1");
    const remember = (pushed: string) => services.memory.remember(uri, { origin: ACME, id: "ac_1", pushed });
    await remember("before");
    await services.fileStates.of(uri);
    expect(asked.length).toBe(1);
    const save = () => {
      services.fileStates.changed([uri], { inspection: true });
      return Promise.resolve(true);
    };
    const document: object = { uri, version: 1, isDirty: true, save };
    await savedAndRead(services, document as TextDocument);
    await remember("after");
    services.fileStates.changed([uri]);
    expect(await services.fileStates.of(uri)).toMatchObject({ kind: "changed" });
    expect(asked.length).toBe(2);
  });
});

it("count the changed files that aren't listed, by reason", async () => {
  const others = {
    problems: { id: "ac_4", nam: "x" },
    empty: { id: "ac_5" },
    unlinked: { name: "x" },
    other: { id: "ac_6", tenant: "other.example", name: "x" },
  };
  for (const [name, file] of Object.entries(others)) await writeFile(pathOf(name), JSON.stringify(file));
  const opened: unknown[] = [];
  Object.assign(vscode.window, {
    showQuickPick: (items: readonly unknown[]) => Promise.resolve(items.at(-1)),
    showTextDocument: (file: Uri) => opened.push(file.path),
  });
  shown.selectsLast = true;
  expect(await chooseChanged(createServices().services)).toEqual([]);
  expect(shown.last?.label).toBe(
    "4 not listed: 1 with problems, 1 with nothing to send, 1 not linked, 1 for another tenant",
  );
  expect(opened).toEqual([pathOf("unlinked")]);
});
