import { createHash } from "node:crypto";
import { lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { createRedactor } from "../service/redaction/redact.js";
import { OWN_FOLDER, writeFileAtomic } from "../storage/durableStorage.js";
import { acquire } from "../storage/processMutex.js";
import { readInside, readRegularFile } from "../storage/readRegularFile.js";
import { isNumber, isString, listOf, optional, shape } from "../storage/shape.js";
import { DAY_MS } from "../text/formatTime.js";
import { parseJson } from "../text/json.js";

export const REQUESTS_FILE = "review-requests.json";
export const MAX_REQUESTS = 50;
/** In code points. */
export const MAX_REASON_LENGTH = 200;
const MAX_PATH_LENGTH = 4096;
const MAX_BYTES = 512 * 1024;
/** Long enough, because other processes write within milliseconds. */
const MUTEX_TIMEOUT_MS = 8000;
/** Clocks of containers that share a folder may differ. */
const MAX_AHEAD_MS = 60_000;

/** What an agent asks a person to review. It has no effect on the review. */
export interface ReviewRequest {
  /** A real path. */
  readonly file: string;
  /** Of the file's bytes when the agent asked. */
  readonly digest: string;
  /** Show it as `agentsWords`. */
  readonly reason: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly ended?: "dismissed" | "pushed" | undefined;
}

export const REVIEW_STATES = ["waiting", "changed", "dismissed", "pushed"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

const isRequest = shape<ReviewRequest>({
  file: (value) => isString(value) && path.isAbsolute(value) && value.length <= MAX_PATH_LENGTH,
  digest: (value) => isString(value) && /^[\da-f]{64}$/.test(value),
  reason: (value) => isString(value) && [...value].length <= MAX_REASON_LENGTH,
  at: isNumber,
  ended: optional((value) => value === "dismissed" || value === "pushed"),
});

const isContent = shape<{ readonly requests: readonly ReviewRequest[] }>({
  requests: (value) => listOf(isRequest)(value) && (value as readonly unknown[]).length <= MAX_REQUESTS,
});

/**
 * Returns an agent's words on one line, without what looks like a value, and without quotation marks, so that they can't
 * end the quotation in which they're shown.
 * @param secrets values that mustn't be in them.
 */
export function agentsWords(reason: string, secrets: readonly string[] = []): string {
  const words = createRedactor(secrets).redact(sanitizeText(reason, MAX_REASON_LENGTH));
  const unquoted = words.replace(/\p{Quotation_Mark}/gu, "’").replace(/\s+/g, " ");
  return sanitizeText(unquoted, MAX_REASON_LENGTH);
}

/** Returns undefined if the file doesn't exist or isn't in one of the folders. @param file a real path. */
export async function digestOf(file: string, folders: readonly string[]): Promise<string | undefined> {
  const bytes = await readInside(file, folders).catch(() => undefined);
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

/** @param digest of the file as it is now. */
export function stateOf(request: ReviewRequest, digest: string | undefined): ReviewState {
  return digest === request.digest ? (request.ended ?? "waiting") : "changed";
}

/**
 * Reads the requests of the last day, those that have ended included. Ignores a file as a whole that someone else could
 * have written, or that isn't as `changeRequests` writes it. Never rejects.
 * @param folder the state folder.
 */
export async function readRequests(folder: string): Promise<readonly ReviewRequest[]> {
  try {
    if (!isOwn(await lstat(folder), 0o022)) return [];
    const isAllowed = async (handle: { stat(): Promise<Owned> }) => isOwn(await handle.stat(), 0o077);
    const content = parseJson((await readRegularFile(path.join(folder, REQUESTS_FILE), MAX_BYTES, isAllowed)) ?? "");
    return isContent(content) ? content.requests.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/**
 * Another process may change them at the same time. Nothing is written if `change` returns what it was given.
 * @throws if they can't be written, or others could change them.
 */
export async function changeRequests(
  folder: string,
  change: (requests: readonly ReviewRequest[]) => readonly ReviewRequest[],
): Promise<void> {
  await mkdir(folder, OWN_FOLDER);
  if (!isOwn(await lstat(folder), 0o022)) throw new Error("others can change the folder");
  const holder = await acquire(path.join(folder, `${REQUESTS_FILE}.`), MUTEX_TIMEOUT_MS);
  if (typeof holder === "string") throw new Error("another process is writing the requests");
  try {
    const before = await readRequests(folder);
    const requests = change(before);
    if (requests !== before) await writeFileAtomic(folder, REQUESTS_FILE, JSON.stringify({ requests }));
  } finally {
    await holder.release();
  }
}

/** Ends a file's request, if there's one. @param file a real path. @throws if it can't be written. */
export async function endRequest(
  folder: string,
  file: string,
  ended: NonNullable<ReviewRequest["ended"]>,
): Promise<void> {
  const isIt = (request: ReviewRequest) => request.file === file && request.ended === undefined;
  if (!(await readRequests(folder)).some(isIt)) return;
  await changeRequests(folder, (all) => all.map((request) => (isIt(request) ? { ...request, ended } : request)));
}

export function isRecent({ at }: ReviewRequest): boolean {
  const age = Date.now() - at;
  return age < DAY_MS && age > -MAX_AHEAD_MS;
}

interface Owned {
  readonly uid: number;
  readonly mode: number;
}

/** @param others the rights that others mustn't have. Windows has no such rights. */
function isOwn({ uid, mode }: Owned, others: number): boolean {
  return process.platform === "win32" || (uid === process.getuid?.() && (mode & others) === 0);
}
