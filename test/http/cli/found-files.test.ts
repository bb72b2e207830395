import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { UPDATE } from "../client/support.js";
import { APPLY, BEARER, opened } from "./support.js";

const CLI = join(import.meta.dirname, "../../../dist/cli.js");
const WORKTREE = "gitdir: /repository/.git/worktrees/t\n";

it.each<[string, string, number, Record<string, string | Buffer>]>([
  ["a linked worktree", ".claude/worktrees/t", 1, { ".git": WORKTREE }],
  ["a linked worktree on Windows", "t", 1, { ".git": "gitdir: C:\\r\\.git\\worktrees\\t\r\n" }],
  ["a worktree of a submodule", "t", 1, { ".git": "gitdir: ../.git/modules/s/worktrees/t\n" }],
  ["a submodule", "s", 2, { ".git": "gitdir: ../.git/modules/s\n" }],
  ["a submodule called worktrees", "s", 2, { ".git": "gitdir: ../.git/modules/worktrees/s/x\n" }],
  ["another repository", "s", 2, { ".git/HEAD": "ref: refs/heads/main\n" }],
  ["a workspace of Jujutsu", "t", 1, { ".jj/repo": "../../.jj/repo" }],
  ["the first workspace of Jujutsu", "s", 2, { ".jj/repo/store/type": "git" }],
  ["a share of Mercurial", "t", 1, { ".hg/sharedpath": "/r/.hg\n" }],
  ["another repository of Mercurial", "s", 2, { ".hg/requires": "store\n" }],
  ["a desktop's trash", ".Trash-1000/files", 1, {}],
  ["a file server's trash", "a/#recycle", 1, {}],
  ["a snapshot", ".snapshot/hourly.0", 1, {}],
  ["the trash of Syncthing", ".stversions/a", 1, {}],
  ["the trash of Resilio Sync", ".sync/Archive", 1, {}],
  ["a snapshot of ZFS", ".zfs/snapshot/daily", 1, {}],
  ["a folder about snapshots", "snapshots", 2, {}],
  ["attributes that macOS left", "a", 2, { "._a.vaultconn.json": Buffer.from([0, 5, 22, 7, 0, 2, 0, 0]) }],
  ["a hidden file", "a", 3, { "._a.vaultconn.json": '{"id": "x"}' }],
])("enters %s only as far as it belongs to the root", async (_, folder, count, more) => {
  const { repository } = await opened(1);
  repository.write(join(folder, "b.vaultconn.json"), { id: "draft" });
  for (const [name, content] of Object.entries(more)) repository.write(join(folder, name), content);
  const { stdout } = await repository.cli(["check", "--format", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ summary: { files: count } });
  // A folder that's named is entered.
  await repository.cli(["check", folder, "--format", "json"]).then((named) => {
    expect(JSON.parse(named.stdout)).toMatchObject({ summary: { files: count === 1 ? 1 : count - 1 } });
  });
});

it("doesn't send the drafts of a linked worktree", async () => {
  const { service, repository } = await opened();
  const [id, other] = [0, 1].map((at) => service.connections.idAt(at));
  repository.write("a.vaultconn.json", { id, name: "Meant" });
  repository.write(".worktrees/t/.git", WORKTREE);
  repository.write(".worktrees/t/a.vaultconn.json", { id, name: "Draft" });
  repository.write(".worktrees/t/b.vaultconn.json", { id: other, name: "Draft" });
  await repository.ends(0, APPLY, "1 applied");
  expect(service.requests.all(UPDATE)).toHaveLength(1);
  const { stdout } = await repository.cli(["list", "--unmanaged", "--format", "json"]);
  expect(stdout).toContain(`"${other ?? ""}"`);
});

it("counts what can't be read beside files without problems", async () => {
  const { repository } = await opened(1);
  repository.write("b.vaultconn.json", Buffer.from([0xff, 0x00, 0xc3]));
  await repository.ends(4, ["check"], "No problems in 1 file. 1 path can't be read.\n");
});

