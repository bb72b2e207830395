import { expect, it } from "vitest";
import { historyTable } from "../../../client/core/push/history.js";
import { Rotations } from "../../../client/core/push/rotations.js";
import { Digests } from "../../../client/core/secrets/digest.js";
import { canary, service } from "../client/support.js";
import { openWindow, pushAll, requestFor } from "./support.js";

const OLD = "canary-rotated-old-61b2";
const NEW = "canary-rotated-new-0d4e";

it("replaces a value on two tenants with one review, keeps digests alone, and is one entry of the history", async () => {
  const tenants = [await service({ connections: 20 }), await service({ connections: 20 })];
  canary.secret(OLD);
  canary.secret(NEW);
  const [first] = tenants;
  if (!first) throw new Error("There is no tenant.");
  const window = openWindow(first);
  const clients = tenants.map((to) => openWindow(to, window.storage).client);
  const kept = new Map<string, string>();
  const digests = new Digests({
    get: (key) => Promise.resolve(kept.get(key)),
    store: (key, value) => Promise.resolve(void kept.set(key, value)),
    delete: (key) => Promise.resolve(void kept.delete(key)),
  });
  let value = OLD;
  const rotations = new Rotations(window.storage);
  const ofSix = () =>
    [0, 1, 2, 3, 4, 5].map((index) => {
      const to = tenants[index % 2] ?? first;
      const client = clients[index % 2] ?? window.client;
      const request = requestFor(to, { client }, { id: to.connections.idAt(index) });
      const sources = { ...request.sources, secret: () => Promise.resolve(value) };
      return { ...request, digests, sources, digest: "d", rotation: rotations.partOf(request.file) };
    });
  let reviews = 0;
  window.decisions.confirm = () => {
    reviews += 1;
    return Promise.resolve(true);
  };
  const before = await pushAll(window, ofSix());
  const values = (results: typeof before) => results.results.map(({ entry }) => entry?.values?.of["secret:TOKEN"]);
  expect(values(before).every((digest) => /^[\w-]{43}$/.test(digest ?? ""))).toBe(true);
  // The same value has another digest for each connection.
  expect(new Set(values(before)).size).toBe(6);

  value = NEW;
  reviews = 0;
  const rotation = await rotations.begin(
    [{ kind: "secret", name: "TOKEN" }],
    ofSix().map(({ file }) => file),
  );
  for (const { requests } of tenants) requests.clear();
  const after = await pushAll(window, ofSix());
  expect([reviews, after.results.map(({ outcome }) => outcome.kind)]).toEqual([1, Array(6).fill("done")]);
  for (const { requests } of tenants)
    expect(requests.all({ method: "PATCH", applied: true }).map(({ body }) => body.toString().includes(value))).toEqual(
      [true, true, true],
    );
  expect(values(after).some((digest) => values(before).includes(digest))).toBe(false);
  const lines = historyTable(window.history.lines, ({ connection }) => connection).split("\n");
  expect(lines[1]).toMatch(/6 of 6 applied +Acme +Rotation of TOKEN/);
  expect(lines.filter((line) => line.startsWith("  "))).toHaveLength(6);
  // The next window knows of it, until it is over.
  const next = new Rotations(window.storage);
  expect(next.open).toEqual([rotation]);
  expect(await next.end(rotation)).toBe(true);
  expect(new Rotations(window.storage).open).toEqual([]);
  canary.saw(window.storage.everything);
});
