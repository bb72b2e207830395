import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Ajv } from "ajv";
import { expect } from "vitest";
import type { PlanDocument } from "../../../client/cli/plan/document.js";
import { parseLock, type LockEntry } from "../../../client/core/lock/lockEntries.js";
import type { Service, ServiceOptions } from "../../service/service.js";
import { canary, openService, temporaryFolder, TestClock } from "../client/support.js";
import type { Io } from "../../../client/cli/io.js";
import { run } from "../../../client/cli/program.js";
import { systemClock } from "../../../client/core/service/calls/wait.js";

/** What a run is given beside its arguments. */
export type Given = Partial<Surroundings>;

/** The value of every secret in these tests. */
export const SECRET = "canary-Kp7wN2xQz9";

/** Plans and sends in one step. */
export const APPLY = ["apply", "--auto", "--yes"] as const;

/** A folder with setup files and the command beside it, as a pipeline has them. */
export class Repository {
  /** What is neither committed nor shown: journal, credentials. */
  readonly outside: string;
  readonly root: string;
  readonly lockFile: string;
  /** Where tests have the plan written. */
  readonly planFile: string;
  readonly #services: readonly Service[];

  constructor(...services: readonly Service[]) {
    const folder = temporaryFolder();
    this.outside = join(folder, "outside");
    this.root = join(folder, "repository");
    this.lockFile = join(this.root, "vaultconn.lock.json");
    this.planFile = join(this.outside, "plan.json");
    this.#services = services;
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
    const [only, ...others] = this.#services;
    const credentials =
      others.length === 0
        ? { VAULTCONN_TENANT: `Acme=${only?.baseUrl ?? ""}`, VAULTCONN_ACCESS_TOKEN: only?.accessToken }
        : Object.fromEntries(
            this.#services.map((service, at) => [`VAULTCONN_ACCESS_TOKEN_T${at}`, service.accessToken]),
          );
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
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run is given beside its arguments. */
export interface Surroundings extends Partial<Omit<Io, "stdin" | "stdout" | "stderr">> {
  readonly cwd: string;
  readonly input?: string | Buffer | undefined;
  /** What a user types, at a terminal. */
  readonly typed?: string | undefined;
}

/** Runs `vaultconn` in this process. */
export async function runCommand(args: readonly string[], given: Surroundings): Promise<Ended> {
  const { input = "", typed, env = {}, ...more } = given;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (typed !== undefined) for (const stream of [stdin, stderr]) Object.assign(stream, { isTTY: true });
  stdin.end(typed ?? input);
  const never = new AbortController().signal;
  const printed = Promise.all([text(stdout), text(stderr)]);
  const io = { clock: systemClock, stopping: never, stopped: never, env: { TERM: "dumb", ...env }, ...more };
  const code = await run(args, { ...io, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}
