import * as vscode from "vscode";
import { parseBaseUrl } from "../service/origin.js";
import type { Services } from "../services.js";
import { readEntry } from "../tenants/entry.js";
import { writeTenant } from "../tenants/settings.js";
import type { Tenant } from "../tenants/tenant.js";
import { askForToken, keepToken } from "./signIn.js";
import { runSteps, type Step } from "./steps.js";

interface Answers {
  address?: string;
  name?: string;
  token?: string;
}

/** Asks for a tenant's address, name and access token, checks them with one request, and keeps them. */
export async function addTenant(services: Services): Promise<void> {
  const answers: Answers = {};
  if (!(await runSteps("Add a tenant", [askAddress(answers), askName(answers), askForToken(answers)]))) return;
  const tenant = tenantFrom(answers);
  if (!tenant || !answers.token) return;
  await writeTenant(tenant);
  await keepToken(services, tenant, answers.token);
  await services.sessions.sync();
  await vscode.commands.executeCommand("vaultconn.connections.focus");
}

function tenantFrom({ address = "", name }: Answers): Tenant | undefined {
  const parsed = readEntry({ baseUrl: address, name });
  return parsed.ok ? parsed.value : undefined;
}

function askAddress(answers: Answers): Step {
  return {
    prompt: "The tenant's address, as in https://acme.example.com/api/v2. A domain alone is enough.",
    placeholder: "acme.example.com",
    value: () => answers.address ?? "",
    check: (text) => {
      const parsed = parseBaseUrl(text);
      return parsed.ok ? undefined : parsed.problem;
    },
    accept: (text) => (answers.address = text),
  };
}

function askName(answers: Answers): Step {
  return {
    prompt: "The name it has in the sidebar.",
    placeholder: "Acme production",
    value: () => answers.name ?? tenantFrom(answers)?.host ?? "",
    check: (text) => (text.trim() ? undefined : "Give the tenant a name."),
    accept: (text) => (answers.name = text.trim()),
  };
}
