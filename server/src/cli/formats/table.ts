import type { CreateFormat } from "./format.js";
import { github } from "./github.js";
import { json } from "./json.js";
import { sarif } from "./sarif.js";
import { text } from "./text.js";

/** The formats, by the names they are asked for with. */
export const FORMATS = { text, json, sarif, github } as const satisfies Readonly<Record<string, CreateFormat>>;

/** What `--format` takes. */
export type FormatName = keyof typeof FORMATS;
