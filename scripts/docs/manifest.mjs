import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.mjs";

/**
 * The manifest with its texts in English, as a person sees them.
 *
 * @returns {Promise<any>} package.json, each `%key%` replaced by the text that package.nls.json has for it
 * @throws {Error} that names a key without a text
 */
export async function readManifest() {
  const texts = JSON.parse(await readFile(join(ROOT, "package.nls.json"), "utf8"));
  return JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"), (_, value) => {
    const key = typeof value === "string" ? /^%([\w.]+)%$/.exec(value)?.[1] : undefined;
    if (key === undefined) return value;
    const text = texts[key];
    if (text === undefined) throw new Error(`package.nls.json has no text for %${key}%.`);
    return typeof text === "string" ? text : text.message;
  });
}

/** The settings by their full names, in the order the settings editor shows them, with the title of their group. */
export function settingsOf(/** @type {any} */ manifest) {
  const groups = [manifest.contributes.configuration].flat().sort((a, b) => a.order - b.order);
  return groups.flatMap(({ title, properties }) => {
    const sorted = Object.entries(properties).sort(([, a], [, b]) => a.order - b.order);
    return sorted.map(([name, setting]) => ({ group: title, name, setting }));
  });
}
