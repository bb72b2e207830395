import * as vscode from "vscode";
import type { Services } from "./services.js";
import { asNode } from "./tenants/nodes.js";
import type { Command } from "./ui/command.js";
import { onlyIfTrusted, type TrustedAction } from "./ui/onlyIfTrusted.js";
import { trustedCommands, untrustedCommands } from "./commands.js";
import { runReportingErrors } from "./ui/runReportingErrors.js";

/** Registers every command. What goes wrong in one is told to the person, and never thrown at the caller. */
export function registerCommands(services: Services): vscode.Disposable {
  const register = ([id, command]: [string, Command]) =>
    // Commands return nothing, so no other extension learns anything from calling one.
    vscode.commands.registerCommand(id, async (...given: unknown[]) => {
      await runReportingErrors(services, id, () =>
        command(services, ...given.map((argument) => (isForeignRow(argument, services) ? null : argument))),
      );
    });
  const trusted = Object.entries(trustedCommands).map(([id, command]): [string, Command] => [
    id,
    onlyIfTrusted(id.slice(id.lastIndexOf(".") + 1) as TrustedAction, command),
  ]);
  return vscode.Disposable.from(...[...trusted, ...Object.entries(untrustedCommands)].map(register));
}

/** A row with a tenant that is not among ours was made up by another extension, or its tenant has gone. It stands for nothing, not for the lack of a row. */
function isForeignRow(argument: unknown, { sessions }: Services): boolean {
  const node = asNode(argument);
  return node !== undefined && !sessions.all.includes(node.session);
}
