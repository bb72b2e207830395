import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDrift } from "../../../client/cli/drift/drift.js";
import type { Listing } from "../../../client/core/service/operations/list.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import type { Tenant } from "../../../client/core/tenants/tenant.js";
import { service } from "../client/support.js";
import { BEARER, Repository, SECRET } from "./support.js";
import { recordFrom } from "../../unit/service/records.js";

interface Found {
  readonly findings: readonly { readonly kind: string; readonly id: string }[];
}

describe("vaultconn drift", () => {
  it("tells what changed, is gone, is not ready and is in no file, and writes nothing", async () => {
    const to = await service();
    const repository = new Repository(to);
    const ids = [0, 1, 2, 3].map((at) => to.connections.idAt(at));
    for (const at of [0, 1, 2]) repository.setup(at);
    await repository.cli(["apply", "--auto", "--yes"]);
    const lock = readFileSync(repository.lockFile, "utf8");
    to.requests.clear();
    to.connections.change(ids[0] ?? "", { name: "Changed in a dashboard" });
    to.connections.remove(ids[1] ?? "");
    to.connections.change(ids[2] ?? "", { ready: false });

    const { code, stdout } = await repository.cli(["drift", "--format", "json", "--unmanaged"]);
    const { findings } = JSON.parse(stdout) as Found;
    expect(code).toBe(3);
    const kinds = (id: string | undefined) => findings.filter((one) => one.id === id).map(({ kind }) => kind);
    expect(ids.map(kinds)).toEqual([["changed"], ["gone"], ["changed", "notReady"], ["unmanaged"]]);
    expect(to.requests.all().every(({ method }) => method === "GET")).toBe(true);
    expect(readFileSync(repository.lockFile, "utf8")).toBe(lock);
  });

  it.each(["fingerprint", "updated_at"])("tells of another %s alone", async (property) => {
    const to = await service();
    const repository = new Repository(to);
    repository.setup(0);
    await repository.cli(["apply", "--auto", "--yes"]);
    const entries = (await repository.lock()).map((entry) => ({ ...entry, [property]: "2026-01-01T00:00:00Z" }));
    const [record] = (await repository.lock()).map((entry) => recordFrom(entry));
    const last: Listing = { end: "end", loaded: 1, total: 1, dropped: 0, page: 0, records: [] };
    const tenant = { host: entries[0]?.tenant } as Tenant;
    const records = new Map(record ? [[record.id, record]] : []);
    expect(findDrift(entries, [{ tenant, list: { records, last } }], undefined)).toMatchObject([{ kind: "changed" }]);
    const moved = { records: new Map<string, ConnectionRecord>(), last: { ...last, total: 2 } };
    expect(findDrift(entries, [{ tenant, list: moved }], undefined)).toMatchObject([{ kind: "unknown" }]);
  });

  it("is no alarm where a connection is not ready and nothing has changed", async () => {
    const to = await service({ choices: { readyAfterSetup: "never" } });
    const repository = new Repository(to);
    const at = Array.from({ length: 12 }, (_, index) => index).find(
      (index) => to.connections.get(to.connections.idAt(index))?.ready === false,
    );
    repository.setup(at ?? 0);
    await repository.cli(["apply", "--auto", "--yes"]);
    const { code, stdout } = await repository.cli(["drift"]);
    expect(code).toBe(0);
    expect(stdout).toContain("not ready");
  });

  it("names a lock file that is damaged, and believes none of it, in any command", async () => {
    const to = await service();
    const repository = new Repository(to);
    repository.setup(0);
    await repository.cli(["apply", "--auto", "--yes"]);
    const lock = readFileSync(repository.lockFile, "utf8");
    writeFileSync(repository.lockFile, lock.replace('"version": 2', '"version": 2,,'));
    for (const args of [["plan"], ["drift"], ["apply", "--auto", "--yes"], ["pull"]]) {
      const { code, stderr } = await repository.cli(args);
      expect([code, stderr]).toEqual([4, expect.stringContaining("can't be used: it isn't JSON.")]);
    }
  });

  it("knows in every clone what was pushed from another one, and misses nothing", async () => {
    const to = await service();
    const [one, two] = [new Repository(to), new Repository(to)];
    for (const repository of [one, two]) for (const at of [0, 1]) repository.setup(at);
    await one.cli(["apply", "--auto", "--yes"]);
    writeFileSync(two.lockFile, readFileSync(one.lockFile));
    expect(await two.cli(["plan"])).toMatchObject({ code: 0 });
    two.setup(0, { setup: BEARER, name: "From the second clone" });
    expect(await two.cli(["apply", "--auto", "--yes"])).toMatchObject({ code: 0 });
    // Before the pull it is someone else's change, after it no one's.
    expect(await one.cli(["drift"])).toMatchObject({ code: 3 });
    writeFileSync(one.lockFile, readFileSync(two.lockFile));
    one.setup(0, { setup: BEARER, name: "From the second clone" });
    expect(await one.cli(["plan"])).toMatchObject({ code: 0 });
    to.connections.change(to.connections.idAt(1), { name: "From a dashboard" });
    for (const repository of [one, two]) expect(await repository.cli(["plan"])).toMatchObject({ code: 3 });
  });
});

