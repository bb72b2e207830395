import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { STAGES } from "../../stages/stages.mjs";
import { ROOT } from "../../../scripts/folders.mjs";
import { EDITIONS } from "../../vscode/provision/pins.mjs";

const read = (/** @type {string} */ name) => readFileSync(join(ROOT, name), "utf8");
const manifest = JSON.parse(read("package.json"));
const locked = JSON.parse(read("package-lock.json")).packages;
const folder = ".github/workflows";
/** @type {[string, any][]} */
const workflows = readdirSync(join(ROOT, folder)).map((name) => [name, parse(read(`${folder}/${name}`))]);
const ci = workflows.find(([name]) => name === "ci.yml")?.[1];

/** Every step of a workflow, with the job it is in. */
function steps(/** @type {any} */ workflow) {
  return Object.entries(workflow.jobs).flatMap(([job, { steps = [] }]) =>
    steps.map((/** @type {any} */ step) => ({ job, ...step })),
  );
}

describe.each(workflows)("the workflow %s", (name, workflow) => {
  it("gives no right that a job does not ask for", () => {
    expect(workflow.permissions).toEqual({});
    const rights = Object.entries(workflow.jobs).flatMap(([job, { permissions = {} }]) =>
      Object.entries(permissions).map(([scope, right]) => `${job}: ${scope} ${right}`),
    );
    expect(rights.filter((right) => !right.endsWith("contents read"))).toEqual(
      name === "release.yml" ? ["github-release: contents write"] : [],
    );
  });

  it("runs scripts that are there", () => {
    const commands = steps(workflow).flatMap(({ run = "" }) => [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)]);
    expect(commands.map(([, script = ""]) => script).filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it("names each action by its major version, and each tool by its exact one", () => {
    const actions = steps(workflow).flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
    const tools = steps(workflow).flatMap(({ run = "" }) =>
      [...run.matchAll(/npx --yes (\S+)/g)].map(([, tool]) => tool),
    );
    expect(tools.filter((tool) => !/@\d+\.\d+\.\d+$/.test(tool ?? ""))).toEqual([]);
  });

  it("puts no expression into a shell that somebody else could fill", () => {
    const expressions = steps(workflow).flatMap(({ run = "" }) =>
      [...run.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)].map(([, expression]) => expression),
    );
    expect(expressions.filter((expression) => !expression?.startsWith("matrix."))).toEqual([]);
  });
});

describe("the tests on GitHub", () => {
  it("cover three systems, with the oldest VS Code that is supported and the current one", () => {
    const { os, vscode } = ci.jobs.desktop.strategy.matrix;
    expect(os.map((/** @type {string} */ name) => name.split("-")[0])).toEqual(["ubuntu", "windows", "macos"]);
    expect(vscode).toEqual([EDITIONS.oldest.vscode, "stable"]);
    const [, least] = /^\^(\d+\.\d+)\.0$/.exec(manifest.engines.vscode) ?? [];
    expect(EDITIONS.oldest.vscode).toMatch(new RegExp(`^${least}\\.\\d+$`));
  });

  it("run every stage there is", () => {
    const named = steps(ci).flatMap(({ run = "" }) => /--only (\S+)/.exec(run)?.[1]?.split(",") ?? []);
    expect([...new Set(named)].sort()).toEqual(STAGES.map(({ name }) => name).sort());
  });

  it("run on the oldest Node that is supported", () => {
    const [, least] = />=(\d+)/.exec(manifest.engines.node) ?? [];
    const versions = steps(ci).flatMap(({ with: given }) => given?.["node-version"] ?? []);
    expect(new Set(versions)).toEqual(new Set([Number(least)]));
  });
});

describe("a release on GitHub", () => {
  const [, release] = workflows.find(([name]) => name === "release.yml") ?? [];

  it("publishes what was tested, packaged once, with the tool that packaged it", () => {
    expect(release.jobs.package.needs).toBe("test");
    const packaging = steps(release).filter(({ run = "" }) => run.includes("npm run package"));
    expect(packaging.map(({ job }) => job)).toEqual(["package"]);
    const [, vsce] = /@vscode\/vsce@(\S+)/.exec(JSON.stringify(release)) ?? [];
    expect(vsce).toBe(locked["node_modules/@vscode/vsce"].version);
  });

  it("shows each secret to the one step that needs it, behind an environment", () => {
    const holders = steps(release).filter((step) => JSON.stringify(step).includes("secrets."));
    expect(holders.map(({ job, env }) => [job, Object.keys(env)])).toEqual([
      ["marketplace", ["VSCE_PAT"]],
      ["open-vsx", ["OVSX_PAT"]],
    ]);
    expect(holders.map(({ job }) => release.jobs[job].environment)).toEqual(["release", "release"]);
  });
});
