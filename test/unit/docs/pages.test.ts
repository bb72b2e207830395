import { readdir, readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { COMMANDS } from "../../../client/cli/program.js";
import { helpOf, updateCommandLine } from "../../../scripts/docs/commandLine.js";
import { updateCommands } from "../../../scripts/docs/commands.js";
import { INSTALL_PAGES, updateInstall } from "../../../scripts/docs/install.js";
import { readManifest, settingsOf } from "../../../scripts/docs/manifest.js";
import { updateProviders } from "../../../scripts/docs/providers.js";
import { settingsPage } from "../../../scripts/docs/settings.js";
import { updateVariants } from "../../../scripts/docs/variants.js";

const read = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

describe("pages with generated parts", () => {
  it("describe each setting as the manifest does (npm run docs)", async () => {
    const manifest = await readManifest();
    const page = await read("settings.md");
    expect(page).toBe(settingsPage(manifest));
    expect(page).not.toMatch(/%|undefined|command:/);
    expect([...page.matchAll(/^### (.*)$/gm)].map(([, name]) => name)).toEqual(
      settingsOf(manifest).map(({ name }) => name),
    );
  });

  it("describe each command and its places (npm run docs)", async () => {
    const page = await read("commands.md");
    const updated = updateCommands(page, await readManifest());
    expect(updated.undescribed).toEqual([]);
    expect(page).toBe(updated.page);
  });

  it("list the variants as the schemas describe them (npm run docs)", async () => {
    const page = await read("file-format.md");
    expect(page).toBe(await updateVariants(page));
    expect(page.match(/^`"type": /gm)).toHaveLength(
      (await readdir(new URL("../../../schemas/setup/", import.meta.url))).length,
    );
  });

  it("show the definitions of the presets (npm run docs)", async () => {
    const page = await read("provider-presets.md");
    expect(page).toBe(updateProviders(page));
    expect(page).toContain('"vault": {"command":["vault","read"');
  });

  it.each(INSTALL_PAGES)("say in %s how to install each package (npm run docs)", async (name) => {
    const page = await read(`../${name}`);
    const [before, after] = [updateInstall(page, false), updateInstall(page, true)];
    expect(updateInstall(page)).toBe(page);
    expect([updateInstall(after, false), updateInstall(before, true)]).toEqual([before, after]);
    expect(before).not.toMatch(/search for \*\*Vault|npm install .*@/);
    expect(after).not.toMatch(
      /have (?:it|the \w+|`vaultconn`) yet|npm install --global (?:--ignore-scripts )?\.\/vaultconn/,
    );
  });

  it("have the command line's help, which fits a screen (npm run docs)", async () => {
    const page = await read("command-line.md");
    expect(page).toBe(await updateCommandLine(page));
    for (const command of [undefined, ...Object.keys(COMMANDS)]) {
      const lines = (await helpOf(command)).split("\n");
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(lines.filter((line) => line.length > 100)).toEqual([]);
      expect(lines).toContain("Example:");
    }
  });
});
