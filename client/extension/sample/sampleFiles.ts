import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import { SAMPLE_HOST, SAMPLE_IDS } from "../../core/sample/sampleRecords.js";

/** By what each shows. */
export type SampleFiles = Readonly<Record<keyof typeof SAMPLE_IDS, vscode.Uri>>;

export const MISSPELT = "usernme";

export async function writeSampleFiles(folder: vscode.Uri): Promise<SampleFiles> {
  const encoder = new TextEncoder();
  const write = async (stem: string, comment: string, id: string, name: string, setup: string) => {
    const file = vscode.Uri.joinPath(folder, `${stem}${FILE_ENDING}`);
    const lines = [
      "{",
      `  // ${l10n.t("A sample: nothing leaves this computer.")}`,
      `  // ${comment}`,
      `  "id": ${JSON.stringify(id)},`,
      `  "tenant": ${JSON.stringify(SAMPLE_HOST)},`,
      `  "name": ${JSON.stringify(name)},`,
      `  "setup": ${setup}`,
      "}",
      "",
    ];
    await vscode.workspace.fs.writeFile(file, encoder.encode(lines.join("\n")));
    return file;
  };
  const secret = (field: string) => `"${field}": "sample-${field}"`;
  const [mistake, drift, lostAnswer] = await Promise.all([
    write(
      "fix-and-push",
      l10n.t("One property is misspelled. To fix it, press Shift+Alt+. on it (⌥⌘. on a Mac). Then push."),
      SAMPLE_IDS.mistake,
      "Billing EU",
      `{\n    "type": "BASIC_AUTH",\n    "${MISSPELT}": "billing",\n    ${secret("password")}\n  }`,
    ),
    write(
      "changed-on-the-service",
      l10n.t("Someone else has changed the connection in the meantime. Compare, or push and see what you're asked."),
      SAMPLE_IDS.drift,
      "Salesforce",
      `{\n    "type": "BEARER",\n    ${secret("token")}\n  }`,
    ),
    write(
      "answer-lost",
      l10n.t("The response to the first push is lost. See how the outcome is verified."),
      SAMPLE_IDS.lostAnswer,
      "Mail sender EU",
      `{\n    "type": "TOKEN",\n    ${secret("token")}\n  }`,
    ),
  ]);
  return { mistake, drift, lostAnswer };
}
