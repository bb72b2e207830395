import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { updateInstall } from "../../../scripts/docs/install.js";
import { PLAIN, WINDOWS } from "../../../scripts/test/projects.js";

/** A step of a job, with the job it is in. */
interface Step {
  readonly job: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Omit<Step, "job">[];
}

/** As much of a workflow as is looked at. */
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = ".github/workflows";
const read = (name: string): string => readFileSync(name, "utf8");
/** The files of this repository's workflows. */
const names = readdirSync(FOLDER);

/** Every step of a workflow. */
function steps({ jobs }: Workflow): readonly Step[] {
  return Object.entries(jobs).flatMap(([job, { steps: listed = [] }]) => listed.map((step) => ({ job, ...step })));
}

/** What GitHub's own reader of workflows finds wrong with one: its form, and the expressions in it. */
async function faults(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
  const { errors = [] } = value ? await convertWorkflowTemplate(context, value) : {};
  return [...context.errors.getErrors().map(({ message }) => message), ...errors.map(({ Message }) => Message)];
}

/** The workflows of this repository, and those that the documents give to others. */
const own = names.map((name) => [name, read(join(FOLDER, name))] as const);
const documented = ["setup-files", "connections", "vault", "drift", "expiring"].flatMap((name) =>
  [false, true].map((isPublished) => {
    const yaml = updateInstall(read(`docs/workflows/${name}.yml`), isPublished);
    return [`${name}, ${isPublished ? "with" : "without"} packages on npm`, yaml] as const;
  }),
);

function workflow(file: string): Workflow {
  return parse(read(join(FOLDER, file))) as Workflow;
}

describe.each([...own, ...documented])("the workflow %s", (_, yaml) => {
  const described = parse(yaml) as Workflow;

  it("is valid for GitHub", async () => {
    expect(await faults(yaml)).toEqual([]);
  });

  it("gives each job its own permissions, and pins each action to a commit", () => {
    expect(described.permissions).toEqual({});
    const uses = yaml.match(/\buses: .*/g) ?? [];
    const wrong = uses.filter((use) => !/ (?:\.\/\S+|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(use));
    expect(wrong).toEqual([]);
  });

  it("keeps no token that a later step could use", () => {
    const checkouts = steps(described).filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    expect(checkouts.filter(({ with: given }) => given?.["persist-credentials"] !== false)).toEqual([]);
  });
});

describe.each(own)("the workflow %s of this repository", (_, yaml) => {
  const described = parse(yaml) as Workflow;

  it("uses no secrets", () => {
    expect(yaml).not.toMatch(/\$\{\{[^}]*\bsecrets\b|VSCE_PAT|OVSX_PAT|NPM_TOKEN|NODE_AUTH_TOKEN|^ *secrets:/m);
  });

  it("runs scripts that exist, and only locked packages", () => {
    const commands = steps(described).map(({ run = "" }) => run);
    const scripts = commands.flatMap((run) => [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)]);
    expect(scripts.map(([, script = ""]) => script).filter((script) => !(script in manifest.scripts))).toEqual([]);
    expect(commands.filter((run) => /\bnpx\b|\bnpm (?:exec|x|i|install|add)\b/.test(run))).toEqual([]);
  });

  it("doesn't put untrusted expressions into a shell", () => {
    const expressions = steps(described).flatMap(({ run = "" }) =>
      [...run.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)].map(([, expression]) => expression),
    );
    expect(expressions.filter((expression) => !expression?.startsWith("matrix."))).toEqual([]);
  });
});

describe.each(documented)("the documented workflow %s", (_, yaml) => {
  const described = parse(yaml) as Workflow;

  it("gives credentials only to the steps that need them", () => {
    const secret = /\b(?:secrets\.\w+|github\.token)\b/g;
    const inSteps = steps(described).flatMap(({ env = {} }) => JSON.stringify(env).match(secret) ?? []);
    expect(inSteps).toEqual(JSON.stringify(described).match(secret) ?? []);
    for (const { run = "", uses = "", env = {} } of steps(described))
      if (JSON.stringify(env).search(secret) >= 0)
        expect([uses, run]).toEqual([
          "",
          expect.stringMatching(/^vaultconn (plan|apply|drift|values|list) |\bgh (pr|auth) /),
        ]);
  });

  it("gives nothing of the live tenant to pull requests", () => {
    for (const { environment, ...job } of Object.values(described.jobs))
      if (environment === undefined) expect(JSON.stringify(job)).not.toMatch(/LIVE/i);
  });
});

