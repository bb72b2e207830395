import { EventEmitter, once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";

/** What a request is about: an operation of the document, the token endpoint, or nothing the service has. */
type Operation = "list" | "update" | "token" | "other";

/** A request as it arrived, whole, and its outcome. */
export interface RecordedRequest {
  /** Counts all requests, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch when the head of the request had arrived. */
  readonly time: number;
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body. */
  readonly body: Buffer;
  readonly operation: Operation;
  /** The connection an update is for, decoded. */
  readonly id?: string | undefined;
  /** The page a list operation asks for. */
  readonly page?: number | undefined;
  /** The status that was decided on; undefined until then, and where there was no reply. */
  status: number | undefined;
  /** Whether it changed a connection, whatever the reply was. */
  applied: boolean;
}

/** Conditions on a request, and on its outcome where it has one; each one given must hold. */
export type RequestFilter = {
  readonly [Name in "operation" | "method" | "id" | "page" | "status" | "applied"]?: RecordedRequest[Name] | undefined;
};

/** Whether a request meets every condition of a filter. */
export function matches(request: RecordedRequest, filter: RequestFilter): boolean {
  const names = Object.keys(filter) as (keyof RequestFilter)[];
  return names.every((name) => filter[name] === undefined || filter[name] === request[name]);
}

/** Every request the service received, in order. */
export class RequestLog {
  #requests: RecordedRequest[] = [];
  readonly #changes = new EventEmitter();
  #count = 0;
  /** How many connections were opened to the service, with or without a request on them. */
  sockets = 0;

  /** The requests that meet the conditions, oldest first. */
  all(filter: RequestFilter = {}): readonly RecordedRequest[] {
    return this.#requests.filter((request) => matches(request, filter));
  }

  /** Forgets the requests so far; their numbers go on. */
  clear(): void {
    this.#requests = [];
  }

  /** Waits until at least `count` requests on record meet the conditions. */
  async waitFor(filter: RequestFilter = {}, count = 1): Promise<readonly RecordedRequest[]> {
    while (this.all(filter).length < count) await once(this.#changes, "change");
    return this.all(filter);
  }

  add(request: Omit<RecordedRequest, "number" | "status" | "applied">): RecordedRequest {
    const recorded = { ...request, number: ++this.#count, status: undefined, applied: false };
    this.#requests.push(recorded);
    this.#changes.emit("change");
    return recorded;
  }

  /** Notes the outcome of a request; undefined: no reply. */
  settle(request: RecordedRequest, status: number | undefined): void {
    request.status = status;
    this.#changes.emit("change");
  }
}
