import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import type { FileStates } from "../files/fileStates.js";
import type { SetupFileIndex } from "../files/setupFileIndex.js";
import type { PushHistory } from "../push/history.js";
import type { NamedSecrets } from "../secrets/namedSecrets.js";
import type { Sessions } from "../tenants/sessions.js";

/** The walkthrough of the manifest, with the extension it belongs to. */
const WALKTHROUGH = "vaultconn.vault-connections#getStarted";

/** VS Code reads all walkthroughs in less than this, in milliseconds. */
const READING_MS = 500;

/** Where it shows what has been done. */
interface Parts {
  readonly sessions: Sessions;
  readonly setupFiles: SetupFileIndex;
  readonly secrets: NamedSecrets;
  readonly history: PushHistory;
  readonly fileStates: FileStates;
}

/**
 * The walkthrough from adding a tenant to the first push. Each step is done as
 * soon as what it is about has happened, by whatever way, in this window or before.
 */
export class Walkthrough implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #done = new Set<string>();
  #isOpen = false;
  readonly #subscriptions: vscode.Disposable;

  constructor(parts: Parts) {
    this.#parts = parts;
    const update = () => { this.#update(); };
    // The states of files change with the sessions and after each push.
    this.#subscriptions = vscode.Disposable.from(parts.fileStates.onDidChange(update), parts.setupFiles.onDidChange(update), parts.secrets.onDidChange(update));
    update();
  }

  async open(): Promise<void> {
    const show = () => vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
    await show();
    // Older versions of VS Code begin to read the walkthroughs of extensions with the first call, show one of their own
    // meanwhile, and do not tell when they are ready.
    if (!this.#isOpen) {
      await setTimeout(READING_MS);
      await show();
    }
    this.#isOpen = true;
    await Promise.all([...this.#done].map(mark));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #update(): void {
    const { sessions, setupFiles, secrets, history } = this.#parts;
    this.#note("addTenant", sessions.all.length > 0);
    this.#note("browse", sessions.all.some(({ store }) => store.snapshot.connections.length > 0));
    this.#note("createSetupFile", setupFiles.all.length > 0);
    this.#note("storeSecret", secrets.names.length > 0);
    this.#note("push", history.lines.some(({ outcome }) => outcome === "done" || outcome === "applied"));
  }

  /** Tells VS Code once that a step is done; nothing undoes one. */
  #note(step: string, done: boolean): void {
    if (!done || this.#done.has(step)) return;
    this.#done.add(step);
    void vscode.commands.executeCommand("setContext", `vaultconn.did.${step}`, true);
    if (this.#isOpen) void mark(step);
  }
}

/**
 * Marks a step as done. VS Code notices what becomes true, and nothing that was
 * true when it first read the steps. What helps is a command of its own that it
 * does not document, so whether that works is left open.
 */
async function mark(step: string): Promise<void> {
  await Promise.allSettled([vscode.commands.executeCommand("welcome.markStepComplete", `${WALKTHROUGH}#${step}`)]);
}
