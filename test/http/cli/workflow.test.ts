import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { applied, canary, service } from "../client/support.js";
import { bundled } from "./process.js";
import { BEARER, hostOf, Repository, SECRET } from "./support.js";

const FILES_FOR_EACH = 100;

const bundle = bundled();

/** A step as the workflow writes it. */
interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The workflow of the documentation. */
function workflow(): Readonly<Record<string, { readonly steps: readonly Step[] }>> {
  const page = readFileSync("docs/command-line.md", "utf8");
  const yaml = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? "";
  return (parse(yaml) as { jobs: Record<string, { steps: Step[] }> }).jobs;
}

it("runs the workflow of the documentation: 200 files, two tenants, a plan to approve, and nothing to do in the end", async () => {
  const [test, live] = [await service({ connections: 120 }), await service({ connections: 120 })];
  const repository = new Repository(test, live);
  for (let at = 0; at < FILES_FOR_EACH; at++) {
    repository.setup(at, { setup: BEARER, ...(at % 10 === 0 && { name: `Test ${at}` }) }, test);
    repository.setup(at, { setup: BEARER }, live);
  }
  for (const [folder, { origin }] of Object.entries({ test, live }))
    renameSync(join(repository.root, new URL(origin).port), join(repository.root, folder));
  const tenants = [
    { name: "Test", baseUrl: test.baseUrl },
    { name: "Live", baseUrl: live.baseUrl, production: true },
  ];
  repository.write("tenants.json", tenants);
  // The command as npm installs it, from a folder beside the repository.
  const installed = join(repository.outside, "package");
  mkdirSync(installed);
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ name: "vaultconn", version: "1.0.0", bin: "cli.js" }),
  );
  for (const file of ["cli.js", "vaultconn.js"]) copyFileSync(join(dirname(bundle()), file), join(installed, file));
  chmodSync(join(installed, "cli.js"), 0o755);
  repository.write("package.json", { private: true, devDependencies: { vaultconn: "file:../outside/package" } });
  repository.write(".gitignore", "node_modules\nplan.json\nplan.md\n");
  // What the runner brings along, and keeps what it is given.
  const tools = join(repository.outside, "bin");
  mkdirSync(tools);
  writeFileSync(
    join(tools, "gh"),
    `#!/bin/sh\n[ "$1" = auth ] && exit\nwhile [ "$1" != --body-file ]; do shift; done\ncp "$2" "$COMMENT"\n`,
  );
  chmodSync(join(tools, "gh"), 0o755);
  const comment = join(repository.outside, "comment.md");
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: repository.root, encoding: "utf8", stdio: "pipe" });
  const remote = join(repository.outside, "remote.git");
  git("init", "--quiet", "--bare", remote);
  git("init", "--quiet", "--initial-branch", "main");
  git("remote", "add", "origin", remote);
  git("config", "push.autoSetupRemote", "true");
  const env = {
    HOME: repository.outside,
    PATH: `${tools}:${process.env["PATH"] ?? ""}`,
    COMMENT: comment,
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
  // What the repository and its environments keep.
  const kept: Readonly<Record<string, string>> = {
    "secrets.TEST_TOKEN": test.accessToken,
    "secrets.LIVE_READ_TOKEN": live.accessToken,
    "secrets.LIVE_TOKEN": live.accessToken,
    "secrets.TOKEN": SECRET,
    "github.token": "none",
    "vars.LIVE_HOST": hostOf(live),
    "github.event.number": "7",
  };
  const filled = (text: string) => text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => kept[name] ?? name);
  execFileSync("npm", ["install", "--package-lock-only", "--no-audit", "--no-fund"], {
    cwd: repository.root,
    env,
    stdio: "pipe",
  });
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Files");

  const { review, plan, apply } = workflow();
  const outputs: string[] = [];
  // The last job once more, when there is nothing to commit.
  const steps = [review, plan, apply, plan, apply].flatMap((job) => job?.steps ?? []);
  for (const { run, env: given = {} } of steps) {
    if (run === undefined) continue;
    const line = filled(run);
    const child = spawn("bash", ["-eo", "pipefail", "-c", line], {
      cwd: repository.root,
      env: { ...env, ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)])) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit") as Promise<[number | null]>,
    ]);
    canary.saw(stdout, stderr);
    outputs.push(stdout);
    expect({ line, code, stdout: stdout.slice(-2000), stderr }).toMatchObject({ code: 0 });
  }
  canary.saw(readFileSync(comment, "utf8"), readFileSync(repository.lockFile, "utf8"), git("log", "-p", "--all"));
  expect(readFileSync(comment, "utf8")).toContain(`${FILES_FOR_EACH} to update, 0 unchanged`);
  expect(outputs.join("")).toContain("200 applied, 0 not applied, 0 not known");
  expect(outputs.join("")).toContain("0 to update, 200 unchanged");
  expect([applied(test), applied(live)]).toEqual([FILES_FOR_EACH, FILES_FOR_EACH]);
  expect(git("log", "--format=%s", "origin/main")).toContain("Record what was pushed");
  expect(git("status", "--porcelain")).toBe("");
});
