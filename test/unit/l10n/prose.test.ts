import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";
import { proseIn } from "./prose.js";

/** What each part shows to no one. */
const ROOMS = [
  {
    folder: "server/src",
    // The command-line program speaks English.
    except: ["main.ts"],
    // Lines of the log, and errors of the protocol.
    unseen: ["log", "writeLog", "run", "answer", "answerAbout", "answerAboutName", "ResponseError", "from"],
  },
  {
    folder: "client",
    except: [
      // The command line speaks English, and so does what the sample's service answers.
      "cli/",
      "core/sample/sampleRecords.ts",
      // So does what agents read, and plans of the command line.
      "core/agents/",
      "core/planning/",
      "extension/agents/",
      // Commands, and what their programs print.
      "core/secrets/providers/presets.ts",
      "core/service/transport/transport.ts",
      // The page gets its texts from the extension.
      "page/",
    ],
    // The log, and messages of errors that are told in sentences of their own.
    unseen: ["error", "super"],
    // Names that are the same in every language, also those of connections of the sample, what stands in headers, and
    // what introduces a problem by a property's name.
    allowed: [
      "Vault Connections",
      "Vault Connections Language Server",
      "kept by Vault Connections",
      "Bearer ¤",
      "Basic ¤",
      "Error",
      "Salesforce",
      "Billing EU",
      "Mail sender EU",
      "baseUrl: ¤",
      "authUrl: ¤",
      "dashboardUrl: ¤",
    ],
  },
];

describe("texts with placeholders", () => {
  it.each(["client", "server", "schemas"])("have no article before a placeholder in %s", async (part) => {
    const texts = JSON.parse(await readFile(`${part}/l10n/de.json`, "utf8")) as Readonly<Record<string, string>>;
    expect(Object.keys(texts).filter((text) => /\ban? \{\d+\}/i.test(text))).toEqual([]);
  });
});

describe("texts that look like prose", () => {
  it.each(ROOMS)("go through l10n.t in $folder", async (room) => {
    expect(await proseIn(room)).toEqual([]);
  });
});
