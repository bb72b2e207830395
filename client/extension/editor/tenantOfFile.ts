import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { FILE_ENDING } from "../../../schemas/files.js";
import { namedIn } from "../../core/files/setupFileName.js";
import { displayNameOf } from "../../core/push/pushTypes.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { SAMPLE_HOST } from "../../core/sample/sampleRecords.js";
import { parseBaseUrl } from "../../core/service/origin.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { Remembered } from "./fileMemory.js";
import type { EditorServices } from "./editorServices.js";
import { nameOfFile } from "./inspection.js";
import { isSetupFile } from "./setupDocument.js";
import { offerToAdd, pickSession } from "../tenants/sessionOf.js";
import type { Session, Sessions } from "../tenants/sessions.js";

/**
 * The tenant that a file is pushed to without asking: the one it names, the one remembered for it, or the only one.
 * @param host the host in the file.
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

/**
 * The hosts that setup files name and that no tenant has, with how many files name each; the most common first. What
 * isn't a host as addresses have it isn't offered: it's the text of a file, and people sign in where they add a tenant.
 */
export function hostsToAdd({ setupFiles, sessions }: Pick<EditorServices, "setupFiles" | "sessions">) {
  const named = Map.groupBy(
    setupFiles.all.flatMap(({ tenant }) => hostIn(tenant) ?? []),
    (host) => host,
  );
  const counted = [...named]
    .filter(([host]) => host !== SAMPLE_HOST && !sessions.withHost(host))
    .map(([host, { length }]) => [host, length] as const);
  return new Map(
    counted.sort(([host, files], [other, othersFiles]) => othersFiles - files || host.localeCompare(other)),
  );
}

/**
 * The host to add a tenant for: the one that's asked for, the one that the file in front names, or the only one that
 * files name. Undefined if it's a tenant's.
 * @param argument of the command, which anyone can call.
 */
export function hostToAdd(services: EditorServices, argument: unknown): string | undefined {
  const { host: asked } = (argument ?? {}) as { readonly host?: unknown };
  if (typeof asked === "string") return hostIn(asked);
  const front = vscode.window.activeTextEditor?.document;
  const ofFile = front && isSetupFile(front) ? hostIn(namedIn(front.getText()).tenant) : undefined;
  if (ofFile !== undefined && !services.sessions.withHost(ofFile)) return ofFile;
  const [only, ...others] = hostsToAdd(services).keys();
  return others.length === 0 ? only : undefined;
}

function hostIn(text = ""): string | undefined {
  const parsed = parseBaseUrl(text);
  return parsed.ok && parsed.value.host === text.toLowerCase() ? parsed.value.host : undefined;
}

/** The id of a setup file's connection: the one in the file, or the one remembered for the file and its tenant. */
export function idOfFile(
  written: string | undefined,
  session: Session | undefined,
  remembered: Pick<Remembered, "id" | "origin"> | undefined,
): string | undefined {
  // A template starts with empty strings, which name nothing.
  if (written !== undefined && written.trim() !== "") return written;
  return remembered && isOfTenant(remembered, session) ? remembered.id : undefined;
}

/** What to call a setup file's connection, and whether it's ready, by its row if loaded, or else what's remembered. */
export function lastSeen(
  id: string,
  session: Session | undefined,
  remembered: Pick<Remembered, "id" | "origin" | "record"> | undefined,
): Pick<ConnectionRecord, "name" | "ready"> | undefined {
  const known = remembered?.id === id && isOfTenant(remembered, session) ? remembered.record : undefined;
  const seen = session?.store.find(id) ?? known;
  return seen && { name: displayNameOf({ id, name: seen.name }), ready: seen.ready };
}

/** Two tenants may have connections with the same id. */
function isOfTenant({ origin }: Pick<Remembered, "origin">, session: Session | undefined): boolean {
  return !session || origin === session.tenant.origin;
}

/**
 * What to call a connection until its name is known.
 * @param name the name in the file, used unless it has a reference.
 */
export function fileConnectionName(file: vscode.Uri, name: unknown): string {
  const written = typeof name === "string" && !name.includes("${") ? sanitizeText(name, 150) : "";
  const called = nameOfFile(file);
  return written || (called.endsWith(FILE_ENDING) ? called.slice(0, -FILE_ENDING.length) : "") || called;
}

/**
 * The tenant that a file names. If it names none, that of the row, of the linked connection, or one that the user
 * chooses. The tenant used last comes first.
 */
export async function sessionOfFile(
  services: EditorServices,
  uri: vscode.Uri,
  inspected: InspectResult,
  title: string,
  ofRow?: Session,
): Promise<Session | undefined> {
  const { sessions, memory } = services;
  const host = inspected.tenant?.value;
  if (host !== undefined)
    return (
      sessions.withHost(host) ??
      offerToAdd(l10n.t("This file belongs to {0}, which isn't one of your tenants.", sanitizeText(host)), host)
    );
  const linked = memory.ofLinked(uri, inspected);
  const last = memory.get(uri)?.origin;
  const isLast = ({ tenant }: Session) => Number(tenant.origin === last);
  const candidates = sessions.all.toSorted((a, b) => isLast(b) - isLast(a));
  return ofRow ?? (linked && sessions.withOrigin(linked.origin)) ?? pickSession(title, candidates);
}
