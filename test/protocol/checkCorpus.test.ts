import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic, WorkspaceDiagnosticReport } from "vscode-languageserver";
import { toPlace } from "../../server/src/inspection/fileProblems.js";
import { variants } from "../../schemas/variants.js";
import { runCommand } from "../http/cli/support.js";
import { CASES } from "../unit/features/corpus.js";
import { root, uriOf, useFolder, writeFiles } from "../unit/folder.js";
import { PULLING, Session } from "./session.js";

const FORMATS = ["text", "json", "github", "markdown"];
const SEVERITIES = ["error", "warning", "information", "hint"];

useFolder();

describe("the corpus of diagnostics", () => {
  const cases = CASES.map((one, index) => ({ ...one, name: `${String(index).padStart(3, "0")}.vaultconn.json` }));

  it("has the same problems in a check as in an editor", async () => {
    writeFiles(Object.fromEntries(cases.map(({ name, text }) => [name, text])));
    await using session = await Session.start({ capabilities: PULLING, folders: [uriOf()] });
    const { items } = await session.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    const inEditor = items.flatMap((item) =>
      item.kind === "full" && item.items.length > 0
        ? [{ path: path.basename(item.uri), diagnostics: item.items.map(asReported) }]
        : [],
    );
    const { files, summary } = JSON.parse(
      (await runCommand(["check", ".", "--format", "json"], { cwd: root })).stdout,
    ) as {
      readonly files: readonly { readonly diagnostics: readonly { readonly related: readonly object[] }[] }[];
      readonly summary: object;
    };
    expect(summary).toMatchObject({ files: cases.length });
    const inCheck = files.map(({ diagnostics, ...file }) => ({
      ...file,
      diagnostics: diagnostics.map((found) => ({ ...found, related: sorted(found.related) })),
    }));
    expect(inCheck).toEqual(inEditor.sort((a, b) => (a.path < b.path ? -1 : 1)));
  });
});

function asReported({ severity = 1, code, message, codeDescription, range, relatedInformation = [] }: Diagnostic) {
  const related = relatedInformation.map(({ location, message: text }) => ({
    path: path.basename(location.uri),
    ...toPlace(location.range),
    message: text,
  }));
  return {
    ...{ severity: SEVERITIES[severity - 1], code, message, help: codeDescription?.href, ...toPlace(range) },
    related: sorted(related),
  };
}

/** Which of very many related places are shown, and in which order, is left open. */
function sorted(related: readonly object[]): unknown {
  return related.length < 10 ? related.map((place) => JSON.stringify(place)).sort() : "many";
}

describe("a secret", () => {
  const CANARY = "canary-5f0c1e";
  const DAMAGES: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => text.slice(0, -4),
    (text) => text.replace('"type"', '"tpye"'),
    (text) => text.replaceAll(CANARY, ` ${CANARY} `),
    (text) => text.replaceAll(CANARY, `\${env:${CANARY} x}`),
    (text) => text.replaceAll(`"${CANARY}"`, `["${CANARY}"]`),
    (text) => text.replaceAll(`"${CANARY}"`, `'${CANARY}'`),
    (text) => text.replaceAll(`"${CANARY}"`, `"${CANARY}`),
    (text) => text.replaceAll(`"${CANARY}"`, `"${CANARY}\\x"`),
  ];

  it("is in no report, whatever else is wrong", async () => {
    const files = variants.flatMap(({ number, type, fields }) => {
      const setup = Object.fromEntries([["type", type], ...fields.map(({ name }) => [name, CANARY] as const)]);
      return DAMAGES.map(
        (damage, index) =>
          [`${number}-${index}.vaultconn.json`, damage(JSON.stringify({ name: CANARY, setup }, undefined, 2))] as const,
      );
    });
    writeFiles(Object.fromEntries(files));
    for (const format of FORMATS) {
      const { stdout, stderr, code } = await runCommand(
        ["check", ".", "--format", format, "--plain-text-secret", "error"],
        { cwd: root },
      );
      expect(code).toBe(4);
      expect(stdout).toContain("plain-text-secret");
      expect(`${stdout}${stderr}`).not.toContain(CANARY);
    }
  });
});
