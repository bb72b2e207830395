import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { Service } from "../../service/service.js";
import { canary, openService } from "../client/support.js";
import { CLI, startProcess, writePrograms } from "./process.js";
import { BEARER, hostOf, Repository, SECRET } from "./support.js";

const FILES_FOR_EACH = 12;

interface Job {
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

/** A documented workflow. */
function workflow(name: string): Pick<Job, "env"> & { readonly jobs: Readonly<Record<string, Job>> } {
  return parse(readFileSync(`docs/workflows/${name}.yml`, "utf8")) as ReturnType<typeof workflow>;
}

/**
 * A repository with a remote, beside what the runner brings along. A comment is kept; signing git in to GitHub has
 * nothing to do here.
 */
function prepared(repository: Repository, tools: Readonly<Record<string, string>> = {}) {
  const { outside, root } = repository;
  const comment = join(outside, "comment.md");
  const gh = `[ -n "$GH_TOKEN" ] || exit 1
[ "$1" = pr ] || exit 0
while [ "$1" != --body-file ]; do shift; done
cp "$2" "${comment}"`;
  const vaultconn = `exec "${process.execPath}" "${CLI}" "$@"`;
  const env = {
    HOME: outside,
    PATH: writePrograms(repository, { vaultconn, gh, ...tools }),
    RUNNER_TEMP: outside,
    GIT_CONFIG_NOSYSTEM: "1",
    GITHUB_STEP_SUMMARY: join(outside, "summary.md"),
    GITHUB_OUTPUT: join(outside, "output"),
    GITHUB_REF: "refs/heads/main",
  };
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, env, encoding: "utf8", stdio: "pipe" });
  const remote = join(outside, "remote.git");
  git("init", "--quiet", "--bare", "--initial-branch", "main", remote);
  git("init", "--quiet", "--initial-branch", "main");
  git("remote", "add", "origin", remote);
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Files");
  git("push", "--quiet", "--set-upstream", "origin", "main");

  const pending = () => (existsSync(env.GITHUB_OUTPUT) ? readFileSync(env.GITHUB_OUTPUT, "utf8") : "");
  /** Runs the shell steps of a job, each with what it is given and nothing else. @returns what they print */
  const run = async (name: string, job: string, known: Readonly<Record<string, string>>, fails?: number) => {
    const expressionsIn = (given: string) =>
      given.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => known[expression] ?? `no ${expression}`);
    const { env: ofAll, jobs } = workflow(name);
    rmSync(env.GITHUB_OUTPUT, { force: true });
    const outputs: string[] = [];
    for (const { run: script, env: own } of jobs[job]?.steps ?? []) {
      // That the package can be installed is proved with the packages.
      if (script === undefined || script.startsWith("npm install ")) continue;
      const given = Object.entries({ ...ofAll, ...jobs[job]?.env, ...own });
      const ofStep = Object.fromEntries(given.map(([key, value]) => [key, expressionsIn(value)]));
      const args = ["-eo", "pipefail", "-c", expressionsIn(script)];
      const { code, stdout, stderr } = await startProcess("bash", args, root, { ...env, ...ofStep }).ended;
      outputs.push(stdout);
      if (code === fails) return outputs.join("");
      expect({ script, code, stdout: stdout.slice(-2000), stderr }).toMatchObject({ code: 0 });
    }
    expect(fails).toBe(undefined);
    return outputs.join("");
  };
  return { env, git, comment, pending, run };
}

const INPUTS = {
  all: "inputs.all && '--all' || ''",
  acceptDrift: "inputs.accept-drift && '--accept-drift' || ''",
  allowUnknown: "inputs.allow-unknown && '--allow-unknown' || ''",
} as const;

/** As many setup files as each tenant has connections here. */
function writeFiles(repository: Repository, folder: string, service: Service, token: string): void {
  for (let at = 0; at < FILES_FOR_EACH; at++) {
    const id = service.connections.idAt(at);
    const name = at % 10 === 0 ? { name: `${folder} ${at}` } : {};
    const setup = { ...BEARER, token };
    repository.write(`${folder}/${id}.vaultconn.json`, { id, tenant: hostOf(service), ...name, setup });
  }
}

