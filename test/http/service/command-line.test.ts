import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { CONTROL_TOKEN_VARIABLE, updatesReceived } from "../../service/control.js";
import { readArguments } from "../../../scripts/service/arguments.js";

const children: ChildProcess[] = [];

interface Printed {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly accessToken: string;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/service/main.ts", ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  children.push(child);
  return child;
}

type Started = ReturnType<typeof start>;

async function firstLine(child: Started): Promise<Printed> {
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return JSON.parse(line) as Printed;
}

async function exited(child: Started): Promise<{ code: number | null; errors: string; output: string }> {
  const [[code], errors, output] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    text(child.stderr),
    text(child.stdout),
  ]);
  return { code, errors, output };
}

describe("the service on the command line", () => {
  it("prints one line of JSON with what a client needs, serves, and stops when it is told to", async () => {
    const child = start(["--port", "0", "--connections", "61"], { [CONTROL_TOKEN_VARIABLE]: "secret" });
    const printed = await firstLine(child);
    expect(Object.keys(printed)).toEqual(["baseUrl", "authUrl", "clientId", "clientSecret", "accessToken"]);
    const headers = { Authorization: `Bearer ${printed.accessToken}` };
    const listed = await fetch(`${printed.baseUrl}/flows/vault/connections?include_totals=true`, { headers });
    expect(await listed.json()).toMatchObject({ total: 61 });
    await fetch(`${printed.baseUrl}/flows/vault/connections/x`, { method: "PATCH", headers });
    expect(await updatesReceived(printed.authUrl, "secret")).toBe(1);
    await expect(updatesReceived(printed.authUrl, printed.accessToken)).rejects.toThrow("403");
    child.kill("SIGTERM");
    expect(await exited(child)).toMatchObject({ code: 0, errors: "", output: "" });
  });

  it("stops when its input ends, if it was asked to", async () => {
    const child = start(["--exit-with-stdin"]);
    await firstLine(child);
    child.stdin.end();
    expect(await exited(child)).toMatchObject({ code: 0, errors: "" });
  });

  it("says in one sentence what is wrong with its arguments, or that a port is taken", async () => {
    expect(await exited(start(["--port", "http"]))).toEqual({
      code: 2,
      errors: '--port must be an integer from 0 to 65535, not "http". See --help.\n',
      output: "",
    });
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { code, errors } = await exited(start(["--port", String((other.address() as AddressInfo).port)]));
    other.close();
    expect([code, errors]).toEqual([1, expect.stringMatching(/^The service cannot listen: .*EADDRINUSE.*\n$/)]);
  });
});

it("reads its arguments, and refuses others with one sentence", () => {
  const args = ["--connections=100100", "--rate-limit", "50/10", "--service-time", "20", "--token-lifetime", "60"];
  expect(readArguments(args).service).toMatchObject({
    port: 0,
    connections: 100_100,
    rateLimit: { limit: 50, windowSeconds: 10 },
    serviceTime: 20,
    tokenLifetimeSeconds: 60,
  });
  for (const [name, ...value] of [["--port", "65536"], ["--rate-limit", "50/0"], ["--tls-cert", "x"], ["--connection"]])
    expect(() => readArguments([name ?? "", ...value])).toThrow(new RegExp(`^[^\\n]*${name ?? ""}[^\\n]*\\.$`));
});
