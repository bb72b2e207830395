import { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver";
import type { InspectResult, TextRange } from "../../protocol/messages.js";
import { isSameTarget, setupFileOf, type TargetPlace, targetPlaceOf } from "../document/setupFile.js";
import { rangeBetween } from "../document/tree.js";
import { checkFile, type Finding } from "../rules/check.js";
import { explanationOf, type RuleContext } from "../rules/rule.js";
import { inspectDocument } from "./inspectDocument.js";

export type Place = TextRange;

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

/** What the command line says of a check. */
export type CheckContext = Pick<RuleContext, "plainTextSecret" | "exists">;

/** Other files with the same connection that are reported at most: all files may be copies of one. */
const MAX_OTHERS = 500;
/** Related places of one problem that are told at most. */
const MAX_RELATED = 10;

/**
 * Checks files as the editor does, in the order they are given, each against the others too: which of them update the
 * same connection. This is what the command line uses of the server's rules.
 */
export function checkTexts(files: readonly FileText[], context: CheckContext = {}): readonly CheckedFile[] {
  return findingsIn(files, context).map(({ document, findings }) => ({
    path: document.uri,
    problems: findings.map((finding) => problemOf(document, finding)),
    inspect: () => inspectDocument(document, findings),
  }));
}

/** The same as the server has it. */
export function findingsIn(
  files: readonly FileText[],
  context: CheckContext = {},
): readonly { readonly document: TextDocument; readonly findings: readonly Finding[] }[] {
  const documents = files.map(({ path, text }) => TextDocument.create(path, "vaultconn", 1, text));
  const places = new Map<string, TargetPlace[]>();
  for (const document of documents) {
    const place = targetPlaceOf(document, setupFileOf(document));
    if (place) places.set(place.id, [...(places.get(place.id) ?? []), place]);
  }
  return documents.map((document) => {
    const path = document.uri;
    const findings = checkFile(setupFileOf(document), {
      ...context,
      sameTarget: (id, tenant) =>
        (places.get(id) ?? [])
          .filter((place) => place.uri !== path && isSameTarget(place, { id, tenant }))
          .slice(0, MAX_OTHERS),
    });
    return { document, findings };
  });
}

export function problemOf(document: TextDocument, { code, severity, problem }: Finding): Problem {
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

export function placeOf({ start, end }: Range): Place {
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}
