import type { EditorServices } from "../editor/editorServices.js";

export interface SecretServices extends EditorServices {
  /** What stopped earlier pushes. A stored value may be what was missing. */
  readonly refusals: { clearAbout(reference: string): void };
}
