import { afterAll, beforeAll } from "vitest";

import { type Service, type ServiceOptions, startService } from "../../service/service.js";
import { canary } from "./use-canaries.js";

/** An embedded service for one suite, in the test's own process, so that a test sees what it received. */
export interface SuiteService {
  /** The running service. */
  (): Service;
  /** What to start VS Code with, so that the extension is signed in to the service from the beginning. */
  readonly environment: () => Readonly<Record<string, string>>;
}

/**
 * Starts an embedded service for all tests of the suite it is called in. Call it before `useVsCode`. Its credentials
 * are secrets that may be found nowhere.
 *
 * @param name the name its tenant has in the sidebar
 */
export function useService(name: string, options: ServiceOptions = {}): SuiteService {
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
    return { VAULTCONN_LOCAL_SERVICE: JSON.stringify({ baseUrl, authUrl, accessToken, name }) };
  };
  return Object.assign(service, { environment });
}
