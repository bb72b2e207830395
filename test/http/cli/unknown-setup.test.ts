import { describe, expect, it } from "vitest";
import { canary, UPDATE } from "../client/support.js";
import { APPLY, BEARER, SECRET, opened } from "./support.js";

const TOKEN = "${secret:TOKEN}";
const REFUSED = "use --allow-unknown with plan and with apply";
const ALLOWED = "unknown to this version";

const UNKNOWN_SETUPS: Readonly<Record<string, object>> = {
  "a type": { type: "OAUTH_PKCE", client_id: TOKEN, nested: { list: [TOKEN] } },
  "a property": { ...BEARER, audience: TOKEN },
  "a missing property": { type: "OAUTH_CLIENT_CREDENTIALS", client_id: TOKEN },
  "an allowed value": { type: "API_KEY", name: TOKEN, value: TOKEN, in: "COOKIE" },
  "a limit": { type: "BASIC_AUTH", username: "u".repeat(5000), password: TOKEN },
};

/** A service that accepts what this version doesn't know. */
async function accepting(setup: object) {
  const { service, repository, plan } = await opened();
  const file = repository.setup(0, { setup });
  const id = service.connections.idAt(0);
  const change = { updated_at: "2031-01-01T00:00:00.000Z", fingerprint: "accepted" };
  const body = JSON.stringify({ ...service.connections.get(id), ...change });
  const act = () => void service.connections.change(id, change);
  service.faults.add(
    [
      { kind: "reply", status: 200, body },
      { kind: "meanwhile", when: "after", act },
    ],
    UPDATE,
  );
  return { service, repository, plan, file };
}

describe.each(Object.entries(UNKNOWN_SETUPS))("a setup with %s that this version doesn't know", (_, setup) => {
  it("is refused by check and plan, and sent as written with --allow-unknown", async () => {
    const { service, repository } = await accepting(setup);
    await repository.ends(4, ["check"]);
    await repository.ends(4, ["plan"], REFUSED);
    await repository.ends(4, APPLY, REFUSED);
    await repository.ends(2, ["plan", "--allow-unknown"], ALLOWED);
    expect(service.requests.all(UPDATE)).toEqual([]);
    await repository.ends(0, [...APPLY, "--allow-unknown"], `applied, ${ALLOWED}`);
    const sent = JSON.stringify({ setup }).replaceAll(TOKEN, SECRET);
    expect(service.requests.all(UPDATE).map(({ body }) => body.toString())).toEqual([sent]);
  });
});

it("is sent by an approved plan only if apply allows it, too", async () => {
  const { service, repository, plan } = await accepting({ type: "OAUTH_PKCE", client_id: TOKEN, flags: [true, null] });
  await repository.ends(2, ["plan", "--allow-unknown", "--out", plan], "OAUTH_PKCE");
  expect((await repository.plan()).files).toMatchObject([{ status: "update", unknownSetup: true }]);
  await repository.ends(4, ["apply", plan], REFUSED);
  expect(service.requests.all(UPDATE)).toEqual([]);
  await repository.ends(0, ["apply", plan, "--allow-unknown"], "1 applied");
});

it("can't be planned for another run with a value, because each may be a secret", async () => {
  const { repository, plan } = await accepting({ ...BEARER, audience: "canary-Hs4nB7eLw1" });
  canary.secret("canary-Hs4nB7eLw1");
  await repository.ends(4, ["plan", "--allow-unknown", "--out", plan], "Replace each with a reference");
});

it.each([
  ["outside the setup", { names: "x", setup: { type: "OAUTH_PKCE" } }],
  ["in the name", { name: "", setup: { type: "OAUTH_PKCE" } }],
  ["in a reference", { setup: { type: "OAUTH_PKCE", key: "${secret:}" } }],
  ["of a reference's place", { setup: { type: "API_KEY", name: "k", value: TOKEN, in: TOKEN } }],
  ["of an empty value", { setup: { type: "OAUTH_PKCE", key: TOKEN, more: { list: [" "] } } }],
  ["of an empty type", { setup: { type: "", key: TOKEN } }],
  ["of a format", { setup: { type: "OAUTH_CLIENT_CREDENTIALS", client_id: "c", token_endpoint: "x" } }],
  ["of a value's format", { setup: { type: "WEBHOOK", url: TOKEN, secret: TOKEN } }],
  ["of the type", { setup: { token: TOKEN } }],
])("is refused with an error %s", async (_, content) => {
  const { service, repository } = await opened();
  repository.setup(0, content);
  const { stdout } = await repository.ends(4, ["plan", "--allow-unknown"], "refused");
  expect(stdout).not.toContain("allow-unknown");
  expect(service.requests.all(UPDATE)).toEqual([]);
});

it("shows none of its strings, whatever the service answers", async () => {
  const secrets = ["canary-Ty8pQ3zXa1", "canary-Id5kR9vCm2", "canary-Li2wF6jNd3", "canary-In7hS4uGb4"].map((text) =>
    canary.secret(text),
  );
  const [type = "", client_id = "", item = "", place = ""] = secrets;
  const { service, repository } = await opened();
  repository.setup(0, { setup: { type, client_id, more: { list: [item] }, in: place, retries: 12345678 } });
  const message = `setup.client_id is wrong: ${secrets.join(" ")} 12345678`;
  service.faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message }) }, UPDATE);
  const planned = await repository.ends(2, ["plan", "--allow-unknown", "--format", "json"], "The type isn't one");
  const { stdout, stderr } = await repository.ends(4, [...APPLY, "--allow-unknown", "--verbose"], "setup.client_id");
  expect(planned.stdout + stdout + stderr).not.toMatch(/canary|12345678/);
});

it("leaves no variant of an earlier setup in the lock file", async () => {
  const { service, repository } = await opened(1);
  await repository.ends(0, APPLY, "1 applied");
  expect((await repository.lock()).map(({ variant }) => variant)).toEqual([7]);
  repository.setup(0, { setup: UNKNOWN_SETUPS["a type"] });
  const record = service.connections.get(service.connections.idAt(0));
  const body = JSON.stringify({ ...record, updated_at: "2031-01-01T00:00:00.000Z" });
  service.faults.add({ kind: "reply", status: 200, body }, UPDATE);
  await repository.ends(0, [...APPLY, "--allow-unknown"], "1 applied");
  expect((await repository.lock()).map(({ variant }) => variant)).toEqual([undefined]);
});

it("is reported as unknown after a lost response", async () => {
  const { service, repository } = await accepting({ type: "OAUTH_PKCE", client_id: TOKEN });
  service.faults.clear();
  service.faults.add({ kind: "silence", how: "reset", when: "before" }, UPDATE);
  await repository.ends(4, [...APPLY, "--allow-unknown"], `not applied, ${ALLOWED}`);
});
