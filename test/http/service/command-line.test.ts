import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { CONTROL_TOKEN_VARIABLE, remoteControl } from "../../service/control/client.js";
import { SCOPES } from "../../service/api/tokens.js";
import { readArguments } from "../../../scripts/service/arguments.js";

const START = ["--import", "tsx", "scripts/service/main.ts"];
const TIMEOUT = 60_000;
const children: ChildProcess[] = [];

interface Printed {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accessToken: string;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...START, ...args], {
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

describe("the service on the command line", { timeout: TIMEOUT }, () => {
  it("prints one line of JSON with what a client needs, and serves", async () => {
    const child = start(["--port", "0", "--connections", "61"]);
    const printed = await firstLine(child);
    expect(Object.keys(printed)).toEqual(["baseUrl", "authUrl", "clientId", "clientSecret", "accessToken"]);
    const response = await fetch(`${printed.baseUrl}/flows/vault/connections?include_totals=true`, {
      headers: { Authorization: `Bearer ${printed.accessToken}` },
    });
    expect(await response.json()).toMatchObject({ total: 61 });
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: printed.clientId,
      client_secret: printed.clientSecret,
      audience: `${printed.baseUrl}/`,
    });
    const token = await fetch(`${printed.authUrl}/oauth/token/`, { method: "POST", body });
    expect(await token.json()).toMatchObject({ scope: SCOPES.join(" ") });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("stops on %s with nothing more said", async (signal) => {
    const child = start([]);
    await firstLine(child);
    child.kill(signal);
    expect(await exited(child)).toMatchObject({ code: 0, errors: "", output: "" });
  });

  it("stops when its input ends, if it was asked to", async () => {
    const child = start(["--exit-with-stdin"]);
    await firstLine(child);
    child.stdin.end();
    expect(await exited(child)).toMatchObject({ code: 0, errors: "" });
  });

  it("goes on when its input ends, if it was not", async () => {
    const child = start([]);
    const { baseUrl } = await firstLine(child);
    child.stdin.end();
    await once(child.stdin, "close");
    expect((await fetch(baseUrl)).status).toBe(404);
    expect(child.exitCode).toBeNull();
  });

  it("opens its control endpoint to the token in its environment", async () => {
    const { authUrl } = await firstLine(start([], { [CONTROL_TOKEN_VARIABLE]: "secret" }));
    expect(await remoteControl(authUrl, "secret")("requests", {})).toEqual([]);
  });

  it("says in one sentence what is wrong with its arguments", async () => {
    const { code, errors, output } = await exited(start(["--port", "http"]));
    expect([code, errors, output]).toEqual([
      2,
      '--port must be an integer from 0 to 65535, not "http". See --help.\n',
      "",
    ]);
  });

  it("says that a port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, errors, output } = await exited(start(["--port", String(port)]));
    other.close();
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^The service cannot listen: .*EADDRINUSE.*\n$/);
  });

  it("explains itself", async () => {
    const { code, errors, output } = await exited(start(["--help"]));
    expect([code, output]).toEqual([0, ""]);
    expect(errors).toContain("--connections");
  });
});

describe("arguments", () => {
  it("that are left out have their defaults", () => {
    expect(readArguments([])).toMatchObject({
      service: { port: 0, connections: 250, serviceTime: 0 },
      exitWithStdin: false,
      help: false,
    });
  });

  it("are understood", () => {
    const { service } = readArguments([
      "--port",
      "8080",
      "--connections=100100",
      "--rate-limit",
      "50/10",
      "--service-time",
      "20",
      "--token-lifetime",
      "60",
    ]);
    expect(service).toMatchObject({
      port: 8080,
      connections: 100_100,
      rateLimit: { limit: 50, windowSeconds: 10 },
      serviceTime: 20,
      tokenLifetimeSeconds: 60,
    });
  });

  it.each([
    [["--port", "65536"], "--port must be"],
    [["--port", ""], "--port must be"],
    [["--connections", "-1"], "--connections"],
    [["--connections", "1e3"], "--connections must be"],
    [["--connections", "1000001"], "--connections must be"],
    [["--rate-limit", "50"], "--rate-limit must be"],
    [["--rate-limit", "50/0"], "--rate-limit must be"],
    [["--token-lifetime", "0"], "--token-lifetime must be"],
    [["--tls-cert", "x"], "must be given together"],
    [["--tls-cert", "no-such-file", "--tls-key", "x"], "cannot be read: no-such-file"],
    [["--connection", "5"], "--connection"],
    [["5"], "5"],
    [["--port"], "--port"],
  ])("%j are refused with one sentence", (args, expected) => {
    expect(() => readArguments(args)).toThrow(expected);
    expect(() => readArguments(args)).toThrow(/^[^\n]*[^.]\.$/);
  });
});
