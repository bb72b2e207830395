import { describe, expect, it } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import { DAY_MS } from "../../../client/core/text/formatTime.js";
import { openService, TestClock } from "../client/support.js";
import { BEARER, hostOf, Repository } from "./support.js";

const FORMULA = '=HYPERLINK("https://evil.example.com")';
/** What a spreadsheet, a terminal, a table, or the log of a pipeline gives a meaning. */
const [SUM, ERROR, ORDERS] = ["@Sum|1", "::error::x\n\u202ey", "Orders (EU)"];
const NAMES = [FORMULA, SUM, ERROR, ORDERS];
const FORMATS = ["text", "json", "csv", "markdown"] as const;

/** A service with one connection of each name, which changed as many days ago as its position, and with a file each. */
async function prepared() {
  const service = await openService({ connections: 0 });
  const clock = new TestClock();
  const ids = NAMES.map((name, at) => {
    const time = new Date(clock.now() - at * DAY_MS).toISOString();
    const app_id = at % 2 === 0 ? "SLACK" : "HTTP";
    return service.connections.insert({ name, app_id, ready: at > 1, created_at: time, updated_at: time }).id;
  });
  const repository = new Repository(service);
  repository.write("a.vaultconn.json", { id: ids[0], tenant: hostOf(service), setup: BEARER });
  repository.write("any-tenant.vaultconn.json", { id: ids[3], setup: BEARER });
  repository.write("other.vaultconn.json", { id: ids[1], tenant: "other.example.com", setup: BEARER });
  const namesOf = async (...args: readonly string[]) => {
    const { stdout } = await repository.ends(0, ["list", ...args, "--format", "json"], "", { clock });
    const { connections } = JSON.parse(stdout) as { readonly connections: readonly Pick<ConnectionRecord, "id">[] };
    return connections.map(({ id }) => NAMES[ids.indexOf(id)]).sort();
  };
  /** Replaces what differs from run to run. */
  const settled = (report: string) =>
    ids
      .reduce((text, id, at) => text.replaceAll(id, `ac_${at}`.padEnd(id.length, "0")), report)
      .replaceAll(hostOf(service), "acme.example.com")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
  return { clock, repository, namesOf, settled, ids, tenant: hostOf(service) };
}

