import { createHash } from "node:crypto";
import type { Connection } from "../../../schemas/generated/connection.js";
import type { Choices } from "../choices.js";

/** A JSON object, such as a setup. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The setup that is stored after an update. Whether setup replaces or merges is
 * not shown ("PATCH"); a merge of two types makes no sense, so there the new one replaces.
 */
export function storedSetup(before: JsonObject | undefined, sent: JsonObject, choices: Choices): JsonObject {
  const merges = choices.setupUpdate === "merge" && before?.["type"] === sent["type"];
  return merges ? { ...before, ...sent } : sent;
}

/** Whether a connection is configured after a setup was stored. What makes `ready` change is not shown ("States and transitions"). */
export function readyAfterSetup(before: boolean, setup: JsonObject, choices: Choices): boolean {
  switch (choices.readyAfterSetup) {
    case "when-filled":
      return Object.keys(setup).some((field) => field !== "type");
    case "unchanged":
      return before;
    case "never":
      return false;
  }
}

/**
 * The fingerprint of a record that was just written. What it is made of is not
 * shown: either every write gives a new one, or equal content gives an equal one.
 * @param revision how many writes there were so far.
 */
export function fingerprintOf(
  record: Connection,
  setup: JsonObject | undefined,
  revision: number,
  choices: Choices,
): string {
  const content = [record.app_id, record.environment, record.name, setup];
  const hashed = choices.fingerprint === "content" ? content : [...content, record.id, revision];
  return createHash("sha1").update(JSON.stringify(hashed)).digest("hex");
}
