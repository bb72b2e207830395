import { createInterface } from "node:readline";

import { spawnTree, stopTree } from "../vscode/host/process-tree.js";
import { type RunningPart } from "./running-part.js";

/** Enough that the list comes in many pages. */
const CONNECTIONS = 1240;
const NAME = "Demo";

/** The embedded service of the demonstration. */
export interface SampleService extends RunningPart {
  readonly baseUrl: string;
  /** What the extension is told about it, as JSON: address, token and the tenant's name. Holds secrets: never print it. */
  readonly announcement: string;
}

/**
 * Starts the embedded service in a process of its own.
 *
 * @throws {Error} with what it wrote when it ends before it listens
 */
export async function startSampleService(): Promise<SampleService> {
  const child = spawnTree(process.execPath, ["test/service/start.mjs", "--port", "0", "--connections", String(CONNECTIONS)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaints += chunk.toString("utf8");
  });
  const ended = new Promise<boolean>((resolve) => {
    child.on("error", () => {
      resolve(false);
    });
    child.on("close", () => {
      resolve(false);
    });
  });
  const line = await Promise.race([firstLine(child.stdout), ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`The embedded service did not start.\n${complaints}`);
  const told = JSON.parse(line) as { readonly baseUrl: string };
  return {
    baseUrl: told.baseUrl,
    announcement: JSON.stringify({ ...told, name: NAME }),
    ended,
    stop: () => stopTree(child),
  };
}

function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((resolve) => {
    if (stream !== null) createInterface({ input: stream }).once("line", resolve);
  });
}
