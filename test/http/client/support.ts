import { afterEach, expect, onTestFinished } from "vitest";
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../../client/core/service/serviceClient.js";
import { isServiceError, type ServiceError } from "../../../client/core/service/errors/errors.js";
import { sentence } from "../../../client/core/service/errorTable.js";
import { connectionAt } from "../../service/catalogue.js";
import type { Fault, FaultScope } from "../../service/faults.js";
import type { CallOptions, Clock } from "../../../client/core/service/calls/wait.js";
import { listAll, type Listing } from "../../../client/core/service/operations/listPages.js";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import { startService, type Service, type ServiceOptions } from "../../service/service.js";
import { Canary } from "../canary.js";

/** Every secret these tests use, and every text that leaves the client. They're compared when a test has ended. */
export const canary = new Canary();

afterEach(() => {
  const leaks = canary.leaks();
  canary.clear();
  expect(leaks).toEqual([]);
});

/** Closes something when the test has ended. */
export function closeAfterwards<T extends { close(): Promise<unknown> }>(closable: T): T {
  onTestFinished(async () => {
    await closable.close();
  });
  return closable;
}

export const UPDATE = { operation: "update" } as const;
export const LIST = { operation: "list" } as const;
/** Reading behind the first update, however many requests came before it. */
export const LIST_AFTER_UPDATE = { ...LIST, after: UPDATE };

/** A service that stops after the test. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const started = closeAfterwards(await startService(options));
  canary.secret(started.accessToken);
  canary.secret(started.clientSecret);
  return started;
}

/** The id of every service's first connection. */
export const { id: ID } = connectionAt(0);

/** Gives the first connection another name. */
export function rename(client: ServiceClient, options: CallOptions = {}) {
  return client.updateConnection(ID, JSON.stringify({ name: "x" }), options);
}

/** Sends the first connection a setup. */
export function sendSetup(client: ServiceClient, setup: object) {
  return client.updateConnection(ID, JSON.stringify({ setup }));
}

/** Limits short enough for a test to meet them. */
export const SHORT = { connectMs: 500, headersMs: 300, bodyMs: 300, totalMs: 900 };

/**
 * A client of a service, and the lines it logs. It's signed in with the service's access token unless told otherwise. No
 * proxy of this machine's counts.
 */
export function connect(
  service: Pick<Service, "baseUrl" | "accessToken">,
  options: Partial<ServiceClientOptions> = {},
) {
  // A token too short to be one would be found in any text.
  if (service.accessToken.length > 8) canary.secret(service.accessToken);
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    canary.saw(line);
  };
  const client = createServiceClient({
    tenant: service,
    credential: () => Promise.resolve({ kind: "accessToken", accessToken: service.accessToken }),
    log: { info: write, warn: write },
    clock: new TestClock(),
    ...options,
    network: { environment: {}, ...options.network },
  });
  return { client: closeAfterwards(client), lines };
}

/** A service, and a client that is signed in to it. @param fault what happens to the next request */
export async function served(fault?: Fault, scope?: FaultScope) {
  const running = await openService();
  if (fault) running.faults.add(fault, scope);
  return { running, ...connect(running) };
}

/** The same, with a client that signs in with its client credentials. @param fault what happens to the requests for a token */
export async function signingIn(fault?: Fault, scope?: FaultScope) {
  const running = await openService();
  if (fault) running.faults.add(fault, { operation: "token", ...scope });
  return { running, ...connectClient(running) };
}

/** A credential that is a client's, as the service knows it. */
export function clientCredentials({ clientId, clientSecret }: Service) {
  return { kind: "clientCredentials", clientId, clientSecret } as const;
}

/** A client that signs in to a service with its client credentials. */
export function connectClient(service: Service, options: Partial<ServiceClientOptions> = {}) {
  return connect(service, { credential: () => Promise.resolve(clientCredentials(service)), ...options });
}

/** The error a request fails with. Whatever it prints is watched for secrets. */
export async function failure(request: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  canary.sawValue(error);
  if (!isServiceError(error))
    throw new Error("The request did not fail with an error of the client's.", { cause: error });
  canary.saw(messageOf(error));
  return error;
}

/** What a user reads of an error. */
export function messageOf(error: ServiceError): string {
  return sentence(error, { tenant: "Acme", ...(error.operation === "list" ? {} : { connection: "Salesforce" }) }).text;
}

/** A clock on which waiting takes no time: it is moved on by as much. */
export class TestClock implements Clock {
  #now = Date.now();
  #set = 0;
  /** How long was waited each time, in milliseconds. */
  readonly waits: number[] = [];

  readonly now = (): number => this.#now;

  elapsed(): number {
    return this.#now - this.#set;
  }

  /** Sets the wall clock forward or back, in which no time passes. */
  set(milliseconds: number): void {
    this.#now += milliseconds;
    this.#set += milliseconds;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(new Error("aborted"));
    this.waits.push(milliseconds);
    this.#now += milliseconds;
    return Promise.resolve();
  }

  random(): number {
    return 0.5;
  }

  /** How long was waited in all, in seconds. */
  get waited(): number {
    return this.waits.reduce((sum, wait) => sum + wait, 0) / 1000;
  }
}

/** Reads a list page by page, as many at once as the extension does. */
export function listPages(client: ServiceClient, { signal, onWait }: CallOptions = {}) {
  return listAll((page, pageSignal) => client.listPage(page, { signal: pageSignal, onWait }), CONNECTIONS, signal);
}

/** Reads a list to its end. */
export async function readAll(client: ServiceClient) {
  const ids: string[] = [];
  let last: Listing | undefined;
  for await (const listing of listPages(client)) {
    last = listing;
    ids.push(...listing.records.map(({ id }) => id));
    expect(listing.loaded).toBe(ids.length);
  }
  return { ids, last };
}
