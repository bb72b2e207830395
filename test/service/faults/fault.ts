import type { Change } from "../data/store.js";
import type { RequestFilter } from "../http/request-log.js";

/** Before the operation has run, or after it has and whatever it changed is changed. */
export type Moment = "before" | "after";

/** Something that goes wrong with one request. All of it is data, so it can be asked for over the wire. */
export type Fault =
  /** The service waits until the hold with this name is released. */
  | { readonly kind: "hold"; readonly name: string; readonly when?: Moment }
  /** The connection is reset (RST), closed (FIN) or left open, without a reply. */
  | { readonly kind: "silence"; readonly how: "reset" | "close" | "hang"; readonly when: Moment }
  /**
   * Another reply than the operation's: 5xx, 429, HTML with 200, JSON of the
   * wrong types, a redirect. Without `body` it is an error body. Unless `applied`, the operation doesn't run.
   */
  | {
      readonly kind: "reply";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly applied?: boolean;
    }
  /** The reply has further headers. */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  /**
   * The reply's body ends early, after `bytes` or half of it: `framed`, with a
   * Content-Length that agrees, or `cut`, with the connection closed in the middle of it.
   */
  | { readonly kind: "truncate"; readonly how: "framed" | "cut"; readonly bytes?: number }
  /** The reply comes one byte at a time, by default one each second. */
  | { readonly kind: "slow-body"; readonly everyMilliseconds?: number }
  /** Just before or after the operation, someone else changes a connection, by default the one an update is for. */
  | { readonly kind: "change"; readonly change: Change; readonly id?: string; readonly when: Moment }
  /** Just before or after the operation, connections appear at the head of the list, or the first ones go: pages shift. */
  | { readonly kind: "shift"; readonly insert?: number; readonly remove?: number; readonly when?: Moment };

/** Which requests faults apply to. */
export interface FaultScope extends RequestFilter {
  /** How many matching requests; 1 if not given. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests are spared first; 0 if not given. */
  readonly skip?: number | undefined;
}
