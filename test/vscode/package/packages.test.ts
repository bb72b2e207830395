import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";

import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import manifest from "../../../package.json" with { type: "json" };
import { codes, Session } from "../../protocol/session.js";
import { cleanEnvironment } from "../host/processes.js";

const MOST_BYTES = 630_000;
const MOST_NPM_BYTES = 375_000;
const SERVER_PACKAGE = "vaultconn-language-server";
const CLI_PACKAGE = "vaultconn";
const VSIX = `vault-connections-${manifest.version}.vsix`;
const TARBALLS = [SERVER_PACKAGE, CLI_PACKAGE].map((name) => `${name}-${manifest.version}.tgz`);
const LISTS = [VSIX, ...TARBALLS].map((name) => name.replace(/\.\w+$/, ".cdx.json"));

/** What is made from the sources, or is no source. */
const NOT_COPIED = new Set(["node_modules", "dist", "coverage", "generated", ".git", ".vscode-test", ".types"]);

let folder = "";
/** What was made here, and on another machine, as far as that can be told apart from what is made on it. */
const made: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-connections-packages-"));
  made.push(inject("packages"), await makeElsewhere());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Packages a copy of the project as a release does. @returns the folder with the packages */
async function makeElsewhere(): Promise<string> {
  const copy = join(folder, "another", "place");
  await mkdir(copy, { recursive: true });
  for (const entry of await readdir(".")) {
    if (NOT_COPIED.has(entry)) continue;
    await cp(entry, join(copy, entry), {
      recursive: true,
      filter: (source) => !NOT_COPIED.has(source.split(sep).at(-1) ?? ""),
    });
  }
  await symlink(resolve("node_modules"), join(copy, "node_modules"), "junction");
  const command = ["npm", "run", "package", "--", "--ref", `v${manifest.version}`];
  await execa("sh", ["-c", 'umask 077 && exec "$@"', "sh", ...command], {
    cwd: copy,
    env: cleanEnvironment({ TZ: "America/St_Johns", LANG: "et_EE.UTF-8" }),
    extendEnv: false,
  });
  return join(copy, "dist", "packages");
}

const installations = new Map<string, Promise<string>>();

