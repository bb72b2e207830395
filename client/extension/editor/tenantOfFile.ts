import type * as vscode from "vscode";
import { FILE_ENDING } from "../../core/files/setupFile.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Remembered } from "./fileMemory.js";
import { nameOfFile } from "./inspection.js";
import type { Session, Sessions } from "../tenants/sessions.js";

/**
 * The tenant that a file is pushed to without asking: the one it names, the one remembered for it, or the only one.
 * @param host as the file names it, here and below.
 */
export function tenantOfFile(
  sessions: Pick<Sessions, "all" | "withHost" | "withOrigin">,
  host: string | undefined,
  remembered: Pick<Remembered, "origin"> | undefined,
): Session | undefined {
  if (host !== undefined) return sessions.withHost(host);
  const known = remembered && sessions.withOrigin(remembered.origin);
  return known ?? (sessions.all.length === 1 ? sessions.all[0] : undefined);
}

/** The id of a setup file's connection: as it is written there, or remembered for the file and its tenant. */
export function idOfFile(
  written: string | undefined,
  session: Session | undefined,
  remembered: Pick<Remembered, "id" | "origin"> | undefined,
  host?: string,
): string | undefined {
  // A template begins with empty texts, which name nothing.
  if (written !== undefined && written.trim() !== "") return written;
  return remembered && isOfTenant(remembered, session, host) ? remembered.id : undefined;
}

/** A connection as it was last seen for a setup file: its row, if that is loaded, or else what is remembered. */
export function lastSeen(
  id: string,
  session: Session | undefined,
  remembered: Pick<Remembered, "id" | "origin" | "record"> | undefined,
  host?: string,
): Pick<ConnectionRecord, "name" | "ready"> | undefined {
  const row = session?.store.find(id);
  if (row || remembered?.id !== id) return row;
  return isOfTenant(remembered, session, host) ? remembered.record : undefined;
}

/** Two tenants may have connections of the same id. */
function isOfTenant(
  { origin }: Pick<Remembered, "origin">,
  session: Session | undefined,
  host: string | undefined,
): boolean {
  if (session) return origin === session.tenant.origin;
  return host === undefined || new URL(origin).host === host.toLowerCase();
}

/**
 * What a connection is called as long as its name isn't known.
 * @param name as the file has it; one with a reference can't be shown.
 */
export function fileConnectionName(file: vscode.Uri, name: unknown): string {
  const written = typeof name === "string" && !name.includes("${") ? sanitizeText(name, 150) : "";
  const called = nameOfFile(file);
  return written || (called.endsWith(FILE_ENDING) ? called.slice(0, -FILE_ENDING.length) : "") || called;
}
