import { TextDocument } from "vscode-languageserver-textdocument";
import type { SeveritySetting } from "../../protocol/messages.js";
import { rangeOf } from "../document/range.js";
import { readSetupFile } from "../document/setupFile.js";
import { isSameTarget, targetOf } from "../document/target.js";
import { checkFile } from "../rules/check.js";
import type { RuleContext } from "../rules/rule.js";
import type { TargetPlace } from "../workspace/targets.js";
import type { Input } from "./findInputs.js";
import { problemOf, type CheckedFile } from "./problem.js";

/** What checking needs beside the files. */
export interface CheckOptions {
  readonly plainTextSecret: SeveritySetting;
  /** The text of a file; undefined where it can't be read. */
  readonly read: (input: Input) => string | undefined;
}

/** Other files with the same connection that are reported at most: all files may be copies of one. */
const MAX_OTHERS = 500;

/** A file with the connection it updates, checked without the other files. */
interface Checked extends CheckedFile {
  readonly input: Input;
  readonly target: TargetPlace | undefined;
}

/**
 * Checks files in the order they are given, each against the others too: which of them update the same connection.
 * @returns also the files without problems.
 */
export function* checkFiles(inputs: readonly Input[], options: CheckOptions): Generator<CheckedFile> {
  const all = inputs.flatMap((input) => checkAlone(input, options) ?? []);
  const byId = new Map<string, TargetPlace[]>();
  for (const { target } of all) {
    const places = target && byId.get(target.id);
    if (places) places.push(target);
    else if (target) byId.set(target.id, [target]);
  }
  for (const { input, target, path, problems } of all) {
    const places = target ? (byId.get(target.id) ?? []) : [];
    if (places.length < 2) yield { path, problems };
    else {
      const sameTarget: RuleContext["sameTarget"] = (id, tenant) => others(places, { uri: path, id, tenant });
      const checked = checkAlone(input, options, sameTarget);
      if (checked) yield { path, problems: checked.problems };
    }
  }
}

function checkAlone(
  input: Input,
  { read, plainTextSecret }: CheckOptions,
  sameTarget?: RuleContext["sameTarget"],
): Checked | undefined {
  const text = read(input);
  if (text === undefined) return undefined;
  const { path } = input;
  const file = readSetupFile(text);
  const target = targetOf(file);
  // Paths serve as URIs here: nothing resolves them before they are printed.
  const document = TextDocument.create(path, "vaultconn", 1, text);
  const findings = checkFile(file, { plainTextSecret, ...(sameTarget && { sameTarget }) });
  return {
    input,
    path,
    problems: findings.map((finding) => problemOf(document, finding)),
    target: target && { uri: path, id: target.id, tenant: target.tenant, range: rangeOf(document, target.node) },
  };
}

function others(
  places: readonly TargetPlace[],
  self: Pick<TargetPlace, "uri" | "id" | "tenant">,
): readonly TargetPlace[] {
  const found: TargetPlace[] = [];
  for (const place of places) {
    if (found.length === MAX_OTHERS) break;
    if (place.uri !== self.uri && isSameTarget(place, self)) found.push(place);
  }
  return found;
}
