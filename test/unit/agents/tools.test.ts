import { expect, it } from "vitest";
import type { AgentHost } from "../../../client/core/agents/host.js";
import manifest from "../../../package.json" with { type: "json" };
import { AGENT_TOOLS } from "../../../client/core/agents/tools.js";
import { validateFiles } from "../../../server/src/library.js";
import { variants } from "../../../schemas/variants.js";
import { partOf } from "../partOf.js";

/** A host without files and tenants. */
const host = partOf<AgentHost>({ check: validateFiles, diagnosticsPage: () => Promise.resolve("") });

async function call<Result>(name: string, input: object): Promise<Result> {
  const tool = AGENT_TOOLS.find((one) => one.name === `vaultconn_${name}`);
  return (await tool?.run(input, host, new AbortController().signal)) as Result;
}

/** What an agent learns about a variant, as far as it needs that to write a file. */
interface Explained {
  readonly type: string;
  readonly properties: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly allowed: readonly string[] | null;
    readonly example: string | null;
  }[];
}

it("explains what a script needs to write a valid file of each variant", async () => {
  for (const { name } of variants) {
    const [explained] = (await call<{ variants: readonly Explained[] }>("explain", { type: name })).variants;
    const required = explained?.properties.filter((property) => property.required) ?? [];
    const values = required.map((property) => [property.name, property.allowed?.[0] ?? property.example ?? "x"]);
    const written = JSON.stringify({ type: explained?.type, ...(Object.fromEntries(values) as object) });
    expect(await call("validate", { text: written, variant: name }), written).toMatchObject({
      valid: true,
      expected: { matches: true, missing: [], unknown: [] },
    });
  }
});

it("declares the tools, and the trust that some need", () => {
  const shown = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema, when }) => {
    return { name, description: modelDescription, inputSchema, when };
  });
  const tools = AGENT_TOOLS.map(({ name, description, inputSchema, effect }) => {
    return { name, description, inputSchema, when: effect === "none" ? undefined : "isWorkspaceTrusted" };
  });
  expect(shown).toEqual(tools);
});
