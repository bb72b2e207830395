import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Ajv } from "ajv";
import { expect, onTestFinished } from "vitest";
import type { PlanDocument } from "../../../client/cli/plan/document.js";
import { parseLock, type LockEntry } from "../../../client/core/lock/lockEntries.js";
import type { Service, ServiceOptions } from "../../service/service.js";
import { canary, openService, TestClock } from "../client/support.js";
import type { Io } from "../../../client/cli/io.js";
import { run } from "../../../client/cli/program.js";
import { systemClock } from "../../../client/core/service/calls/wait.js";

/** The value of every secret in these tests. */
export const SECRET = "canary-Kp7wN2xQz9";

/** Plans and sends in one step. */
export const APPLY = ["apply", "--auto", "--yes"] as const;

/** A folder with setup files and the command beside it, as a pipeline has them. */
export class Repository {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "vaultconn-http-")));
  /** What is neither committed nor shown: journal, credentials. */
  readonly outside = join(this.#folder, "outside");
  readonly root = join(this.#folder, "repository");
  readonly lockFile = join(this.root, "vaultconn.lock.json");
  /** Where tests have the plan written. */
  readonly planFile = join(this.outside, "plan.json");
  readonly #services: readonly Service[];

  constructor(...services: readonly Service[]) {
    this.#services = services;
    onTestFinished(() => rm(this.#folder, { recursive: true, force: true }));
    for (const made of [this.outside, this.root]) mkdirSync(made);
    canary.secret(SECRET);
  }

  /** Another clone: the same services, and files of its own. */
  clone(): Repository {
    return new Repository(...this.#services);
  }

  write(name: string, content: object | string | Buffer): string {
    const file = join(this.root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      typeof content === "string" || content instanceof Buffer ? content : JSON.stringify(content, null, 2),
    );
    return file;
  }

  /** Writes a setup file for the connection at a position of the list. */
  setup(position: number, content: object = { setup: BEARER }, service = this.#services[0]): string {
    if (!service) throw new Error("There is no service.");
    const id = service.connections.idAt(position);
    const file = `${new URL(service.origin).port}/${id}.vaultconn.json`;
    this.write(file, { id, tenant: hostOf(service), ...content });
    return file;
  }

  async lock(): Promise<readonly LockEntry[]> {
    const reading = parseLock(await readFile(this.lockFile, "utf8"));
    if (typeof reading === "string") throw new Error(reading);
    return reading;
  }

  async plan(): Promise<PlanDocument> {
    return readPlanDocument(await readFile(this.planFile, "utf8"));
  }

  /** The environment a pipeline gives the command. */
  environment(env: Given["env"] = {}): Readonly<Record<string, string | undefined>> {
    const [first, second] = this.#services;
    const tokens = this.#services.map(({ accessToken }, at) => [`VAULTCONN_ACCESS_TOKEN_T${at}`, accessToken]);
    const single = first && { VAULTCONN_TENANT: `Acme=${first.baseUrl}`, VAULTCONN_ACCESS_TOKEN: first.accessToken };
    const credentials = second ? (Object.fromEntries(tokens) as Record<string, string>) : single;
    return { ...credentials, VAULTCONN_SECRET_TOKEN: SECRET, VAULTCONN_STATE: join(this.outside, "state"), ...env };
  }

  /** The option that names the tenants, where there are several. */
  tenants(more: readonly object[] = []): readonly string[] {
    const entries = this.#services.map(({ baseUrl }, at) => ({ name: `T${at}`, baseUrl, ...more[at] }));
    const file = join(this.outside, "tenants.json");
    writeFileSync(file, JSON.stringify(entries));
    return ["--tenants", file];
  }

  /** Runs the command, and expects its exit code and a text that it prints. */
  async ends(code: number, args: readonly string[], text = "", given: Given = {}): Promise<Ended> {
    const ended = await this.cli(args, given);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(text)]);
    return ended;
  }

  /** Runs the command in this process. Whatever it prints is watched for secrets. */
  async cli(args: readonly string[], given: Given = {}): Promise<Ended> {
    const env = this.environment(given.env);
    const ended = await runCommand(args, { cwd: this.root, clock: new TestClock(), ...given, env });
    canary.saw(ended.stdout, ended.stderr);
    return ended;
  }
}

/** A service, a repository with setup files for its first connections, and where its plan is written. */
export async function opened(files = 0, options: ServiceOptions = {}) {
  const service = await openService(options);
  const repository = new Repository(service);
  for (let at = 0; at < files; at++) repository.setup(at);
  return { service, repository, plan: repository.planFile };
}

const schema = readFileSync(new URL("../../../client/cli/plan/plan.schema.json", import.meta.url), "utf8");
const isPlan = new Ajv({ formats: { "date-time": true } }).compile<PlanDocument>(JSON.parse(schema) as object);

/** Reads a plan as the published schema describes it. */
export function readPlanDocument(text: string): PlanDocument {
  const plan: unknown = JSON.parse(text);
  if (!isPlan(plan)) throw new Error(JSON.stringify(isPlan.errors));
  return plan;
}

/** A setup whose one value comes from a secret. */
export const BEARER = { type: "BEARER", token: "${secret:TOKEN}" };

/** A service's host, as setup files name it. */
export function hostOf({ origin }: Service): string {
  return new URL(origin).host;
}

/** How a run of the command ended. */
export type Ended = Awaited<ReturnType<typeof runCommand>>;

/** What a run is given beside its arguments. */
export interface Given extends Partial<Omit<Io, "stdin" | "stdout" | "stderr">> {
  readonly input?: string | Buffer | undefined;
  /** What a user types, at a terminal. */
  readonly typed?: string | undefined;
}

/** Runs `vaultconn` in this process. */
export async function runCommand(args: readonly string[], given: Given) {
  const { cwd = ".", input = "", typed, env = {}, ...more } = given;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (typed !== undefined) for (const stream of [stdin, stderr]) Object.assign(stream, { isTTY: true });
  stdin.end(typed ?? input);
  const never = new AbortController().signal;
  const printed = Promise.all([text(stdout), text(stderr)]);
  const io = { cwd, clock: systemClock, stopping: never, stopped: never, env: { TERM: "dumb", ...env }, ...more };
  const code = await run(args, { ...io, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}
