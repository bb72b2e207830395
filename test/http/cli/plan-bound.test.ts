import { rmSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Random } from "../../../scripts/bench/measure/random.js";
import { service, updates } from "../client/support.js";
import type { Service } from "../../service/service.js";
import { BEARER, hostOf, Repository, SECRET, type Given } from "./support.js";

/** So many changes between plan and apply; more of them find more, and take longer. */
const CHANGES = Number(process.env["VAULTCONN_PLAN_BOUND"] ?? 60);

/** Where a change is made. */
interface Scene {
  readonly to: Service;
  readonly other: Service;
  readonly repository: Repository;
  /** The setup files of the plan, below the root. */
  readonly files: readonly string[];
  readonly random: Random;
  readonly plan: string;
}

/** What may be different at apply. @returns what the run is given then */
type Change = (scene: Scene) => { readonly given?: Given; readonly args?: readonly string[] };

const edit =
  (change: (file: Record<string, unknown>, scene: Scene) => object | string): Change =>
  (scene) => {
    const full = join(scene.repository.root, scene.random.pick(scene.files));
    const changed = change(JSON.parse(readFileSync(full, "utf8")) as Record<string, unknown>, scene);
    writeFileSync(full, typeof changed === "string" ? changed : JSON.stringify(changed));
    return {};
  };

const record =
  (change: (to: Service, id: string, random: Random) => void): Change =>
  ({ to, random, files }) => {
    const id = to.connections.idAt(random.below(files.length));
    change(to, id, random);
    return {};
  };

const CHANGES_THERE_ARE: Readonly<Record<string, Change>> = {
  "another reference": edit((file, { random }) => ({
    ...file,
    setup: { ...BEARER, token: `\${secret:${random.token(6)}}` },
  })),
  "another kind of reference": edit((file) => ({ ...file, setup: { ...BEARER, token: "${env:TOKEN}" } })),
  "a value in the place of a reference": edit((file, { random }) => ({
    ...file,
    setup: { ...BEARER, token: random.token(30) },
  })),
  "text beside a reference": edit((file) => ({ ...file, setup: { ...BEARER, token: "x${secret:TOKEN}" } })),
  "another name": edit((file, { random }) => ({ ...file, name: random.token(12) })),
  "no setup": edit(({ setup: _, ...file }) => ({ ...file, name: "Only a name" })),
  "another variant": edit((file) => ({ ...file, setup: { type: "API_KEY", api_key: "${secret:TOKEN}" } })),
  "another connection": edit((file, { to }) => ({ ...file, id: to.connections.idAt(10) })),
  "another tenant": edit((file, { other }) => ({ ...file, tenant: hostOf(other) })),
  "no JSON": edit(() => "{"),
  "an error": edit((file) => ({ ...file, setup: { type: "BEARER" } })),
  "nothing to send": edit(({ id, tenant }) => ({ id, tenant })),
  "a file that is gone": ({ repository, random, files }) => {
    rmSync(join(repository.root, random.pick(files)));
    return {};
  },
  "a second file for the connection": ({ repository, random, files }) => {
    const full = join(repository.root, random.pick(files));
    // One that the plan does not know is no business of the plan: it changes the one it knows into the other.
    const other = JSON.parse(readFileSync(join(repository.root, random.pick(files)), "utf8")) as object;
    writeFileSync(full, JSON.stringify({ ...other, name: "Twice" }));
    return {};
  },
  "a record that was renamed": record((to, id, random) => to.connections.change(id, { name: random.token(8) })),
  "a record that was touched": record((to, id) => to.connections.change(id, {})),
  "a record of another fingerprint alone": record((to, id, random) => {
    const { updated_at } = to.connections.get(id) ?? { updated_at: "" };
    to.connections.change(id, { fingerprint: random.token(20), updated_at });
  }),
  "a record that is gone": record((to, id) => {
    to.connections.remove(id);
  }),
  "a secret that is gone": () => ({ given: { env: { VAULTCONN_SECRET_TOKEN: undefined } } }),
  "a secret that is empty": () => ({ given: { env: { VAULTCONN_SECRET_TOKEN: "" } } }),
  "another tenant in the environment": ({ other }) => ({
    given: { env: { VAULTCONN_TENANT: other.baseUrl, VAULTCONN_ACCESS_TOKEN: other.accessToken } },
  }),
  "a tenant that is read-only": ({ repository, to }) => {
    const file = join(repository.outside, "tenants.json");
    writeFileSync(file, JSON.stringify([{ name: "Acme", baseUrl: to.baseUrl, readOnly: true }]));
    return { args: ["--tenants", file] };
  },
  "a plan that was edited": ({ plan, random }) => {
    const text = readFileSync(plan, "utf8");
    const fields = [/"digest": "(.)/, /"fingerprint": "(.)/, /"id": "ac_(.)/, /"file": "(.)/, /"first": (.)/] as const;
    writeFileSync(
      plan,
      text.replace(random.pick(fields), (found) => `${found.slice(0, -1)}~`),
    );
    return {};
  },
};

it(`refuses a plan whatever has moved since, and sends nothing (${CHANGES} times)`, async () => {
  const kinds = Object.entries(CHANGES_THERE_ARE);
  const random = new Random(1607);
  for (let round = 0; round < CHANGES; round++) {
    const [what, change] = kinds[round % kinds.length] ?? random.pick(kinds);
    const to = await service();
    const other = await service();
    const repository = new Repository(to);
    const files = Array.from({ length: 1 + random.below(3) }, (_, at) => repository.setup(at));
    const plan = join(repository.outside, "plan.json");
    expect(await repository.cli(["plan", "--out", plan])).toMatchObject({ code: 2 });
    const { given = {}, args = [] } = change({ to, other, repository, files, random, plan });
    const applied = await repository.cli(["apply", plan, ...args], {
      ...given,
      env: { VAULTCONN_SECRET_OTHER: SECRET, ...given.env },
    });
    expect({ what, code: applied.code, said: applied.stderr + applied.stdout }).toMatchObject({ code: 4 });
    expect([what, updates(to), updates(other)]).toEqual([what, 0, 0]);
    await Promise.all([to.close(), other.close()]);
  }
});
