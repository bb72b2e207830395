import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";

/**
 * Runs a program to its end, what it prints thrown away.
 * @param expected the exit codes that mean that it has done its work.
 * @returns how long it took, in milliseconds.
 */
export async function timeOf(args: readonly string[], expected: readonly number[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "ignore"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code === null || !expected.includes(code)) throw new Error(`${args.join(" ")} ended with ${code ?? "a signal"}.`);
  return performance.now() - start;
}
