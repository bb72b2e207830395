import { readdir, readFile, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, relative, sep } from "node:path";

import { describe, expect, inject, it } from "vitest";

import { VERIFY_DELAYS_MS } from "../../../client/core/push/verifyDelays.js";
import manifest from "../../../package.json" with { type: "json" };
import { ui, useVsCode } from "../driven/window.js";

const MOST_SERVER_BYTES = 400_000;

/** What the README's pictures are addressed at. */
const REF = `v${manifest.version}`;

/** What no file of the package may hold: where it was made, and what only tests have. */
const FOREIGN = [
  process.cwd(),
  `${homedir()}${sep}`,
  join(tmpdir(), "vault-connections-"),
  "canary",
  "sourceMappingURL",
  "sourcesContent",
  "vault.service.example",
];

describe("the package", () => {
  useVsCode(() => ({
    extensions: [join(inject("packages"), `vault-connections-${manifest.version}.vsix`)],
    workspace: { "faulty.vaultconn.json": '{\n  "name": "Billing",\n  "ready": true\n}\n' },
  }));

  async function installed(): Promise<string> {
    const { extensions } = ui.session.server.home;
    const [folder, ...others] = (await readdir(extensions)).filter((name) => name.startsWith("vaultconn."));
    expect(others).toEqual([]);
    return join(extensions, folder ?? "");
  }

  it("has a small language server", async () => {
    const dist = join(await installed(), "dist");
    const sizes = ["server.js", "languageServer.js"].map(async (file) => (await stat(join(dist, file))).size);
    const [program = Infinity, rest = Infinity] = await Promise.all(sizes);
    expect(program + rest).toBeLessThan(MOST_SERVER_BYTES);
  });

  async function files(): Promise<ReadonlyMap<string, Buffer>> {
    const folder = await installed();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(
      await Promise.all(
        paths.map(async (path) => [relative(folder, path).replaceAll("\\", "/"), await readFile(path)] as const),
      ),
    );
  }

  async function text(file: string): Promise<string> {
    const bytes = (await files()).get(file);
    if (bytes === undefined) throw new Error(`The package has no ${file}.`);
    return bytes.toString("utf8");
  }

  it("installs exactly the necessary files", async () => {
    const needed = (await readFile("test/vscode/package/contents.txt", "utf8")).trim().split("\n");
    expect([...(await files()).keys()].sort()).toEqual(needed);
  });

  it("contains nothing of this computer, of tests, or of sources", async () => {
    const found = [...(await files())].flatMap(([file, bytes]) =>
      FOREIGN.filter((foreign) => bytes.includes(foreign)).map((foreign) => `${file}: ${foreign}`),
    );
    expect(found).toEqual([]);
  });

  it("has the real delays between checks after a lost response", async () => {
    const extension = await text("dist/extension.js");
    const later = [...extension.matchAll(/\blater:\[([\de,]+)\]/g)].map(([, delays = ""]) =>
      delays.split(",").map(Number),
    );
    expect(later).toEqual([VERIFY_DELAYS_MS.later]);
  });

  it("has a manifest without development parts, whose files exist", async () => {
    const manifest = JSON.parse(await text("package.json")) as Record<string, unknown>;
    expect(Object.keys(manifest)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(scripts|devDependencies|optionalDependencies|overrides|allowScripts|private|bin)$/),
      ]),
    );
    const named = [...JSON.stringify(manifest).matchAll(/"(?:\.\/)?((?:client|dist)\/[^"*]+)"/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(5);
    const present = [...(await files()).keys()];
    expect(named.filter((path) => !present.some((file) => file === path || file.startsWith(`${path}/`)))).toEqual([]);
  });

  it("names each bundled package with its license", async () => {
    const notices = await text("dist/ThirdPartyNotices.txt");
    for (const name of ["jsonc-parser", "jose", "p-limit", "undici", "vscode-jsonrpc", "vscode-languageclient"]) {
      expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(\\S+\\)\n-+\n\n.*(licen[cs]e|copyright)`, "im"));
    }
  });

  it("has a README without links to other files", async () => {
    const readme = await text("readme.md");
    const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(3);
    expect(targets.filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
  });

  it("works in a clean VS Code", async () => {
    await ui.workbench.openFile("faulty.vaultconn.json");
    await ui.workbench.showProblems();
    const problem = { code: "read-only-property", severity: "error", source: "vaultconn", position: "[Ln 3, Col 3]" };
    await expect.poll(() => ui.workbench.problems()).toMatchObject([problem]);
    await expect.poll(() => ui.workbench.viewContainers()).toContain("Vault Connections");
  });

  it("shows its README with its pictures", async () => {
    // Stands in for GitHub, which has the files of the repository at such addresses.
    const raw = `${manifest.repository.url.replace(/\.git$/, "")}/raw/${REF}/`;
    await ui.workbench.page
      .context()
      .route(`${raw}**`, (route) => route.fulfill({ path: decodeURI(route.request().url().slice(raw.length)) }));
    await ui.workbench.runCommand("Extensions: Show Installed Extensions");
    await ui.workbench.page.locator(".extension-list-item", { hasText: "Vault Connections" }).click();
    const readme = ui.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    await readme.locator("h1", { hasText: "Vault Connections" }).waitFor();
    const pictures = await readme.locator("img").all();
    expect(pictures.length).toBeGreaterThan(1);
    for (const picture of pictures) {
      const width = (): Promise<number> =>
        picture.evaluate((image) => (image as { readonly naturalWidth: number }).naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
    }
    expect(await readme.locator("a[href]").count()).toBeGreaterThan(3);
  });
});
