import { describe, expect, it } from "vitest";
import { remoteControl } from "../../service/control/client.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { list, records, service, update } from "./support.js";

const { id } = connectionAt(0);
const TOKEN = "control-token";

async function controlled() {
  const running = await service({ controlToken: TOKEN });
  return { running, control: remoteControl(running.origin, TOKEN) };
}

describe("control over the wire", () => {
  it("adds and clears faults", async () => {
    const { running, control } = await controlled();
    await control("addFaults", {
      faults: [{ kind: "reply", status: 503 }],
      scope: { operation: "list", times: "always" },
    });
    expect((await list(running)).status).toBe(503);
    await control("clearFaults");
    expect((await list(running)).status).toBe(200);
  });

  it("holds and releases requests", async () => {
    const { running, control } = await controlled();
    await control("addFaults", { faults: { kind: "hold", name: "gate" } });
    const pending = list(running);
    await control("waitUntilHeld", { name: "gate" });
    await control("release", { name: "gate" });
    expect((await pending).status).toBe(200);
  });

  it("reads the recorded requests with the bytes of their bodies, and none of its own", async () => {
    const { running, control } = await controlled();
    const waiting = control("waitForRequests", {
      filter: { operation: "update", status: 200, applied: true },
      count: 1,
    });
    await list(running, "page=1&per_page=3");
    await update(running, id, { name: "Zoë" });
    const [listed, updated] = await control("requests", {});
    expect(listed).toMatchObject({
      number: 1,
      operation: "list",
      query: "page=1&per_page=3",
      status: 200,
      applied: false,
    });
    expect(updated).toMatchObject({ number: 2, operation: "update", id, applied: true });
    expect(Buffer.from(updated?.body ?? "", "base64").toString()).toBe('{"name":"Zoë"}');
    expect(await waiting).toEqual([updated]);
    await control("clearRequests");
    expect(await control("requests", {})).toEqual([]);
  });

  it("reads and changes connections", async () => {
    const { running, control } = await controlled();
    await update(running, id, { setup: { type: "TOKEN", token: "t" } });
    expect(await control("connection", { id })).toEqual({
      record: running.connections.get(id),
      setup: { type: "TOKEN", token: "t" },
    });
    expect(await control("change", { id, change: { name: "Theirs" } })).toMatchObject({ id, name: "Theirs" });
    await control("remove", { id: connectionAt(1).id });
    await control("insert", { id: "fresh", name: "Fresh" });
    await control("disguise", { id: "fresh", properties: { ready: null }, omit: ["created_at"] });
    const [fresh, first, second] = records(await list(running));
    expect(fresh).toMatchObject({ id: "fresh", ready: null });
    expect(fresh).not.toHaveProperty("created_at");
    expect([first?.["name"], second?.["id"]]).toEqual(["Theirs", connectionAt(2).id]);
    expect(await control("connection", { id: connectionAt(1).id })).toEqual({ record: null, setup: null });
  });

  it("changes choices, limits and tokens", async () => {
    const { running, control } = await controlled();
    await control("choose", { errorBody: "text" });
    expect((await list(running, "page=x")).text).toMatch(/^The query parameter page/);
    const expired = await control("token", { expiresInSeconds: -5 });
    expect((await list(running, "", { token: expired })).status).toBe(401);
    await control("revokeTokens");
    expect((await list(running)).status).toBe(401);
    const token = await control("token", {});
    expect((await list(running, "", { token })).status).toBe(200);
    await control("limit", { operations: { limit: 0, windowSeconds: 60 } });
    expect((await list(running, "", { token })).status).toBe(429);
    await control("limit", {});
    expect((await list(running, "", { token })).status).toBe(200);
  });

  it("answers what it cannot do with a sentence", async () => {
    const { running, control } = await controlled();
    await expect(control("change", { id: "x", change: {} })).rejects.toThrow("There is no connection x.");
    const unknown = await fetch(`${running.origin}/__control`, {
      method: "POST",
      body: '{"action":"constructor"}',
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    expect([unknown.status, await unknown.json()]).toEqual([400, { error: "There is no action constructor." }]);
  });

  it.each([
    ["another token", "POST", { Authorization: "Bearer wrong" }],
    ["no token", "POST", {}],
    ["another method", "PUT", { Authorization: `Bearer ${TOKEN}` }],
  ])("is refused with %s", async (_, method, headers) => {
    const { running } = await controlled();
    const response = await fetch(`${running.origin}/__control`, {
      method,
      headers,
      body: '{"action":"requests","input":{}}',
    });
    expect(response.status).toBe(403);
  });

  it("is not had with the access token", async () => {
    const { running } = await controlled();
    await expect(remoteControl(running.origin, running.accessToken)("requests", {})).rejects.toThrow(
      "The control token is wrong.",
    );
  });
});
