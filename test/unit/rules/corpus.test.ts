import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { providerOf } from "../../../schemas/references.js";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile, toDiagnostic } from "../../../server/src/rules/checkFile.js";
import { vscode } from "../features/clients.js";
import { CASES, SEVERITIES } from "../features/corpus.js";

describe("the corpus of diagnostics", () => {
  it.each(CASES)("$heading", ({ text, env, providers, expected }) => {
    const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, text);
    const exists = (kind: string, name: string) =>
      ({ env, provider: providers })[kind]?.includes(kind === "provider" ? providerOf(name).provider : name);
    const found = checkFile(readSetupFile(text), { exists }).map((finding) =>
      toDiagnostic(document, finding, vscode.capabilities),
    );
    expect(found.map((diagnostic) => ({ code: diagnostic.code, at: marked(document, diagnostic.range) }))).toEqual(
      expected.map(({ code, start, end }) => ({ code, at: `${start}-${end} ${text.slice(start, end)}` })),
    );
    for (const [index, { severity, message, source, codeDescription, code }] of found.entries()) {
      expect(severity).toBe(SEVERITIES.get(String(code)));
      expect(source).toBe("vaultconn");
      expect(codeDescription?.href).toMatch(new RegExp(`#${String(code)}$`));
      for (const word of expected[index]?.words ?? []) expect(message).toContain(word);
    }
  });
});

function marked(document: TextDocument, { start, end }: ReturnType<typeof toDiagnostic>["range"]): string {
  return `${document.offsetAt(start)}-${document.offsetAt(end)} ${document.getText({ start, end })}`;
}

const VALID = CASES.filter(
  ({ expected, text, providers }) => expected.length === 0 && text.length < 2000 && !providers,
);

it.each(VALID)("has at most one diagnostic at any time while a valid text is typed: $heading", ({ text }) => {
  for (let length = 0; length <= text.length; length++) {
    const found = checkFile(readSetupFile(text.slice(0, length)));
    expect(found.length, text.slice(0, length)).toBeLessThanOrEqual(1);
  }
});
