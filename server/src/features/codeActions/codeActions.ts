import * as l10n from "@vscode/l10n";
import type {
  CodeAction,
  CodeActionParams,
  Diagnostic,
  SnippetTextEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ClientSupport } from "../../client/support.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { setupFileOf } from "../../document/setupFile.js";
import { type Finding, toDiagnostic } from "../../rules/checkFile.js";
import type { Feature } from "../feature.js";
import { relativeTo, toPlainText, toSnippet } from "../insertion.js";
import { inOrder } from "./edits.js";
import type { Edit, Fix, FixContext } from "./fix.js";
import { toFullFile } from "./shapes.js";
import { fixesFor } from "./fixes.js";

/** Offers fixes, and to turn a bare setup into a full file. */
export const codeActions: Feature = {
  capabilities: () => ({ codeActionProvider: { codeActionKinds: [QUICK_FIX, REWRITE, FIX_ALL] } }),
  register(connection, { client, diagnostics, answerAbout }) {
    connection.onCodeAction(
      answerAbout("Code actions", [], async (document, params: CodeActionParams) => {
        const findings = await diagnostics.findings(document);
        const file = setupFileOf(document);
        return actionsFor(params, { document, file, findings, client });
      }),
    );
  },
};

const QUICK_FIX = "quickfix";
const REWRITE = "refactor.rewrite";
const FIX_ALL = "source.fixAll.vaultconn";

/** The fixes of findings in a range, "fix all", and the rewrite of a bare setup to a full file. */
export async function actionsFor(
  { range, context: { only } }: Pick<CodeActionParams, "range" | "context">,
  fixContext: FixContext,
): Promise<CodeAction[]> {
  const { document, file, findings } = fixContext;
  const actions: CodeAction[] = [];
  const wants = (kind: string): boolean =>
    !only || only.some((requested) => requested === "" || kind === requested || kind.startsWith(`${requested}.`));
  const start = document.offsetAt(range.start);
  const end = document.offsetAt(range.end);
  if (wants(QUICK_FIX)) {
    const touched = findings.filter(({ problem }) => problem.start <= end && start <= problem.end);
    actions.push(...(await quickFixes(touched, fixContext)));
  }
  if (wants(FIX_ALL)) {
    const fix = await fixAll(fixContext);
    if (fix) actions.push(toAction(fix, FIX_ALL, fixContext));
  }
  const other = wants(REWRITE) && isAtHead(start, fixContext) ? toFullFile(file) : undefined;
  if (other) actions.push(toAction(other, REWRITE, fixContext));
  return actions;
}

/** One for each fix, with the diagnostics of all findings that it's for. */
async function quickFixes(findings: readonly Finding[], context: FixContext): Promise<readonly CodeAction[]> {
  const found = new Map<Fix, Diagnostic[]>();
  for (const finding of findings) {
    const diagnostic = toDiagnostic(context.document, finding, context.client.support.capabilities);
    for (const fix of await fixesFor(finding, context)) found.set(fix, [...(found.get(fix) ?? []), diagnostic]);
  }
  return Array.from(found, ([fix, diagnostics]) => ({
    ...toAction(fix, QUICK_FIX, context),
    diagnostics,
    ...(fix.preferred && { isPreferred: true }),
  }));
}

function toAction({ title, edits, command }: Fix, kind: string, { document, client }: FixContext): CodeAction {
  return {
    title,
    kind,
    ...(edits.length > 0 && { edit: toWorkspaceEdit(document, inOrder(edits), client.support) }),
    ...(command && { command }),
  };
}

/** The rewrite is offered at the first brace and at `type`. */
function isAtHead(offset: number, { file: { root, setup } }: FixContext): boolean {
  const first = root && { offset: root.node.offset, length: 1 };
  return [first, setup?.type?.key].some(
    (place) => place && place.offset <= offset && offset <= place.offset + place.length,
  );
}

/** Combines all certain fixes that don't touch each other. The next request has the rest. */
async function fixAll(context: FixContext): Promise<Fix | undefined> {
  const fixes = new Set<Fix>();
  for (const finding of context.findings) {
    const certain = (await fixesFor(finding, context)).find((fix) => fix.certain);
    if (certain) fixes.add(certain);
  }
  let taken: readonly Edit[] = [];
  for (const { edits } of fixes) if (areApart(taken, inOrder(edits))) taken = inOrder([...taken, ...edits]);
  return taken.length === 0 ? undefined : { title: l10n.t("Fix all"), edits: taken };
}

/** Whether no edit of the one touches one of the other. Both are in text order. */
function areApart(some: readonly Edit[], others: readonly Edit[]): boolean {
  let at = 0;
  return some.every(({ start, end }) => {
    while ((others[at]?.end ?? Infinity) < start) at++;
    return end < (others[at]?.start ?? Infinity);
  });
}

function toWorkspaceEdit(document: TextDocument, edits: readonly Edit[], support: ClientSupport): WorkspaceEdit {
  const { uri, version } = document;
  const { documentChanges, snippetEditSupport } = support.capabilities.workspace?.workspaceEdit ?? {};
  if (!documentChanges) return { changes: { [uri]: edits.map((edit) => toTextEdit(document, edit)) } };
  const converted = edits.map((edit) =>
    snippetEditSupport && edit.text.some((part) => typeof part !== "string")
      ? toSnippetEdit(document, edit)
      : toTextEdit(document, edit),
  );
  return { documentChanges: [{ textDocument: { uri, version }, edits: converted }] };
}

function toTextEdit(document: TextDocument, { start, end, text }: Edit): TextEdit {
  return { range: rangeBetween(document, start, end), newText: toPlainText(text) };
}

function toSnippetEdit(document: TextDocument, { start, end, text }: Edit): SnippetTextEdit {
  const value = toSnippet(relativeTo(document.getText(), start, text));
  return { range: rangeBetween(document, start, end), snippet: { kind: "snippet", value } };
}
