import { type Manifest } from "./manifest.js";
import { commandMeant, placesOf } from "./places.js";

/** An entry of the page: titles, what it does, id, and where it's offered. */
const ENTRY = /^- \*\*[^:]*\*\*: (.*) \(`([\w.]+)`; [^)]*\)$/;

/** What the page says of a command that no one has described yet. */
export const UNDESCRIBED = "…";

/**
 * Updates the page about the commands from the manifest. What a command does is written by hand, as are the headings; its
 * titles and the places it's offered in come from the manifest. New commands go to the end, without a description.
 *
 * @param page Markdown
 */
export function updateCommands(page: string, manifest: Manifest): string {
  const titles = new Map<string, Set<string>>();
  for (const { command, title } of manifest.contributes.commands) {
    const id = commandMeant(command);
    titles.set(id, (titles.get(id) ?? new Set()).add(title));
  }
  const entry = (id: string, does: string): string =>
    `- ${[...(titles.get(id) ?? [])].map((title) => `**${title}**`).join(", ")}: ${does} (\`${id}\`; ${placesOf(manifest, id)})`;
  const described = new Set<string>();
  const lines = page
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const [, does = UNDESCRIBED, id] = ENTRY.exec(line) ?? [];
      if (id === undefined) return [line];
      if (!titles.has(id) || described.has(id)) return [];
      described.add(id);
      return [entry(id, does)];
    });
  const added = [...titles.keys()].filter((id) => !described.has(id)).map((id) => entry(id, UNDESCRIBED));
  return `${[...lines, ...added].join("\n")}\n`;
}
