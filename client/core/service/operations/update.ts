import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { InvalidRequestError, ReplyError } from "../errors/errors.js";
import { parseJson } from "../transport/exchange.js";
import { CONNECTIONS_PATH } from "./page.js";
import { MAX_ID_LENGTH, codePoints, readRecord, type ConnectionRecord } from "./records.js";
import { type Secrets, secretsIn } from "../redaction/secrets.js";
import type { Reply, ServiceRequest } from "../transport/transport.js";
import type { CallOptions } from "../calls/wait.js";

/** What an update may change ("Update request body"). */
export interface Update {
  readonly name?: string | undefined;
  readonly setup?: object | undefined;
}

/** A number that JavaScript would write differently, with its place from the update down: `["setup", "retries"]`. */
export interface ExactNumber {
  readonly property: readonly (string | number)[];
  /** As JSON writes numbers. */
  readonly text: string;
}

/** How an update is sent. */
export interface UpdateOptions extends CallOptions {
  /** The texts of it that are credentials, though neither the setup's variant nor their property tells. */
  readonly secrets?: readonly string[] | undefined;
}

/** RFC 8259, section 6. Nothing else is put into a body as it stands. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Writes an update as it is sent: JSON with `name` and `setup` as far as they are
 * given. This is the one place that does so; whoever reviews a text passes that
 * very text on.
 * @param numbers those of the update that are to be written digit for digit.
 */
export function serializeUpdate({ name, setup }: Update, numbers: readonly ExactNumber[] = []): string {
  const update = { name, setup };
  const exact = numbers.filter(({ text }) => JSON_NUMBER.test(text));
  if (exact.length === 0) return JSON.stringify(update);
  // Nobody could have written this text into a file before.
  const mark = randomUUID();
  const marked = structuredClone(update);
  for (const [index, { property }] of exact.entries()) replace(marked, property, `${mark}:${index}`);
  return JSON.stringify(marked).replaceAll(
    new RegExp(`"${mark}:(\\d+)"`, "g"),
    (whole, index: string) => exact[Number(index)]?.text ?? whole,
  );
}

/**
 * The request for an update. Text given is the text sent; nothing of the setup, nor of what else is a credential,
 * is shown of what the service says to it or later.
 * @param base the tenant's base URL.
 * @param credentials those that the update itself does not tell to be such.
 * @throws InvalidRequestError for an id or an update there cannot be.
 */
export function updateRequest(
  base: URL,
  id: string,
  update: Update | string,
  secrets: Secrets,
  credentials: readonly string[] = [],
): ServiceRequest {
  const path = `${base.pathname}${CONNECTIONS_PATH}/${idSegment(id, base)}`;
  const body = typeof update === "string" ? update : serializeUpdate(update);
  secrets.addUpdate([...new Set([...secretsIn(contentOf(body, base)), ...credentials])]);
  return {
    operation: "update",
    method: "PATCH",
    path,
    contentType: "application/json",
    body,
    redactor: secrets,
  };
}

/**
 * The record as the service has it after the update ("PATCH …", 200 response).
 * @throws ReplyError where the reply does not tell; the update may have been applied all the same.
 */
export function readUpdated(reply: Reply, id: string, base: URL): ConnectionRecord {
  const failure = { operation: "update", host: base.host, sent: "maybe" } as const;
  const body = parseJson(reply.body);
  if (body === undefined) throw new ReplyError("not-json", reply.status, failure);
  const record = readRecord(body);
  if (record?.id !== id) throw new ReplyError("unexpected-shape", reply.status, failure);
  return record;
}

/** What a body says, once it is sure that it says something and nothing else. */
function contentOf(body: string, base: URL): object {
  const content = parseJson(body);
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw invalid(l10n.t("An update has to be a JSON object."), base);
  const keys = Object.keys(content);
  if (keys.length === 0) throw invalid(l10n.t("An update has to change the name or the setup."), base);
  if (keys.some((key) => key !== "name" && key !== "setup"))
    throw invalid(l10n.t("An update can change the name and the setup, and nothing else."), base);
  return content;
}

/**
 * Writes an id as one segment of a path. An id that could mean another path to
 * any server or proxy on the way is refused rather than encoded.
 */
function idSegment(id: string, base: URL): string {
  const length = codePoints(id);
  if (length === 0) throw invalid(l10n.t("The connection's id is missing."), base);
  if (length > MAX_ID_LENGTH)
    throw invalid(l10n.t("A connection's id has at most {0} characters.", MAX_ID_LENGTH), base);
  if (id === "." || id === ".." || /[/\\%\s\p{Cc}\p{Cs}]/u.test(id))
    throw invalid(l10n.t("The connection's id has characters an id cannot have."), base);
  return encodeURIComponent(id);
}

function invalid(problem: string, base: URL): InvalidRequestError {
  return new InvalidRequestError(problem, { operation: "update", host: base.host, sent: "no" });
}

/** Puts a text in the place of a value; a place that is not there stays so. */
function replace(value: object, property: readonly (string | number)[], text: string): void {
  const last = property.at(-1);
  const holder = property.slice(0, -1).reduce<unknown>((part, step) => own(part, step), value);
  if (last !== undefined && own(holder, last) !== undefined) Object.defineProperty(holder, last, { value: text });
}

/** Names such as `__proto__` are properties like any other. A number beyond all bounds has come as null. */
function own(value: unknown, step: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string | number, unknown>)[step]
    : undefined;
}
