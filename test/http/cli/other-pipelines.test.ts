import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { openService } from "../client/support.js";
import { CLI, startProcess, writePrograms } from "./process.js";
import { BEARER, hostOf, Repository, SECRET } from "./support.js";

type Steps = readonly { readonly bash?: string }[];
interface Azure {
  readonly stages: readonly {
    readonly jobs: readonly {
      readonly steps?: Steps;
      readonly strategy?: { readonly runOnce: { readonly deploy: { readonly steps: Steps } } };
    }[];
  }[];
}

const read = (name: string) => readFileSync(`docs/workflows/${name}`, "utf8");

/** The shell scripts of a documented pipeline in their order, without installing. */
const PIPELINES: Readonly<Record<string, () => readonly string[]>> = {
  "gitlab-ci.yml": () => {
    const jobs = parse(read("gitlab-ci.yml")) as Readonly<Record<string, { readonly script: readonly string[] }>>;
    return ["setup-files", "plan", "apply"].map((job) => (jobs[job]?.script ?? []).join("\n"));
  },
  "azure-pipelines.yml": () => {
    const jobs = (parse(read("azure-pipelines.yml")) as Azure).stages.flatMap((stage) => stage.jobs);
    const steps = jobs.flatMap((job) => job.steps ?? job.strategy?.runOnce.deploy.steps ?? []);
    return steps.flatMap(({ bash = "npm" }) => (bash.startsWith("npm") ? [] : bash));
  },
  Jenkinsfile: () => {
    const [plan = "", ...others] = Array.from(
      read("Jenkinsfile").matchAll(/'''(.*?)'''/gs),
      ([, script = ""]) => script,
    );
    return [`${plan} || [ $? -eq 2 ]`, ...others];
  },
};

/** How a person starts each pipeline with `--all`: the variables that its scripts then see. */
const ALL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "gitlab-ci.yml": { OPTIONS: "--all" },
  "azure-pipelines.yml": { ALL: "--all" },
  Jenkinsfile: { OPTIONS: "--all  " },
};

const NOBODY = ["-c", "user.name=a", "-c", "user.email=a@example.com"];

/** A repository with a setup file for the live tenant and a remote one, and a shell in which pipelines run. */
async function openPipeline() {
  const service = await openService();
  const repository = new Repository(service);
  const { root, outside } = repository;
  const id = service.connections.idAt(0);
  repository.write("live/a.vaultconn.json", { id, tenant: hostOf(service), setup: BEARER });
  repository.write("tenants.live.json", [{ name: "Live", baseUrl: service.baseUrl, production: true }]);
  const path = writePrograms(repository, { vaultconn: `exec "${process.execPath}" "${CLI}" "$@"` });
  mkdirSync(join(root, ".tools/node_modules/.bin"), { recursive: true });
  copyFileSync(join(outside, "bin/vaultconn"), join(root, ".tools/node_modules/.bin/vaultconn"));
  const env = {
    ...{ HOME: outside, PATH: path, GIT_CONFIG_NOSYSTEM: "1", VAULTCONN_STATE: join(outside, "state") },
    ...{ PLAN: "plan.json", LIVE_HOST: hostOf(service), CI_DEFAULT_BRANCH: "main", GITLAB_USER_EMAIL: "a@example.com" },
    ...{ VAULTCONN_ACCESS_TOKEN: service.accessToken, VAULTCONN_SECRET_TOKEN: SECRET },
  };
  const remote = join(outside, "remote.git");
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, env, encoding: "utf8", stdio: "pipe" });
  git("init", "--quiet", "--bare", "--initial-branch", "main", remote);
  // As a runner makes it: without a template.
  git("init", "--quiet", "--template=", "--initial-branch", "main");
  git("remote", "add", "origin", remote);
  git(...NOBODY, "commit", "--quiet", "--allow-empty", "--message", "a");
  git("push", "--quiet", "origin", "main");
  const run = async (script: string, given: Readonly<Record<string, string>> = {}) => {
    const here = script.replaceAll(/"https:\/\/vaultconn:[^"]*"/g, JSON.stringify(remote));
    const shell = ["-eo", "pipefail", "-c", here];
    const { code, stdout, stderr } = await startProcess("bash", shell, root, { ...env, ...given }).ended;
    return { script, code, stdout, stderr };
  };
  return { service, repository, id, remote, git, run };
}

