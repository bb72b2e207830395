import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
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

it.each(Object.keys(PIPELINES))("pushes and commits the lock file as %s says", async (name) => {
  const service = await openService();
  const repository = new Repository(service);
  const { root, outside } = repository;
  const setup = { id: service.connections.idAt(0), tenant: hostOf(service), setup: BEARER };
  repository.write("live/a.vaultconn.json", setup);
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
  git("init", "--quiet", "--initial-branch", "main");
  git("remote", "add", "origin", remote);
  git(
    ...["-c", "user.name=a", "-c", "user.email=a@example.com"],
    "commit",
    "--quiet",
    "--allow-empty",
    "--message",
    "a",
  );
  git("push", "--quiet", "origin", "main");
  // While the pipeline runs, someone else pushes to the branch.
  git(
    "push",
    "--quiet",
    "origin",
    `${git(...["-c", "user.name=a", "-c", "user.email=a@example.com"], "commit-tree", "-p", "HEAD", "-m", "b", "HEAD^{tree}").trim()}:main`,
  );
  const printed: string[] = [];
  const run = async (script: string) => {
    const here = script.replaceAll(/"https:\/\/vaultconn:[^"]*"/g, JSON.stringify(remote));
    const { code, stdout, stderr } = await startProcess("bash", ["-eo", "pipefail", "-c", here], root, env).ended;
    expect({ script, code, stdout, stderr }).toMatchObject({ code: 0 });
    printed.push(stdout);
  };
  const scripts = PIPELINES[name]?.() ?? [];
  for (const script of scripts) await run(script);
  expect(service.requests.applied).toBe(1);
  expect(git("--git-dir", remote, "show", "main:vaultconn.lock.json")).toContain(setup.id);
  // Where a pipeline can tell that there's nothing to apply, it asks nobody.
  const isPending = () => printed.join("").includes("##vso[task.setvariable variable=pending;isOutput=true]true");
  expect(isPending()).toBe(name.startsWith("azure"));
  printed.length = 0;
  for (const script of scripts.filter((one) => one.includes("plan live"))) await run(script);
  expect([printed.length, isPending()]).toEqual([1, false]);
});
