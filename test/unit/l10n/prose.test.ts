import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";
import { proseIn, proseOf } from "./prose.js";

/** What each part shows to nobody. */
const ROOMS = [
  {
    folder: "server/src",
    // The command-line program speaks English.
    except: ["program/"],
    // Lines of the log, and errors of the protocol.
    unseen: ["log", "writeLog", "run", "answer", "answerAbout", "ResponseError", "from"],
  },
  {
    folder: "client",
    except: [
      // The command line speaks English, and so does what the sample's service answers.
      "cli/",
      "core/sample/records.ts",
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
      "gzip, deflate, br",
      "Error",
      "Salesforce",
      "Billing EU",
      "Mail sender EU",
      "baseUrl: ¤",
      "authUrl: ¤",
    ],
  },
];

function found(code: string): readonly string[] {
  return proseOf(code, new Set(["log"])).map(({ prose }) => prose);
}

describe("texts with placeholders", () => {
  it.each(["client", "server", "schemas"])("have no article before one in %s, which might not fit", async (part) => {
    const texts = JSON.parse(await readFile(`${part}/l10n/de.json`, "utf8")) as Readonly<Record<string, string>>;
    expect(Object.keys(texts).filter((text) => /\ban? \{\d+\}/i.test(text))).toEqual([]);
  });
});

describe("texts that look like prose", () => {
  it.each(ROOMS)("all go through l10n.t in $folder", async (room) => {
    expect(await proseIn(room)).toEqual([]);
  });

  it.each([
    ["a sentence", 'show("Nothing to push.")', "Nothing to push."],
    ["a word on a button", 'const title = "Push";', "Push"],
    ["a word next to a value", "show(`tenant ${name}`)", "tenant ¤"],
    ["the rest of a sentence", "show(`${name} is here.`)", "¤ is here."],
    ["a sentence in a choice", 'l10n.t(many ? "Some files" : "One file")', "Some files"],
    ["a value of a translated text", 'l10n.t("In {0}", "this file")', "this file"],
    ["a function that is handed to the log", 'log(() => show("Not ready"))', "Not ready"],
    ["a function that is thrown about", 'throw failure(() => "Not ready")', "Not ready"],
  ])("are found in %s", (_, code, prose) => {
    expect(found(code)).toContain(prose);
  });

  it.each([
    ["a text that is translated", 'l10n.t("Nothing to push.", name)'],
    ["a text that the editor translates", 'vscode.l10n.t("Nothing to push.")'],
    ["a line of the log", "log(`Checking ${name} failed`)"],
    ["an error of the program", 'throw new Error("There is no such command.")'],
    ["a name", 'import a from "a b c"; const x = { "a name": kind === "New York", b: y["some key"] };'],
    ["a type", 'type A = "one thing" | "another thing";'],
    ["code", 'const a = "vaultconn.push"; const b = "${env:NAME}"; const c = `${a}, ${b}`; const d = "required";'],
  ])("are not found in %s", (_, code) => {
    expect(found(code)).toEqual([]);
  });
});
