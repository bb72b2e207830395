import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, wrap } from "node:module";
import { dirname } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

const DIGEST_BYTES = 32;
/** By how much a process has to have compiled more than is kept for that to be kept instead. */
const WORTH_KEEPING = 1.05;
/** After so many milliseconds a first start is over. */
const STARTED_MS = 10_000;

type Wrapper = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  file: string,
  dir: string,
) => void;

/**
 * Requires a bundle, with what V8 made of it in an earlier process: compiling it anew takes longer than all else
 * between the start and the first answer. Node keeps such a code cache by itself only from version 22 on.
 *
 * The cache lies beside the bundle: whoever can change it could change the bundle, and it goes where the bundle goes. It
 * holds compiled code, and nothing of what that code has worked on. Where it can't be written, the bundle is compiled
 * each time.
 *
 * @param file a CommonJS module, by its absolute path
 * @returns what it exports
 */
export function requireCompiled(file: string): unknown {
  const source = readFileSync(file, "utf8");
  // V8's own check finds another version and other flags, but not what only looks like its own.
  const cache = `${file}.${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}.cache`;
  const cachedData = readCache(cache, source);
  const script = new Script(wrap(source), { filename: file, ...(cachedData && { cachedData }) });
  let kept = cachedData && script.cachedDataRejected !== true ? cachedData.length : 0;
  const keep = (): void => {
    const compiled = script.createCachedData();
    if (compiled.length <= kept * WORTH_KEEPING) return;
    writeCache(cache, source, compiled);
    kept = compiled.length;
  };
  // By then what is compiled when it is first called has been, too. A server may be killed, and gets to no end.
  process.once("exit", keep);
  if (kept === 0) setTimeout(keep, STARTED_MS).unref();
  const module = { exports: {} };
  const run = script.runInThisContext() as Wrapper;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/** @returns nothing where it is missing, damaged, which V8 would not survive, or that of another source. */
function readCache(cache: string, source: string): Buffer | undefined {
  try {
    const content = readFileSync(cache);
    const data = content.subarray(DIGEST_BYTES);
    return content.subarray(0, DIGEST_BYTES).equals(digest(source, data)) ? data : undefined;
  } catch {
    return undefined;
  }
}

function writeCache(cache: string, source: string, data: Buffer): void {
  const draft = `${cache}.${process.pid.toString()}`;
  try {
    writeFileSync(draft, Buffer.concat([digest(source, data), data]));
    renameSync(draft, cache);
  } catch {
    // The folder belongs to somebody else, or the disk is full: the next process compiles, too.
    rmSync(draft, { force: true });
  }
}

function digest(source: string, data: Buffer): Buffer {
  return createHash("sha256").update(source).update(data).digest();
}
