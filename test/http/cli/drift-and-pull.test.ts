import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { LIST, openService, TestClock } from "../client/support.js";
import { CLI, startProcess } from "./process.js";
import { BEARER, hostOf, Repository, SECRET, APPLY, opened } from "./support.js";

describe("vaultconn drift", () => {
  it("reports what changed, is gone, isn't ready, or has no file, and writes nothing", async () => {
    const { service, repository } = await opened(3);
    const ids = [0, 1, 2, 3].map((at) => service.connections.idAt(at));
    await repository.cli(APPLY);
    const lock = readFileSync(repository.lockFile, "utf8");
    service.requests.clear();
    service.connections.change(ids[0] ?? "", { name: "Changed in a dashboard" });
    service.connections.remove(ids[1] ?? "");
    service.connections.change(ids[2] ?? "", { ready: false });

    const { stdout } = await repository.ends(3, ["drift", "--format", "json", "--unmanaged"]);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly kind: string; readonly id: string }[];
    };
    const kinds = (id: string | undefined) => findings.filter((one) => one.id === id).map(({ kind }) => kind);
    expect(ids.map(kinds)).toEqual([["changed"], ["gone"], ["changed", "notReady"], ["unmanaged"]]);
    expect(service.requests.all().every(({ method }) => method === "GET")).toBe(true);
    expect(readFileSync(repository.lockFile, "utf8")).toBe(lock);
  });

  it.each(["fingerprint", "updated_at"])("reports a change of only %s", async (property) => {
    const { repository } = await opened(1);
    await repository.cli(APPLY);
    const entries = (await repository.lock()).map((entry) => ({ ...entry, [property]: "2026-01-01T00:00:00Z" }));
    writeFileSync(repository.lockFile, lockText(entries));
    await repository.ends(3, ["drift", "--format", "json"], '"changed"');
  });

  it("compares nothing before the first push, but needs a file for the tenant", async () => {
    const { service, repository } = await opened(1);
    for (const format of ["text", "github"])
      await repository.ends(
        0,
        ["drift", "--format", format],
        "so nothing was compared. If you pushed, commit the lock",
      );
    const other = await openService();
    const env = { VAULTCONN_TENANT: other.baseUrl, VAULTCONN_ACCESS_TOKEN: other.accessToken };
    await repository.ends(64, ["drift"], "no setup file is for the tenant", { env });
    await repository.ends(0, APPLY);
    await repository.ends(64, ["drift"], "has no connection of", { env });
    const setup = { id: other.connections.idAt(0), tenant: hostOf(other), setup: BEARER };
    repository.write("other.vaultconn.json", setup);
    await repository.ends(0, ["drift"], "so nothing was compared", { env });
    // A run for each tenant, as in a pipeline, says nothing about the others.
    expect(await repository.ends(0, ["drift"])).toMatchObject({ stderr: "" });
    await repository.ends(0, [...APPLY, "other.vaultconn.json"], "", { env });
    expect(await repository.ends(0, ["drift"], "Nothing has changed")).toMatchObject({ stderr: "" });
    await repository.ends(0, ["drift", "--verbose"], `${hostOf(other)} is in a lock file but`);
    expect(service.requests.applied).toBe(1);
  });

  it("names each finding for GitHub, and counts no connection without a file", async () => {
    const { service, repository } = await opened(1);
    await repository.ends(0, APPLY);
    await repository.ends(0, ["drift", "--unmanaged"], "no file");
    const id = service.connections.idAt(0);
    service.connections.change(id, { name: "Ähm: 100%, ::error::" });
    const { stdout } = await repository.ends(3, ["drift", "--format", "github"]);
    expect(stdout).toMatch(/^::warning file=[^:]*,title=vaultconn changed::Ähm: 100%25, ::error:: · ac_/);
    expect(stdout).toContain(` · ${id} · ${hostOf(service)} · 20`);
  });

  it("doesn't report a connection as gone if the list moved while it was read", async () => {
    const { service, repository } = await opened(1);
    await repository.cli(APPLY);
    service.connections.remove(service.connections.idAt(0));
    service.choices.totalError = 1;
    await repository.ends(4, ["drift", "--format", "json"], '"unknown"');
  });

  it.each([
    [50, 0, 0],
    [7, 0, 0],
    // What the service says is more than it lists.
    [50, 5, 4],
    [100, 1, 4],
  ])("reads pages of %i records to the total, or says what's missing: %i", async (pageLimit, totalError, code) => {
    const { service, repository } = await opened(0, { connections: 120 });
    Object.assign(service.choices, { pageLimit });
    for (const at of [0, 119]) repository.setup(at);
    await repository.ends(0, APPLY);
    service.choices.totalError = totalError;
    const part = code === 0 ? "" : `The list is incomplete: Acme listed 120 of ${120 + totalError} connections.`;
    await repository.ends(code, ["list"], "120 connections");
    for (const args of [["list"], ["drift"], ["pull"]]) await repository.ends(code, args, part);
    await repository.ends(0, ["plan"]);
    if (code === 0) return;
    await repository.ends(4, ["pull", "--id", "ac_none"], "The connection isn't in the list: ac_none.");
    service.connections.remove(service.connections.idAt(119));
    const { stdout } = await repository.ends(4, ["drift"], "not listed");
    expect(stdout).not.toContain("not found");
    const { stdout: planned } = await repository.ends(
      4,
      ["plan"],
      `listed only 119 of ${119 + totalError} connections`,
    );
    expect(planned).not.toContain("the list changed");
  });

  it.each([
    ["plan", 1, 0, []],
    ["plan", 2, 2, ["The service lists an earlier state of the connection"]],
    ["drift", 1, 0, ["Nothing has changed"]],
    ["drift", 2, 0, ["earlier state", "ac_"]],
  ])(
    "%s reads an earlier state once more, and never calls it a change: %i times",
    async (command, times, code, texts) => {
      const { service, repository } = await opened(1);
      const { id, ...before } = service.connections.get(service.connections.idAt(0)) ?? expect.fail();
      await repository.ends(0, APPLY);
      const body = JSON.stringify([{ id, ...before }]);
      service.faults.add({ kind: "reply", status: 200, body }, { operation: "list", times });
      const clock = new TestClock();
      const { stdout } = await repository.ends(code, [command], "", { clock });
      for (const text of texts) expect(stdout).toContain(text);
      expect(stdout).not.toMatch(/doesn't have this change|^changed/m);
      expect(clock.waited).toBe(3);
    },
  );

  it("says how many records have no usable ID, and never lists none instead", async () => {
    const { service, repository } = await opened(1);
    const { id, ...rest } = service.connections.get(service.connections.idAt(0)) ?? expect.fail();
    const answer = (...items: readonly object[]) => {
      service.faults.add({ kind: "reply", status: 200, body: JSON.stringify(items) }, { operation: "list" });
    };
    answer({ id, ...rest }, { id: 2 ** 60 }, { id: "" });
    await repository.ends(0, ["list"], "Acme listed 2 without a usable ID, which are left out.");
    for (const args of [["list", "--exit-code"], ["drift", "--unmanaged"], ["pull"]]) {
      answer({ id: 2 ** 60 });
      await repository.ends(4, args, "has an unexpected format");
    }
  });

  it("calls a connection deleted only if it isn't listed twice", async () => {
    const { service, repository } = await opened(0, { connections: 12, choices: { pageLimit: 5 } });
    repository.setup(4);
    await repository.ends(0, APPLY);
    // Another one is deleted between two pages, so that this one moves to the page that was read.
    const { id: other } = service.connections.insert();
    const remove = {
      kind: "meanwhile",
      when: "after",
      act: () => {
        service.connections.remove(other);
      },
    } as const;
    service.faults.add(remove, LIST);
    await repository.ends(0, ["drift"], "Nothing has changed");
    service.connections.remove(service.connections.idAt(4));
    await repository.ends(3, ["drift"], "deleted");
  });

  it("exits with 0 if a connection isn't ready and nothing has changed", async () => {
    const { service, repository } = await opened(1);
    await repository.cli(APPLY);
    const { id, fingerprint, updated_at } = service.connections.get(service.connections.idAt(0)) ?? expect.fail();
    service.connections.change(id, { ready: false, fingerprint, updated_at });
    await repository.ends(0, ["drift"], "not ready");
  });

  it("knows in each clone what was pushed from another one", async () => {
    const { service, repository: one } = await opened(2);
    const two = one.clone();
    for (const at of [0, 1]) two.setup(at);
    await one.cli(APPLY);
    writeFileSync(two.lockFile, readFileSync(one.lockFile));
    await two.ends(0, ["plan"]);
    two.setup(0, { setup: BEARER, name: "From the second clone" });
    await two.ends(0, APPLY);
    // Before the pull it is someone else's change, after it no one's.
    await one.ends(3, ["drift"]);
    writeFileSync(one.lockFile, readFileSync(two.lockFile));
    one.setup(0, { setup: BEARER, name: "From the second clone" });
    await one.ends(0, ["plan"]);
    service.connections.change(service.connections.idAt(1), { name: "From a dashboard" });
    for (const repository of [one, two]) await repository.ends(3, ["plan"]);
  });

  it("reports drift if two branches pushed, until the next push", async () => {
    const { repository } = await opened(1);
    await repository.cli(APPLY);
    const lines = (await repository.lock()).flatMap((entry) =>
      ["ours", "theirs"].map((fingerprint) => lockText([{ ...entry, fingerprint }]).split("\n")[1]),
    );
    writeFileSync(repository.lockFile, `{"version": 2, "connections": {\n${lines.join("\n")}\n}}\n`);
    await repository.ends(3, ["drift"]);
    await repository.ends(3, ["plan"], "The lock file has several entries for the connection");
    await repository.ends(3, APPLY);
    expect(await repository.lock()).toMatchObject([{ merged: [{}, {}] }]);
    await repository.ends(0, [...APPLY, "--accept-drift"]);
    await repository.ends(0, ["plan"]);
  });
});

