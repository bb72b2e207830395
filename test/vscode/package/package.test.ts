import { execFile } from "node:child_process";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { beforeAll, describe, expect, it } from "vitest";

import { useVsCode } from "../driven/use-vscode.js";
import { cleanEnvironment } from "../host/environment.js";

const MOST_BYTES = 600_000;
const MOST_SERVER_BYTES = 300_000;

/** Everything that is needed, and so everything that may be in the package. VS Code adds its own manifest on installing. */
const ALLOWED = [
  ".vsixmanifest",
  "LICENSE.txt",
  "changelog.md",
  "client/language-configuration.json",
  "client/media/file-dark.svg",
  "client/media/file-light.svg",
  "client/media/icon.png",
  "client/media/view.svg",
  "client/syntaxes/vaultconn.tmLanguage.json",
  "dist/extension.js",
  "dist/languageclient.js",
  "dist/server.js",
  "dist/undici.js",
  "dist/vaultconn.schema.json",
  "package.json",
  "readme.md",
];

describe("the package", () => {
  let vsix = "";

  beforeAll(async () => {
    vsix = await makePackage();
  });

  const session = useVsCode(() => ({
    extension: { vsix },
    workspace: { "faulty.vaultconn.json": '{\n  "name": "Billing",\n  "ready": true\n}\n' },
  }));

  async function installed(): Promise<string> {
    const { extensions } = session().server.home;
    const [folder, ...others] = (await readdir(extensions)).filter((name) => name.startsWith("vaultconn."));
    expect(others).toEqual([]);
    return join(extensions, folder ?? "");
  }

  it("is small", async () => {
    expect((await stat(vsix)).size).toBeLessThan(MOST_BYTES);
    expect((await stat(join(await installed(), "dist/server.js"))).size).toBeLessThan(MOST_SERVER_BYTES);
  });

  it("installs exactly the files that are needed", async () => {
    const folder = await installed();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    expect(files.map((file) => file.replaceAll("\\", "/")).sort()).toEqual(ALLOWED);
  });

  it("holds bundles without source maps", async () => {
    const folder = join(await installed(), "dist");
    const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
    const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), "utf8")));
    expect(texts.filter((text) => text.includes("sourceMappingURL"))).toEqual([]);
    expect(texts.length).toBeGreaterThan(0);
  });

  it("works in a clean VS Code", async () => {
    const { workbench } = session();
    await workbench.openFile("faulty.vaultconn.json");
    const problems = await workbench.showProblems();
    const [problem] = await problems.waitForCodes("read-only-property");
    expect(problem).toMatchObject({ severity: "error", source: "vaultconn", line: 3, column: 3 });
    expect(await workbench.viewContainers()).toContain("Vault Connections");
  });
});

/** Runs `npm run package` and returns the one .vsix file it makes. */
async function makePackage(): Promise<string> {
  const old = (await readdir("dist")).filter((name) => name.endsWith(".vsix"));
  await Promise.all(old.map((name) => rm(join("dist", name))));
  await promisify(execFile)("npm", ["run", "package"], { env: cleanEnvironment({}), shell: process.platform === "win32" });
  const made = (await readdir("dist")).filter((name) => name.endsWith(".vsix"));
  expect(made).toHaveLength(1);
  return join(process.cwd(), "dist", made[0] ?? "");
}
