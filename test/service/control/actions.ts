import type { Connection } from "../../../schemas/generated/connection.js";
import type { RateLimit } from "../api/rate-limit.js";
import type { TokenOptions } from "../api/tokens.js";
import type { Choices } from "../choices.js";
import type { JsonObject } from "../data/policy.js";
import type { Change } from "../data/store.js";
import type { Fault, FaultScope } from "../faults/fault.js";
import type { RecordedRequest, RecordFilter } from "../http/request-log.js";
import type { Service } from "../service.js";

/** A recorded request as JSON carries it. */
export interface WireRequest extends Omit<RecordedRequest, "query" | "body"> {
  /** The query as sent, without the question mark. */
  readonly query: string;
  /** The bytes of the body in base64. */
  readonly body: string;
}

/**
 * What can be asked of a service over the wire: one function for each action,
 * with JSON values in and out. Each has its counterpart in `Service`.
 */
export function controlActions(service: Service) {
  return {
    addFaults: ({ faults, scope }: { faults: Fault | readonly Fault[]; scope?: FaultScope }): void => {
      service.faults.add(faults, scope);
    },
    clearFaults: (): void => {
      service.faults.clear();
    },
    waitUntilHeld: ({ name }: { name: string }): Promise<void> => service.faults.held(name),
    release: ({ name }: { name: string }): void => {
      service.faults.release(name);
    },
    requests: (filter: RecordFilter): readonly WireRequest[] => service.requests.all(filter).map(wire),
    waitForRequests: async ({
      filter,
      count,
    }: {
      filter?: RecordFilter;
      count?: number;
    }): Promise<readonly WireRequest[]> => (await service.requests.waitFor(filter, count)).map(wire),
    clearRequests: (): void => {
      service.requests.clear();
    },
    connection: ({ id }: { id: string }): { record: Connection | null; setup: JsonObject | null } => ({
      record: service.connections.get(id) ?? null,
      setup: service.connections.setupOf(id) ?? null,
    }),
    change: ({ id, change }: { id: string; change: Change }): Connection => service.connections.change(id, change),
    remove: ({ id }: { id: string }): void => {
      service.connections.remove(id);
    },
    insert: (properties: Partial<Connection>): Connection => service.connections.insert(properties),
    disguise: ({ id, properties, omit }: { id: string; properties: JsonObject; omit?: readonly string[] }): void => {
      service.connections.disguise(id, {
        ...properties,
        ...Object.fromEntries((omit ?? []).map((name) => [name, undefined])),
      });
    },
    choose: (choices: Partial<Choices>): void => {
      Object.assign(service.choices, choices);
    },
    token: (options: TokenOptions): Promise<string> => service.token(options),
    revokeTokens: (): void => {
      service.revokeTokens();
    },
    limit: ({ operations, tokenEndpoint }: { operations?: RateLimit; tokenEndpoint?: RateLimit }): void => {
      service.limit(operations, tokenEndpoint);
    },
  };
}

/** The actions by their names. */
export type ControlActions = ReturnType<typeof controlActions>;

function wire(request: RecordedRequest): WireRequest {
  return { ...request, query: request.query.toString(), body: request.body.toString("base64") };
}
