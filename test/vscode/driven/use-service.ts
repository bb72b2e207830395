import { beforeAll } from "vitest";

import { type Service, type ServiceOptions, startService } from "../../service/service.js";
import { canary } from "./use-canaries.js";

/**
 * Starts an embedded service for all tests of the suite it is called in, in the test's own process, so that a test sees
 * what it received. Call it before `useVsCode`. Its credentials are secrets that may be found nowhere.
 *
 * @param name the name its tenant has in the sidebar
 * @param options `production` marks that tenant so
 * @returns a function that gives the running service, with what tests often ask of it
 */
export function useService(
  name: string,
  { production, ...options }: ServiceOptions & { readonly production?: true } = {},
) {
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
  /** What to start VS Code with, so that the extension is signed in to the service from the beginning. */
  const environment = (): Readonly<Record<string, string>> => {
    const { baseUrl, authUrl, accessToken } = service();
    return { VAULTCONN_LOCAL_SERVICE: JSON.stringify({ baseUrl, authUrl, accessToken, name, production }) };
  };
  const id = (index: number): string => service().connections.idAt(index);
  /** What a connection is called now. */
  const nameOf = (index: number): string => service().connections.get(id(index))?.name ?? "";
  /** Host and port, by which setup files name the tenant. */
  const host = (): string => new URL(service().origin).host;
  /** The updates it received, and what they contained. */
  const patches = () => service().requests.all({ method: "PATCH" });
  const bodies = (): readonly string[] => patches().map(({ body }) => body.toString());
  /** What a setup file for one of its connections holds. */
  const file = (index: number, rest: object): string =>
    `${JSON.stringify({ id: id(index), tenant: host(), ...rest }, undefined, 2)}\n`;
  return Object.assign(service, { environment, id, nameOf, host, patches, bodies, file });
}
