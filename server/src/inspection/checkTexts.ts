import { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver";
import type { InspectResult } from "../../protocol/messages.js";
import { rangeBetween, rangeOf } from "../document/tree.js";
import { isSameTarget, readSetupFile, type Target, targetOf } from "../document/setupFile.js";
import { checkFile, type Finding } from "../rules/check.js";
import { explanationOf, type RuleContext } from "../rules/rule.js";
import { inspectDocument } from "./inspectDocument.js";

/** A part of a file. Lines and columns are counted from 1, columns in UTF-16 units; the end is the first column after it. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A diagnostic as a command tells it. Its message never quotes a value. */
export interface Problem extends Place {
  readonly severity: Finding["severity"];
  readonly code: string;
  readonly message: string;
  /** The address of the page that explains the code. */
  readonly help: string;
  /** Other places that have to do with it. */
  readonly related: readonly (Place & { readonly path: string; readonly message: string })[];
}

/** A file by its path, which nothing resolves, and its text. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** A file with what there is to say about it, in the order of its text. */
export interface CheckedFile {
  readonly path: string;
  readonly problems: readonly Problem[];
  /** What the file means and whether it can be pushed. */
  readonly inspect: () => Omit<InspectResult, "version">;
}

/** Other files with the same connection that are reported at most: all files may be copies of one. */
const MAX_OTHERS = 500;
/** Related places of one problem that are told at most. */
const MAX_RELATED = 10;

/**
 * Checks files as the editor does, in the order they are given, each against the others too: which of them update the
 * same connection. This is what the command line uses of the server's rules.
 */
export function checkTexts(
  files: readonly FileText[],
  context: Pick<RuleContext, "plainTextSecret"> = {},
): readonly CheckedFile[] {
  const places = new Map<string, TargetPlace[]>();
  const alone = files.map((file) => {
    const { target, checked } = checkText(file, context);
    if (target) places.set(target.id, [...(places.get(target.id) ?? []), target]);
    return { file, target, checked };
  });
  return alone.map(({ file, target, checked }) => {
    const sharing = target ? (places.get(target.id) ?? []) : [];
    if (sharing.length < 2) return checked;
    const sameTarget: RuleContext["sameTarget"] = (id, tenant) =>
      sharing.filter((place) => place.uri !== file.path && isSameTarget(place, { id, tenant })).slice(0, MAX_OTHERS);
    return checkText(file, { ...context, sameTarget }).checked;
  });
}

interface TargetPlace extends Pick<Target, "id" | "tenant"> {
  readonly uri: string;
  readonly range: Range;
}

function checkText({ path, text }: FileText, context: RuleContext) {
  const file = readSetupFile(text);
  const document = TextDocument.create(path, "vaultconn", 1, text);
  const findings = checkFile(file, context);
  const named = targetOf(file);
  const target: TargetPlace | undefined = named && {
    uri: path,
    id: named.id,
    tenant: named.tenant,
    range: rangeOf(document, named.node),
  };
  const checked: CheckedFile = {
    path,
    problems: findings.map((finding) => problemOf(document, finding)),
    inspect: () => inspectDocument(document, findings),
  };
  return { target, checked };
}

function problemOf(document: TextDocument, { code, severity, problem }: Finding): Problem {
  return {
    severity,
    code,
    message: problem.message(),
    ...placeOf(rangeBetween(document, problem.start, problem.end)),
    help: explanationOf(code),
    related: (problem.related ?? []).slice(0, MAX_RELATED).map(({ place, message }) => {
      const { uri, range } =
        "uri" in place ? place : { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
      return { path: uri, ...placeOf(range), message };
    }),
  };
}

function placeOf({ start, end }: Range): Place {
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}
