import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import connectionSchema from "../../../schemas/connection.schema.json";
import { connectionAt, indexOfId } from "../../service/data/catalogue.js";
import { list, records, service, update } from "./support.js";

const { id, updated_at, fingerprint } = connectionAt(0);

describe("the catalogue", () => {
  it("begins with connections whose ids stay as they are", () => {
    expect(Array.from({ length: 12 }, (_, i) => [connectionAt(i).id, connectionAt(i).name])).toEqual([
      ["ac_SYi5gR27R32pB1qiVGpG", "Salesforce EU production"],
      ["ac_smIrFwWwdIkFpI786n0D", "Billing webhook"],
      ["ac_IzscoTXR5ifZj7AOhaC5", "Slack release notes"],
      ["ac_jDSONlnWrYKh7ggIHEfW", "BigQuery analytics export"],
      ["ac_9Q19wynRMj5L5oXCdvG9", "HubSpot marketing"],
      ["ac_ZebvV6Sv0peOTrRqhH6p", "Stripe payouts"],
      ["ac_zsBg4v33zOVpYmIF0mAw", "SendGrid receipts"],
      ["ac_P5lSd3Idi8ZE45NSv0Y0", "GitHub deploy notices"],
      ["ac_qJLECuCTBWBBhH3CUg7Z", "Snowflake finance warehouse"],
      ["ac_GWuzlNJEOGlS0SwLlFXU", "Twilio on-call alerts"],
      ["ac_gkUlKjCJZZgYwN1LP5Bo", "Zendesk support EU"],
      ["ac_6x4WtBPROcZg4GcoVWNC", "Mailchimp newsletter"],
    ]);
  });

  it("gives the same record for the same index", () => {
    for (const index of [0, 11, 12, 99_999, 100_099]) expect(connectionAt(index)).toEqual(connectionAt(index));
  });

  it("holds records as the document describes them, of which a few are not ready", () => {
    const all = Array.from({ length: 3000 }, (_, i) => connectionAt(i));
    const isConnection = new Ajv({ keywords: ["x-secret"] }).compile(connectionSchema);
    expect(all.filter((record) => !isConnection(record))).toEqual([]);
    for (const record of all) {
      for (const time of [record.created_at, record.updated_at, record.refreshed_at ?? record.updated_at]) {
        expect(new Date(time).toISOString()).toBe(time);
      }
      expect(record.created_at <= record.updated_at).toBe(true);
    }
    const notReady = all.filter(({ ready }) => !ready).length;
    expect(notReady).toBeGreaterThan(3000 / 20);
    expect(notReady).toBeLessThan(3000 / 8);
    for (const field of ["environment", "account_name", "refreshed_at"] as const)
      expect(new Set(all.map((record) => record[field] !== undefined)).size).toBe(2);
  });

  it("leads from an id back to its index, and from other texts nowhere", () => {
    for (let index = 0; index < 100_100; index += 71) expect(indexOfId(connectionAt(index).id)).toBe(index);
    for (const text of ["", "ac_", `${id} `, id.toLowerCase(), `x${id}`, "ac_ÄÖÜßéÄÖÜßéÄÖÜßéÄÖÜßé"])
      expect(indexOfId(text)).toBeUndefined();
  });
});

describe("what somebody else does", () => {
  it("changes a record, its time and its fingerprint", async () => {
    const running = await service();
    running.connections.change(id, { name: "Theirs", ready: false });
    const [record] = records(await list(running));
    expect(record).toMatchObject({ id, name: "Theirs", ready: false });
    expect(String(record?.["updated_at"]) > updated_at).toBe(true);
    expect(record?.["fingerprint"]).not.toBe(fingerprint);
  });

  it("changes only the fingerprint or only the time if that is what is given", async () => {
    const running = await service();
    running.connections.change(id, { fingerprint, updated_at: "2030-01-01T00:00:00.000Z" });
    expect(records(await list(running))[0]).toMatchObject({ fingerprint, updated_at: "2030-01-01T00:00:00.000Z" });
  });

  it("removes a record, for the list and for updates, with all that was stored", async () => {
    const running = await service({ connections: 3 });
    await update(running, id, { setup: { type: "TOKEN", token: "t" } });
    running.connections.remove(id);
    expect(records(await list(running)).map((record) => record["id"])).toEqual([
      connectionAt(1).id,
      connectionAt(2).id,
    ]);
    expect((await update(running, id, { name: "x" })).status).toBe(404);
    expect([running.connections.get(id), running.connections.setupOf(id)]).toEqual([undefined, undefined]);
  });

  it("inserts a record at the head of the list, which can be updated and removed", async () => {
    const running = await service({ connections: 1 });
    const inserted = running.connections.insert({ id: "my own id", name: "Fresh" });
    expect(records(await list(running)).map((record) => record["id"])).toEqual(["my own id", id]);
    expect((await update(running, "my%20own%20id", { name: "Fresher" })).json).toMatchObject({
      ...inserted,
      name: "Fresher",
      updated_at: expect.any(String) as string,
      fingerprint: expect.any(String) as string,
    });
    running.connections.remove("my own id");
    expect(running.connections.size).toBe(1);
    const others = [running.connections.insert(), running.connections.insert()];
    expect(records(await list(running)).map((record) => record["id"])).toEqual([others[1]?.id, others[0]?.id, id]);
  });

  it("cannot be done to what is not there, nor take an id twice", async () => {
    const { connections } = await service({ connections: 1 });
    expect(() => connections.change(connectionAt(1).id, {})).toThrow("There is no connection");
    expect(() => {
      connections.remove("x");
    }).toThrow("There is no connection x.");
    expect(() => {
      connections.disguise("x", {});
    }).toThrow("There is no connection x.");
    expect(() => connections.insert({ id })).toThrow("is taken");
    connections.insert({ id: "x" });
    expect(() => connections.insert({ id: "x" })).toThrow("is taken");
  });
});

describe("a disguise", () => {
  it("makes the list show missing, null, mistyped and extra fields until it ends", async () => {
    const running = await service({ connections: 2 });
    const [before] = records(await list(running));
    running.connections.disguise(id, {
      name: null,
      ready: "yes",
      created_at: undefined,
      setup: { type: "TOKEN" },
      "__proto__ ": 1,
    });
    const [shown, next] = records(await list(running));
    expect(shown).toEqual({
      ...before,
      name: null,
      ready: "yes",
      created_at: undefined,
      setup: { type: "TOKEN" },
      "__proto__ ": 1,
    });
    expect(Object.hasOwn(shown ?? {}, "created_at")).toBe(false);
    expect(next).toMatchObject({ id: connectionAt(1).id });
    running.connections.disguise(id, {});
    expect(records(await list(running))[0]).toEqual(before);
  });

  it("leaves the record itself and the update's reply alone", async () => {
    const running = await service();
    running.connections.disguise(id, { name: 5 });
    expect((await update(running, id, { name: "Right" })).json).toMatchObject({ name: "Right" });
    expect(records(await list(running))[0]).toMatchObject({ name: 5 });
  });
});
