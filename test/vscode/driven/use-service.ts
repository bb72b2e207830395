import { afterAll, beforeAll } from "vitest";

import { type Service, type ServiceOptions, startService } from "../../service/service.js";
import { canary } from "./use-canaries.js";

/** An embedded service for one suite, in the test's own process, so that a test sees what it received. */
export interface SuiteService {
  /** The running service. */
  (): Service;
  /** What to start VS Code with, so that the extension is signed in to the service from the beginning. */
  readonly environment: () => Readonly<Record<string, string>>;
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
    running = await startService(options);
    [running.accessToken, running.clientSecret].forEach(canary);
  });
  afterAll(async () => {
    await running?.close();
  });
  const service = (): Service => {
    if (running === undefined) throw new Error("The service was not started.");
    return running;
  };
  const environment = (): Readonly<Record<string, string>> => {
    const { baseUrl, authUrl, accessToken } = service();
    return { VAULTCONN_LOCAL_SERVICE: JSON.stringify({ baseUrl, authUrl, accessToken, name, production }) };
  };
  const file = (index: number, rest: object): string => {
    const { connections, origin } = service();
    return `${JSON.stringify({ id: connections.idAt(index), tenant: new URL(origin).host, ...rest }, undefined, 2)}\n`;
  };
  return Object.assign(service, { environment, file });
}
