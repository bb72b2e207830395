import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { APPLY, opened, type Repository } from "./support.js";

/** A repository with a setup file in a folder, so that only its lock file tells who changed the connection. */
async function withFile(folder: string) {
  const { service, repository } = await opened();
  mkdirSync(join(repository.root, ".git"));
  const id = service.connections.idAt(0);
  repository.write(join(folder, "a.vaultconn.json"), { id, name: "From the file" });
  const run = { push: (cwd: string) => repository.ends(0, [...APPLY, "--root", join(repository.root, cwd)]) };
  const rename = () => {
    service.connections.change(id, { name: "From a dashboard" });
  };
  return { service, repository, id, rename, ...run };
}

function locksIn({ root }: Repository): readonly string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  return files.filter((file) => basename(file) === "vaultconn.lock.json").sort();
}

it.each<[string, { file: string; first: string; then: string; lock: string; also?: string; link?: string }]>([
  ["a folder below", { file: "c", first: ".", then: "c", lock: "." }],
  ["a folder two below", { file: "p/a/c", first: ".", then: "p/a", lock: "." }],
  ["the top", { file: "p/a/c", first: "p/a", then: ".", lock: "p/a", also: "p/a" }],
  ["the top, with a lock file of its own", { file: "p/a/c", first: "p/a", then: ".", lock: "p/a", also: "p/a ." }],
  ["a package without a lock file of its own", { file: "p/b/c", first: ".", then: "p/b", lock: ".", also: "p/a" }],
  ["a link to the folder", { file: "c", first: ".", then: "link", lock: ".", link: "c" }],
  ["a submodule", { file: "s/c", first: ".", then: "s", lock: "." }],
])("doesn't send over someone's change from %s", async (_, { file, first, then, lock, also = "", link }) => {
  const { service, repository, rename, push } = await withFile(file);
  for (const folder of also.split(" ").filter(Boolean))
    repository.write(join(folder, "vaultconn.lock.json"), '{"version": 2, "connections": {\n}}\n');
  if (file.startsWith("s/")) repository.write("s/.git", "gitdir: ../.git/modules/s\n");
  if (link !== undefined) symlinkSync(link, join(repository.root, then));
  const before = new Set([...locksIn(repository), join(lock, "vaultconn.lock.json")]);
  await push(first);
  expect(readFileSync(join(repository.root, lock, "vaultconn.lock.json"), "utf8")).toContain('"fingerprint"');
  rename();
  service.requests.clear();
  const cwd = join(repository.root, then);
  for (const command of [["plan"], APPLY, ["drift"]]) await repository.ends(3, command, "", { cwd });
  expect(service.requests.all().every(({ method }) => method === "GET")).toBe(true);
  expect(new Set(locksIn(repository))).toEqual(before);
});

it("makes one lock file at the root without a repository, and reads none above it", async () => {
  const { repository, push } = await withFile("c");
  rmSync(join(repository.root, ".git"), { recursive: true });
  repository.write("vaultconn.lock.json", "damaged");
  await push("c");
  expect(locksIn(repository)).toEqual(["c/vaultconn.lock.json", "vaultconn.lock.json"]);
});

it("counts a connection as changed only if no lock file knows its state", async () => {
  const { repository, push, rename } = await withFile("p/a");
  await push(".");
  const file = join(repository.root, "p/a/a.vaultconn.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("From the file", "Later"));
  repository.write("p/a/vaultconn.lock.json", '{"version": 2, "connections": {\n}}\n');
  await push("p/a");
  await repository.ends(0, ["drift"]);
  rename();
  const { stdout } = await repository.ends(3, ["drift", "--format", "json"]);
  expect((JSON.parse(stdout) as { readonly findings: readonly unknown[] }).findings).toHaveLength(1);
});
