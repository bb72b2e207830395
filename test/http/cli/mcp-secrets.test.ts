import * as fc from "fast-check";
import { expect, it } from "vitest";
import { seedOr } from "../../seed.js";
import { variants } from "../../../schemas/variants.js";
import { canary, openService } from "../client/support.js";
import { startAgent } from "./process.js";
import { BEARER, Repository, SECRET, APPLY } from "./support.js";

const CALLS = 2000;

it("never returns a value of a file, the environment, a record, or the lock file", async () => {
  const [allowed, other] = [await openService({ connections: 120 }), await openService()];
  const [repository, closed] = [new Repository(allowed), new Repository(other)];
  let made = 0;
  const value = () => canary.secret(`canary${++made}Zq${(made * 7919).toString(36)}`);
  for (let at = 0; at < 20; at++) allowed.connections.change(allowed.connections.idAt(at), { account_name: value() });
  repository.setup(0);
  repository.setup(1);
  await repository.ends(0, APPLY);
  for (const { digest, previous = [] } of await repository.lock())
    for (const text of [digest, ...previous]) canary.secret(text);
  const texts = variants.flatMap(({ type, fields }, at) => {
    const setup = { type, ...Object.fromEntries(fields.map(({ name }) => [name, value()])) };
    const id = allowed.connections.idAt(at + 2);
    return [JSON.stringify({ id, name: "n", setup }, null, 2), JSON.stringify(setup), JSON.stringify({ ...setup, id })];
  });
  const paths = texts.map((text, at) => {
    const name = `folder/${at}.vaultconn.json`;
    repository.write(name, text);
    return name;
  });
  repository.write(".env", `NAME=${value()}\n`);
  closed.write("folder/0.vaultconn.json", { id: other.connections.idAt(0), setup: BEARER });
  const agents = [
    await startAgent(repository, ["--allow-list", "--verbose"], { SOME_VARIABLE: value() }),
    await startAgent(closed, [], { SOME_VARIABLE: SECRET }),
  ] as const;
  const sent = allowed.requests.all({ operation: "update" }).length;

  const path = fc.oneof(
    fc.constantFrom(...paths, ".", "folder", "../outside", ".env", "vaultconn.lock.json"),
    fc.string(),
  );
  // Texts that break off, lack a character, or have one too many.
  const more = fc.constantFrom("", '"', ",", "{", "}", "\\", ":", " ", "x");
  const text = fc
    .tuple(fc.constantFrom(...texts), fc.nat(200), more, fc.nat(2))
    .map(([whole, at, put, cut]) => whole.slice(0, at) + put + whole.slice(at + cut));
  const variant = fc.constantFrom(...variants.map(({ name }) => name), "none");
  const word = fc.oneof(fc.constantFrom("BEARER", "API_KEY", "syntax", "salesforce", "a"), fc.string());
  const calls = (weight: number, tools: string, input: fc.Arbitrary<object>) => ({
    weight,
    arbitrary: fc.record({ tool: fc.constantFrom(...tools.split(" ")), input }),
  });
  const requiredKeys: [] = [];
  const anything = fc.dictionary(fc.string(), fc.jsonValue());
  const call = fc.oneof(
    calls(6, "validate", fc.record({ path, variant }, { requiredKeys: ["path"] })),
    calls(8, "validate", fc.record({ text, variant }, { requiredKeys: ["text"] })),
    calls(2, "explain", fc.record({ type: word, code: word }, { requiredKeys })),
    calls(2, "list", fc.record({ query: word, limit: fc.integer({ max: 120 }) }, { requiredKeys })),
    calls(1, "plan", fc.record({ paths: fc.array(path, { maxLength: 3 }) })),
    calls(1, "plan list validate push", anything),
  );
  let answered = 0;
  for (const [at, { tool, input }] of fc.sample(call, { numRuns: CALLS, seed: seedOr(35) }).entries()) {
    const agent = agents[at % 10 === 0 ? 1 : 0];
    await agent.call(tool, input).then(
      () => answered++,
      (error: unknown) => {
        canary.sawValue(error);
      },
    );
  }
  expect(answered).toBeGreaterThan(CALLS / 2);
  for (const { client, pid, stderr } of agents) {
    await client.close();
    canary.saw(await stderr);
    expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH");
  }
  expect(await agents[1].stderr).toBe("");
  expect(other.requests.all()).toEqual([]);
  expect(allowed.requests.all({ operation: "update" })).toHaveLength(sent);
  expect(new Set(allowed.requests.all().map(({ operation }) => operation))).toEqual(new Set(["list", "update"]));
});
