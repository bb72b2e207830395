import * as vscode from "vscode";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import type { Tenant } from "../tenants/tenant.js";
import { pickSession } from "./pickSession.js";
import { runSteps, type Step } from "./steps.js";

/** A JSON Web Token in its compact form: three parts of base64url (RFC 7515 section 3.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Asks for an access token and keeps it in the secret storage. */
export async function signIn(services: Services, argument?: unknown): Promise<void> {
  const session = asNode(argument)?.session ?? (await pickSession(services, "Sign in to which tenant?", ({ tenant }) => !tenant.local));
  if (session) await signInTo(services, session);
}

/** @returns whether a token was given. */
export async function signInTo(services: Services, session: Session): Promise<boolean> {
  const answers: { token?: string } = {};
  if (!(await runSteps(`Sign in to ${session.tenant.name}`, [askForToken(answers)])) || !answers.token) return false;
  await keepToken(services, session.tenant, answers.token);
  return true;
}

/** The question for an access token. The word Bearer and white space around the token are taken off. */
export function askForToken(answers: { token?: string }): Step {
  const bare = (text: string) => text.trim().replace(/^bearer\s+/i, "");
  return {
    prompt: "An access token with the scope update:flows_vault_connections. It is kept in VS Code's secret storage.",
    placeholder: "eyJ…",
    password: true,
    value: () => answers.token ?? "",
    check: (text) => (TOKEN.test(bare(text)) ? undefined : "An access token has three parts with dots between them. Paste it whole, without quotes."),
    accept: (text) => (answers.token = bare(text)),
  };
}

/** Keeps a token for a tenant, and says so where it will be gone with this window. */
export async function keepToken({ credentials }: Services, tenant: Tenant, accessToken: string): Promise<void> {
  const kept = await credentials.store(tenant.origin, { kind: "accessToken", accessToken });
  if (!kept) {
    void vscode.window.showWarningMessage(`This machine offers no secret storage, so the token for ${tenant.name} is kept until this window closes.`);
  }
}
