import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What the service says to a request, before any socket is involved. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless the headers say otherwise. */
  readonly body: string;
  /** Writes the body one byte at a time, with so long in between. */
  readonly everyMilliseconds?: number;
}

/** A reply, or none at all: the connection is reset (RST), closed (FIN), or left open without a word. */
export type Answer = Reply | "reset" | "close" | "hang";

/** A request as it arrived, whole, and its outcome. */
export interface RecordedRequest {
  /** Milliseconds since the epoch when its head had arrived. */
  readonly time: number;
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** What it's about: an operation of the document, the token endpoint, or nothing the service has. */
  readonly operation: "list" | "update" | "token" | "other";
  /** The connection an update is for. */
  readonly id?: string | undefined;
  /** The page a list operation asks for. */
  readonly page?: number | undefined;
  /** The status that was decided on; undefined until then, and where there was no reply. */
  status?: number;
  /** Whether it changed a connection, whatever the reply was. */
  applied: boolean;
}

/** Conditions on a request, and on its outcome where it has one; each one given must hold. */
export type RequestFilter = {
  readonly [Name in "operation" | "method" | "id" | "page" | "applied"]?: RecordedRequest[Name] | undefined;
};

/** Whether a request meets every condition of a filter. */
export function matches(request: RecordedRequest, filter: RequestFilter): boolean {
  const names = Object.keys(filter) as (keyof RequestFilter)[];
  return names.every((name) => filter[name] === undefined || filter[name] === request[name]);
}

/** Every request the service received, in order. */
export class RequestLog {
  #requests: RecordedRequest[] = [];
  /** How many connections were opened to the service, with or without a request on them. */
  sockets = 0;

  /** The requests that meet the conditions, oldest first. */
  all(filter: RequestFilter = {}): readonly RecordedRequest[] {
    return this.#requests.filter((request) => matches(request, filter));
  }

  /** How many requests for a token there were. */
  get tokens(): number {
    return this.all({ operation: "token" }).length;
  }

  /** How many updates there were, whatever became of them. */
  get updates(): number {
    return this.all({ operation: "update" }).length;
  }

  /** How many updates were applied. */
  get applied(): number {
    return this.all({ operation: "update", applied: true }).length;
  }

  /** How many updates there were, and how many of them were applied. */
  get sent(): readonly [updates: number, applied: number] {
    return [this.updates, this.applied];
  }

  /** Forgets the requests so far. */
  clear(): void {
    this.#requests = [];
  }

  /** Waits until at least `count` requests on record meet the conditions. */
  async waitFor(filter: RequestFilter, count = 1): Promise<void> {
    while (this.all(filter).length < count) await sleep(5);
  }

  add(request: RecordedRequest): void {
    this.#requests.push(request);
  }
}

/** The path that the base address carries ("Versioning"). */
export const BASE_PATH = "/api/v2";

/** Finds the operation for a method and a path ("Endpoints", "Authentication"). Paths are compared as sent: nothing is normalized. */
export function route(method: string, path: string, query: URLSearchParams) {
  if (path === `${BASE_PATH}/flows/vault/connections` && method === "GET")
    return { operation: "list", page: Number(query.get("page") ?? "0") } as const;
  if (path === "/oauth/token/" && method === "POST") return { operation: "token" } as const;
  const [, id] = /^\/api\/v2\/flows\/vault\/connections\/([^/]+)$/.exec(path) ?? [];
  if (method !== "PATCH" || id === undefined) return { operation: "other" } as const;
  return { operation: "update", id: decodeURIComponent(id) } as const;
}
