import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { applied, canary, closeAfterwards, openService } from "../client/support.js";
import { bundled } from "./process.js";
import { BEARER, hostOf, Repository, SECRET } from "./support.js";

const FILES_FOR_EACH = 12;

const bundle = bundled();

/** A step as the workflow writes it. */
interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

/** The jobs of the documented workflow. */
function jobs(): Readonly<Record<string, { readonly if?: string; readonly steps: readonly Step[] }>> {
  const yaml = readFileSync("docs/workflows/connections.yml", "utf8");
  return (parse(yaml) as { jobs: Record<string, { steps: Step[] }> }).jobs;
}

/** A registry with the command in it, as it is published, and the package as a file. @returns its address */
async function registry(folder: string, root: string): Promise<string> {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const described = { name: "vaultconn", version, bin: { vaultconn: "cli.js" } };
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify(described));
  for (const file of ["cli.js", "vaultconn.js", "undici.js"])
    copyFileSync(join(dirname(bundle()), file), join(folder, "package", file));
  const tarball = execFileSync("tar", ["-cz", "-C", folder, "package"], { maxBuffer: 100_000_000 });
  writeFileSync(join(root, `vaultconn-${version}.tgz`), tarball);
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const server = createServer(({ url = "", headers: { host = "" } }, response) => {
    if (url.endsWith(".tgz")) response.end(tarball);
    else {
      const dist = { tarball: `http://${host}/vaultconn.tgz`, integrity };
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ name: "vaultconn", versions: { [version]: { ...described, dist } } }));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closeAfterwards({
    close: () => {
      server.closeAllConnections();
      return Promise.resolve(server.close());
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it("runs the documented workflow, with approval only if there's something to do", async () => {
  const [test, live] = [await openService(), await openService()];
  const repository = new Repository(test, live);
  for (const [folder, service] of [["test", test] as const, ["live", live] as const])
    for (let at = 0; at < FILES_FOR_EACH; at++) {
      const id = service.connections.idAt(at);
      const setup = { ...BEARER, token: `\${secret:API_KEY_${folder.toUpperCase()}}` };
      const name = at % 10 === 0 ? { name: `${folder} ${at}` } : {};
      repository.write(`${folder}/${id}.vaultconn.json`, { id, tenant: hostOf(service), ...name, setup });
    }
  repository.write("tenants.test.json", [{ name: "Test", baseUrl: test.baseUrl }]);
  repository.write("tenants.live.json", [{ name: "Live", baseUrl: live.baseUrl, production: true }]);
  // What the runner brings along. A comment is kept; signing git in to GitHub has nothing to do here.
  const tools = join(repository.outside, "bin");
  mkdirSync(tools);
  const comment = join(repository.outside, "comment.md");
  const gh = `#!/bin/sh
[ -n "$GH_TOKEN" ] || exit 1
[ "$1" = pr ] || exit 0
while [ "$1" != --body-file ]; do shift; done
cp "$2" "${comment}"
`;
  writeFileSync(join(tools, "gh"), gh);
  chmodSync(join(tools, "gh"), 0o755);
  const global = join(repository.outside, "global");
  const env = {
    HOME: repository.outside,
    PATH: `${tools}:${join(global, "bin")}:${process.env["PATH"] ?? ""}`,
    npm_config_prefix: global,
    npm_config_registry: await registry(repository.outside, repository.root),
    npm_config_update_notifier: "false",
    GIT_CONFIG_NOSYSTEM: "1",
    GITHUB_STEP_SUMMARY: join(repository.outside, "summary.md"),
    GITHUB_OUTPUT: join(repository.outside, "output"),
    ACCEPT_DRIFT: "",
  };
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: repository.root, env, encoding: "utf8", stdio: "pipe" });
  const remote = join(repository.outside, "remote.git");
  git("init", "--quiet", "--bare", "--initial-branch", "main", remote);
  git("init", "--quiet", "--initial-branch", "main");
  git("remote", "add", "origin", remote);
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Files");
  git("push", "--quiet", "--set-upstream", "origin", "main");

  const known: Readonly<Record<string, string>> = {
    "vars.LIVE_HOST": hostOf(live),
    "github.event.number": "7",
    "github.token": "of GitHub",
    "secrets.LOCK_TOKEN || github.token": "of GitHub",
    "secrets.TEST_TOKEN": test.accessToken,
    "secrets.LIVE_TOKEN": live.accessToken,
    "secrets.API_KEY_TEST": SECRET,
    "secrets.API_KEY_LIVE": SECRET,
  };
  const expressionsIn = (given: string) =>
    given.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => known[name] ?? `no ${name}`);
  /** Runs the shell steps of a job, each with what it is given and nothing else. @returns what they print */
  const runJob = async (name: string): Promise<string> => {
    const outputs: string[] = [];
    for (const { run, env: own = {} } of jobs()[name]?.steps ?? []) {
      if (run === undefined) continue;
      const given = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, expressionsIn(value)]));
      const child = spawn("bash", ["-eo", "pipefail", "-c", expressionsIn(run)], {
        cwd: repository.root,
        env: { ...env, ...given },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "exit") as Promise<[number | null]>,
      ]);
      canary.saw(stdout, stderr);
      outputs.push(stdout);
      expect({ run, code, stdout: stdout.slice(-2000), stderr }).toMatchObject({ code: 0 });
    }
    return outputs.join("");
  };

  await runJob("preview");
  expect(readFileSync(comment, "utf8")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  expect(live.requests.all()).toEqual([]);
  rmSync(join(repository.root, "plan.md"));

  const pending = () => (existsSync(env.GITHUB_OUTPUT) ? readFileSync(env.GITHUB_OUTPUT, "utf8") : "");
  expect(await runJob("test")).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);
  expect([applied(test), applied(live)]).toEqual([FILES_FOR_EACH, 0]);
  expect(await runJob("plan")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  // For the user who approves it.
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  expect([pending(), jobs()["apply"]?.if]).toEqual(["pending=true\n", "needs.plan.outputs.pending"]);
  expect(await runJob("apply")).toContain(`${FILES_FOR_EACH} applied, 0 not applied, 0 unknown`);
  await runJob("record");
  const commits = () => git("log", "--format=%s %an", "origin/main").trimEnd().split("\n");
  expect(commits()).toEqual(["Record what was pushed github-actions[bot]", "Files A"]);
  rmSync(env.GITHUB_OUTPUT);
  expect(await runJob("test")).toContain("Nothing to do.");
  expect(await runJob("plan")).toContain(`0 to update, ${FILES_FOR_EACH} unchanged`);
  expect(pending()).toBe("");
  await runJob("record");
  expect(commits()).toHaveLength(2);
  expect([applied(test), applied(live)]).toEqual([FILES_FOR_EACH, FILES_FOR_EACH]);

  // What the steps of the cache keep is where the journal is.
  const kept = Object.values(jobs()).flatMap(({ steps }) =>
    steps.flatMap((step) => (step.with?.["key"] ? [step.with["path"]] : [])),
  );
  expect(new Set(kept)).toEqual(new Set(["~/.local/state/vaultconn"]));
  expect(existsSync(join(repository.outside, ".local/state/vaultconn"))).toBe(true);
  rmSync(join(repository.root, "plan.json"));
  expect(git("status", "--porcelain")).toBe("");
  canary.saw(readFileSync(comment, "utf8"), readFileSync(repository.lockFile, "utf8"), git("log", "-p", "--all"));
});
