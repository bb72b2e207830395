import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../services.js";
import { canChangeTenants, writeTenant } from "./settings.js";
import { storeCredential } from "./storeCredential.js";
import { runSteps } from "../ui/steps.js";
import { addressStep, marksStep, nameStep, noAnswers, credentialFrom, signInSteps, tenantFrom } from "./tenantSteps.js";

/** Asks for a tenant's address, its name and how to sign in, and keeps them. */
export async function addTenant(services: Pick<Services, "sessions" | "credentials">): Promise<void> {
  if (!canChangeTenants()) return;
  const answers = noAnswers();
  const steps = () => [
    addressStep(answers, (origin) => services.sessions.withOrigin(origin)?.tenant),
    nameStep(answers),
    marksStep(answers),
    ...signInSteps(answers),
  ];
  if (!(await runSteps(l10n.t("Add a tenant"), steps))) return;
  const tenant = tenantFrom(answers);
  const secret = credentialFrom(answers);
  if (!tenant || !secret || !canChangeTenants()) return;
  await storeCredential(services, tenant, secret);
  await writeTenant(tenant);
  await services.sessions.sync();
  await vscode.commands.executeCommand("vaultconn.connections.focus");
}
