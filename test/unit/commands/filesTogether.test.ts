import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Uri } from "vscode";
import { describe, expect, it, vi } from "vitest";

import { chooseChanged } from "../../../client/extension/push/chooseChanged.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import * as pick from "../../../client/extension/ui/pick.js";
import { useFolder } from "../folder.js";
import { vscode } from "../vscode.js";
import { inspect } from "../records.js";

const folder = useFolder();
const fileOf = (name: string): Uri => Uri.file(join(folder(), `${name}.vaultconn.json`));

/** Writes files that are for a tenant which lists one of them. @returns as much of the extension as looks at them */
async function createServices(written: Readonly<Record<string, object>>): Promise<Services> {
  for (const [name, file] of Object.entries(written)) await writeFile(fileOf(name).fsPath, JSON.stringify(file));
  const session: object = {
    tenant: { name: "Acme", origin: "https://acme.example.com", host: "acme.example.com" },
    store: { find: () => undefined },
    signedIn: true,
  };
  const read = async (file: Uri) => ({ ...inspect(await readFile(file.fsPath, "utf8")), version: null });
  const services: object = {
    fileStates: { changed: () => undefined, inspect: read, of: () => Promise.resolve({ kind: "changed" }) },
    memory: { ofLinked: () => undefined, about: () => undefined },
    sessions: { all: [session] },
    digests: { of: () => Promise.resolve("digest") },
    rotations: { partOf: () => undefined },
    locks: { of: () => Promise.resolve(undefined) },
  };
  return services as Services;
}

describe("files that are pushed together", () => {
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
    // Anyone who is asked takes all that is ticked from the start, and opens what isn't listed.
    const pickSeveral = vi.spyOn(pick, "pickSeveral").mockImplementation(async (items, _, other) => {
      await other?.open();
      return items.filter(({ picked }) => picked === true);
    });
    expect((await chooseChanged(services)).map(({ id }) => id)).toEqual(["ac_1"]);
    expect(pickSeveral.mock.lastCall?.[1].title).toBe("Push changed files · 4 not listed");
    expect(pickSeveral.mock.lastCall?.[2]?.button.tooltip).toBe(
      "4 not listed: 1 with problems, 1 with nothing to send, 1 not linked, 1 for another tenant",
    );
    expect(opened).toEqual([fileOf("unlinked").path]);
  });
});
