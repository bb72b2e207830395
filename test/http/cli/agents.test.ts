import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AGENT_VARIABLES } from "../../../client/cli/options/agentShell.js";
import { APPLY, opened } from "./support.js";

const AGENT = { CLAUDECODE: "1" };

describe("a coding agent's shell", () => {
  it.each(AGENT_VARIABLES)("can't send where %s is set", async (name) => {
    const { service, repository } = await opened(1);
    const { stderr } = await repository.ends(4, APPLY, "", { env: { [name]: "1" } });
    expect(stderr).toContain(
      "Nothing was sent: a coding agent runs this. Run it yourself: vaultconn apply --auto --yes",
    );
    expect(service.requests.updates).toBe(0);
  });

  it("can plan, but not send the plan", async () => {
    const { repository, plan } = await opened(1);
    await repository.ends(2, ["plan", "--out", plan], "", { env: AGENT });
    const args = ["apply", plan, "--allow-production", "it's here", "--format", "json"];
    const { stdout } = await repository.ends(4, args, "", { env: AGENT });
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "agent", next: `vaultconn apply ${plan} --allow-production 'it'\\''s here' --format json` },
    });
  });

  it.each([
    ["CI runs it", { ...AGENT, CI: "true" }],
    ["the variable says no", { AI_AGENT: "0", AGENT: "", CLAUDECODE: "false" }],
    ["a person's editor sets other variables", { CURSOR_TRACE_ID: "1", CODEX_HOME: "/home/a", GEMINI_API_KEY: "x" }],
  ])("is none if %s", async (_, env) => {
    const { service, repository } = await opened(1);
    await repository.ends(0, APPLY, "1 applied", { env });
    expect(service.requests.updates).toBe(1);
  });

  it("isn't taken for one by a CI variable that's off", async () => {
    const { repository } = await opened(1);
    await repository.ends(4, APPLY, "a coding agent runs this", { env: { ...AGENT, CI: "false" } });
  });

  it("ends with 0 if there's nothing to send", async () => {
    const { repository } = await opened(1);
    await repository.ends(0, APPLY);
    await repository.ends(0, APPLY, "", { env: AGENT });
  });

  it("can send to a tenant that allows it outside of the repository alone", async () => {
    const { service, repository } = await opened(1);
    const allowed = [{ name: "Acme", baseUrl: service.baseUrl, allowAgents: true }];
    const env = { ...AGENT, VAULTCONN_TENANT: undefined };
    mkdirSync(join(repository.root, ".git"));
    repository.write("tenants.json", allowed);
    const inside = [...APPLY, "--tenants", "tenants.json"];
    await repository.ends(64, inside, '"allowAgents" counts only in a file outside of the repository', { env });
    await repository.ends(0, [...APPLY, ...repository.tenants([{ allowAgents: true }])], "1 applied", { env });
    expect(service.requests.updates).toBe(1);
  });

  it("can pull, which writes new files without values", async () => {
    const { repository } = await opened();
    await repository.ends(0, ["pull"], "written", { env: AGENT });
  });
});
