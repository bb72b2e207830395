import fc from "fast-check";
import { expect, it } from "vitest";
import type { FileOutcome } from "../../../client/cli/outcomes.js";
import type { Fault } from "../../service/faults/fault.js";
import type { RecordedRequest } from "../../service/http/request-log.js";
import type { Service } from "../../service/service.js";
import { service } from "../client/support.js";
import { BEARER, Repository } from "./support.js";

/** So many schedules; more of them find more, and take longer. */
const RUNS = Number(process.env["VAULTCONN_SCHEDULES"] ?? 40);
const UPDATE = { operation: "update" } as const;

/** What happens during one run of the command. */
interface Scene {
  /** What each file sends. */
  readonly files: readonly ("name" | "setup" | "both")[];
  readonly updates: readonly Fault[];
  readonly list: { readonly fault: Fault; readonly skip: number; readonly times: number } | undefined;
  /** A signal comes after so many requests. */
  readonly stopAfter: number | undefined;
}

const when = fc.constantFrom("before", "after");
const silence = fc.record({ kind: fc.constant("silence" as const), how: fc.constantFrom("reset", "close"), when });
const serverError = fc.record({
  kind: fc.constant("reply" as const),
  status: fc.constantFrom(500, 502, 503, 504, 408),
  applied: fc.boolean(),
});
const refusal = fc.record({
  kind: fc.constant("reply" as const),
  status: fc.constantFrom(400, 401, 403, 404, 409, 429),
});
const nonsense = fc.record({
  kind: fc.constant("reply" as const),
  status: fc.constantFrom(200, 307),
  body: fc.constantFrom("<html>", "[]", ""),
  applied: fc.boolean(),
});
const broken: fc.Arbitrary<Fault> = fc.constantFrom(
  { kind: "truncate", how: "framed" },
  { kind: "truncate", how: "cut" },
);
const others = fc.record({
  kind: fc.constant("change" as const),
  change: fc.constantFrom({ ready: false, name: "Someone else's" }, { ready: false }),
  when,
});

const scenes: fc.Arbitrary<Scene> = fc.record({
  files: fc.array(fc.constantFrom("name", "setup", "both"), { minLength: 1, maxLength: 5 }),
  updates: fc.array(fc.oneof(silence, silence, serverError, nonsense, refusal, broken, others), { maxLength: 4 }),
  list: fc.option(
    fc.record({
      fault: fc.oneof(silence, serverError, nonsense),
      skip: fc.integer({ min: 0, max: 6 }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
    { nil: undefined, freq: 3 },
  ),
  stopAfter: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 5 }),
});

it("says the outcome of every update, or that it does not know, and sends none twice", async () => {
  const to = await service({ connections: 8 });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const repository = new Repository(to);
      round++;
      const names = new Map<string, string | undefined>();
      for (const [at, what] of scene.files.entries()) {
        const name = what === "setup" ? undefined : `Name ${round}.${at}`;
        repository.setup(at, { ...(name !== undefined && { name }), ...(what !== "name" && { setup: BEARER }) });
        names.set(to.connections.idAt(at), name);
      }
      const first = await runWith(scene, repository, to);
      expectTruth(first.outcomes, to.requests.all(UPDATE), names);
      const open = first.outcomes.filter(({ outcome }) => outcome === "unknown");
      expect(first.code).toBe(expectedCode(first));

      // The next run finds out about what was left open, and sends nothing for that.
      to.requests.clear();
      const next = await repository.cli(["plan", "--format", "json"]);
      expect(to.requests.all(UPDATE)).toEqual([]);
      for (const { id } of open) if (next.code !== 4) expect(next.stderr).toContain(id);
      await expectLock(repository, to);
    }),
    { numRuns: RUNS },
  );
}, 600_000);

/** What a run said. */
interface Run {
  readonly code: number;
  readonly outcomes: readonly FileOutcome[];
  /** Whether it ended before anything was sent. */
  readonly ended: boolean;
}

async function runWith({ updates, list, stopAfter }: Scene, repository: Repository, to: Service): Promise<Run> {
  to.requests.clear();
  const stopping = new AbortController();
  for (const fault of updates) to.faults.add(fault, UPDATE);
  if (list) to.faults.add(list.fault, { operation: "list", skip: list.skip, times: list.times });
  const watch = setInterval(() => {
    if (stopAfter !== undefined && to.requests.all().length >= stopAfter) stopping.abort();
  }, 1);
  const { code, stdout } = await repository.cli(["apply", "--auto", "--yes", "--format", "json"], {
    stopping: stopping.signal,
  });
  clearInterval(watch);
  to.faults.clear();
  const outcomes = stdout === "" ? [] : (JSON.parse(stdout) as { outcomes: FileOutcome[] }).outcomes;
  return { code, outcomes, ended: stdout === "" };
}

function expectedCode({ outcomes, ended }: Run): number {
  if (ended || outcomes.length === 0) return 4;
  if (outcomes.some(({ counts }) => counts === "open")) return 5;
  return outcomes.every(({ counts }) => counts === "success") ? 0 : 4;
}

/** What was told must agree with what the service did. */
function expectTruth(
  outcomes: readonly FileOutcome[],
  requests: readonly RecordedRequest[],
  names: ReadonlyMap<string, string | undefined>,
): void {
  const of = (id: string) => requests.filter(({ path }) => path.endsWith(`/${id}`));
  for (const id of names.keys()) {
    const sent = of(id);
    // After 401 and 429 an update wasn't applied, and may be sent once more.
    expect(sent.filter(({ status }) => status !== 429 && status !== 401).length).toBeLessThanOrEqual(1);
    expect(sent.filter(({ applied }) => applied).length).toBeLessThanOrEqual(1);
  }
  for (const { id, outcome, counts, text } of outcomes) {
    const applied = of(id).some((request) => request.applied);
    const told = { outcome, text, applied };
    if (counts === "success") expect(told).toMatchObject({ applied: true });
    if (counts === "failure") expect(told).toMatchObject({ applied: false });
  }
}

/** The lock file says of each connection what this command left, so that whatever it isn't by now, someone else did. */
async function expectLock(repository: Repository, to: Service): Promise<void> {
  const { stdout } = await repository.cli(["drift", "--format", "json"]);
  const { findings } = JSON.parse(stdout) as { findings: { kind: string; id: string }[] };
  const changed = findings.filter(({ kind }) => kind === "changed").map(({ id }) => id);
  const entries = await repository.lock().catch(() => []);
  const different = entries.filter(({ id, fingerprint }) => to.connections.get(id)?.fingerprint !== fingerprint);
  expect(changed.toSorted()).toEqual(different.map(({ id }) => id).toSorted());
}
