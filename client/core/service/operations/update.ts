import * as l10n from "@vscode/l10n";
import { applyEdits, findNodeAtLocation, parseTree } from "jsonc-parser";
import type { NumberAt } from "../../../../server/protocol/messages.js";
import { serviceError } from "../errors/errors.js";
import { parseJson } from "../../text/json.js";
import { readFailure } from "../calls/serviceMessage.js";
import type { Redactor } from "../redaction/redact.js";
import { CONNECTIONS_PATH } from "./listPages.js";
import { readRecord, type ConnectionRecord } from "./records.js";
import type { Reply, ServiceRequest } from "../transport/transport.js";
import type { CallOptions } from "../calls/wait.js";

/** See "Update request body". */
export interface Update {
  readonly name?: string | undefined;
  readonly setup?: object | undefined;
}

export interface UpdateOptions extends CallOptions {
  /** Credentials in the update that can't be recognized by variant or property name. */
  readonly secrets?: readonly string[] | undefined;
  /** Called when the request is about to be written. If it returns false, nothing is sent. */
  readonly isCurrent?: ServiceRequest["isCurrent"];
}

/** Only this function writes updates, so that the reviewed text is sent. @param numbers to write digit by digit. */
export function serializeUpdate({ name, setup }: Update, numbers: readonly NumberAt[] = []): string {
  const text = JSON.stringify({ name, setup });
  const tree = parseTree(text);
  const edits = numbers.flatMap(({ property, text: content }) => {
    const node = tree && findNodeAtLocation(tree, [...property]);
    return node?.type === "number" || node?.type === "null" ? [{ ...node, content }] : [];
  });
  return applyEdits(text, edits);
}

/** @param body from `serializeUpdate`. @throws ServiceError for an invalid id. */
export function updateRequest(base: URL, id: string, body: string): ServiceRequest {
  const path = `${base.pathname}${CONNECTIONS_PATH}/${idSegment(id, base)}`;
  return { operation: "update", method: "PATCH", path, contentType: "application/json", body };
}

/** See "PATCH …", 200 response. @throws ServiceError for an unusable reply; the update may have been applied. */
export function readUpdated(reply: Reply, id: string, base: URL, redactor: Redactor): ConnectionRecord {
  const failure = { operation: "update", host: base.host, sent: "maybe" } as const;
  const body = parseJson(reply.body);
  if (body === undefined) throw serviceError({ kind: "not-json" }, failure);
  const record = readRecord(body);
  if (record?.id !== id)
    throw serviceError({ kind: "unexpected-shape", serviceMessage: readFailure(reply, redactor) }, failure);
  return record;
}

/** Refuses an id, rather than encoding it, if a server or proxy could read it as a different path. */
function idSegment(id: string, base: URL): string {
  if (id === "" || id === "." || id === ".." || /[/\\%\s\p{Cc}\p{Cs}]/u.test(id)) {
    const problem = l10n.t("The connection's ID has invalid characters.");
    throw serviceError({ kind: "invalid-request", problem }, { operation: "update", host: base.host, sent: "no" });
  }
  return encodeURIComponent(id);
}
