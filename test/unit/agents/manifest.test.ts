import { expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { AGENT_TOOLS } from "../../../client/core/agents/tools.js";

it("shows the tools to VS Code as they are, and those that read tenants only in a trusted workspace", () => {
  const shown = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema, when }) => ({
    name,
    modelDescription,
    inputSchema,
    when,
  }));
  expect(shown).toEqual(
    AGENT_TOOLS.map(({ name, description, inputSchema, readsTenants }) => ({
      name,
      modelDescription: description,
      inputSchema,
      when: readsTenants ? "isWorkspaceTrusted" : undefined,
    })),
  );
});
