import { expect, it, vi } from "vitest";
import { TrackedFiles } from "../../../client/extension/language/trackedFiles.js";
import { vscode } from "../vscode.js";

type Answer = (error: null, output: { readonly stdout: string }) => void;

/** The runs of `git ls-files` that haven't ended. */
const runs = vi.hoisted((): Answer[] => []);
vi.mock("node:child_process", () => ({
  execFile: (...given: readonly unknown[]) => runs.push(given.at(-1) as Answer),
}));

it("lists tracked files one run at a time, as long as their repository is open", async () => {
  const [opened, closed] = [new vscode.EventEmitter<object>(), new vscode.EventEmitter<object>()];
  const states = [new vscode.EventEmitter<undefined>(), new vscode.EventEmitter<undefined>()];
  const repositories = states.map((state) => {
    let listeners = 0;
    const onDidChange = (listener: () => void) => {
      const subscription = state.event(listener);
      listeners += 1;
      return new vscode.Disposable(() => {
        listeners -= 1;
        subscription.dispose();
      });
    };
    return { state: { onDidChange }, listeners: () => listeners };
  });
  const [first, second] = repositories;
  const api = {
    ...{ git: { path: "git" }, repositories: [first] },
    ...{ onDidOpenRepository: opened.event, onDidCloseRepository: closed.event },
  };
  const git = { activate: () => Promise.resolve({ getAPI: () => api }) };
  Object.assign(vscode, { extensions: { getExtension: () => git } });
  Object.assign(vscode.workspace, { isTrusted: true, workspaceFolders: [{ uri: vscode.Uri.file("/work") }] });
  const subscriptions: { dispose(): unknown }[] = [];
  const tracked = new TrackedFiles(subscriptions);
  const known = () => ["a", "b"].filter((name) => tracked.has(vscode.Uri.file(`/work/${name}`)));
  let changes = 0;
  tracked.onDidChange(() => (changes += 1));
  const end = (stdout: string): void => {
    runs.shift()?.(null, { stdout });
  };
  expect(known()).toEqual([]);
  await expect.poll(() => runs).toHaveLength(1);
  // A commit, an open repository, and a closed one, while Git still lists the files.
  states[0]?.fire(undefined);
  opened.fire(second ?? {});
  expect(repositories.map(({ listeners }) => listeners())).toEqual([1, 1]);
  closed.fire(second ?? {});
  expect(repositories.map(({ listeners }) => listeners())).toEqual([1, 0]);
  expect(runs).toHaveLength(1);
  end("a\0");
  await expect.poll(() => runs).toHaveLength(1);
  expect(known()).toEqual(["a"]);
  end("b\0");
  await expect.poll(() => changes).toBe(2);
  expect(known()).toEqual(["b"]);
  expect(runs).toHaveLength(0);
  vscode.Disposable.from(...subscriptions).dispose();
  expect(repositories.map(({ listeners }) => listeners())).toEqual([0, 0]);
});
