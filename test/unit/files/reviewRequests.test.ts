import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { Emitter } from "vscode-languageserver";
import { changeRequests, digestOf, readRequests } from "../../../client/core/agents/reviewRequests.js";
import { stateFolder } from "../../../client/core/storage/stateFolder.js";
import { ReviewRequests } from "../../../client/extension/editor/reviewRequests.js";
import { useFolder, writeFiles } from "../folder.js";
import { fireWatched, resetEditor, vscode, watchAll } from "../vscode.js";

const root = useFolder();
const { Uri } = vscode;
let trusted = new Emitter<undefined>();

/** The window's folders, by name. They needn't be repositories. */
function open(...names: readonly string[]): void {
  const workspaceFolders = names.map((name) => ({ uri: Uri.file(join(root(), name)) }));
  const getWorkspaceFolder = (uri: { readonly path: string }) =>
    workspaceFolders.find((folder) => uri.path.startsWith(`${folder.uri.path}/`));
  const asRelativePath = (uri: { readonly path: string }) =>
    uri.path.slice(`${getWorkspaceFolder(uri)?.uri.path ?? ""}/`.length);
  trusted = new Emitter();
  Object.assign(vscode.workspace, { workspaceFolders, getWorkspaceFolder, asRelativePath });
  Object.assign(vscode.workspace, { onDidGrantWorkspaceTrust: trusted.event });
}

beforeEach(() => {
  resetEditor();
  vi.stubEnv("VAULTCONN_STATE", join(root(), "state"));
  const glob = (base: { readonly path: string }, pattern: string) => Object(`${base.path}/${pattern}`) as string;
  Object.assign(vscode, {
    RelativePattern: vi.fn(function (base: { readonly path: string }, pattern: string) {
      return glob(base, pattern);
    }),
  });
  return () => {
    vi.unstubAllEnvs();
  };
});

/** A window, and what it shows by now. */
function watching() {
  const requests = new ReviewRequests(watchAll(), []);
  const shown = () => [...requests.all.keys()].map((uri) => uri.slice(Uri.file(root()).toString().length + 1)).sort();
  return {
    requests,
    shown,
    shows: (...names: readonly string[]) =>
      vi.waitFor(() => {
        expect(shown()).toEqual(names);
      }),
  };
}

/** Leaves requests, as an agent outside of the window does. @param folder the one that `vaultconn mcp` serves. */
async function ask(folder: string, ...names: readonly string[]): Promise<string> {
  const state = new ReviewRequests(watchAll(), []).folderOf(join(realpathSync(join(root(), folder)), "x"));
  if (state === undefined) throw new Error("There's no folder for it.");
  const asked = await Promise.all(
    names.map(async (name) => {
      const file = join(root(), name);
      return { file, digest: (await digestOf(file, [root()])) ?? "0".repeat(64), reason: "Why.", at: Date.now() };
    }),
  );
  await changeRequests(state, (all) => [...all, ...asked]);
  fireWatched("changed", join(state, "review-requests.json"));
  return state;
}

it("shows a request in both windows until the file changes or the request ends", async () => {
  writeFiles({
    "w/a.vaultconn.json": "{}",
    "w/b.vaultconn.json": "{}",
    "w/c.vaultconn.json": "{}",
    "w/d.vaultconn.json": "{}",
  });
  open("w");
  const [one, other] = [watching(), watching()];
  const state = await ask("w", "w/a.vaultconn.json", "w/b.vaultconn.json", "w/c.vaultconn.json", "w/d.vaultconn.json");
  const all = ["w/a.vaultconn.json", "w/b.vaultconn.json", "w/c.vaultconn.json", "w/d.vaultconn.json"] as const;
  await one.shows(...all);
  await other.shows(...all);
  writeFiles({ "w/a.vaultconn.json": "{ }" });
  fireWatched("changed", join(root(), "w/a.vaultconn.json"));
  rmSync(join(root(), "w/b.vaultconn.json"));
  fireWatched("deleted", join(root(), "w"));
  await one.shows("w/c.vaultconn.json", "w/d.vaultconn.json");
  await one.requests.end(Uri.file(join(root(), "w/c.vaultconn.json")), "dismissed");
  await one.requests.end(Uri.file(join(root(), "w/d.vaultconn.json")), "pushed");
  expect(one.shown()).toEqual([]);
  fireWatched("changed", join(state, "review-requests.json"));
  await other.shows();
  expect((await readRequests(state)).map(({ ended }) => ended)).toEqual([undefined, undefined, "dismissed", "pushed"]);
});

