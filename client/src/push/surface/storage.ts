import type * as vscode from "vscode";
import type { Storage } from "../storage.js";

/** A `Memento` in the shape the push keeps its notes in. */
export function storageOf(memento: vscode.Memento): Storage {
  return { get: (key) => memento.get(key), set: (key, value) => memento.update(key, value) };
}
