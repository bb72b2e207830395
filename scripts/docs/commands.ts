import { type Manifest } from "./manifest.js";
import { commandMeant, placesOf } from "./places.js";

/** An entry of the page: titles, id, where it's offered, and what it does. */
const ENTRY = /^- \*\*.*\*\* \(`([\w.]+)`; [^)]*\): (.*)$/;

/** What it says of a command that no one has described yet. */
const UNDESCRIBED = "…";

/**
 * Brings the page about the commands into step with the manifest. What a command does is written by hand, as are the
 * headings; its titles and the places it is offered in come from the manifest. New commands go to the end, without a description.
 *
 * @param page Markdown
 * @returns the ids of commands whose description is missing
 */
export function updateCommands(page: string, manifest: Manifest): { page: string; undescribed: readonly string[] } {
  const titles = new Map<string, Set<string>>();
  for (const { command, title } of manifest.contributes.commands) {
    const id = commandMeant(command);
    titles.set(id, (titles.get(id) ?? new Set()).add(title));
  }
  const entry = (id: string, does: string): string =>
    `- ${[...(titles.get(id) ?? [])].map((title) => `**${title}**`).join(", ")} (\`${id}\`; ${placesOf(manifest, id)}): ${does}`;
  const described = new Map<string, string | undefined>();
  const lines = page
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const [, id, does] = ENTRY.exec(line) ?? [];
      if (id === undefined) return [line];
      if (!titles.has(id) || described.has(id)) return [];
      described.set(id, does);
      return [entry(id, does ?? UNDESCRIBED)];
    });
  const added = [...titles.keys()].filter((id) => !described.has(id));
  const undescribed = [...titles.keys()].filter((id) => (described.get(id) ?? UNDESCRIBED) === UNDESCRIBED);
  return { page: `${[...lines, ...added.map((id) => entry(id, UNDESCRIBED))].join("\n")}\n`, undescribed };
}
