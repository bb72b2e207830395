import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { SAMPLE_HOST, SAMPLE_IDS } from "../../core/sample/records.js";
import { FILE_ENDING } from "../../core/files/fileName.js";

/** The setup files of the sample. */
export interface SampleFiles {
  /** Has one mistake, and can be pushed once that is mended. */
  readonly mistake: vscode.Uri;
  /** Its connection was changed on the service. */
  readonly drift: vscode.Uri;
  /** Its first push takes effect, and the answer is lost. */
  readonly lostAnswer: vscode.Uri;
}

/** The field of the first file that is misspelt. */
export const MISSPELT = "usernme";

/** Writes the sample's setup files into a folder of the extension's own, in the place of earlier ones. */
export async function writeSampleFiles(folder: vscode.Uri): Promise<SampleFiles> {
  const encoder = new TextEncoder();
  const write = async (stem: string, comment: string, id: string, name: string, setup: string) => {
    const file = vscode.Uri.joinPath(folder, `${stem}${FILE_ENDING}`);
    const lines = [
      "{",
      `  // ${l10n.t("A sample: nothing leaves this machine.")}`,
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
      l10n.t("One field is misspelt. Press Ctrl+. on it (⌘. on a Mac) for the fix, then push."),
      SAMPLE_IDS.mistake,
      "Billing EU",
      `{\n    "type": "BASIC_AUTH",\n    "${MISSPELT}": "billing",\n    ${secret("password")}\n  }`,
    ),
    write(
      "changed-on-the-service",
      l10n.t("Somebody else has changed the connection since. Compare, or push and see what you are asked."),
      SAMPLE_IDS.drift,
      "Salesforce",
      `{\n    "type": "BEARER",\n    ${secret("token")}\n  }`,
    ),
    write(
      "answer-lost",
      l10n.t("The answer to the first push is lost on its way. See how that is found out."),
      SAMPLE_IDS.lostAnswer,
      "Mail sender EU",
      `{\n    "type": "TOKEN",\n    ${secret("token")}\n  }`,
    ),
  ]);
  return { mistake, drift, lostAnswer };
}
