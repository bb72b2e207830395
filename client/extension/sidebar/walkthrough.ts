import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import type { WalkthroughStep } from "../contributions/contexts.js";
import { setContext } from "../ui/setContext.js";
import { usesOf } from "../editor/languageServer.js";
import type { PushHistory } from "../../core/push/state/history.js";
import type { EditorServices } from "../editor/editorServices.js";
import { inBackground } from "../ui/inBackground.js";

const WALKTHROUGH = "vaultconn.vault-connections#getStarted";

/** Used to find out whether VS Code knows the walkthrough. */
const FIRST_STEP = "addTenant";

/** How often to check whether VS Code has read the walkthroughs. */
const RETRY_MS = 100;
const MAX_TRIES = 100;

interface Parts extends Pick<EditorServices, "sessions" | "setupFiles" | "secrets" | "fileStates" | "languageServer"> {
  readonly history: PushHistory;
}

/** Marks a step as done once it has happened in any way, in this window or earlier. */
export class Walkthrough {
  readonly #parts: Parts;
  readonly #done = new Set<WalkthroughStep>();

  constructor(parts: Parts, subscriptions: vscode.Disposable[]) {
    this.#parts = parts;
    const update = () => {
      this.#update();
    };
    subscriptions.push(
      parts.sessions.onDidChange(update),
      // File states change after each push.
      parts.fileStates.onDidChange(update),
      parts.setupFiles.onDidChange(update),
      parts.secrets.onDidChange(update),
    );
    update();
  }

  /**
   * Also marks the steps that are done. VS Code notices context keys that become true, but not those that were true when
   * it read the steps.
   */
  async open(): Promise<void> {
    await isRead();
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
    await Promise.all([...this.#done].map((step) => changeMark("welcome.markStepComplete", step)));
  }

  #update(): void {
    const { sessions, setupFiles, history } = this.#parts;
    this.#note("addTenant", () => sessions.all.length > 0);
    this.#note("browse", () => sessions.all.some(({ store }) => store.snapshot.connections.length > 0));
    this.#note("createSetupFile", () => setupFiles.all.length > 0);
    inBackground("update-view", () => this.#noteSecret());
    this.#note("push", () => history.lines.some(({ outcome }) => outcome === "done" || outcome === "applied"));
  }

  /** A secret that no file refers to isn't what the step is about. */
  async #noteSecret(): Promise<void> {
    const { setupFiles, secrets, languageServer } = this.#parts;
    if (this.#done.has("storeSecret") || secrets.names.length === 0 || setupFiles.all.length === 0) return;
    const uses = await usesOf(languageServer, "secret");
    this.#note("storeSecret", () => secrets.names.some((name) => (uses.get(name) ?? []).length > 0));
  }

  /** Reports once that a step is done. Steps are never undone. */
  #note(step: WalkthroughStep, isDone: () => boolean): void {
    if (this.#done.has(step) || !isDone()) return;
    this.#done.add(step);
    setContext(`did.${step}`, true);
  }
}

/**
 * Waits until VS Code has read the walkthrough, which it does when one is first requested. Until then, on the day of its
 * installation, it shows one of its own, and stays there. Marking a step as incomplete only succeeds if VS Code knows it.
 */
async function isRead(): Promise<void> {
  if (!(await vscode.commands.getCommands()).includes("welcome.markStepIncomplete")) return;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await changeMark("welcome.markStepIncomplete", FIRST_STEP)) return;
    await setTimeout(RETRY_MS);
  }
}

/** Calls an undocumented command of VS Code, which may be missing. @returns whether it succeeded. */
function changeMark(command: string, step: string): Thenable<boolean> {
  return vscode.commands.executeCommand(command, `${WALKTHROUGH}#${step}`).then(
    () => true,
    () => false,
  );
}