it("runs the documented workflow, with approval only if there's something to do", async () => {
  const [test, live] = [await openService(), await openService()];
  const repository = new Repository(test, live);
  for (const [folder, service] of [["test", test] as const, ["live", live] as const])
    writeFiles(repository, folder, service, `\${secret:API_KEY_${folder.toUpperCase()}}`);
  const { baseUrl, authUrl, clientId } = test;
  repository.write("tenants.test.json", [{ name: "Test", baseUrl, authUrl, clientId }]);
  repository.write("tenants.live.json", [{ name: "Live", baseUrl: live.baseUrl, production: true }]);
  const { git, comment, env, pending, run } = prepared(repository);
  const known: Record<string, string> = {
    "vars.LIVE_HOST": hostOf(live),
    "github.event.number": "7",
    "github.token": "of GitHub",
    "secrets.LOCK_TOKEN || github.token": "of GitHub",
    // The test tenant has a client, and the live tenant has a token.
    "secrets.TEST_CLIENT_SECRET": test.clientSecret,
    "secrets.TEST_TOKEN": "",
    "secrets.LIVE_CLIENT_SECRET": "",
    "secrets.LIVE_TOKEN": live.accessToken,
    "secrets.DIGEST_KEY": randomBytes(32).toString("hex"),
    "secrets.API_KEY_TEST": SECRET,
    "secrets.API_KEY_LIVE": SECRET,
    [INPUTS.all]: "",
    [INPUTS.acceptDrift]: "",
    [INPUTS.allowUnknown]: "",
  };
  const runJob = (job: string) => run("connections", job, known);

  await runJob("preview");
  expect(readFileSync(comment, "utf8")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  expect(live.requests.all()).toEqual([]);
  rmSync(join(repository.root, "plan.md"));

  expect(await runJob("test")).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);
  expect([test.requests.applied, live.requests.applied]).toEqual([FILES_FOR_EACH, 0]);
  expect(await runJob("plan")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  // For the user who approves it.
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  const { jobs } = workflow("connections");
  expect([pending(), jobs["apply"]?.if]).toEqual(["pending=true\n", "needs.plan.outputs.pending"]);
  // The job begins with the commit that was planned. While it waits for its approval, others come.
  git("checkout", "--quiet", "--detach");
  git("push", "--quiet", "origin", `${git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "B").trim()}:main`);
  expect(await runJob("apply")).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);
  git("checkout", "--quiet", "-B", "main", "origin/main");
  const commits = () => git("log", "--format=%s %an", "origin/main").trimEnd().split("\n");
  const recorded = "Record what was pushed [skip ci] github-actions[bot]";
  expect(commits()).toEqual([recorded, "B github-actions[bot]", recorded, "Files A"]);
  expect(await runJob("test")).toContain("Nothing to do.");
  expect(await runJob("plan")).toContain(`0 to update, ${FILES_FOR_EACH} unchanged`);
  expect(pending()).toBe("");
  expect(commits()).toHaveLength(4);
  expect([test.requests.applied, live.requests.applied]).toEqual([FILES_FOR_EACH, FILES_FOR_EACH]);

  // A secret gets another value, and then all files are sent by hand.
  known["secrets.API_KEY_TEST"] = canary.secret("canary-rotated-8Xv2");
  expect(await runJob("test")).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);
  known[INPUTS.all] = "--all";
  expect(await runJob("plan")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  expect(await runJob("apply")).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);

  expect(await run("drift", "drift", known)).toContain("Nothing has changed on the service since the lock file.");
  expect(await run("expiring", "expiring", known)).toBe("");
  expect(readFileSync(join(repository.outside, "summary.md"), "utf8")).toContain("0 connections");

  // A change on the service ends each job with the code that the documents explain.
  known[INPUTS.all] = "";
  for (const { connections } of [test, live]) connections.change(connections.idAt(0), { name: "Renamed elsewhere" });
  for (const job of ["preview", "test", "plan"]) await run("connections", job, known, 3);
  rmSync(join(repository.root, "plan.md"));

  // What the steps of the cache keep is where the journal is.
  const kept = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => (step.with?.["key"] ? [step.with["path"]] : [])),
  );
  expect(new Set(kept)).toEqual(new Set(["~/.local/state/vaultconn"]));
  expect(existsSync(join(repository.outside, ".local/state/vaultconn"))).toBe(true);
  rmSync(join(repository.root, "plan.json"));
  expect(git("status", "--porcelain")).toBe("");
  canary.saw(readFileSync(comment, "utf8"), readFileSync(repository.lockFile, "utf8"), git("log", "-p", "--all"));
});

it("runs the documented workflow with Vault, which reads values only to send them", async () => {
  const live = await openService();
  const repository = new Repository(live);
  writeFiles(repository, "live", live, "${vault:kv/data/salesforce#api_key}");
  const { baseUrl, authUrl, clientId } = live;
  repository.write("tenants.live.json", [{ name: "Live", baseUrl, authUrl, clientId, production: true }]);
  const vault = `[ "$VAULT_ADDR $VAULT_TOKEN $*" = "https://vault.example.com of-Vault read -format=json -field=data kv/data/salesforce" ] || exit 2
echo '{"api_key": "${SECRET}"}'`;
  const { git, pending, run, env } = prepared(repository, {
    vault,
    wget: "",
    sudo: "cat > /dev/null",
    lsb_release: "",
  });
  const known = {
    "vars.LIVE_HOST": hostOf(live),
    "secrets.LOCK_TOKEN || github.token": "of GitHub",
    [INPUTS.all]: "",
    [INPUTS.acceptDrift]: "",
    [INPUTS.allowUnknown]: "",
  };
  // What the action exports to the next steps.
  Object.assign(env, { VAULTCONN_CLIENT_SECRET: live.clientSecret });
  expect(await run("vault", "plan", known)).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  expect(pending()).toBe("pending=true\n");
  Object.assign(env, { VAULT_TOKEN: "of-Vault" });
  expect(await run("vault", "apply", known)).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);
  expect(live.connections.setupOf(live.connections.idAt(0))).toMatchObject({ token: SECRET });
  await run("vault", "plan", known);
  expect(pending()).toBe("");
  rmSync(join(repository.root, "plan.json"));
  expect(git("status", "--porcelain")).toBe("");
  canary.saw(readFileSync(repository.lockFile, "utf8"), git("log", "-p", "--all"));
});
