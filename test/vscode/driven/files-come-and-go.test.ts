import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

/** Which rows have a setup file, while other programs than VS Code make, move and delete files. One story about one folder. */
describe("setup files that come and go", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({
    environment: service.environment(),
    workspace: {
      "folder/deep/first.vaultconn.json": fileFor(0),
      // VS Code watches a folder that is there from the start; one that comes later, not always in time for what is written into it.
      "node_modules/package/package.json": "{}",
    },
  }));
  const fileFor = (index: number): string => JSON.stringify({ id: service().connections.idAt(index), name: "X" });
  const nameOf = (index: number): string => service().connections.get(service().connections.idAt(index))?.name ?? "";
  const tree = () => session().workbench.tree("Connections");
  const inWorkspace = (path: string): string => join(session().workspace, path);
  const elsewhere = (path: string): string => join(dirname(session().workspace), "elsewhere", path);

  const untilFound = (index: number): Promise<void> => tree().waitForAction(nameOf(index), "Open Setup File");
  const untilForgotten = (index: number): Promise<unknown> =>
    untilValue(
      "the menu",
      () => tree().menuEntries(nameOf(index)),
      (entries) => entries.includes("Create Setup File…"),
    );

  /** Writes a setup file for a connection. */
  async function write(path: string, index: number): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fileFor(index));
  }

  beforeAll(async () => {
    await session().workbench.openViewContainer("Vault Connections");
    await untilFound(0);
  });

  it("finds the files of a folder that is moved into the workspace", async () => {
    await write(elsewhere("moved/deep/deeper/second.vaultconn.json"), 1);
    await write(elsewhere("moved/node_modules/package/third.vaultconn.json"), 2);
    await rename(elsewhere("moved"), inWorkspace("moved"));
    await untilFound(1);
    // Once a later file is found, no earlier one is still being looked at.
    await write(inWorkspace("node_modules/package/third.vaultconn.json"), 2);
    await write(inWorkspace("later.vaultconn.json"), 7);
    await untilFound(7);
    expect(await tree().menuEntries(nameOf(2))).toContain("Create Setup File…");
  });

  it("finds the files of a folder that is copied into the workspace", async () => {
    await write(elsewhere("copied/deep/deeper/fourth.vaultconn.json"), 3);
    await cp(elsewhere("copied"), inWorkspace("copied"), { recursive: true });
    await untilFound(3);
  });

  it("forgets the files of a folder that is moved away", async () => {
    await rename(inWorkspace("moved"), elsewhere("moved"));
    await untilForgotten(1);
  });

  it("takes a folder that another one takes the place of for what it now holds", async () => {
    await write(elsewhere("other/fifth.vaultconn.json"), 4);
    await rename(inWorkspace("copied"), elsewhere("taken"));
    await rename(elsewhere("other"), inWorkspace("copied"));
    await untilFound(4);
    await untilForgotten(3);
  });

  it("forgets the files of a folder that is deleted", async () => {
    await rm(inWorkspace("folder"), { recursive: true });
    await untilForgotten(0);
  });

  it("reads the ids of files in UTF-16, in either order of bytes", async () => {
    const littleEndian = (index: number) => Buffer.from(`\uFEFF${fileFor(index)}`, "utf16le");
    await writeFile(inWorkspace("little-endian.vaultconn.json"), littleEndian(5));
    await untilFound(5);
    await writeFile(inWorkspace("big-endian.vaultconn.json"), littleEndian(6).swap16());
    await untilFound(6);
  });
});
