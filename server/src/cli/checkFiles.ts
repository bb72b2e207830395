import type { SeveritySetting } from "../../protocol/messages.js";
import { rangeOf } from "../document/range.js";
import { readSetupFile } from "../document/setupFile.js";
import { isSameTarget, targetOf } from "../document/target.js";
import type { RuleContext } from "../rules/rule.js";
import type { TargetPlace } from "../workspace/targets.js";
import type { Input } from "./findInputs.js";
import { documentOf, problemsOf, type FirstLook } from "./firstLook.js";
import type { CheckedFile } from "./problem.js";

/** What checking needs beside the files. */
export interface CheckOptions {
  readonly plainTextSecret: SeveritySetting;
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (input: Input) => string | undefined;
  /** What each of the files has to say of itself. */
  readonly looks: readonly FirstLook[];
}

/** So many other files with the same connection are told of at most: all files may be copies of one. */
const MOST_OTHERS = 500;

/**
 * Tells of files in the order they are given, each with what the others add to
 * it: which of them update the same connection.
 * @returns also the files about which there is nothing to say.
 */
export function* checkFiles(inputs: readonly Input[], means: CheckOptions): Generator<CheckedFile> {
  const { plainTextSecret, looks } = means;
  const shared = sharedIds(inputs, looks);
  const places = placesOf(shared, means);
  const sharing = new Set(shared);
  for (const [index, input] of inputs.entries()) {
    const { path } = input;
    const { problems, unread } = looks[index] ?? {};
    if (unread !== undefined) continue;
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

/** The files whose ids others have as well. */
function sharedIds(inputs: readonly Input[], looks: readonly FirstLook[]): readonly Input[] {
  const byId = new Map<string, Input[]>();
  for (const [index, input] of inputs.entries()) {
    const id = looks[index]?.id;
    if (id !== undefined) collect(byId, id, input);
  }
  return [...byId.values()].filter(({ length }) => length > 1).flat();
}

/** Where the files that have their ids in common say so, by id. */
function placesOf(inputs: readonly Input[], { read }: CheckOptions): ReadonlyMap<string, readonly TargetPlace[]> {
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
