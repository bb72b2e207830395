import { TextDocument } from "vscode-languageserver-textdocument";
import type { SeveritySetting } from "../../protocol/messages.js";
import { rangeOf } from "../document/range.js";
import { readSetupFile, type SetupFile } from "../document/setupFile.js";
import { isSameTarget, targetOf } from "../document/target.js";
import { checkFile } from "../rules/check.js";
import type { RuleContext } from "../rules/rule.js";
import type { TargetPlace } from "../workspace/targets.js";
import type { Input } from "./findInputs.js";
import { problemOf, type CheckedFile, type Problem } from "./problem.js";

/** What checking needs beside the files. */
export interface Means {
  readonly plainTextSecret: SeveritySetting;
  /** The text of a file; undefined where it cannot be read. May be asked for twice. */
  readonly read: (input: Input) => string | undefined;
}

/** Of more problems than these the files are checked anew when they are to be shown, so that memory remains bounded. */
const MOST_KEPT = 50_000;
/** So many other files with the same connection are told of at most: all files may be copies of one. */
const MOST_OTHERS = 500;

/**
 * Checks files in the order they are given, each with what the others add to
 * it: which of them update the same connection. Therefore all are looked at
 * before the first is given back.
 * @returns also the files about which there is nothing to say.
 */
export function* checkFiles(inputs: readonly Input[], means: Means): Generator<CheckedFile> {
  const { plainTextSecret } = means;
  const first = lookAtAll(inputs, means);
  const places = placesOf(first.sharedIds, means);
  const sharing = new Set(first.sharedIds);
  for (const [input, problems] of first.problems) {
    const { path } = input;
    if (problems && !sharing.has(input)) {
      yield { path, problems };
      continue;
    }
    const text = means.read(input);
    if (text === undefined) continue;
    const sameTarget: RuleContext["sameTarget"] = (id, tenant) =>
      others(places.get(id) ?? [], { uri: path, id, tenant });
    yield { path, problems: problemsOf(path, readSetupFile(text), { plainTextSecret, sameTarget }) };
  }
}

interface FirstLook {
  /** What each file that can be read has to say of itself; undefined where that would be too much to keep. */
  readonly problems: ReadonlyMap<Input, readonly Problem[] | undefined>;
  /** The files whose ids others have as well. */
  readonly sharedIds: readonly Input[];
}

function lookAtAll(inputs: readonly Input[], { plainTextSecret, read }: Means): FirstLook {
  const problems = new Map<Input, readonly Problem[] | undefined>();
  const byId = new Map<string, Input[]>();
  let kept = 0;
  for (const input of inputs) {
    const text = read(input);
    if (text === undefined) continue;
    const file = readSetupFile(text);
    const found = problemsOf(input.path, file, { plainTextSecret });
    kept += found.length;
    problems.set(input, kept <= MOST_KEPT ? found : undefined);
    const target = targetOf(file);
    if (target) collect(byId, target.id, input);
  }
  return { problems, sharedIds: [...byId.values()].filter(({ length }) => length > 1).flat() };
}

/** Where the files that have their ids in common say so, by id. */
function placesOf(inputs: readonly Input[], { read }: Means): ReadonlyMap<string, readonly TargetPlace[]> {
  const places = new Map<string, TargetPlace[]>();
  for (const input of inputs) {
    const text = read(input);
    const target = text === undefined ? undefined : targetOf(readSetupFile(text));
    if (text === undefined || !target) continue;
    const { id, tenant, node } = target;
    collect(places, id, { uri: input.path, id, tenant, range: rangeOf(documentOf(input.path, text), node) });
  }
  return places;
}

function others(
  places: readonly TargetPlace[],
  self: Pick<TargetPlace, "uri" | "id" | "tenant">,
): readonly TargetPlace[] {
  const found: TargetPlace[] = [];
  for (const place of places) {
    if (found.length === MOST_OTHERS) break;
    if (place.uri !== self.uri && isSameTarget(place, self)) found.push(place);
  }
  return found;
}

function collect<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function problemsOf(path: string, file: SetupFile, context: RuleContext): readonly Problem[] {
  const findings = checkFile(file, context);
  if (findings.length === 0) return NONE;
  const document = documentOf(path, file.text);
  return findings.map((finding) => problemOf(document, finding));
}

const NONE: readonly Problem[] = [];

/** Paths serve as URIs here: nobody resolves them before they are printed. */
function documentOf(path: string, text: string): TextDocument {
  return TextDocument.create(path, "vaultconn", 1, text);
}
