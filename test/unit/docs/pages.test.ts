import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { COMMANDS } from "../../../client/cli/program.js";
import { helpOf } from "../../../scripts/docs/commandLine.js";
import { INSTALL_PAGES, updateInstall } from "../../../scripts/docs/install.js";
import { PAGES } from "../../../scripts/docs/pages.js";

const read = (page: string) => readFileSync(page, "utf8");

describe("pages with generated parts", () => {
  it.each(PAGES)("%s has what its sources say now (npm run docs)", async (page, update) => {
    expect(read(page)).toBe(await update(read(page)));
  });

  it("have a text for everything, and a description of each command", () => {
    expect(read("docs/settings.md")).not.toMatch(/%|undefined|command:/);
    expect(read("docs/commands.md")).not.toMatch(/: … \(/);
  });

  it.each(INSTALL_PAGES)("say in %s how to install each package, released or not", (name) => {
    const page = read(name);
    const [before, after] = [updateInstall(page, false), updateInstall(page, true)];
    expect([updateInstall(after, false), updateInstall(before, true)]).toEqual([before, after]);
    expect(before).not.toMatch(/search for \*\*Vault|npm install .*@/);
    expect(after).not.toMatch(
      /have (?:it|the \w+|`vaultconn`) yet|npm install --global (?:--ignore-scripts )?\.\/vaultconn/,
    );
  });

  it("quote a help that fits a screen", async () => {
    for (const command of [undefined, ...Object.keys(COMMANDS)]) {
      const lines = (await helpOf(command)).split("\n");
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(lines.filter((line) => line.length > 100)).toEqual([]);
      expect(lines).toContain("Example:");
    }
  });
});