it("keeps the documented workflow valid without a test tenant, as its comments say", async () => {
  const [yaml = ""] = read("docs/workflows/connections.yml").split(/^ {2}preview:$/m);
  const alone = yaml.replace("    needs: test\n", "");
  expect(await faults(alone)).toEqual([]);
  expect(Object.keys((parse(alone) as Workflow).jobs)).toEqual(["plan", "apply"]);
});

describe("the tests on GitHub", () => {
  const ci = workflow("ci.yml");

  it("run every project", () => {
    const named = steps(ci).flatMap(({ run = "" }) => /--only (\S+)/.exec(run)?.[1]?.split(",") ?? []);
    expect([...new Set(named)].sort()).toEqual([...PLAIN, ...WINDOWS].sort());
  });
});

describe("a release on GitHub", () => {
  const release = workflow("release.yml");
  const commands = (job: string): string =>
    steps(release)
      .filter((step) => step.job === job)
      .map(({ run = "" }) => run)
      .join("\n");
  /** The jobs that something outside of the workflow is changed by. */
  const publishing = Object.keys(release.jobs).filter((job) => /\bpublish\b|gh release create/.test(commands(job)));

  /** The jobs that have succeeded before one starts. */
  function before(job: string): ReadonlySet<string> {
    const direct = [release.jobs[job]?.needs ?? []].flat();
    return new Set(direct.flatMap((needed) => [needed, ...before(needed)]));
  }

  it("publishes exactly what was tested, packaged once, and attested", () => {
    expect(publishing).toEqual(["marketplace", "open-vsx", "npm", "github-release"]);
    expect(steps(release).filter(({ run = "" }) => run.includes("npm run package"))).toHaveLength(1);
    expect([...before("package")]).toEqual(["test"]);
    for (const job of publishing) {
      expect([...before(job)]).toEqual(expect.arrayContaining(["test", "package", "attest"]));
      expect(commands(job)).toMatch(/^sha256sum --check --strict SHA256SUMS$/m);
      expect(commands(job)).not.toMatch(/npm (run|pack)\b/);
    }
  });

  it("stages npm packages for a person, and publishes a release with all files", () => {
    const npm = steps(release).filter(({ run = "" }) => /\bnpm (?:stage )?publish\b/.test(run));
    expect(npm.map(({ job, run = "" }) => [job, run.split(" --")[0]])).toEqual([["npm", "npm stage publish"]]);
    // An earlier Node has an npm that can't.
    const node = steps(release).find(({ job, uses = "" }) => job === "npm" && uses.startsWith("actions/setup-node@"));
    expect(node?.with?.["node-version"]).toBe(read(".nvmrc").trim());
    // An immutable release takes no file after it's published.
    expect(commands("github-release")).toMatch(/gh release create .* packages\/\*$/m);
    expect(read(join(FOLDER, "release.yml"))).not.toMatch(/gh release (?:edit|upload)/);
  });

  it("signs in only in jobs that build and install nothing", () => {
    const signing = Object.entries(release.jobs).filter(([, { permissions }]) => permissions?.["id-token"] === "write");
    expect(signing.map(([job]) => job).sort()).toEqual(["attest", "marketplace", "npm", "open-vsx"]);
    for (const [job, { environment }] of signing) {
      expect(environment).toBe(publishing.includes(job) ? "release" : undefined);
      expect(commands(job)).not.toMatch(/npm (run|test|ci(?! --ignore-scripts$))/m);
    }
    expect(steps(release).find(({ uses = "" }) => uses.startsWith("azure/login@"))).toMatchObject({
      job: "marketplace",
      with: { "client-id": "${{ vars.AZURE_CLIENT_ID }}", "tenant-id": "${{ vars.AZURE_TENANT_ID }}" },
    });
  });
});
