import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic, Range, WorkspaceDiagnosticReport } from "vscode-languageserver";
import { toPlace } from "../../server/src/inspection/fileProblems.js";
import { variants } from "../../schemas/variants.js";
import { CASES } from "../unit/features/corpus.js";
import { check } from "./checkFolder.js";
import { root, uriOf, useFolder, writeFiles } from "./folder.js";
import { PULLING, Session } from "./session.js";

const FORMATS = ["text", "json", "github", "markdown"];
const SEVERITIES = ["error", "warning", "information", "hint"];
/** More than the check shows of related places in one diagnostic. */
const MOST_RELATED = 10;

useFolder();

/** A place as the check tells it. */
function told(range: Range, message: string): object {
  return { ...toPlace(range), message };
}

describe("the corpus of diagnostics", () => {
  const cases = CASES.map((one, index) => ({ ...one, name: `${String(index).padStart(3, "0")}.vaultconn.json` }));

  it("has the same problems in a check as in an editor", async () => {
    writeFiles(root, Object.fromEntries(cases.map(({ name, text }) => [name, text])));
    await using session = await Session.start({ capabilities: PULLING, folders: [uriOf()] });
    const { items } = await session.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    const nameOf = (uri: string): string => path.basename(decodeURIComponent(new URL(uri).pathname));
    const inEditor = items.flatMap((item) => {
      const diagnostics = item.kind === "full" ? item.items : [];
      return diagnostics.length === 0
        ? []
        : [{ path: nameOf(item.uri), diagnostics: diagnostics.map((diagnostic) => asTold(diagnostic, nameOf)) }];
    });
    const { files, summary } = JSON.parse((await check([".", "--format", "json"])).stdout) as {
      readonly files: readonly { readonly diagnostics: readonly object[] }[];
      readonly summary: object;
    };
    expect(summary).toMatchObject({ files: cases.length });
    expect(files.map(sorted)).toEqual(inEditor.sort((a, b) => (a.path < b.path ? -1 : 1)).map(sorted));
  });
});

function asTold(
  { severity = 1, code, message, codeDescription, range, relatedInformation = [] }: Diagnostic,
  nameOf: (uri: string) => string,
): object {
  const related = relatedInformation.map((other) => ({
    path: nameOf(other.location.uri),
    ...told(other.location.range, other.message),
  }));
  return {
    severity: SEVERITIES[severity - 1],
    code,
    help: codeDescription?.href,
    ...told(range, typeof message === "string" ? message : message.value),
    related,
  };
}

/** Which of very many related places are shown, and in which order, is left open. */
function sorted(file: { readonly diagnostics: readonly object[] }): object {
  const diagnostics = file.diagnostics.map((diagnostic) => {
    const related =
      "related" in diagnostic && Array.isArray(diagnostic.related)
        ? diagnostic.related.map((one) => JSON.stringify(one)).sort()
        : [];
    return { ...diagnostic, related: related.length >= MOST_RELATED ? "many" : related };
  });
  return { ...file, diagnostics };
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
    writeFiles(root, Object.fromEntries(files));
    for (const format of FORMATS) {
      const { stdout, stderr, code } = await check([".", "--format", format, "--plain-text-secret", "error"]);
      expect(code).toBe(4);
      expect(stdout).toContain("plain-text-secret");
      expect(`${stdout}${stderr}`).not.toContain(CANARY);
    }
  });
});
