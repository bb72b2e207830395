import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

/** A workflow of GitHub Actions, as far as its rules go. */
interface Workflow {
  readonly permissions?: unknown;
  readonly env?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
}
interface Job {
  readonly if?: string;
  readonly permissions?: unknown;
  readonly env?: unknown;
  readonly environment?: string;
  readonly steps?: readonly Step[];
}
interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The workflows that documents show: blocks of YAML whose jobs have steps. */
const WORKFLOWS = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith(".md"))
  .flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/```yaml\n(.*?)```/gs)].map(([, text = ""]) => ({
      page,
      text,
      workflow: parse(text) as Workflow,
    })),
  )
  .filter(({ workflow: { jobs } }) => Object.values(jobs ?? {}).some(({ steps }) => steps !== undefined));

it("documents show two workflows", () => {
  expect(WORKFLOWS.map(({ page }) => page).sort()).toEqual(["docs/command-line.md", "docs/editors.md"]);
});

describe.each(WORKFLOWS)("the workflow in $page", ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs ?? {});
  const steps = jobs.flatMap(({ steps: all }) => all ?? []);

  it("pins actions by commit, with the tag as a comment", () => {
    const lines = text.split("\n").filter((line) => /\buses:/.test(line));
    expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("doesn't keep the checkout's credentials", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ "persist-credentials": false });
  });

  it("gives permissions to jobs alone", () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) expect(job.permissions).toBeDefined();
  });

  it("gives credentials to steps alone", () => {
    expect([workflow.env, ...jobs.map(({ env }) => env)].filter((env) => env !== undefined)).toEqual([]);
  });

  it("keeps what is live from pull requests", () => {
    const reachable = jobs.filter(({ if: condition }) => condition !== "github.event_name == 'push'");
    const withoutApproval = reachable.filter(({ environment }) => environment === undefined);
    expect(JSON.stringify(withoutApproval)).not.toMatch(/secrets\.LIVE/);
  });
});
