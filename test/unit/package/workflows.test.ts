import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { STAGES } from "../../../scripts/test/stages.js";
import { EDITIONS } from "../../vscode/provision/pins.js";

/** A step of a job, with the job it is in. */
interface Step {
  readonly job: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** As much of a workflow as is looked at. */
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string;
        readonly environment?: string;
        readonly permissions?: Readonly<Record<string, string>>;
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
        readonly steps?: readonly Omit<Step, "job">[];
      }
    >
  >;
}

const FOLDER = ".github/workflows";

/** What jobs may do beyond reading the repository: `job: scope right`. */
const MORE_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  "codeql.yml": ["analyze: security-events write"],
  "release.yml": ["github-release: contents write"],
};

const read = (name: string): string => readFileSync(name, "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<"vscode" | "node", string>>;
};
const locked = JSON.parse(read("package-lock.json")) as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};
const workflows = readdirSync(FOLDER).map((name) => [name, parse(read(join(FOLDER, name))) as Workflow] as const);

function workflow(file: string): Workflow {
  const found = workflows.find(([name]) => name === file)?.[1];
  if (found === undefined) throw new Error(`There is no ${file}.`);
  return found;
}

/** Every step of a workflow. */
function steps({ jobs }: Workflow): readonly Step[] {
  return Object.entries(jobs).flatMap(([job, { steps: listed = [] }]) => listed.map((step) => ({ job, ...step })));
}

describe.each(workflows)("the workflow %s", (name, described) => {
  it("gives no right that a job does not ask for", () => {
    expect(described.permissions).toEqual({});
    const rights = Object.entries(described.jobs).flatMap(([job, { permissions = {} }]) =>
      Object.entries(permissions).map(([scope, right]) => `${job}: ${scope} ${right}`),
    );
    const more = rights.filter((right) => !right.endsWith("contents read"));
    expect(more).toEqual(MORE_RIGHTS[name] ?? []);
  });

  it("runs scripts that are there", () => {
    const commands = steps(described).flatMap(({ run = "" }) => [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)]);
    expect(commands.map(([, script = ""]) => script).filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it("names each action by its major version, and each tool by its exact one", () => {
    const actions = steps(described).flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/^(?:actions|github)\/[a-z/-]+@v\d+$/.test(action))).toEqual([]);
    const tools = steps(described).flatMap(({ run = "" }) =>
      [...run.matchAll(/npx --yes (\S+)/g)].map(([, tool]) => tool),
    );
    expect(tools.filter((tool) => !/@\d+\.\d+\.\d+$/.test(tool ?? ""))).toEqual([]);
  });

  it("puts no expression into a shell that somebody else could fill", () => {
    const expressions = steps(described).flatMap(({ run = "" }) =>
      [...run.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)].map(([, expression]) => expression),
    );
    expect(expressions.filter((expression) => !expression?.startsWith("matrix."))).toEqual([]);
  });
});

describe("the tests on GitHub", () => {
  const ci = workflow("ci.yml");

  it("cover three systems, with the oldest VS Code that is supported and the current one", () => {
    const { os = [], vscode } = ci.jobs["desktop"]?.strategy?.matrix ?? {};
    expect(os.map((name) => name.split("-")[0])).toEqual(["ubuntu", "windows", "macos"]);
    expect(vscode).toEqual([EDITIONS.oldest.vscode, "stable"]);
    const [, least] = /^\^(\d+\.\d+)\.0$/.exec(manifest.engines.vscode) ?? [];
    expect(EDITIONS.oldest.vscode).toMatch(new RegExp(`^${String(least)}\\.\\d+$`));
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
  const release = workflow("release.yml");

  it("publishes what was tested, packaged once, with the tool that packaged it", () => {
    expect(release.jobs["package"]?.needs).toBe("test");
    const packaging = steps(release).filter(({ run = "" }) => run.includes("npm run package"));
    expect(packaging.map(({ job }) => job)).toEqual(["package"]);
    const [, vsce] = /@vscode\/vsce@(\S+)/.exec(JSON.stringify(release)) ?? [];
    expect(vsce).toBe(locked.packages["node_modules/@vscode/vsce"]?.version);
  });

  it("shows each secret to the one step that needs it, behind an environment", () => {
    const holders = steps(release).filter((step) => JSON.stringify(step).includes("secrets."));
    expect(holders.map(({ job, env }) => [job, Object.keys(env ?? {})])).toEqual([
      ["marketplace", ["VSCE_PAT"]],
      ["open-vsx", ["OVSX_PAT"]],
    ]);
    expect(holders.map(({ job }) => release.jobs[job]?.environment)).toEqual(["release", "release"]);
  });
});
