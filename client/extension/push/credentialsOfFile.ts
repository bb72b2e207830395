import * as vscode from "vscode";
import { inspectFile } from "../editor/inspection.js";
import { sourcesFor } from "../editor/valueSources.js";
import { credentialsOf } from "../../core/push/plan.js";
import type { PushServices } from "./pushServices.js";

/**
 * What a setup file sends as credentials, as it is now.
 * @param file its URI; nothing for one that is empty, gone or of another kind. Never rejects.
 */
export async function credentialsOfFile(
  { languageServer, secrets }: Pick<PushServices, "languageServer" | "secrets">,
  file: string,
): Promise<readonly string[]> {
  try {
    const uri = vscode.Uri.parse(file);
    const written = file === "" ? null : await inspectFile(languageServer, uri);
    return written ? await credentialsOf(written, (await sourcesFor(uri, secrets)).sources) : [];
  } catch {
    return [];
  }
}
