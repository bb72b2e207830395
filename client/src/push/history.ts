import { plainText } from "../plainText.js";
import type { Outcome } from "./outcome.js";
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
  /** Names such as `name` and `setup.api_key`. */
  readonly properties: readonly string[];
  readonly outcome: Outcome["kind"];
}

const KEY = "vaultconn.pushHistory";

/** So many pushes are kept; the oldest go first. */
export const KEPT_PUSHES = 500;

/** So many property names are kept of one push. */
const MOST_PROPERTIES = 30;

/** The pushes of the past, for the person who made them. */
export class PushHistory {
  readonly #storage: Storage;
  #lines: readonly HistoryLine[];
  #writing: Promise<void> = Promise.resolve();

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#lines = readList(storage, KEY, isLine);
  }

  /** Newest first. */
  get lines(): readonly HistoryLine[] {
    return this.#lines.toReversed();
  }

  /** Adds a line, in the place of an earlier one on the same push. Never rejects: a push is not less done for not being noted. */
  async add({ push, time, origin, tenantName, id, properties, outcome }: HistoryLine): Promise<void> {
    const names = properties.slice(0, MOST_PROPERTIES).map((name) => plainText(name, 80));
    const others = this.#lines.filter((line) => push === undefined || line.push !== push);
    await this.#write([...others, { ...(push !== undefined && { push }), time, origin, tenantName, id, properties: names, outcome }].slice(-KEPT_PUSHES));
  }

  async clear(): Promise<void> {
    await this.#write([]);
  }

  async #write(lines: readonly HistoryLine[]): Promise<void> {
    this.#lines = lines;
    this.#writing = this.#writing.then(() => this.#storage.set(KEY, this.#lines)).catch(() => undefined);
    await this.#writing;
  }
}

/** What became of a push, in a few words. */
export const outcomeWords: Readonly<Record<Outcome["kind"], string>> = {
  done: "pushed",
  refused: "refused",
  applied: "took effect, answer lost",
  probablyApplied: "probably took effect, answer lost",
  notApplied: "did not take effect, answer lost",
  unknown: "outcome not known",
  busy: "not sent, another push was under way",
  readOnly: "not sent, the tenant is read-only",
  nothing: "not sent, nothing to send",
  unresolved: "not sent, a reference has no value",
  obstacle: "not sent, the token does not allow it",
  unreadable: "not sent, the connection could not be read",
  gone: "not sent, the connection is gone",
  drifted: "not sent, changed on the service",
  compare: "not sent",
  notNoted: "not sent",
  cancelled: "cancelled",
};

/** A line as text: time, tenant, id, properties, outcome. */
export function describeLine({ time, tenantName, id, properties, outcome }: HistoryLine): string {
  const what = properties.length === 0 ? "nothing" : properties.join(", ");
  return `${new Date(time).toISOString()}  ${plainText(tenantName, 80)}  ${plainText(id, 60)}  ${what}  ${outcomeWords[outcome]}`;
}

function isLine(value: unknown): value is HistoryLine {
  return hasTexts(value, ["origin", "tenantName", "id"]) && Number.isFinite(value["time"]) && Array.isArray(value["properties"]) && Object.hasOwn(outcomeWords, String(value["outcome"]));
}
