import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile, toDiagnostic } from "../../../server/src/rules/check.js";
import { vscode } from "../features/clients.js";
import { CASES, type Case } from "./corpus.js";
import { SEVERITIES } from "./severities.js";

describe("the corpus of diagnostics", () => {
  it.each(CASES)("$heading", (one) => {
    const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, one.text);
    const found = diagnose(one, document);
    expect(found.map((diagnostic) => ({ code: diagnostic.code, at: marked(document, diagnostic.range) }))).toEqual(
      one.expected.map(({ code, start, end }) => ({ code, at: `${start}-${end} ${one.text.slice(start, end)}` })),
    );
    for (const [index, { severity, message, source, codeDescription, code }] of found.entries()) {
      expect(severity).toBe(SEVERITIES.get(String(code)));
      expect(source).toBe("vaultconn");
      expect(codeDescription?.href).toMatch(new RegExp(`#${String(code)}$`));
      for (const word of one.expected[index]?.words ?? []) expect(message).toContain(word);
    }
  });
});

function diagnose({ text, env }: Case, document: TextDocument): ReturnType<typeof toDiagnostic>[] {
  const findings = checkFile(
    readSetupFile(text),
    env && { exists: (kind, name) => (kind === "env" ? env.includes(name) : undefined) },
  );
  return findings.map((finding) => toDiagnostic(document, finding, vscode.capabilities));
}

function marked(document: TextDocument, { start, end }: ReturnType<typeof toDiagnostic>["range"]): string {
  return `${document.offsetAt(start)}-${document.offsetAt(end)} ${document.getText({ start, end })}`;
}
