import { asNode } from "../../sidebar/nodes.js";
import { currentSetupFile } from "../files/currentSetupFile.js";
import { compareFile } from "./compareFile.js";
import type { PushServices } from "./pushServices.js";

/** Shows the record as the service has it beside what the file asks for. */
export async function compareWithService(services: PushServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (document) await compareFile(services, document, asNode(argument)?.session);
}