it("skips a folder that can't be read unless it's named", async () => {
  const { repository } = await opened(1);
  mkdirSync(join(repository.root, "data"), { mode: 0 });
  chmodSync(dirname(repository.root), 0o755);
  // Another user, if this one may read everything.
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const check = (...paths: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [CLI, "check", ...paths], {
      cwd: repository.root,
      encoding: "utf8",
      ...other,
    });
    return [status, stderr];
  };
  const data = join(repository.root, "data");
  expect(check()).toEqual([0, `The folder "${data}" is skipped: permission is denied.\n`]);
  expect(check("data")).toEqual([4, expect.stringContaining(`Can't read "${data}": permission is denied.`)]);
});

it.each<[string, string, string, string | undefined, boolean]>([
  ["the environment's value over another of the file", "P=old", "new", "new", true],
  ["the environment's value if it's the same", "P=new", "new", "new", false],
  ["the file's value if the variable is empty", "P=old", "", "old", false],
  ["the file's value without a variable", "Q=1\nP=old", undefined as never, "old", false],
])("sends %s", async (_, lines, variable, sent, isWarned) => {
  const { service, repository } = await opened(1, {});
  repository.setup(0, { setup: { ...BEARER, token: "${secret:P}" } });
  const file = join(repository.outside, "secrets.env");
  writeFileSync(file, lines, { mode: 0o600 });
  const { stderr } = await repository.ends(0, [...APPLY, "--secrets", file], "1 applied", {
    env: { VAULTCONN_SECRET_P: variable },
  });
  expect(stderr.includes("VAULTCONN_SECRET_P and P in the secrets file differ.")).toBe(isWarned);
  expect(
    service.requests
      .all(UPDATE)
      .map(({ body }) => String(body))
      .join(""),
  ).toContain(sent);
});

it.each<[string, readonly string[]]>([
  ["--secrets", ["plan", "--secrets", "a", "--secrets", "b"]],
  ["--tenant", ["plan", "--tenant", "a.example.com", "--tenant", "b.example.com"]],
  ["--format", ["check", "--format", "json", "--format=text"]],
  ["--name", ["pull", "--name", ""]],
  ["--app", ["list", "--app", " "]],
  ["--id", ["pull", "--id="]],
  ["--root", ["plan", "--root", ""]],
  ["--out", ["plan", "--out", "-"]],
  ["--summary", ["plan", "--summary", "-"]],
  ["--tenants", ["list", "--tenants=-"]],
  ["--ca", ["list", "--ca", "-"]],
])("refuses %s if it's given twice, empty, or a hyphen", async (option, args) => {
  const { service, repository } = await opened(1);
  await repository.ends(64, args, option);
  expect(service.requests.all()).toEqual([]);
  expect(existsSync(join(repository.root, "-"))).toBe(false);
});

it.runIf(process.platform === "linux")("says why a file whose name isn't UTF-8 can't be read", async () => {
  const { service, repository } = await opened(1);
  writeFileSync(
    Buffer.concat([Buffer.from(`${repository.root}/b`), Buffer.from([0xfc]), Buffer.from(".vaultconn.json")]),
    "{}",
  );
  for (const args of [["check"], APPLY]) await repository.ends(4, args, "its name isn't UTF-8; rename it");
  expect(service.requests.all(UPDATE)).toEqual([]);
});

it("runs in a folder that was deleted", () => {
  const folder = mkdtempSync(join(tmpdir(), "vaultconn-gone-"));
  const run = `cd "${folder}" && rmdir "${folder}" && "${process.execPath}" "${CLI}"`;
  expect(execFileSync("sh", ["-c", `${run} --help`], { encoding: "utf8" })).toContain("Usage: vaultconn");
  expect(existsSync(folder)).toBe(false);
});