it("shows nothing of other folders, packages, worktrees, links to elsewhere, or other files", async () => {
  const names = ["elsewhere/a", "w/node_modules/p/a", "w/tree/a", "w/good"].map((name) => `${name}.vaultconn.json`);
  writeFiles({
    ...Object.fromEntries(names.map((name) => [name, "{}"])),
    "w/a.json": "{}",
    "w/.git/HEAD": "",
    "w/tree/.git": `gitdir: ${join(root(), "w/.git/worktrees/tree")}`,
  });
  symlinkSync(join(root(), "elsewhere"), join(root(), "w/link"));
  open("w");
  const { shows } = watching();
  await ask("w", ...names, "w/a.json", "w/link/a.vaultconn.json", "w/none.vaultconn.json");
  await shows("w/good.vaultconn.json");
  // A window on the worktree has the request for its file.
  open("w/tree");
  await watching().shows("w/tree/a.vaultconn.json");
});

it("keeps requests by repository, or by folder without one", async () => {
  writeFiles({ "a/.git/HEAD": "", "a/deep/x.vaultconn.json": "{}", "b/y.vaultconn.json": "{}" });
  open("a/deep", "b");
  const { requests, shows } = watching();
  expect(await ask("a/deep", "a/deep/x.vaultconn.json")).not.toBe(await ask("b", "b/y.vaultconn.json"));
  await shows("a/deep/x.vaultconn.json", "b/y.vaultconn.json");
  open("a");
  expect(requests.folderOf(join(root(), "a/other"))).toBe(await ask("a"));
});

it("finds files of a workspace that's opened through a link", async () => {
  writeFiles({ "real/a.vaultconn.json": "{}" });
  symlinkSync(join(root(), "real"), join(root(), "w"));
  open("w");
  const { requests, shows } = watching();
  const state = await ask("w", "real/a.vaultconn.json");
  await shows("w/a.vaultconn.json");
  await requests.end(Uri.file(join(root(), "w/a.vaultconn.json")), "dismissed");
  expect(await readRequests(state)).toMatchObject([{ ended: "dismissed" }]);
});

it("has one state folder for a repository, however its path is written", () => {
  writeFiles({ "real/a.vaultconn.json": "{}" });
  symlinkSync(join(root(), "real"), join(root(), "Other"));
  const [real, other, none] = ["real", "Other", "none"].map((name) => stateFolder(join(root(), name), process.env));
  expect(other).toBe(real);
  expect(none).not.toBe(real);
});

it.each([
  ["in the repository for a relative path of ours", { VAULTCONN_STATE: ".state" }, ".state"],
  ["where ours says, also beside others", { VAULTCONN_STATE: "/var/ours", XDG_STATE_HOME: "/var/state" }, "/var/ours"],
  ["where others say", { XDG_STATE_HOME: "/var/state", HOME: "/" }, "/var/state/vaultconn"],
  [
    "at home if others are relative",
    { XDG_STATE_HOME: "state", LOCALAPPDATA: ".", HOME: "/" },
    "/.local/state/vaultconn",
  ],
])("has its state folder %s, whatever the current folder is", (_, env, folder) => {
  expect(dirname(stateFolder(root(), { ...env, USERPROFILE: "/" }) ?? "")).toBe(resolve(realpathSync(root()), folder));
});

it("shows nothing in Restricted Mode, and what waits once the workspace is trusted", async () => {
  writeFiles({ "w/a.vaultconn.json": "{}" });
  open("w");
  await ask("w", "w/a.vaultconn.json");
  vscode.workspace.isTrusted = false;
  const restricted = watching();
  await watching().requests.end(Uri.file(join(root(), "w/none")), "dismissed");
  expect(restricted.shown()).toEqual([]);
  vscode.workspace.isTrusted = true;
  trusted.fire(undefined);
  await restricted.shows("w/a.vaultconn.json");
});

it("shows nothing of a state folder that was swapped for a link", async () => {
  writeFiles({ "w/a.vaultconn.json": "{}" });
  open("w");
  const state = await ask("w", "w/a.vaultconn.json");
  const before = watching();
  await before.shows("w/a.vaultconn.json");
  mkdirSync(join(root(), "theirs"));
  writeFileSync(join(root(), "theirs/x"), "");
  renameSync(state, join(root(), "theirs/state"));
  symlinkSync(join(root(), "theirs/state"), state);
  fireWatched("changed", join(state, "review-requests.json"));
  await before.shows();
});
