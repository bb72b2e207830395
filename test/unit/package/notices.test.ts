import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { bundledPackages, noticesOf } from "../../../scripts/package/bundled.js";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-connections-notices-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Puts a package where the bundler finds it. */
async function install(name: string, files: Record<string, string>) {
  const place = join(folder, "node_modules", name);
  await mkdir(place, { recursive: true });
  const all = {
    "package.json": JSON.stringify({ name, version: "1.2.3", license: "MIT", main: "index.js", sideEffects: false }),
    ...files,
  };
  for (const [file, text] of Object.entries(all)) await writeFile(join(place, file), text);
}

/** Bundles a program and makes the notices for it. */
async function noticesFor(program: string) {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    write: false,
    metafile: true,
    outdir: "out",
  });
  return noticesOf(await bundledPackages(metafile.outputs));
}

describe("the licence notices", () => {
  it("hold the texts of what is in the bundle, and of nothing that was dropped from it", async () => {
    await install("used", {
      "index.js": "export const used = 1;",
      "LICENSE.md": "MIT License\r\nCopyright Used\r\n",
      NOTICE: "A notice.\n",
    });
    await install("@scope/used", { "index.js": "export const scoped = 2;", licence: "Copyright Scoped\n" });
    await install("unused", { "index.js": "export const unused = 3;", LICENSE: "Copyright Unused\n" });
    const notices = await noticesFor(
      'import { used } from "used"; import { scoped } from "@scope/used"; import { unused } from "unused"; console.log(used, scoped);',
    );
    expect(notices).toContain("\n@scope/used 1.2.3 (MIT)\n-----------------------\n\nCopyright Scoped\n");
    expect(notices).toContain("\nused 1.2.3 (MIT)\n----------------\n\nMIT License\nCopyright Used\n\nA notice.\n");
    expect(notices).not.toContain("Unused");
  });

  it("are refused where a package has no licence text", async () => {
    await install("bare", { "index.js": "export const bare = 4;" });
    await expect(noticesFor('import { bare } from "bare"; console.log(bare);')).rejects.toThrow(
      "bare 1.2.3 is bundled and has no licence text",
    );
  });
});
