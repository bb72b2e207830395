import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { SeveritySetting } from "../../protocol/messages.js";
import type { Input } from "./findInputs.js";
import { lookAt, MOST_KEPT, type FirstLook } from "./firstLook.js";
import { readFile } from "./readFile.js";

/**
 * Fewer files than these for each thread are not worth starting one: each compiles and optimises the whole program anew,
 * which takes longer than some thousand files.
 */
const FEW = 10_000;
/** So many files are looked at before the next ones are taken: small enough that all threads end at the same time. */
const PART = 100;
const NO_MORE = 64;

/** What a thread is given. The parts are taken by whoever comes first. */
interface Work {
  readonly kind: "vaultconn-check";
  readonly inputs: readonly Input[];
  readonly plainTextSecret: SeveritySetting;
  /** The number of the next part, shared by all threads. */
  readonly next: Int32Array;
}

/** The looks of some parts, by their numbers. */
type Parts = readonly (readonly [part: number, looks: readonly FirstLook[]])[];

/**
 * Looks at all files, on as many cores as there are.
 * @param read the text of a file, for this thread.
 * @param program the file that is run in the other threads; it ends with `serveThread`.
 * @returns one look for each file, in the same order.
 */
export async function lookAtAll(
  inputs: readonly Input[],
  plainTextSecret: SeveritySetting,
  read: (input: Input) => string,
  program: string,
): Promise<readonly FirstLook[]> {
  const threads = Math.min(availableParallelism(), Math.floor(inputs.length / FEW), NO_MORE);
  // What comes over standard input is here alone.
  if (threads < 2 || inputs.some(({ source }) => source !== "regular")) return lookAt(inputs, plainTextSecret, read);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const work: Work = { kind: "vaultconn-check", inputs, plainTextSecret, next };
  const others = Array.from({ length: threads - 1 }, () => inThread(program, work));
  const parts = [...lookAtParts(work, read), ...(await Promise.all(others)).flat()];
  return bounded(parts.sort(([one], [other]) => one - other).flatMap(([, looks]) => looks));
}

/** Does the work of a thread, if this is one. */
export function serveThread(): void {
  const work: unknown = workerData;
  if (isMainThread || !isWork(work)) return;
  parentPort?.postMessage(lookAtParts(work, ({ path }) => readFile(path, true)));
}

function lookAtParts({ inputs, plainTextSecret, next }: Work, read: (input: Input) => string): Parts {
  const parts: (readonly [number, readonly FirstLook[]])[] = [];
  for (;;) {
    const part = Atomics.add(next, 0, 1);
    const some = inputs.slice(part * PART, (part + 1) * PART);
    if (some.length === 0) return parts;
    parts.push([part, lookAt(some, plainTextSecret, read)]);
  }
}

function inThread(program: string, workerData: Work): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** Together, the threads may have kept more than is to be kept. */
function bounded(looks: readonly FirstLook[]): readonly FirstLook[] {
  let kept = 0;
  return looks.map(({ problems, ...look }) => {
    kept += problems?.length ?? 0;
    return problems && kept <= MOST_KEPT ? { problems, ...look } : look;
  });
}

function isWork(data: unknown): data is Work {
  return typeof data === "object" && data !== null && "kind" in data && data.kind === "vaultconn-check";
}
