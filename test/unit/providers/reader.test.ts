import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readProviders } from "../../../client/core/secrets/providers/definitions.js";
import { createProviderReader, type ReaderOptions } from "../../../client/core/secrets/providers/reader.js";
import { createPrograms, resultOf } from "./fakePrograms.js";

let programs: Awaited<ReturnType<typeof createPrograms>>;
beforeEach(async () => {
  programs = await createPrograms();
  return programs.remove;
});

/** Notes when it begins and ends; gives the path back, or fails with what stands in `answers`. */
const noted = (runsForMs: number): string => `
const fs = require('fs'); const log = __dirname + '/log'; const at = process.argv[2];
fs.appendFileSync(log, '+' + at + '\\n');
setTimeout(() => {
  fs.appendFileSync(log, '-' + at + '\\n');
  if (at.startsWith('out')) { console.error('[ERROR] You are not currently signed in.'); process.exit(1); }
  if (at.startsWith('none')) { console.error('"x" isn\\'t an item in the "y" vault'); process.exit(1); }
  console.log('v:' + at);
}, ${runsForMs});`;
const NOTED = noted(60);

/** Reads with a program that is the provider `p`. */
function readerWith(program: string, options?: ReaderOptions) {
  return createProviderReader(readProviders({ p: { command: [program, "${path}"] } }), programs.context, options);
}

/** What the programs noted. */
async function logLines(): Promise<readonly string[]> {
  return (await readFile(path.join(programs.bin, "log"), "utf8").catch(() => "")).trim().split("\n");
}

async function readAll(program: string, targets: readonly string[], options?: ReaderOptions, script = NOTED) {
  await programs.add(program, script);
  const read = readerWith(program, options);
  const results = await Promise.all(targets.map(async (target) => resultOf(await read(`p:${target}`))));
  const lines = await logLines();
  let now = 0;
  const counts = lines.map((line) => (now += line.startsWith("+") ? 1 : -1));
  return {
    results,
    started: lines.filter((line) => line.startsWith("+")),
    most: Math.max(...counts),
    first: lines.slice(0, 2).join(" "),
  };
}

const TEN = Array.from({ length: 10 }, (_, at) => `a${at}`);

describe.skipIf(process.platform === "win32")("the providers of a push", () => {
  it("run the first call alone, then at most four at a time", async () => {
    // Long enough that six would overlap on a busy computer.
    const targets = TEN.slice(0, 6);
    const { results, most, first } = await readAll("tool", targets, {}, noted(800));
    expect(results).toEqual(targets.map((target) => `v:${target}`));
    expect(first).toBe("+a0 -a0");
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it("don't start the rest while nobody is signed in, and report each path", async () => {
    const { results, started } = await readAll("op", ["out1", ...TEN]);
    expect(started).toEqual(["+out1"]);
    expect(results).toEqual(Array.from({ length: 11 }, () => "<signed-out>"));
  });

  it("go on after a missing path, one by one until one succeeds", async () => {
    const { results, first } = await readAll("op", ["none", "a", "b"]);
    expect(results).toEqual(["<missing>", "v:a", "v:b"]);
    expect(first).toBe("+none -none");
  });

  it("read each path once", async () => {
    expect((await readAll("tool", ["a", "a", "b", "a"])).started).toEqual(["+a", "+b"]);
  });

  it("start nothing once canceled", async () => {
    const abort = new AbortController();
    abort.abort();
    const { results, started } = await readAll("tool", TEN, { signal: abort.signal });
    expect(new Set(results)).toEqual(new Set(["<cancelled>"]));
    expect(started).toEqual([]);
  });

  it("don't run bw or ask the user in parallel for two pushes", async () => {
    for (const [program, targets] of [
      ["bw", TEN.slice(0, 3)],
      ["op", ["a"]],
    ] as const) {
      await programs.add(program, NOTED);
      const readers = [readerWith(program), readerWith(program)];
      await Promise.all(readers.flatMap((read) => targets.map((target) => read(`p:${target}`))));
    }
    expect((await logLines()).map(([sign]) => sign).join("")).toBe("+-".repeat(8));
  });

  it("can be canceled while they wait for another push", async () => {
    await programs.add("op", "setInterval(() => {}, 1000)");
    const [first, second] = [new AbortController(), new AbortController()];
    const slow = readerWith("op", { signal: first.signal })("p:a");
    const waiting = readerWith("op", { signal: second.signal })("p:b");
    second.abort();
    expect(resultOf(await waiting)).toBe("<cancelled>");
    first.abort();
    expect(resultOf(await slow)).toBe("<cancelled>");
  });

  it("ask the user one after the other, and say when", async () => {
    await programs.add("op", NOTED);
    await programs.add("pass", NOTED);
    const told: unknown[] = [];
    const definitions = { op: { command: ["op", "${path}"] }, pass: { command: ["pass", "${path}"] } };
    const read = createProviderReader(readProviders(definitions), programs.context, {
      onProvider: (about) => told.push(about),
    });
    await Promise.all(["op:a", "pass:b"].map((name) => read(name)));
    expect(await logLines()).toEqual(["+a", "-a", "+b", "-b"]);
    expect(told).toEqual([
      { title: "1Password", asks: true },
      { title: "pass", asks: true },
    ]);
  });
});
