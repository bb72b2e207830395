import { createInterface } from "node:readline";

import { spawnTree, stopTree } from "./process-tree.js";
import { type RunningPart } from "./running-part.js";

/** Anyone who knows the value of this variable may control a running service. */
const CONTROL_VARIABLE = "VAULTCONN_SERVICE_CONTROL_TOKEN";

/** What the embedded service is started with. */
export interface ServiceProcessOptions {
  readonly connections: number;
  /** The name its tenant has in the sidebar. */
  readonly name: string;
  /** What coding agents may do with its tenant. */
  readonly agentAccess?: "list";
  /** Opens the service's control endpoint to those who know it. */
  readonly controlToken?: string;
}

/** The embedded service in a process of its own. */
export interface ServiceProcess extends RunningPart {
  readonly baseUrl: string;
  /** What the extension host needs to know about it. Holds secrets: never print it. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Starts the embedded service on a free port of the loopback interface.
 *
 * @throws {Error} with what it wrote when it ends before it listens
 */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { name, agentAccess } = options;
  const control = options.controlToken === undefined ? {} : { [CONTROL_VARIABLE]: options.controlToken };
  const child = spawnTree(
    process.execPath,
    ["--import", "tsx", "scripts/service/main.ts", "--port", "0", "--connections", String(options.connections)],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...control },
    },
  );
  let complaints = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaints += chunk.toString("utf8");
  });
  const ended = new Promise<boolean>((resolve) => {
    const end = (): void => {
      resolve(false);
    };
    child.on("error", end).on("close", end);
  });
  const line = await Promise.race([firstLine(child.stdout), ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`The embedded service did not start.\n${complaints}`);
  const told = JSON.parse(line) as { readonly baseUrl: string };
  return {
    baseUrl: told.baseUrl,
    environment: { VAULTCONN_LOCAL_SERVICE: JSON.stringify({ ...told, name, agentAccess }), ...control },
    ended,
    stop: () => stopTree(child),
  };
}

function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((resolve) => {
    if (stream !== null) createInterface({ input: stream }).once("line", resolve);
  });
}
