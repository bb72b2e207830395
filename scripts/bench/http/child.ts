import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Target } from "./clients/lister.js";

const run = promisify(execFile);

/** The embedded service in a process of its own. */
export interface RunningService extends Pick<Target, "baseUrl" | "accessToken"> {
  stop(): Promise<void>;
}

/**
 * @param root the project.
 * @param serviceTime how long each reply takes at least, in milliseconds.
 */
export async function startService(root: string, connections: number, serviceTime: number): Promise<RunningService> {
  const args = [
    "--import",
    "tsx",
    join(root, "scripts/service/main.ts"),
    "--connections",
    String(connections),
    "--service-time",
    String(serviceTime),
    "--exit-with-stdin",
  ];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    exited.then(() => Promise.reject(new Error("The service did not start."))),
  ])) as [string];
  const { baseUrl, accessToken } = JSON.parse(line) as Pick<Target, "baseUrl" | "accessToken">;
  return {
    baseUrl,
    accessToken,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

/** Runs a program to its end. @returns what it tells, which is one JSON text. */
export async function report<Report>(program: string, what: string, target: Target): Promise<Report> {
  const { stdout } = await run(process.execPath, ["--expose-gc", program, what, JSON.stringify(target)]);
  return JSON.parse(stdout) as Report;
}
