import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contestant } from "./contestant.js";
import type { createContestant } from "./programs/json-service.js";
import { byType, publishedSchema } from "./schemas.js";

/** Everyone who takes part, each from a bundle of its own. */
export interface Contestants {
  readonly ours: Contestant;
  /** vscode-json-languageservice with the published schema. */
  readonly service: Contestant;
  /** The same with the schema arranged by type. */
  readonly serviceByType: Contestant;
  readonly floor: Contestant;
  readonly parser: Contestant;
}

/**
 * @param root the project.
 * @param programs where the bundled programs are.
 */
export async function loadContestants(root: string, programs: string): Promise<Contestants> {
  const load = async <Module>(name: string): Promise<Module> =>
    (await import(pathToFileURL(join(programs, `${name}.mjs`)).href)) as Module;
  const published = await publishedSchema(root);
  const [{ contestant: ours }, service, { floor, parser }] = await Promise.all([
    load<{ contestant: Contestant }>("vaultconn"),
    load<{ createContestant: typeof createContestant }>("json-service"),
    load<{ floor: Contestant; parser: Contestant }>("floor"),
  ]);
  return {
    ours,
    service: service.createContestant("JSON service", published),
    serviceByType: service.createContestant("JSON service, by type", byType(published)),
    floor,
    parser,
  };
}