/** Installs a tarball into an empty folder, without a network, once. @returns where the package lies there */
function install(name: string): Promise<string> {
  const known = installations.get(name);
  if (known !== undefined) return known;
  const installing = (async () => {
    const empty = await mkdtemp(join(folder, "empty-"));
    const tarball = join(made[0] ?? "", `${name}-${manifest.version}.tgz`);
    await execa("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: empty });
    return join(empty, "node_modules", name);
  })();
  installations.set(name, installing);
  return installing;
}

/** The files of a package, by their paths in it. */
async function filesOf(archive: string): Promise<readonly string[]> {
  const path = join(made[0] ?? "", archive);
  const { stdout } = archive === VSIX ? await execa("unzip", ["-Z1", path]) : await execa("tar", ["-tzf", path]);
  return stdout.split("\n").map((file) => file.replace(/^(?:extension|package)\//, ""));
}

/** A file of the extension. */
async function textInExtension(file: string): Promise<string> {
  return (await execa("unzip", ["-p", join(made[0] ?? "", VSIX), file])).stdout;
}

describe("the packages of a release", () => {
  it("are reproducible", async () => {
    const [one = "", another = ""] = made;
    const names = (await readdir(one)).sort();
    expect(names).toEqual([...LISTS, "SHA256SUMS", VSIX, ...TARBALLS].sort());
    expect((await readdir(another)).sort()).toEqual(names);
    const different = await Promise.all(
      names.map(async (name) => !(await readFile(join(one, name))).equals(await readFile(join(another, name)))),
    );
    expect(names.filter((_, index) => different[index])).toEqual([]);
  });

  it("have the checksums of all files, in the form that sha256sum reads", async () => {
    const { stdout } = await execa("sha256sum", ["--check", "SHA256SUMS"], { cwd: made[0] ?? "" });
    expect(stdout.split("\n")).toEqual([VSIX, ...TARBALLS, ...LISTS].map((name) => `${name}: OK`));
  });

  it("are small", async () => {
    const [one = ""] = made;
    expect((await readFile(join(one, VSIX))).length).toBeLessThan(MOST_BYTES);
    for (const tarball of TARBALLS) {
      expect((await readFile(join(one, tarball))).length).toBeLessThan(MOST_NPM_BYTES);
    }
  });
});

describe("the bill of materials", () => {
  /** A package in a list. */
  interface Component {
    readonly type: string;
    readonly "bom-ref": string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }

  /** As much of a list as is looked at. */
  interface Bom {
    readonly metadata: { readonly component: Component };
    readonly components: readonly Component[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  }

  const text = (name: string): Promise<string> => readFile(join(made[0] ?? "", name), "utf8");
  const bom = async (name = ""): Promise<Bom> => JSON.parse(await text(name)) as Bom;

  it.each(LISTS)("lists each part once, with its license and what it depends on: %s", async (name) => {
    const list = await bom(name);
    expect(list).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    const all = [list.metadata.component, ...list.components];
    for (const { name: local, version, purl, licenses } of all) {
      expect(purl.endsWith(`/${local}@${version}`)).toBe(true);
      // One identifier of SPDX, or an expression of several. A license that isn't among them is looked at by a user.
      const [{ license, expression = "" } = {}] = licenses;
      const known = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|WTFPL)$/;
      for (const id of license ? [license.id] : expression.split(/ (?:OR|AND) /)) expect(id).toMatch(known);
    }
    const refs = all.map((one) => one["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(list.dependencies.map(({ ref }) => ref)).toEqual(refs);
    expect(refs).toEqual(expect.arrayContaining(list.dependencies.flatMap(({ dependsOn = [] }) => dependsOn)));
  });

  it("describes the package beside it", async () => {
    const sums = await text("SHA256SUMS");
    const subjects = await Promise.all(LISTS.map(async (name) => (await bom(name)).metadata.component));
    expect(subjects.map(({ purl }) => purl)).toEqual([
      `pkg:vscode-extension/vaultconn/vault-connections@${manifest.version}`,
      `pkg:npm/${SERVER_PACKAGE}@${manifest.version}`,
      `pkg:npm/${CLI_PACKAGE}@${manifest.version}`,
    ]);
    expect(subjects.map(({ hashes }) => hashes?.[0]?.content)).toEqual(
      [VSIX, ...TARBALLS].map((name) => new RegExp(`^(\\w+)  ${name}$`, "m").exec(sums)?.[1]),
    );
  });

  it("names each package of the license notices, with version and license", async () => {
    const [extension, server] = await Promise.all(LISTS.map(bom));
    const notices = await textInExtension("extension/dist/ThirdPartyNotices.txt");
    const noticed = [...notices.matchAll(/^(\S+) (\d\S*) \([^)\n]+\)\n-+$/gm)].map(
      ([, name = "", version]) => `pkg:npm/${name.replace("@", "%40")}@${String(version)}`,
    );
    expect(noticed.length).toBeGreaterThan(10);
    expect(extension?.components.map(({ purl }) => purl).sort()).toEqual(noticed.sort());
    expect(extension?.components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
    const names = server?.components.map(({ purl }) => purl.replace(/@[^@]*$/, "")) ?? [];
    // ajv is part of the validators that are compiled from the schemas.
    expect(names).toEqual(expect.arrayContaining(["pkg:npm/ajv", "pkg:npm/jsonc-parser", "pkg:npm/vscode-jsonrpc"]));
    expect(names).not.toContain("pkg:npm/undici");
    const all = server?.dependencies.find(({ ref }) => ref === server.metadata.component["bom-ref"]);
    expect(all?.dependsOn).toHaveLength(names.length);
  });
});

it("contains the schema in the two packages that the documents name", async () => {
  const schema = "dist/vaultconn.schema.json";
  expect(await readFile("docs/editors.md", "utf8")).toMatch(new RegExp(`\`${schema}\`, in .*extension.*, `));
  for (const archive of [VSIX, `${SERVER_PACKAGE}-${manifest.version}.tgz`])
    expect(await filesOf(archive)).toContain(schema);
});

describe.each([
  { name: SERVER_PACKAGE, directory: "server" },
  { name: CLI_PACKAGE, directory: "client/cli" },
])("the npm package $name", ({ name, directory }) => {
  const installed = (): Promise<string> => install(name);
  const text = async (file: string): Promise<string> => readFile(join(await installed(), file), "utf8");

  it("contains what its page says", async () => {
    const [, holds = ""] =
      /\b(?:It|The package) contains (.+?)\. [[A-Z]/.exec(await readFile(`${directory}/README.md`, "utf8")) ?? [];
    const claimed = [...holds.matchAll(/`(dist\/[^`]+)`/g)].map(([, path = ""]) => path);
    const files = (await filesOf(`${name}-${manifest.version}.tgz`)).filter((file) => file.startsWith("dist/"));
    const isOf = (file: string) => (path: string) => file === path || (path.endsWith("/") && file.startsWith(path));
    expect(files.filter((file) => !claimed.some(isOf(file)))).toEqual([]);
    expect(claimed.filter((path) => !files.some((file) => isOf(file)(path)))).toEqual([]);
  });

  it("contains nothing about its author's computer, and needs no other package", async () => {
    const place = await installed();
    const others = await readdir(join(place, ".."));
    expect(others.filter((entry) => !entry.startsWith("."))).toEqual([name]);
    const entries = await readdir(place, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(place, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
    expect(files.filter((file) => !file.startsWith("dist/")).sort()).toEqual(["LICENSE", "README.md", "package.json"]);
    const foreign = [folder, process.cwd(), `${homedir()}${sep}`];
    const texts = await Promise.all(files.map(text));
    expect(texts.flatMap((content) => foreign.filter((path) => content.includes(path)))).toEqual([]);
  });

  it("can be published, with the repository that provenance is checked against", async () => {
    const made = JSON.parse(await text("package.json")) as Record<string, unknown>;
    expect(made).toMatchObject({
      name,
      version: manifest.version,
      license: "MIT",
      repository: { type: "git", url: `git+${manifest.repository.url}`, directory },
      engines: { node: manifest.engines.node },
    });
    expect(made).toMatchObject({ homepage: manifest.homepage, bugs: manifest.bugs });
    for (const field of ["private", "dependencies", "scripts", "main"]) expect(made).not.toHaveProperty(field);
    expect(manifest.private).toBe(true);
  });

  it("has its own README, which needs no other file", async () => {
    const readme = await text("README.md");
    expect(readme).toContain(`npm install --global ${name}\n`);
    const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(0);
    const repository = manifest.repository.url.replace(/\.git$/, "");
    expect(targets.filter((target) => target !== repository && !target.startsWith(`${repository}/blob/`))).toEqual([]);
  });

  it("prints its version", async () => {
    const { stdout } = await execa(join(await installed(), "..", ".bin", name), ["--version"]);
    expect(stdout).toBe(manifest.version);
  });
});

describe("the command from npm", () => {
  it("checks files, and prints what its README shows", async () => {
    const installed = await install(CLI_PACKAGE);
    const readme = await readFile(join(installed, "README.md"), "utf8");
    const [, shown] = /```\n\$ vaultconn check \.\n(.*?)```/s.exec(readme) ?? [];
    const bin = join(installed, "..", ".bin", CLI_PACKAGE);
    const cwd = await mkdtemp(join(folder, "checked-"));
    await cp("test/vscode/package/billing.vaultconn.json", join(cwd, "billing.vaultconn.json"));
    const options = { cwd, env: cleanEnvironment({}), extendEnv: false, reject: false, stripFinalNewline: false };
    const { exitCode, stdout, stderr } = await execa(bin, ["check", "."], options);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 4, stdout: shown, stderr: "" });
    const sarif = await execa(bin, ["check", "--format", "sarif", "."], options);
    expect(sarif).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('"helpUri"') as string });
  });
});

describe("the language server from npm", () => {
  it("serves an editor, in its language", async () => {
    const uri = "file:///somewhere/a.vaultconn.json";
    const server = join(await install(SERVER_PACKAGE), "dist", "server.js");
    await using session = await Session.start({ server, locale: "de" });
    await session.open(uri, '{ "name": "Billing", "ready": true }');
    const diagnostics = await session.diagnostics(uri);
    expect(codes(diagnostics)).toEqual(["read-only-property"]);
    expect(diagnostics[0]?.message).toMatch(/kann nicht/);
    expect(await session.stop()).toBe(0);
  });
});
