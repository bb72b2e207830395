import type { Settings, SeveritySetting } from "../protocol/messages.js";

const SEVERITIES: readonly SeveritySetting[] = ["off", "hint", "information", "warning", "error"];

/** What holds where nothing is configured. */
export const DEFAULT_SETTINGS: Settings = { plainTextSecret: "hint" };

/** Reads the section of the configuration; what is missing or makes no sense falls back to the default. */
export function readSettings(section: unknown): Settings {
  const value: unknown =
    typeof section === "object" && section !== null && "plainTextSecret" in section
      ? section.plainTextSecret
      : undefined;
  return { plainTextSecret: SEVERITIES.find((severity) => severity === value) ?? DEFAULT_SETTINGS.plainTextSecret };
}
