import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { faults, read, steps, used, usedHere, type Workflow } from "./readWorkflows.js";

const { version } = JSON.parse(read("package.json")) as { readonly version: string };

/** The workflows in the documents. */
const documented = [...read("docs/first-push-from-ci.md").matchAll(/```yaml\n(.*?)```/gs)].flatMap(([, yaml = ""]) =>
  /^jobs:/m.test(yaml) ? [[/^name: (.*)/.exec(yaml)?.[1], yaml] as const] : [],
);

it("finds the workflows in the documents", () => {
  expect(documented.map(([name]) => name)).toEqual(["Setup files", "Connections"]);
});

describe.each(documented)("the workflow %s", (_, yaml) => {
  const described = parse(yaml) as Workflow;

  it("is one, as GitHub reads it", async () => {
    expect(await faults(yaml)).toEqual([]);
  });

  it("names each action by a commit, with the version behind it, as the workflows of this repository do", () => {
    const here = usedHere();
    const commitOf = ({ action }: { readonly action: string }) =>
      /^([\w-]+\/[\w-]+)[\w/-]*@(.*)$/.exec(action)?.slice(1) ?? [];
    for (const use of used(yaml)) {
      expect(use).toEqual({
        action: expect.stringMatching(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/) as string,
        comment: expect.stringMatching(/^ v\d+\.\d+\.\d+$/) as string,
      });
      const [repository, commit] = commitOf(use);
      const others = here.map(commitOf).filter(([other]) => other === repository);
      for (const [, other] of others) expect([repository, commit]).toEqual([repository, other]);
    }
  });

  it("leaves no credential of git in a checkout", () => {
    const checkouts = steps(described).filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(Object.keys(described.jobs).length);
    for (const { with: given } of checkouts) expect(given?.["persist-credentials"]).toBe(false);
  });

  it("gives each job its own permissions, and nothing to the rest", () => {
    expect(described.permissions).toEqual({});
    for (const { permissions } of Object.values(described.jobs))
      expect(permissions).toMatchObject({ contents: expect.stringMatching(/^(?:read|write)$/) as string });
  });

  it("gives credentials to the steps that need them alone", () => {
    const secret = /\b(?:secrets\.\w+|github\.token)\b/g;
    const inSteps = steps(described).flatMap(({ env = {} }) => JSON.stringify(env).match(secret) ?? []);
    expect(inSteps).toEqual(JSON.stringify(described).match(secret) ?? []);
    for (const { run = "", uses = "", env = {} } of steps(described))
      if (JSON.stringify(env).search(secret) >= 0)
        expect([uses, run]).toEqual(["", expect.stringMatching(/^vaultconn (plan|apply|drift) |\bgh (pr|auth) /)]);
  });

  it("gives nothing of the live tenant to what a pull request can run", () => {
    for (const { environment, ...job } of Object.values(described.jobs))
      if (environment === undefined) expect(JSON.stringify(job)).not.toMatch(/LIVE/i);
  });

  it("installs the version of this repository", () => {
    const installed = [...yaml.matchAll(/npm install --global --ignore-scripts [\w-]+@(\S+)/g)].map(
      ([, version]) => version,
    );
    expect(installed.length).toBeGreaterThan(0);
    for (const named of installed) expect(named).toBe(version);
  });
});
