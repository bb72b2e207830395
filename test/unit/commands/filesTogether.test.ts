import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TextDocument, Uri } from "vscode";
import { describe, expect, it, vi } from "vitest";

import { chooseChanged } from "../../../client/extension/push/chooseChanged.js";
import { savedAndRead, readyFiles } from "../../../client/extension/push/requests.js";
import type { Services } from "../../../client/extension/services.js";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { useWorkspace, vscode } from "../vscode.js";
import { inspect } from "../records.js";

const shown = vi.hoisted(() => ({ last: undefined as { readonly label: string } | undefined }));

/** Anyone who is asked takes all that is ticked from the start, and the last row. */
vi.mock("../../../client/extension/ui/pick.js", () => ({
  pickSeveral: (items: readonly { readonly picked?: boolean }[], _: object, last: typeof shown.last) => {
    shown.last = last;
    return Promise.resolve([...items.filter(({ picked }) => picked === true), ...(last ? [last] : [])]);
  },
}));

const folder = useWorkspace();
const fileOf = (name: string): Uri => Uri.file(join(folder(), `${name}.vaultconn.json`));

/** Writes files that are for a tenant which lists one of them. @returns as much of the extension as looks at them */
async function createServices(written: Readonly<Record<string, object>>): Promise<Services> {
  for (const [name, file] of Object.entries(written)) await writeFile(fileOf(name).fsPath, JSON.stringify(file));
  const session: object = {
    tenant: { name: "Acme", origin: "https://acme.example.com", host: "acme.example.com" },
    store: { find: () => undefined, pageOf: (id: string) => (id === "ac_2" ? 2 : undefined) },
    signedIn: true,
  };
  const read = async (file: Uri) => ({ ...inspect(await readFile(file.fsPath, "utf8")), version: null });
  const services: object = {
    fileStates: { inspect: read, of: () => Promise.resolve({ kind: "changed" }) },
    memory: { ofLinked: () => undefined, about: () => undefined },
    sessions: { all: [session] },
    digests: { of: () => Promise.resolve("digest") },
    rotations: { partOf: () => undefined },
    locks: { of: () => Promise.resolve(undefined) },
  };
  return services as Services;
}

describe("files that are pushed together", () => {
  it("don't look for the connection's page, which its row knows", async () => {
    const ids = ["ac_1", "ac_2"];
    const services = await createServices(Object.fromEntries(ids.map((id) => [id, { id, name: "New" }])));
    const requests = await readyFiles(services, ids.map(fileOf));
    expect(requests.map(({ id, page }) => [id, page])).toEqual([
      ["ac_1", undefined],
      ["ac_2", 2],
    ]);
  });

  it("are the changed ones, and the others are counted by reason", async () => {
    const services = await createServices({
      changed: { id: "ac_1", name: "New" },
      problems: { id: "ac_4", nam: "x" },
      empty: { id: "ac_5" },
      unlinked: { name: "x" },
      other: { id: "ac_6", tenant: "other.example", name: "x" },
    });
    const opened: unknown[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly unknown[]) => Promise.resolve(items.at(-1)),
      showTextDocument: (file: Uri) => opened.push(file.path),
    });
    expect((await chooseChanged(services)).map(({ id }) => id)).toEqual(["ac_1"]);
    expect(shown.last?.label).toBe(
      "4 not listed: 1 with problems, 1 with nothing to send, 1 not linked, 1 for another tenant",
    );
    expect(opened).toEqual([fileOf("unlinked").path]);
  });
});

it("saves and inspects a file again only if it has changed", async () => {
  const document = { uri: fileOf("a"), version: 1, isDirty: false };
  const save = vi.fn(() => Promise.resolve(Object.assign(document, { isDirty: false })));
  const inspecting = vi.fn(() => Promise.resolve({ version: document.version }));
  const services: object = { fileStates: { inspect: inspecting } };
  const file: object = Object.assign(document, { save });
  const read = (known?: InspectResult) => savedAndRead(services as Services, file as TextDocument, known);
  const first = (await read()) as InspectResult;
  expect(await read(first)).toBe(first);
  expect([inspecting.mock.calls.length, save.mock.calls.length]).toEqual([1, 0]);
  Object.assign(document, { version: 2, isDirty: true });
  expect(await read(first)).toEqual({ version: 2 });
  expect([inspecting.mock.calls.length, save.mock.calls.length]).toEqual([2, 1]);
});
