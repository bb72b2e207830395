import { Stop, EXITS } from "../exits.js";
import type { SetupFile } from "../files/readFiles.js";
import type { Session } from "./session.js";

/**
 * Refuses secrets of different names that one variable would stand for, such as `a.b` and `a-b`: a value would be sent
 * to where another belongs. Nothing is asked of a service.
 * @throws Stop that names all of them
 */
export function refuseSharedVariables(files: readonly SetupFile[], { secrets }: Pick<Session, "secrets">): void {
  const named = files.flatMap(({ inspected }) => inspected.references.filter(({ kind }) => kind === "secret"));
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
