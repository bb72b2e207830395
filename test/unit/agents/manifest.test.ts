import { expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { AGENT_TOOLS } from "../../../client/core/agents/tools.js";

it("declares the tools, and the trust that those need which read tenants", () => {
  const shown = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema, when }) => {
    return { name, description: modelDescription, inputSchema, when };
  });
  const tools = AGENT_TOOLS.map(({ name, description, inputSchema, readsTenants }) => {
    return { name, description, inputSchema, when: readsTenants ? "isWorkspaceTrusted" : undefined };
  });
  expect(shown).toEqual(tools);
});
