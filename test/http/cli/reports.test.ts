import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { entryOf } from "../../unit/records.js";
import { openService } from "../client/support.js";
import { bundled, start } from "./process.js";
import { APPLY, BEARER, hostOf, Repository } from "./support.js";

/** What Markdown, GitHub, or the log of a pipeline gives a meaning, also where it is the name of a file. */
const HOSTILE = "a|b \\| `c` ``@octocat #12 <img src=x> [d](e) $f$ :tada: ##[error]\u202e\n::error::g";
const LINKED = `${HOSTILE} https://evil.example.com www.example.com`;

const bundle = bundled();

/** Replaces what differs from run to run, by something as long where columns depend on it. */
function settled(report: string): string {
  return report
    .replaceAll(/(?<=127\.0\.0\.1(?::|%3A))\d{5}/g, "12345")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z/g, "2026-01-01T00:00:00.000Z")
    .replaceAll(/"(?:[\w-]{43}|[\w-]{22}|[0-9a-f]{40})"/g, '"…"')
    .replace(/(?<="rules":\[).*(?=\]\}\},"columnKind")/, "");
}

it.each(["text", "json", "github", "markdown", "sarif"])("prints each command's report as %s", async (format) => {
  const service = await openService({ connections: 3 });
  const { id } = service.connections.insert({ name: LINKED });
  const repository = new Repository(service);
  const file = repository.write(`good/${HOSTILE}.vaultconn.json`, { id, tenant: hostOf(service), setup: BEARER });
  const other = service.connections.idAt(1);
  const drifted = { id: other, tenant: hostOf(service), setup: BEARER };
  const run = async (name: string, code: number, ...args: readonly string[]) => {
    const ended = await start(bundle(), repository, [...args, "--format", format]).ended;
    expect([ended.code, ended.stdout === ""]).toEqual([code, false]);
    await expect(settled(ended.stdout)).toMatchFileSnapshot(`../../fixtures/reports/${name}.${format}`);
  };

  repository.write("bad/a.vaultconn.json", { id: "b", setup: { ...BEARER, [LINKED]: 1 } });
  copyFileSync(file, join(repository.root, "bad", "copy.vaultconn.json"));
  await run("check", 4, "check", "bad", "good");
  if (format === "sarif") return;

  repository.write("good/drifted.vaultconn.json", drifted);
  await repository.ends(0, [...APPLY, "good/drifted.vaultconn.json"]);
  service.connections.change(other, { name: "Other" });
  repository.write("bad/copy.vaultconn.json", { id: "c", setup: { ...BEARER, token: `\${file:${LINKED}}` } });
  const summary = join(repository.outside, "summary.md");
  await run("plan", 4, "plan", "--summary", summary);
  await expect(settled(readFileSync(summary, "utf8"))).toMatchFileSnapshot("../../fixtures/reports/plan.markdown");
  await run("drift", 3, "drift", "--unmanaged", "bad");
  const body = JSON.stringify({ message: LINKED });
  service.faults.add({ kind: "reply", status: 400, body }, { operation: "update", id: other });
  await run("apply", 4, ...APPLY, "--accept-drift", "good");
  await run("pull", 0, "pull", "--id", service.connections.idAt(2), "--into", HOSTILE);
});

it("writes a plan and prints each command's failures as the built program does", async () => {
  const service = await openService({ connections: 3 });
  const repository = new Repository(service);
  const id = service.connections.idAt(0);
  repository.write("a.vaultconn.json", { id, tenant: hostOf(service), setup: BEARER });
  repository.write("vaultconn.lock.json", lockText([{ ...entryOf(1), tenant: hostOf(service) }]));
  await start(bundle(), repository, ["plan", "--out", repository.planFile]).ended;
  await expect(settled(readFileSync(repository.planFile, "utf8"))).toMatchFileSnapshot(
    "../../fixtures/reports/plan.file.json",
  );
  service.faults.add({ kind: "reply", status: 401, body: "{}" }, { operation: "list", times: "always" });
  const printed: string[] = [];
  for (const args of [["check", "missing"], ["list"], ["plan"], ["apply", repository.planFile], ["drift"], ["pull"]])
    for (const options of args[0] === "list" ? ["--format=json", "--format=csv"] : ["--format=json", "--format=text"]) {
      const { code, stdout, stderr } = await start(bundle(), repository, [...args, options]).ended;
      const command = [...args, options].join(" ").replace(`${repository.outside}/`, "");
      printed.push(`$ vaultconn ${command}\n${stdout}${stderr}exit ${code}\n`);
    }
  await expect(settled(printed.join("\n")).replaceAll(repository.root, "ROOT")).toMatchFileSnapshot(
    "../../fixtures/reports/failures.txt",
  );
});
