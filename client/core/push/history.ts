import { EventEmitter } from "node:events";
import { sanitizeText } from "../text/sanitizeText.js";
import type { Outcome } from "./outcome.js";
import { isOutcomeKind } from "./outcomes.js";
import { isRotationPart, type RotationPart } from "./rotations.js";
import { hasTexts, readList, type Storage } from "./storage.js";

/** One push that was sent: where, when, which properties, and how it ended. No values. */
export interface HistoryLine {
  /** Names this push, as in the journal. */
  readonly push?: string;
  /** When it was sent, in milliseconds since the epoch. */
  readonly time: number;
  readonly origin: string;
  readonly tenantName: string;
  readonly id: string;
  /** What the connection was called before it. */
  readonly connection?: string;
  /** The URI of the setup file; empty, or missing in what an earlier version noted, where there is none. */
  readonly file?: string;
  /** Names such as `name` and `setup.api_key`. */
  readonly properties: readonly string[];
  readonly outcome: Outcome["kind"];
  /** Which rotation it was a part of. */
  readonly rotation?: RotationPart;
}

const KEY = "vaultconn.pushHistory";

/** So many pushes are kept; the oldest go first. */
export const KEPT_PUSHES = 500;

/** So many property names are kept of one push. */
const MOST_PROPERTIES = 30;

/** The pushes of the past, for the person who made them. */
export class PushHistory {
  readonly #storage: Storage;
  /** What could not be kept, for this window; undefined as long as all is kept. */
  #unkept: readonly HistoryLine[] | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #events = new EventEmitter<{ change: [] }>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Calls back when this window has changed the history. @returns what ends that. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** Newest first. */
  get lines(): readonly HistoryLine[] {
    return this.#lines.toReversed();
  }

  /** Adds a line, in the place of an earlier one on the same push. Never rejects: a push is not less done for not being noted. */
  async add(added: HistoryLine): Promise<void> {
    const { push, time, origin, tenantName, id, connection, file, properties, outcome, rotation } = added;
    const names = properties.slice(0, MOST_PROPERTIES).map((name) => sanitizeText(name, 80));
    const line = {
      ...(push !== undefined && { push }),
      ...{ time, origin, tenantName, id, properties: names, outcome },
      ...(connection !== undefined && { connection: sanitizeText(connection, 150) }),
      ...(file !== undefined && { file }),
      ...(rotation && { rotation }),
    };
    await this.#change((lines) => {
      const known = push === undefined ? -1 : lines.findIndex((other) => other.push === push);
      return known < 0 ? [...lines, line].slice(-KEPT_PUSHES) : lines.with(known, line);
    });
  }

  /** Forgets every push to the tenant at this origin. */
  async forget(origin: string): Promise<void> {
    await this.#change((lines) => lines.filter((line) => line.origin !== origin));
  }

  /** Read anew each time: other windows push too. */
  get #lines(): readonly HistoryLine[] {
    return this.#unkept ?? readList(this.#storage, KEY, isLine);
  }

  /** One change after the other, each of what is there by then. */
  async #change(change: (lines: readonly HistoryLine[]) => readonly HistoryLine[]): Promise<void> {
    this.#writing = this.#writing
      .then(async () => {
        const lines = change(this.#lines);
        this.#unkept = lines;
        await this.#storage.set(KEY, lines);
        this.#unkept = undefined;
      })
      .catch(() => undefined);
    await this.#writing;
    this.#events.emit("change");
  }
}

function isLine(value: unknown): value is HistoryLine {
  return (
    hasTexts(value, ["origin", "tenantName", "id"]) &&
    Number.isFinite(value["time"]) &&
    ["connection", "file"].every((name) => value[name] === undefined || typeof value[name] === "string") &&
    Array.isArray(value["properties"]) &&
    isOutcomeKind(value["outcome"]) &&
    (value["rotation"] === undefined || isRotationPart(value["rotation"]))
  );
}