describe("a connection that two branches pushed", () => {
  /** Two clones that push one connection after the other, and the lock file that merge=union makes of theirs. */
  async function merged(change: (to: Awaited<ReturnType<typeof service>>) => void): Promise<Repository> {
    const to = await service();
    const clones = [new Repository(to), new Repository(to)];
    for (const [at, clone] of clones.entries()) {
      clone.setup(0, { setup: BEARER, name: `From clone ${at}` });
      if (at > 0) change(to);
      expect(await clone.cli(["apply", "--auto", "--yes", "--accept-drift"])).toMatchObject({ code: 0 });
    }
    const [one = [], [, line = ""] = []] = clones.map(({ lockFile }) => readFileSync(lockFile, "utf8").split("\n"));
    const [, last] = clones;
    if (!last) throw new Error("There is no second clone.");
    writeFileSync(last.lockFile, one.toSpliced(2, 0, line).join("\n"));
    return last;
  }

  it("is as the second left it", async () => {
    const repository = await merged(() => undefined);
    expect(await repository.cli(["drift"])).toMatchObject({ code: 0 });
    expect(await repository.cli(["plan"])).toMatchObject({ code: 0 });
  });

  it("counts as drifted where others changed it meanwhile, until it is pushed", async () => {
    const repository = await merged((to) => {
      to.connections.change(to.connections.idAt(0), { name: "From a dashboard" });
    });
    expect(await repository.cli(["drift"])).toMatchObject({ code: 3 });
    expect(await repository.cli(["plan"])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("The lock file has several entries for the connection") as string,
    });
    expect(await repository.cli(["apply", "--auto", "--yes"])).toMatchObject({ code: 3 });
    expect(await repository.lock()).toMatchObject([{ rivals: [{}, {}] }]);
    expect(await repository.cli(["apply", "--auto", "--yes", "--accept-drift"])).toMatchObject({ code: 0 });
    expect(await repository.cli(["plan"])).toMatchObject({ code: 0 });
  });
});

describe("vaultconn pull", () => {
  const filesIn = (repository: Repository) =>
    readdirSync(repository.root, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".vaultconn.json"),
    );

  it("writes a file for each connection, and nothing the second time", async () => {
    const to = await service({ connections: 30 });
    const repository = new Repository(to);
    expect(await repository.cli(["pull", "--into", "connections", "--variant", "basic-auth"])).toMatchObject({
      code: 0,
    });
    const files = filesIn(repository);
    expect(files).toHaveLength(30);
    const texts = files.map((name) => readFileSync(join(repository.root, name), "utf8"));
    expect(await repository.cli(["pull", "--into", "connections", "--variant", "basic-auth"])).toMatchObject({
      stdout: "0 written, 30 already had a file\n",
    });
    expect(filesIn(repository)).toEqual(files);
    expect(files.map((name) => readFileSync(join(repository.root, name), "utf8"))).toEqual(texts);
    // What is written can be planned as it is, once the secrets have values, each under a name of its own.
    const names = texts.flatMap((text) => [...text.matchAll(/\$\{secret:(\w+)\}/g)].map(([, name]) => name ?? ""));
    expect(new Set(names).size).toBe(names.length);
    const env = Object.fromEntries(names.map((name) => [`VAULTCONN_SECRET_${name}`, SECRET]));
    const { code, stdout } = await repository.cli(["plan"], { env });
    expect([code, stdout]).toEqual([2, expect.stringContaining("30 to update")]);
  });

  it("leaves the variant to be chosen unless the lock file says it", async () => {
    const to = await service();
    const repository = new Repository(to);
    const other = repository.clone();
    repository.setup(0);
    await repository.cli(["apply", "--auto", "--yes"]);
    writeFileSync(other.lockFile, readFileSync(repository.lockFile));
    await other.cli(["pull"]);
    const texts = filesIn(other).map((name) => readFileSync(join(other.root, name), "utf8"));
    expect(texts.filter((text) => text.includes('"type": "BEARER"'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("Add the setup"))).toHaveLength(11);
    expect(await other.cli(["plan"])).toMatchObject({ code: 4 });
  });

  it("keeps to its folder whatever connections are called, and never writes over a file", async () => {
    const to = await service({ connections: 0 });
    const names = [
      "../../escape",
      "CON",
      "nul.txt",
      "a/b\\c",
      "\u0000",
      "\u202eevil",
      "😀".repeat(40),
      ".git/config",
      "same",
      "same",
      "SAME",
      "-rf",
      "${env:HOME}",
    ];
    for (const name of names) to.connections.insert({ name });
    const repository = new Repository(to);
    const mine = repository.write("same.vaultconn.json", "{}");
    expect(await repository.cli(["pull"])).toMatchObject({ code: 0 });
    expect(readFileSync(mine, "utf8")).toBe("{}");
    const files = filesIn(repository);
    expect(files).toHaveLength(names.length + 1);
    expect(files.filter((name) => !/^[\p{L}\p{N}-]+\.vaultconn\.json$/u.test(name))).toEqual([]);
    expect(readdirSync(join(repository.root, "..")).toSorted()).toEqual(["outside", "repository"]);
    mkdirSync(join(repository.outside, "elsewhere"));
    symlinkSync(join(repository.outside, "elsewhere"), join(repository.root, "link"));
    symlinkSync(join(repository.outside, "not-there"), join(repository.root, "dangling"));
    for (const into of [
      "..",
      "/tmp",
      "link",
      "a/../../b",
      "link/a/b",
      "dangling",
      "dangling/a",
      "same.vaultconn.json/a",
    ])
      expect([64, 4]).toContain((await repository.cli(["pull", "--into", into])).code);
    expect(readdirSync(join(repository.outside, "elsewhere"))).toEqual([]);
    expect(readdirSync(repository.outside)).toEqual(["elsewhere"]);
  });

  it("follows a link that stays below the root", async () => {
    const repository = new Repository(await service({ connections: 1 }));
    mkdirSync(join(repository.root, "teams"));
    symlinkSync("teams", join(repository.root, "link"));
    const { code, stdout } = await repository.cli(["pull", "--into", "link/a/b"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^teams\/a\/b\/.*\.vaultconn\.json\n1 written/)]);
  });
});
