import { Stop, EXITS } from "../exits.js";
import type { PlannedReference } from "./document.js";
import type { Session } from "./session.js";

/**
 * Refuses secrets of different names that one variable would stand for, such as `a.b` and `a-b`: a value would be sent
 * to where another belongs. Nothing is asked of a service.
 * @param references those of all files that were named or planned, of which some may not be sent now: which of two
 * names a variable was set for, it does not tell
 * @throws Stop that names all of them
 */
export function refuseSharedVariables(
  references: readonly Pick<PlannedReference, "kind" | "name">[],
  { secrets }: Pick<Session, "secrets">,
): void {
  const named = references.filter(({ kind }) => kind === "secret");
  const names = new Map<string, string[]>();
  for (const name of [...new Set(named.map((reference) => reference.name))].sort()) {
    const variable = secrets.variableFor(name);
    if (variable !== undefined) names.set(variable, [...(names.get(variable) ?? []), name]);
  }
  const shared = [...names].filter(([, sharing]) => sharing.length > 1);
  if (shared.length === 0) return;
  throw new Stop(EXITS.failed, [
    ...shared.map(
      ([variable, sharing]) =>
        `The secrets ${sharing.join(" and ")} would all come from ${variable}: name them in the file of --secrets, or rename them.`,
    ),
    "Nothing was sent.",
  ]);
}
