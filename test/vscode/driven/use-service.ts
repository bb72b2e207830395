import { beforeAll } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { type Service, type ServiceOptions, startService } from "../../service/service.js";
import { canary } from "./use-canaries.js";

/** An embedded service for one suite, in the test's own process, so that a test sees what it received. */
export interface SuiteService {
  /** The running service. */
  (): Service;
  /** What to start VS Code with, so that the extension is signed in to the service from the beginning. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** The id of a connection. */
  readonly id: (index: number) => string;
  /** What a connection is called now. */
  readonly nameOf: (index: number) => string;
  /** Host and port, by which setup files name the tenant. */
  readonly host: () => string;
  /** The updates it received. */
  readonly patches: () => readonly RecordedRequest[];
  /** What they contained. */
  readonly bodies: () => readonly string[];
  /** What a setup file for one of its connections holds. */
  readonly file: (index: number, rest: object) => string;
}

/**
 * Starts an embedded service for all tests of the suite it is called in. Call it before `useVsCode`. Its credentials
 * are secrets that may be found nowhere.
 *
 * @param name the name its tenant has in the sidebar
 * @param options `production` marks that tenant so
 */
export function useService(
  name: string,
  { production, ...options }: ServiceOptions & { readonly production?: true } = {},
): SuiteService {
  let running: Service | undefined;
  beforeAll(async () => {
    const started = await startService(options);
    [started.accessToken, started.clientSecret].forEach(canary);
    running = started;
    return () => started.close();
  });
  const service = (): Service => {
    if (running === undefined) throw new Error("The service was not started.");
    return running;
  };
  const environment = (): Readonly<Record<string, string>> => {
    const { baseUrl, authUrl, accessToken } = service();
    return { VAULTCONN_LOCAL_SERVICE: JSON.stringify({ baseUrl, authUrl, accessToken, name, production }) };
  };
  const id = (index: number): string => service().connections.idAt(index);
  const nameOf = (index: number): string => service().connections.get(id(index))?.name ?? "";
  const host = (): string => new URL(service().origin).host;
  const patches = (): readonly RecordedRequest[] => service().requests.all({ method: "PATCH" });
  const bodies = (): readonly string[] => patches().map(({ body }) => body.toString());
  const file = (index: number, rest: object): string =>
    `${JSON.stringify({ id: id(index), tenant: host(), ...rest }, undefined, 2)}\n`;
  return Object.assign(service, { environment, id, nameOf, host, patches, bodies, file });
}
