import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { AgentHost } from "../../../client/core/agents/host.js";
import { AGENT_TOOLS } from "../../../client/core/agents/tools.js";
import type { FixableProblem } from "../../../server/protocol/messages.js";
import { validateTexts } from "../../../server/src/features/validate.js";
import { variants } from "../../../schemas/variants.js";

/** A host without files and tenants. */
const host: AgentHost = {
  folders: [],
  tenants: [],
  howToAddTenant: "",
  setupFiles: () => Promise.resolve([]),
  readText: () => Promise.reject(new Error("There is no file.")),
  check: validateTexts,
  diagnosticsPage: () => Promise.resolve(readFileSync("docs/diagnostics.md", "utf8")),
  lastPush: () => Promise.resolve({}),
};

async function call<Result>(name: string, input: object): Promise<Result> {
  const tool = AGENT_TOOLS.find((one) => one.name === `vaultconn_${name}`);
  return (await tool?.run(input, host, new AbortController().signal)) as Result;
}

interface Validated {
  readonly valid: boolean;
  readonly problems: readonly FixableProblem[];
}

type Property = Readonly<
  Record<"name", string> & { required: boolean; allowed: readonly string[] | null; example: string | null }
>;

interface Explained {
  readonly variants: readonly {
    readonly name: string;
    readonly type: string;
    readonly properties: readonly Property[];
  }[];
}

/** Ways in which people and models get a file wrong, each for the setup of a variant. */
const FAULTS: readonly ((setup: Readonly<Record<string, unknown>>, last: string) => string)[] = [
  (setup, last) => text({ ...without(setup, last), [last.slice(0, -1)]: setup[last] }),
  (setup, last) => text({ ...without(setup, last), [last.replaceAll("_", "-").toUpperCase()]: setup[last] }),
  (setup, last) => text(without(setup, last)),
  (setup) => text({ ...setup, note: "x" }),
  (setup) => text({ ...setup, type: String(setup["type"]).toLowerCase() }),
  (setup) => text(without(setup, "type")),
  (setup, last) => text({ ...setup, [last]: 12345678 }),
  (setup) => text(setup).replace(",\n", "\n"),
  (setup) => text(setup).replace(/"\n/, '",,\n'),
  (setup) => text(setup).replaceAll('"', "'"),
  (setup) => text(setup).trimEnd().slice(0, -1),
  (setup, last) => text(setup).replace(`"${last}"`, last),
  (setup, last) => text({ ...setup, [last]: "${evn:NAME}" }),
  (setup) => JSON.stringify({ id: "ac_1", ...setup }),
  (setup) => JSON.stringify({ name: "n", ready: true, setup }),
];

function text(setup: object): string {
  return `${JSON.stringify({ id: "ac_1", tenant: "acme.example.com", setup }, null, 2)}\n`;
}

function without(setup: Readonly<Record<string, unknown>>, name: string) {
  return Object.fromEntries(Object.entries(setup).filter(([key]) => key !== name));
}

/** 100 files, each with one fault. */
const FAULTY = Array.from({ length: 100 }, (_, at) => {
  const variant = variants[at % variants.length] ?? variants[0];
  const { fields = [] } = variant ?? {};
  const required = fields.some((field) => field.required)
    ? fields.filter((field) => field.required)
    : fields.slice(0, 2);
  const values = required.map(({ name, allowed, example }) => [
    name,
    allowed?.[0] ?? example ?? `\${env:${name.toUpperCase()}}`,
  ]);
  const setup = { type: variant?.type, ...(Object.fromEntries(values) as object) };
  return FAULTS[at % FAULTS.length]?.(setup, required.at(-1)?.name ?? "type") ?? "";
});

/** Does what answers say, with at most three calls. @returns the text, and whether the last answer was that it's valid */
async function repair(faulty: string): Promise<boolean> {
  let now = faulty;
  for (let calls = 0; calls < 3; calls++) {
    const { valid, problems } = await call<Validated>("validate", { text: now });
    if (valid) return true;
    const errors = problems.filter(({ severity }) => severity === "error");
    const document = TextDocument.create("", "", 0, now);
    let next = now;
    let from = Infinity;
    for (const { fix } of errors.toReversed())
      for (const { line, column, endLine, endColumn, newText } of fix?.edits?.toReversed() ?? []) {
        const start = document.offsetAt({ line: line - 1, character: column - 1 });
        const end = document.offsetAt({ line: endLine - 1, character: endColumn - 1 });
        if (end > from) continue;
        next = next.slice(0, start) + newText + next.slice(end);
        from = start;
      }
    now = next;
  }
  return false;
}

it("lets a script that only follows the answers fix 90 of 100 files in three calls each", async () => {
  const repaired = await Promise.all(FAULTY.map(repair));
  const left = FAULTY.filter((_, at) => repaired[at] !== true);
  expect(left.length, left.join("\n")).toBeLessThanOrEqual(10);
});

it("explains what a script needs to write a valid file of each variant", async () => {
  for (const { name } of variants) {
    const {
      variants: [explained],
    } = await call<Explained>("explain", { type: name });
    const required = explained?.properties.filter((property) => property.required) ?? [];
    const values = required.map((property) => [property.name, property.allowed?.[0] ?? property.example ?? "x"]);
    const written = JSON.stringify({ type: explained?.type, ...(Object.fromEntries(values) as object) });
    expect(await call("validate", { text: written, variant: name }), written).toMatchObject({
      valid: true,
      expected: { matches: true, missing: [], unknown: [] },
    });
  }
});

it("explains each diagnostic with an example, its message, and a fix", async () => {
  const { codes } = await call<{ readonly codes: readonly string[] }>("explain", {});
  for (const code of codes) {
    const { diagnostic } = await call<{ readonly diagnostic: Readonly<Record<string, string>> }>("explain", { code });
    for (const part of ["severity", "meaning", "fix"]) expect(diagnostic[part], `${code}: ${part}`).toMatch(/\w/);
  }
});
