import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PlanDocument } from "../../../client/cli/plan/document.js";
import { canary, UPDATE } from "../client/support.js";
import { seedOr } from "../../seed.js";
import type { Service } from "../../service/service.js";
import { start } from "./process.js";
import { BEARER, APPLY, opened } from "./support.js";

/** In so many repositories, one run or two are killed. */
const KILLS = Number(process.env["VAULTCONN_KILLS"] ?? 6);
const FILES = 12;

/** How the runs of a repository end. Half of the time, the second run is killed, too, maybe while it takes over what was left. */
const ENDS = fc.record({
  signal: fc.constantFrom("SIGKILL", "SIGKILL", "SIGKILL", "SIGTERM", "SIGINT"),
  kills: fc.array(fc.record({ updates: fc.nat(FILES - 1), delay: fc.nat(11) }), { minLength: 1, maxLength: 2 }),
});

/** Whatever lies in a folder and below it. */
function everythingIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"));
}

function appliedTo(service: Service, id: string): number {
  return service.requests.all(UPDATE).filter(({ path, applied }) => applied && path.endsWith(`/${id}`)).length;
}

it(`reports true outcomes in the next run after it was killed (${KILLS} times)`, async () => {
  const ends = fc.sample(ENDS, { seed: seedOr(99), numRuns: KILLS });
  for (const [round, { signal, kills }] of ends.entries()) {
    const { service, repository } = await opened(0, { connections: FILES, serviceTime: 5 });
    for (let at = 0; at < FILES; at++) repository.setup(at, { name: `Name ${round}.${at}`, setup: BEARER });
    for (const { updates, delay } of kills) {
      const before = service.requests.all(UPDATE).length;
      const { child, ended } = start(repository, APPLY);
      // From the first update on, since before that there is nothing to know.
      const after = before + (updates % Math.max(1, FILES - before));
      while (service.requests.all(UPDATE).length < after && child.exitCode === null) await sleep(1);
      // What everybody on the machine can read of a process.
      if (process.platform === "linux" && child.exitCode === null)
        canary.saw(readFileSync(`/proc/${child.pid ?? 0}/cmdline`, "utf8"));
      await sleep(delay);
      child.kill(signal);
      const { code } = await ended;
      // A signal that comes before the command listens to it ends it, at a time when it has sent nothing.
      if (code === -1 && signal !== "SIGKILL") expect(service.requests.all(UPDATE)).toHaveLength(before);
      else if (signal !== "SIGKILL") expect([0, 4, 5]).toContain(code);
    }
    canary.saw(...everythingIn(repository.outside), ...everythingIn(repository.root));
    if (existsSync(repository.lockFile)) await repository.lock();
    const { stdout } = await repository.cli(["plan", "--format", "json"]);
    const planned = (JSON.parse(stdout) as PlanDocument).files.map(({ id = "", status }) => [id, status]);
    expect(planned).toEqual(planned.map(([id = ""]) => [id, appliedTo(service, id) === 1 ? "unchanged" : "update"]));

    // A run that goes on where the killed one ended: nothing is sent twice, and in the end everything is there.
    const next = await repository.cli(APPLY);
    expect({ signal, code: next.code, message: next.stderr }).toMatchObject({ code: 0 });
    for (let at = 0; at < FILES; at++) {
      const id = service.connections.idAt(at);
      expect([id, appliedTo(service, id)]).toEqual([id, 1]);
      expect(service.connections.get(id)?.name).toBe(`Name ${round}.${at}`);
    }
    await repository.ends(0, ["plan"]);
    await repository.ends(0, ["drift"]);
    await service.close();
  }
});

it("waits for responses, and sends nothing more, when it's told to end", async () => {
  const { service, repository } = await opened(0, { connections: FILES, serviceTime: 100 });
  for (let at = 0; at < FILES; at++) repository.setup(at, { name: `Name ${at}` });
  const { child, ended } = start(repository, [...APPLY, "--format", "json"]);
  while (service.requests.all(UPDATE).length === 0 && child.exitCode === null) await sleep(5);
  child.kill("SIGTERM");
  const { code, stdout } = await ended;
  expect(code).toBe(4);
  const { outcomes } = JSON.parse(stdout) as { outcomes: { id: string; counts: string }[] };
  expect(outcomes.filter(({ counts }) => counts === "open")).toEqual([]);
  for (const { id, counts } of outcomes)
    expect([id, appliedTo(service, id)]).toEqual([id, counts === "success" ? 1 : 0]);
  expect(outcomes.some(({ counts }) => counts === "failure")).toBe(true);
});
