import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { readArguments } from "../../../scripts/service/arguments.js";

it("prints a line of JSON, serves, and stops when its input ends", async () => {
  const args = ["--import", "tsx", "scripts/service/main.ts", "--connections", "61", "--exit-with-stdin"];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const printed = JSON.parse(line) as { readonly baseUrl: string; readonly accessToken: string };
  expect(Object.keys(printed)).toEqual(["baseUrl", "authUrl", "clientId", "clientSecret", "accessToken"]);
  const headers = { Authorization: `Bearer ${printed.accessToken}` };
  const listed = await fetch(`${printed.baseUrl}/flows/vault/connections?include_totals=true`, { headers });
  expect(await listed.json()).toMatchObject({ total: 61 });
  child.stdin.end();
  expect(await ended).toEqual([[0, null], ""]);
});

it("reads its arguments, and refuses others with one message", () => {
  const args = ["--connections=100100", "--service-time", "20"];
  expect(readArguments(args).service).toMatchObject({ connections: 100_100, serviceTime: 20 });
  for (const [name, ...value] of [["--port", "65536"], ["--connection"]])
    expect(() => readArguments([name ?? "", ...value])).toThrow(new RegExp(`^[^\\n]*${name ?? ""}[^\\n]*\\.$`));
});
