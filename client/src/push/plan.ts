import type { InspectResult } from "../../../server/protocol/messages.js";
import { variants } from "../../../schemas/variants.js";

/** The connection a push goes to. */
export interface PushTarget {
  readonly origin: string;
  readonly tenantName: string;
  readonly id: string;
  /** The name it has now, where the service has told. */
  readonly name: string | undefined;
}

/** Everything that is decided about a push before anyone is asked. What is reviewed is what is sent. */
export interface PushPlan {
  readonly target: PushTarget;
  /** The body of the PATCH, exactly `{name?, setup?}` ("Update request body"). */
  readonly body: string;
  /** What changes, one line each, without any value of the setup. */
  readonly changes: readonly string[];
}

/**
 * Plans the update a setup file asks for.
 * @param file what the language server says about a file without errors.
 * @returns undefined where the file holds nothing to send.
 */
export function planPush(file: InspectResult, target: PushTarget): PushPlan | undefined {
  const { name, setup } = file.request;
  if (name === undefined && setup === undefined) return undefined;
  const changes: string[] = [];
  if (typeof name === "string") changes.push(`name: “${name}”`);
  if (typeof setup === "object" && setup !== null) changes.push(describeSetup(setup, file.variant), ...describeLeftOut(file.leftOut));
  return { target, body: JSON.stringify(file.request), changes };
}

function describeSetup(setup: object, variantNumber: number | undefined): string {
  const title = variants.find(({ number }) => number === variantNumber)?.title;
  return `setup${title === undefined ? "" : `, ${title}`}: ${Object.keys(setup).join(", ")}`;
}

/** Whether an update replaces or merges a setup is not documented, so what is left out is named. */
function describeLeftOut(leftOut: readonly string[]): string[] {
  if (leftOut.length === 0) return [];
  return [`left out: ${leftOut.join(", ")} (the service may keep or drop ${leftOut.length > 1 ? "them" : "it"})`];
}