describe.each(Object.keys(PIPELINES))("the documented %s", (name) => {
  const scripts = PIPELINES[name]?.() ?? [];
  const plan = scripts.find((script) => script.includes("plan live")) ?? "";

  it("pushes, and commits the lock file beside the lines of others", async () => {
    const { service, repository, id, remote, git, run } = await openPipeline();
    // While the pipeline runs, someone else pushes a lock file to the branch.
    const theirs = { fingerprint: "f", updated_at: "2026-03-02T09:30:00.000Z", digest: "d".repeat(43) };
    repository.write(
      "vaultconn.lock.json",
      `{"version": 2, "connections": {\n"b/ac_1": ${JSON.stringify(theirs)}\n}}\n`,
    );
    git(...NOBODY, "add", "vaultconn.lock.json");
    git(...NOBODY, "commit", "--quiet", "--message", "b");
    git("push", "--quiet", "origin", "main");
    git("reset", "--quiet", "--hard", "HEAD~1");
    let printed = "";
    for (const script of scripts) {
      const ended = await run(script);
      expect(ended).toMatchObject({ code: 0 });
      printed += ended.stdout;
    }
    expect(service.requests.applied).toBe(1);
    const lock = git("--git-dir", remote, "show", "main:vaultconn.lock.json");
    expect([lock.includes(id), lock.includes('"b/ac_1"'), lock.includes("<<<")]).toEqual([true, true, false]);
    // Where a pipeline can tell that there's nothing to apply, it asks nobody.
    const pending = "##vso[task.setvariable variable=pending;isOutput=true]true";
    expect(printed.includes(pending)).toBe(name.startsWith("azure"));
    const again = await run(plan);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).not.toContain(pending);
  });

  it("sends everything again if a person asks for it", async () => {
    const { service, run } = await openPipeline();
    for (const script of scripts) expect(await run(script)).toMatchObject({ code: 0 });
    for (const script of scripts) expect(await run(script, ALL[name])).toMatchObject({ code: 0 });
    expect(service.requests.applied).toBe(2);
  });

  it("doesn't run what's in its options", async () => {
    const { service, repository, run } = await openPipeline();
    const hostile = Object.fromEntries(Object.keys(ALL[name] ?? {}).map((key) => [key, "--all; touch a $(touch b)"]));
    const { stderr } = await run(plan, hostile);
    expect(stderr).not.toBe("");
    expect(["a", "b"].filter((file) => existsSync(join(repository.root, file)))).toEqual([]);
    expect(service.requests.applied).toBe(0);
  });

  it("gives the same options to plan and to apply", () => {
    const variables = scripts.flatMap((script) =>
      [...script.matchAll(/vaultconn (?:plan|apply) .*/g)].map(([line]) =>
        [...line.matchAll(/ \$([A-Z_]+)/g)].map(([, variable]) => variable),
      ),
    );
    expect(variables).toEqual([variables[0], variables[0]]);
    expect(Object.keys(ALL[name] ?? {}).every((key) => variables[0]?.includes(key))).toBe(true);
    for (const option of ["--all", "--accept-drift", "--allow-unknown"]) expect(read(name)).toContain(option);
  });
});

it("asks for an approval in Jenkins only if there's something to apply", () => {
  const [, conditions = ""] = /when \{\n(.*?)\n {6}\}\n {6}input/s.exec(read("Jenkinsfile")) ?? [];
  expect(conditions).toMatch(/^ *beforeInput true$/m);
  expect(conditions).toMatch(/^ *environment name: 'PENDING', value: '2'$/m);
});

it("reports a change by someone else in GitLab's scheduled job", async () => {
  const { service, id, run } = await openPipeline();
  const { drift } = parse(read("gitlab-ci.yml")) as { readonly drift: { readonly script: readonly string[] } };
  for (const script of PIPELINES["gitlab-ci.yml"]?.() ?? []) await run(script);
  expect(await run(drift.script.join("\n"))).toMatchObject({ code: 0 });
  service.connections.change(id, { name: "Someone else" });
  expect(await run(drift.script.join("\n"))).toMatchObject({ code: 3 });
});
