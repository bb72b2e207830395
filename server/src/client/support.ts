import type { ClientCapabilities, InitializeParams } from "vscode-languageserver";
import type { InitializationOptions } from "../../protocol/messages.js";

/** What the client sent with `initialize`. Some clients send null instead of omitting a property. */
export interface ClientSupport {
  readonly capabilities: ClientCapabilities;
  readonly options: InitializationOptions;
}

/** Reads what a client sent with `initialize`. */
export function supportOf({ capabilities, initializationOptions }: InitializeParams): ClientSupport {
  return { capabilities, options: (initializationOptions ?? {}) as InitializationOptions };
}

/** Whether the client has a command that fixes, completions and lenses may use. */
export function takesCommand({ options: { commands } }: ClientSupport, command: string): boolean {
  return Array.isArray(commands) && commands.includes(command);
}

/** Whether the client can register other documents than setup files. */
export function takesOtherDocuments({ capabilities: { textDocument } }: ClientSupport): boolean {
  return (
    textDocument?.synchronization?.dynamicRegistration === true && textDocument.references?.dynamicRegistration === true
  );
}
