import * as vscode from "vscode";
import type { StoreSecretParams } from "../../../server/protocol/messages.js";
import { LANGUAGE_ID } from "../../core/files/setupFile.js";
import { asUri } from "../ui/command.js";
import { askForSecret, type Place } from "../ui/askForSecret.js";
import type { Services } from "../services.js";
import { replacing } from "./rotations.js";

/** A quick fix calls it with `StoreSecretParams`, to move the value that stands there. */
export async function storeSecret(services: Services, params?: unknown): Promise<void> {
  const given = (params ?? {}) as Partial<Record<keyof StoreSecretParams, unknown>>;
  const name = typeof given.name === "string" ? given.name : undefined;
  const place = await placeOf(given.place);
  await replacing(services, async () => {
    const stored = await askForSecret(services, { place, name });
    return stored?.replaced === true ? [stored.name] : [];
  });
}

async function placeOf(value: unknown): Promise<Place | undefined> {
  const { range } = (value ?? {}) as Partial<Record<"range", unknown>>;
  const target = asUri(value);
  const span = rangeOf(range);
  if (!target || !span) return undefined;
  const document = await vscode.workspace.openTextDocument(target);
  return document.languageId === LANGUAGE_ID ? { document, range: span, text: document.getText(span) } : undefined;
}

/** A range as LSP and VS Code write it: two positions with line and character, counted from 0. */
function rangeOf(value: unknown): vscode.Range | undefined {
  const { start, end } = (value ?? {}) as Partial<Record<"start" | "end", Partial<vscode.Position>>>;
  const numbers = [start?.line, start?.character, end?.line, end?.character];
  const [a, b, c, d] = numbers.filter((number): number is number => typeof number === "number" && number >= 0);
  return a === undefined || b === undefined || c === undefined || d === undefined
    ? undefined
    : new vscode.Range(a, b, c, d);
}
