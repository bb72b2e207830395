import * as vscode from "vscode";
import type { Session } from "../tenants/session.js";
import type { Shown } from "./shown.js";

/** A number that has not lasted for so long is not told, in milliseconds: a file that is just being written names nothing. */
const LASTS_MS = 1000;

/**
 * How many loaded connections of each tenant have a setup file. The tenant's row says so, and drawing that anew draws all
 * rows below it too: so a change is told once it has lasted, or with the next rows that come or go.
 */
export class FileCounts implements vscode.Disposable {
  readonly #shown: Pick<Shown, "sessions" | "setupFiles">;
  readonly #counts = new WeakMap<Session, number>();
  #waiting: NodeJS.Timeout | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(shown: Pick<Shown, "sessions" | "setupFiles">) {
    this.#shown = shown;
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      shown.setupFiles.onDidChange(() => {
        this.#look();
      }),
    );
  }

  /** As it was last told. */
  of(session: Session): number {
    return this.#counts.get(session) ?? this.settle(session);
  }

  /** Counts anew, for a row that is drawn anew in any case. */
  settle(session: Session): number {
    const count = this.#count(session);
    this.#counts.set(session, count);
    return count;
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#subscription.dispose();
  }

  #look(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (this.#different().length === 0) return;
    this.#waiting = setTimeout(() => {
      for (const session of this.#different()) this.settle(session);
      this.#changed.fire();
    }, LASTS_MS);
  }

  #different(): readonly Session[] {
    return this.#shown.sessions.all.filter((session) => this.#count(session) !== this.of(session));
  }

  #count({ tenant, store }: Session): number {
    const named = this.#shown.setupFiles.all.filter(({ tenant: host = tenant.host }) => host === tenant.host);
    const ids = new Set(named.map(({ id }) => id));
    return ids.size === 0 ? 0 : store.snapshot.connections.filter(({ id }) => ids.has(id)).length;
  }
}
