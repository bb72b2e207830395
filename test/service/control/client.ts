import type { ControlActions } from "./actions.js";

/** Where the control endpoint is: beside the interface's base path. */
export const CONTROL_PATH = "/__control";

/** The environment variable that opens the control endpoint of `npm run service`. */
export const CONTROL_TOKEN_VARIABLE = "VAULTCONN_SERVICE_CONTROL_TOKEN";

/** Asks a service in another process to do something; rejects with its sentence if it cannot. */
export type RemoteControl = <Name extends keyof ControlActions>(
  action: Name,
  ...input: Parameters<ControlActions[Name]>
) => Promise<Awaited<ReturnType<ControlActions[Name]>>>;

/**
 * Gives control over a service in another process.
 * @param origin scheme, host and port, as in its authUrl.
 * @param token the control token it was started with.
 */
export function remoteControl(origin: string, token: string): RemoteControl {
  return async (action, ...[input]) => {
    const response = await fetch(origin + CONTROL_PATH, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ action, input: input ?? {} }),
    });
    const reply = (await response.json()) as { readonly output?: unknown; readonly error?: string };
    if (!response.ok) throw new Error(reply.error ?? `The control endpoint answered ${response.status}.`);
    return reply.output as never;
  };
}
