import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { readArguments } from "../../../scripts/service/arguments.js";
import { CONTROL_TOKEN_VARIABLE, updatesReceived } from "../../service/control.js";

interface Printed {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly accessToken: string;
}

it("prints one line of JSON with what a client needs, serves, and stops when its input ends", async () => {
  const args = ["--import", "tsx", "scripts/service/main.ts", "--connections", "61", "--exit-with-stdin"];
  const child = spawn(process.execPath, args, { env: { ...process.env, [CONTROL_TOKEN_VARIABLE]: "secret" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const printed = JSON.parse(line) as Printed;
  expect(Object.keys(printed)).toEqual(["baseUrl", "authUrl", "clientId", "clientSecret", "accessToken"]);
  const headers = { Authorization: `Bearer ${printed.accessToken}` };
  const listed = await fetch(`${printed.baseUrl}/flows/vault/connections?include_totals=true`, { headers });
  expect(await listed.json()).toMatchObject({ total: 61 });
  await fetch(`${printed.baseUrl}/flows/vault/connections/x`, { method: "PATCH", headers });
  expect(await updatesReceived(printed.authUrl, "secret")).toBe(1);
  await expect(updatesReceived(printed.authUrl, printed.accessToken)).rejects.toThrow("403");
  child.stdin.end();
  expect(await ended).toEqual([[0, null], ""]);
});

it("reads its arguments, and refuses others with one sentence", () => {
  const args = ["--connections=100100", "--rate-limit", "50/10", "--service-time", "20"];
  expect(readArguments(args).service).toMatchObject({
    connections: 100_100,
    rateLimit: { limit: 50, windowSeconds: 10 },
    serviceTime: 20,
  });
  for (const [name, ...value] of [["--port", "65536"], ["--rate-limit", "50/0"], ["--connection"]])
    expect(() => readArguments([name ?? "", ...value])).toThrow(new RegExp(`^[^\\n]*${name ?? ""}[^\\n]*\\.$`));
});
