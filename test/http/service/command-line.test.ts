import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";

const SERVICE = ["--import", "tsx", "scripts/service/main.ts"];

it("prints a line of JSON, serves, and stops when it's terminated", async () => {
  const child = spawn(process.execPath, [...SERVICE, "--connections", "61"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const printed = JSON.parse(line) as { readonly baseUrl: string; readonly accessToken: string };
  expect(Object.keys(printed)).toEqual(["baseUrl", "authUrl", "clientId", "clientSecret", "accessToken"]);
  const headers = { Authorization: `Bearer ${printed.accessToken}` };
  const listed = await fetch(`${printed.baseUrl}/flows/vault/connections?include_totals=true`, { headers });
  expect(await listed.json()).toMatchObject({ total: 61 });
  child.kill();
  expect(await ended).toEqual([[0, null], ""]);
});

it.each(["--port=http", "--service-time=-1", "--connection"])("refuses %s with one message", (argument) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SERVICE, argument], { encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(new RegExp(`^[^\\n]*${argument.split("=")[0] ?? ""}[^\\n]*\\n$`));
});
