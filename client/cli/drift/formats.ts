import { sanitizeText } from "../../core/text/sanitizeText.js";
import { table, type Style } from "../output/table.js";
import { jsonText } from "../plan/formats.js";
import type { Finding } from "./findDrift.js";

/** The ways to print findings, by the names they are asked for with. */
export const DRIFT_FORMATS = {
  text,
  json: (findings: readonly Finding[]) => jsonText({ version: 1, findings }),
} as const;

const WORDS: Readonly<Record<Finding["kind"], readonly [string, Style]>> = {
  changed: ["changed", "yellow"],
  gone: ["gone", "red"],
  notReady: ["not ready", "dim"],
  unmanaged: ["no file", "blue"],
  unknown: ["not found", "yellow"],
};

function text(findings: readonly Finding[], colours: boolean): string {
  if (findings.length === 0) return "Nothing has changed on the service since the lock file.\n";
  const rows = findings.map(({ kind, tenant, id, name = "", updated_at: updated = "" }) => {
    const [word, style] = WORDS[kind];
    return [{ text: word, style }, tenant, id, sanitizeText(name, 60), updated];
  });
  return table(["", "Tenant", "Connection", "Name", "Changed"], rows, colours);
}