describe("vaultconn pull", () => {
  const filesIn = (repository: Repository) =>
    readdirSync(repository.root, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".vaultconn.json"),
    );

  it("writes a file for each connection, and nothing the second time", async () => {
    const { repository } = await opened(0, { connections: 30 });
    const pull = ["pull", "--into", "connections", "--variant", "basic-auth"];
    await repository.ends(0, pull);
    const files = filesIn(repository);
    expect(files).toHaveLength(30);
    const texts = files.map((name) => readFileSync(join(repository.root, name), "utf8"));
    await repository.ends(0, pull, "0 written, 30 already had a file\n");
    await repository.ends(4, [...pull, "--id", "ac_none"], "There's no such connection: ac_none.");
    expect(filesIn(repository)).toEqual(files);
    expect(files.map((name) => readFileSync(join(repository.root, name), "utf8"))).toEqual(texts);
    // What is written can be planned as it is, once the secrets have values, each under a name of its own.
    const names = texts.flatMap((text) => [...text.matchAll(/\$\{secret:(\w+)\}/g)].map(([, name]) => name ?? ""));
    expect(new Set(names).size).toBe(names.length);
    const env = Object.fromEntries(names.map((name) => [`VAULTCONN_SECRET_${name}`, SECRET]));
    await repository.ends(2, ["plan"], "30 to update", { env });
  });

  it.each([
    ["ids that differ in case", ["ac_aB", "ac_Ab", "ac_AB", "ac_ab"], []],
    ["a pattern without the connection", ["ac_1", "ac_2", "ac_3"], ["--pattern", "{field}_TEST"]],
    ["names that differ in punctuation", ["ac_1", "ac-1", "ac.1"], ["--reference", "env"]],
  ])("never gives two connections one reference, also one by one: %s", async (_, ids, options) => {
    const service = await openService({ connections: 0 });
    for (const id of ids) service.connections.insert({ id });
    for (const runs of [[ids], ids.map((id) => [id]), ids.toReversed().map((id) => [id])]) {
      const repository = new Repository(service);
      const variant = ["--variant", "api-key-with-account-id"];
      for (const some of runs)
        await repository.ends(0, ["pull", ...variant, ...options, ...some.flatMap((id) => ["--id", id])], "written");
      const texts = filesIn(repository).map((name) => readFileSync(join(repository.root, name), "utf8"));
      const names = texts.flatMap((text) => text.match(/\$\{\w+:\w+\}/g) ?? []);
      expect([texts.length, new Set(names).size]).toEqual([ids.length, 2 * ids.length]);
    }
  });

  it("asks for the variant unless the lock file names it", async () => {
    const { repository } = await opened();
    const other = repository.clone();
    repository.setup(0);
    await repository.cli(APPLY);
    writeFileSync(other.lockFile, readFileSync(repository.lockFile));
    await other.cli(["pull"]);
    const texts = filesIn(other).map((name) => readFileSync(join(other.root, name), "utf8"));
    expect(texts.filter((text) => text.includes('"type": "BEARER"'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("Add the setup"))).toHaveLength(11);
    await other.ends(4, ["plan"]);
  });

  it.each([".git/files", "a/node_modules", ".stversions"])("isn't given %s, where no command looks", async (into) => {
    const { repository } = await opened();
    await repository.ends(64, ["pull", "--into", into], "Choose another folder");
    expect(filesIn(repository)).toEqual([]);
  });

  it("says if a file is where its folder should be", async () => {
    const { repository } = await opened();
    repository.write("live", "");
    await repository.ends(4, ["pull", "--into", "live"], "can't be created: a file with its name exists.");
  });

  it.skipIf(process.platform === "win32")("leaves no part of a file that can't be written", async () => {
    const { repository } = await opened();
    const env = { PATH: process.env["PATH"], ...repository.environment() };
    const run = ["-c", 'ulimit -f 0; exec "$@"', "sh", process.execPath, CLI, "pull", "--variant", "bearer"];
    const { code, stderr } = await startProcess("sh", run, repository.root, env).ended;
    expect([code, stderr]).toEqual([4, expect.stringContaining("can't be written: it's too large")]);
    expect(filesIn(repository)).toEqual([]);
  });

  it("writes only into its folder, and never over a file", async () => {
    const service = await openService({ connections: 0 });
    const names = [
      ...["../../escape", "CON", "nul.txt", "a/b\\c", "\u0000", "\u202eevil", "😀".repeat(40), ".git/config", "same"],
      ...["same", "SAME", "-rf", "${env:HOME}"],
    ];
    for (const name of names) service.connections.insert({ name });
    const repository = new Repository(service);
    const mine = repository.write("same.vaultconn.json", "{}");
    await repository.ends(0, ["pull"]);
    expect(readFileSync(mine, "utf8")).toBe("{}");
    const files = filesIn(repository);
    expect(files).toHaveLength(names.length + 1);
    expect(files.filter((name) => !/^[\p{L}\p{N}-]+\.vaultconn\.json$/u.test(name))).toEqual([]);
    expect(readdirSync(join(repository.root, "..")).toSorted()).toEqual(["outside", "repository"]);
    mkdirSync(join(repository.outside, "elsewhere"));
    symlinkSync(join(repository.outside, "elsewhere"), join(repository.root, "link"));
    symlinkSync(join(repository.outside, "not-there"), join(repository.root, "dangling"));
    const file = "same.vaultconn.json";
    for (const into of ["..", "/tmp", "link", "a/../../b", "link/a/b", "dangling", "dangling/a", `${file}/a`])
      expect([64, 4]).toContain((await repository.cli(["pull", "--into", into])).code);
    expect(readdirSync(join(repository.outside, "elsewhere"))).toEqual([]);
    expect(readdirSync(repository.outside)).toEqual(["elsewhere"]);
  });

  it.each([
    ["text of another encoding", Buffer.from([0x7b, 0xff, 0xfe, 0x80]), "It can't be read: it's neither"],
    ["half of a file", Buffer.from('{ "id": '), "Line 1, column"],
    ["a list", Buffer.from("[]"), "Line 1, column"],
  ])("writes no second file beside one that isn't understood: %s", async (_, bytes, why) => {
    const { repository } = await opened(0, { connections: 1 });
    repository.write("mine.vaultconn.json", bytes);
    await repository.ends(4, ["pull"], `mine.vaultconn.json: ${why}`);
    await repository.ends(4, ["pull"], "Nothing was written, because these files might be for connections");
    expect(filesIn(repository)).toEqual(["mine.vaultconn.json"]);
  });

  it("follows a link that stays below the root", async () => {
    const { repository } = await opened(0, { connections: 1 });
    mkdirSync(join(repository.root, "teams"));
    symlinkSync("teams", join(repository.root, "link"));
    const { code, stdout } = await repository.cli(["pull", "--into", "link/a/b"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^teams\/a\/b\/.*\.vaultconn\.json\n1 written/)]);
  });
});
