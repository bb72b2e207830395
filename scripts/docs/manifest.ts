import { readFile } from "node:fs/promises";
import { join } from "node:path";

import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../folders.js";

/** An entry of a menu. */
export interface MenuEntry {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

/** A setting, or a property of the objects in a list, as the settings editor takes it. */
export interface Setting {
  readonly type: string;
  readonly default?: unknown;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly minimum?: number;
  readonly order?: number;
  readonly scope?: string;
  readonly items?: Entry;
  readonly additionalProperties?: Entry;
}

/** What an object in a list, or behind any name, has. */
interface Entry {
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly required?: readonly string[];
}

/** package.json, with what its settings and menus may have. */
export type Manifest = typeof manifest & {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  };
};

/**
 * The manifest with its texts in English, as a user sees them.
 *
 * @returns package.json, each `%key%` replaced by the text that package.nls.json has for it
 * @throws {Error} that names a key without a text
 */
export async function readManifest(): Promise<Manifest> {
  const texts = JSON.parse(await readFile(join(ROOT, "package.nls.json"), "utf8")) as Record<string, string>;
  const place = (_key: string, value: unknown): unknown => {
    const key = typeof value === "string" ? /^%([\w.]+)%$/.exec(value)?.[1] : undefined;
    if (key === undefined) return value;
    const text = texts[key];
    if (text === undefined) throw new Error(`package.nls.json has no text for %${key}%.`);
    return text;
  };
  return JSON.parse(JSON.stringify(manifest), place) as Manifest;
}

/** Its settings by their full names, in the order the settings editor shows them, with the title of their group. */
export function settingsOf({
  contributes,
}: Manifest): readonly { readonly group: string; readonly name: string; readonly setting: Setting }[] {
  const groups = [...contributes.configuration].sort((a, b) => a.order - b.order);
  return groups.flatMap(({ title, properties }) => {
    const sorted = Object.entries(properties).sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0));
    return sorted.map(([name, setting]) => ({ group: title, name, setting }));
  });
}