describe("vaultconn list", () => {
  it.each(FORMATS)("prints connections as %s", async (format) => {
    const { clock, repository, settled } = await prepared();
    const { stdout } = await repository.ends(0, ["list", "--format", format], "", { clock });
    await expect(settled(stdout)).toMatchFileSnapshot(`../../fixtures/reports/list.${format}`);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["part of a name, in any case", ["--name", "ORDERS", "--name", "sum"], [SUM, ORDERS]],
    ["application, in any case", ["--app", "http"], [SUM, ORDERS]],
    ["readiness", ["--not-ready"], [FORMULA, SUM]],
    ["age in days", ["--older-than", "2d"], [ERROR, ORDERS]],
    ["age in years", ["--older-than", "1y"], []],
    ["age in hours", ["--older-than", "25h"], [ERROR, ORDERS]],
    ["missing setup file", ["--unmanaged"], [ERROR, SUM]],
    ["all of these", ["--app", "HTTP", "--not-ready", "--unmanaged"], [SUM]],
  ])("filters by %s", async (_, args, expected) => {
    const { namesOf } = await prepared();
    expect(await namesOf(...args)).toEqual(expected);
  });

  it("lists credentials that end within a time, what ends first first", async () => {
    const { clock, repository, ids, tenant, settled } = await prepared();
    const day = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString().slice(0, 10);
    const file = { id: ids[0], tenant, setup: BEARER };
    const lockOf = (...ends: readonly (readonly [string | undefined, number])[]) => {
      const entries = ends.map(([id = "", days]) => ({
        ...{ tenant, id, fingerprint: "f", updated_at: "", digest: "d".repeat(43) },
        expires: day(days),
      }));
      return lockText(entries);
    };
    // A date in the file wins over that of a pushed token, which counts without a file, too.
    repository.write("a.vaultconn.json", { ...file, expires: day(12) });
    repository.write("other.vaultconn.json", {
      id: ids[1],
      tenant: "other.example.com",
      expires: day(1),
      setup: BEARER,
    });
    repository.write("vaultconn.lock.json", lockOf([ids[0], -100], [ids[2], -1], [ids[3], 0]));
    const listed = async (code: number, ...args: readonly string[]) => {
      const { stdout } = await repository.ends(code, ["list", "--exit-code", ...args], "", { clock });
      return settled(stdout);
    };
    expect(await listed(2, "--expiring", "12d")).toMatch(
      /Last change +Credential +ID[^]*:error::[^]*ended yesterday[^]*Orders[^]*ends today[^]*HYPERLINK[^]*ends in 12 days/,
    );
    const csv = await listed(2, "--expiring", "2w", "--format", "csv");
    expect(csv.match(/(?<=TIME,)[^,]+/g)).toEqual([-1, 0, 12].map(day));
    const json = JSON.parse(await listed(2, "--expiring", "11d", "--format", "json")) as {
      readonly connections: object[];
    };
    expect(json.connections).toMatchObject([{ expires: day(-1), file: null }, { expires: day(0) }]);
    expect(await listed(2, "--expiring", "12h")).toContain("2 connections");
    repository.write("vaultconn.lock.json", lockOf([ids[2], 9999]));
    expect(await listed(0, "--expiring", "11d")).toContain("0 connections");
    await repository.ends(64, ["list", "--expiring", "soon"], "--expiring must be");
  });

  it("counts the earliest of several dates of one connection", async () => {
    const { clock, repository, ids, tenant } = await prepared();
    const day = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString().slice(0, 10);
    const write = (name: string, days: number | undefined, named?: string) => {
      const expires = days === undefined ? {} : { expires: day(days) };
      repository.write(`${name}.vaultconn.json`, { id: ids[0], tenant: named, ...expires, setup: BEARER });
    };
    write("a", undefined, tenant);
    write("b", 300, tenant);
    write("c", 3, tenant.toUpperCase());
    write("d", 5);
    await repository.ends(2, ["list", "--expiring", "30d", "--exit-code"], "ends in 3 days", { clock });
  });

  it.each([
    ["{", "Line 1, column 1: The object isn't closed; add a closing brace. (syntax)"],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x80]), "It can't be read: it's neither UTF-8 nor UTF-16"],
    [`{"pad": "${"x".repeat(5 * 1024 * 1024)}"}`, "(too-large)"],
    ["[]", "(not-an-object)"],
    ['{ "id": "ID", "expires": "soon" }', "(invalid-value)"],
    ['{ "id": "ID", "expires": 20270301 }', "(wrong-value-type)"],
    ['{ "id": "ID", "tenant": "https://a.example.com/x", "expires": "2000-01-01" }', "(not-hostname)"],
    ['{ "name": "a", "expires": "2000-01-01" }', "It has no ID. Add the ID of its connection."],
    ['{ "id": "ac_0", "expires": "2000-01-01" }', "Its connection isn't in the list, so its date counts for none."],
  ])("fails and names a file whose date counts for no connection: %j", async (content, why) => {
    const { repository, ids } = await prepared();
    const isText = typeof content === "string";
    repository.write("x.vaultconn.json", isText ? content.replace("ID", ids[0] ?? "") : content);
    const args = ["list", "--expiring", "30d"];
    const { stdout } = await repository.ends(4, args, why);
    expect(stdout).toContain("x.vaultconn.json: ");
    const { stdout: json, stderr } = await repository.ends(4, [...args, "--format", "json"], why);
    expect(JSON.parse(json)).toMatchObject({ unread: ["x.vaultconn.json"] });
    expect(stderr).toContain("x.vaultconn.json: ");
    await repository.ends(0, ["list"]);
  });

  it("names files with dates for other tenants, and ignores other errors in setups", async () => {
    const { repository, ids, tenant } = await prepared();
    repository.write("a.vaultconn.json", { id: "ac_0", tenant: "b.example.com", expires: "2000-01-01", name: "a" });
    repository.write("b.vaultconn.json", { id: ids[0], tenant, setup: { type: "LATER", key: "${secret:A}" } });
    const text = "a.vaultconn.json: It belongs to b.example.com, which isn't one of the specified tenants.";
    await repository.ends(0, ["list", "--expiring", "30d", "--exit-code"], text);
  });

  it("exits with 2 if --exit-code is set and a connection is listed", async () => {
    const { repository } = await prepared();
    await repository.ends(2, ["list", "--not-ready", "--exit-code"]);
    await repository.ends(0, ["list", "--name", "none", "--exit-code"], "0 connections");
  });

  it.each([
    ...["90", "d", "-1d", "1.5d", "1m", "1Y"].map((age) => [age, "--older-than must be"]),
    ["", "argument '' is invalid. It's empty."],
  ])("refuses the age %j", async (age = "", why) => {
    const { repository } = await prepared();
    await repository.ends(64, ["list", "--older-than", age], why);
  });
});
