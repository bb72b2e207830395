import * as vscode from "vscode";
import { asNode } from "../../sidebar/nodes.js";
import { currentSetupFile } from "../files/currentSetupFile.js";
import { pushFile } from "./pushFile.js";
import type { PushServices } from "./pushServices.js";

/** Sends a setup file as one update, after showing where it goes and what is sent. */
export async function push(services: PushServices, argument?: unknown): Promise<void> {
  const given = await currentSetupFile(services, argument);
  // A file that has no place yet gets one, and is another document there.
  const place = given?.isUntitled === true ? await vscode.workspace.save(given.uri) : undefined;
  const document = given?.isUntitled === true ? place && (await currentSetupFile(services, place)) : given;
  if (document) await pushFile(services, document, undefined, asNode(argument)?.session);
}
